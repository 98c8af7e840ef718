package persona

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSamplingNamesAndZeros(t *testing.T) {
	t.Parallel()
	s := Sampling{
		Temperature: new(0.0), TopP: new(0.0), TopK: new(0), MinP: new(0.0), FrequencyPenalty: new(0.0), PresencePenalty: new(0.0),
		RepetitionPenalty: new(1.0), Seed: new(0), Stop: []string{"\n\n"}, ReasoningEffort: "none",
	}
	got, err := json.Marshal(s)
	const want = `{"temperature":0,"top_p":0,"top_k":0,"min_p":0,"frequency_penalty":0,"presence_penalty":0,` +
		`"repetition_penalty":1,"seed":0,"stop":["\n\n"],"reasoning_effort":"none"}`
	if err != nil || string(got) != want {
		t.Errorf("written as %s, %v\nwant       %s", got, err, want)
	}
	if got, err := json.Marshal(Persona{ID: "a", Name: "A"}); err != nil || strings.Contains(string(got), "sampling") {
		t.Errorf("what is not set is written: %s, %v", got, err)
	}
}

func TestDamagedSampling(t *testing.T) {
	t.Parallel()
	p, problems, err := ReadPersona([]byte(`{"id":"a","name":"A","message_shape":"round","sampling":{"temperature":-1,"top_p":1.5,"top_k":-3,
		"min_p":"0.1","frequency_penalty":-9,"presence_penalty":9,"repetition_penalty":0,"seed":-7,"stop":["","x","x"],"reasoning_effort":"much"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := Sampling{
		Temperature: new(0.0), TopP: new(1.0), TopK: new(0), FrequencyPenalty: new(-2.0), PresencePenalty: new(2.0),
		RepetitionPenalty: new(0.1), Seed: new(-1), Stop: []string{"x"},
	}
	if !reflect.DeepEqual(p.Sampling, want) || p.Shape != ShapeAuto || len(problems) != 11 {
		t.Errorf("read as %+v, %q, problems %v", p.Sampling, p.Shape, problems)
	}
}

// What comes out of Clamp is in range, stays as it is, and shares nothing with what went in.
func TestClampSampling(t *testing.T) {
	text := rapid.SampledFrom([]string{"", "a", "\n", "\xff", strings.Repeat("x", MaxStopLength+1), "あ", "b", "c", "d", "e", "f", "g", "h"})
	number := rapid.Ptr(rapid.Float64Range(-5, 5), true)
	rapid.Check(t, func(t *rapid.T) {
		s := Sampling{
			Temperature: number.Draw(t, "temperature"), TopP: number.Draw(t, "top p"), MinP: number.Draw(t, "min p"),
			FrequencyPenalty: number.Draw(t, "frequency"), PresencePenalty: number.Draw(t, "presence"),
			RepetitionPenalty: number.Draw(t, "repetition"), TopK: rapid.Ptr(rapid.Int(), true).Draw(t, "top k"),
			Seed: rapid.Ptr(rapid.Int(), true).Draw(t, "seed"), Stop: rapid.SliceOf(text).Draw(t, "stop"),
			ReasoningEffort: rapid.SampledFrom([]string{"", "low", "huge"}).Draw(t, "effort"),
		}
		before := s.clone()
		c := s.Clamp()
		if !reflect.DeepEqual(s, before) {
			t.Fatalf("Clamp changed %+v to %+v", before, s)
		}
		if again := c.Clamp(); !reflect.DeepEqual(again, c) {
			t.Fatalf("clamped twice %+v, once %+v", again, c)
		}
		if len(c.Stop) > MaxStops || (c.Temperature == nil) != (s.Temperature == nil) || c.TopK != nil && *c.TopK > MaxTopK {
			t.Fatalf("clamped to %+v", c)
		}
		if c.MinP != nil {
			*c.MinP = 77
			if s.MinP != nil && *s.MinP == 77 {
				t.Fatal("the clamped value is the same variable")
			}
		}
	})
}
