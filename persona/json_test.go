package persona

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bonbon/tokens"
)

func TestUnknownFieldsSurvive(t *testing.T) {
	t.Parallel()
	const data = `{"id":"p1","name":"Ada","voice":{"pitch":1.50,"tags":["a",null]},"cutoff":{"talk_history_cutoff_threshold":5000,
		"talk_history_cutoff_later":false},"sampling":{"mirostat":0.05},"later":null}`
	var p Persona
	if err := json.Unmarshal([]byte(data), &p); err != nil {
		t.Fatal(err)
	}
	want := []string{"cutoff.talk_history_cutoff_later", "later", "sampling.mirostat", "voice.pitch", "voice.tags"}
	if got := p.Unknown(); !slices.Equal(got, want) {
		t.Errorf("unknown %v, want %v", got, want)
	}
	p.Name, p.Cutoff.PastHours = "Beth", new(12)
	wantJSON(t, p, `{"id":"p1","name":"Beth","voice":{"pitch":1.50,"tags":["a",null]},"cutoff":{"talk_history_cutoff_threshold":5000,
		"talk_history_cutoff_by_past_hours":12,"talk_history_cutoff_later":false},"sampling":{"mirostat":0.05},"later":null}`)
}

func TestUnknownFieldsOfConnectionsFollowTheirID(t *testing.T) {
	t.Parallel()
	const data = `{"connections":[{"id":"demo","name":""},{"id":"a","name":"A","timeout":9},{"id":"b","name":"B","later":{"host":"h"}}],
		"cutoff":{"later_switch":true}}`
	s, problems, err := ReadSettings([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	var fields []string
	for _, p := range problems {
		fields = append(fields, p.Field)
	}
	if want := []string{"connections.1.timeout", "connections.2.later", "cutoff.later_switch"}; !slices.Equal(fields, want) {
		t.Errorf("problems with %v, want %v", fields, want)
	}
	if want := []string{"connections.a.timeout", "connections.b.later.host", "cutoff.later_switch"}; !slices.Equal(s.Unknown(), want) {
		t.Errorf("unknown %v, want %v", s.Unknown(), want)
	}
	slices.Reverse(s.Connections)
	s.Connections = slices.DeleteFunc(s.Connections, func(c Connection) bool { return c.ID == "a" })
	data2, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data2), `"later":{"host":"h"}`) || strings.Contains(string(data2), "timeout") {
		t.Errorf("written as %s", data2)
	}
}

func TestDamagedValues(t *testing.T) {
	t.Parallel()
	const data = `{"user_name":7,"text_size":5000,"theme":"pink","ctrl_enter":"yes","language":"ja","cutoff":{"talk_history_cutoff_threshold":-5,
		"talk_history_cutoff_by_past_hours":"soon","model_context_length":99999999,"max_output_tokens":1e999},
		"connections":[{"id":"x","name":"X"},{"id":"x","name":"My Server"},{"name":"demo"},"no",{}],"welcomed":null}`
	s, problems, err := ReadSettings([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultSettings()
	want.TextSize, want.Language = MaxTextSize, "ja"
	want.Cutoff.Threshold, want.Cutoff.ContextLength = 0, tokens.MaxContextLength
	want.Connections = append(want.Connections, Connection{ID: "x", Name: "X"}, Connection{ID: "my-server", Name: "My Server"},
		Connection{ID: "demo-2", Name: "demo"})
	if !reflect.DeepEqual(s, want) {
		t.Errorf("read as %+v\nwant    %+v", s, want)
	}
	got := map[string]ProblemCode{}
	for _, p := range problems {
		got[p.Field] = p.Code
	}
	wantProblems := map[string]ProblemCode{
		"user_name": ProblemValue, "text_size": ProblemRange, "theme": ProblemValue, "ctrl_enter": ProblemValue,
		"cutoff.talk_history_cutoff_threshold": ProblemRange, "cutoff.talk_history_cutoff_by_past_hours": ProblemValue,
		"cutoff.model_context_length": ProblemRange, "cutoff.max_output_tokens": ProblemValue,
		"connections.1.id": ProblemID, "connections.2.id": ProblemID, "connections.3": ProblemValue,
	}
	if !reflect.DeepEqual(got, wantProblems) {
		t.Errorf("problems %v\nwant     %v", got, wantProblems)
	}

	p, problems, err := ReadPersona([]byte(`{"id":"a","name":"A","sampling":{"temperature":9},"created":"yesterday","cutoff":[1],"prompt":"` +
		strings.Repeat("あ", 100) + `","model":["` + strings.Repeat("あ", 100) + `"]}`))
	if err != nil || p.ID != "a" || *p.Sampling.Temperature != MaxTemperature || !p.Created.IsZero() || len(problems) != 4 {
		t.Errorf("read as %+v, problems %v, %v", p, problems, err)
	}
	for _, problem := range problems {
		if len(problem.Value) > 80 || strings.ContainsRune(problem.Value, '\uFFFD') {
			t.Errorf("value of %s is %q", problem.Field, problem.Value)
		}
	}
}

func TestSecretsStayOutOfProblems(t *testing.T) {
	t.Parallel()
	_, problems, err := ReadSettings([]byte(`{"api_key":"sk-secret","connections":[{"name":"a","api_key":"sk-secret"}]}`))
	if err != nil || len(problems) != 3 {
		t.Fatalf("%v, %v", problems, err)
	}
	for _, p := range problems {
		if strings.Contains(p.Value, "secret") {
			t.Errorf("problem %+v", p)
		}
	}
}

func TestMarshalErrors(t *testing.T) {
	t.Parallel()
	if _, err := json.Marshal(Persona{Extra: map[string]json.RawMessage{"x": json.RawMessage("{")}}); err == nil {
		t.Error("an Extra that is no JSON was written")
	}
	var p Persona
	var s Settings
	for _, data := range []string{`[]`, `"x"`, `3`} {
		if json.Unmarshal([]byte(data), &p) == nil || json.Unmarshal([]byte(data), &s) == nil {
			t.Errorf("%s was read", data)
		}
	}
	p, s = Persona{Name: "A"}, DefaultSettings()
	if json.Unmarshal([]byte(`null`), &p) != nil || json.Unmarshal([]byte(`{"user_name":"K"}`), &s) != nil {
		t.Error("null or a part was refused")
	}
	if p.Name != "A" || s.UserName != "K" || s.TextSize != 100 {
		t.Errorf("%+v %+v", p, s)
	}
}

func TestRoundTrip(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune{'a', 'Z', '<', '&', '"', '\\', '\n', '\u2028', 'あ', '鬱', '😀', 0x301}))
	number := func(hi int) *rapid.Generator[*int] { return rapid.Ptr(rapid.IntRange(0, hi), true) }
	extra := rapid.MapOfN(rapid.SampledFrom([]string{"later", "x.y", "名", "Name"}),
		rapid.Map(rapid.SampledFrom([]string{`1.50`, `null`, `"a"`, `[1,{"b":2}]`, `{"deep":{"er":[]}}`}),
			func(s string) json.RawMessage { return json.RawMessage(s) }), 1, 3)
	rapid.Check(t, func(t *rapid.T) {
		p := Persona{
			ID: text.Draw(t, "id"), Name: text.Draw(t, "name"), Prompt: text.Draw(t, "prompt"), Greeting: text.Draw(t, "greeting"),
			Sampling: Sampling{Temperature: rapid.Ptr(rapid.Float64Range(0, MaxTemperature), true).Draw(t, "temperature")},
			Cutoff: Cutoff{
				Threshold: number(tokens.MaxThreshold).Draw(t, "threshold"), PastHours: number(tokens.MaxPastHours).Draw(t, "hours"),
				BeforeSummary:   rapid.Ptr(rapid.Bool(), true).Draw(t, "before summary"),
				Steps:           rapid.Ptr(rapid.Bool(), true).Draw(t, "steps"),
				ElideToolOutput: rapid.Ptr(rapid.Bool(), true).Draw(t, "elide"),
				MaxOutput:       number(tokens.MaxMaxOutput).Draw(t, "reply"),
			},
			Background: rapid.SampledFrom([]string{"", "sha256:00"}).Draw(t, "background"),
			Created:    time.UnixMilli(rapid.Int64Range(0, 1<<42).Draw(t, "created")).UTC(),
		}
		s := Settings{
			UserName: text.Draw(t, "user"), Theme: rapid.SampledFrom([]string{"", "light", "dark", "contrast"}).Draw(t, "theme"),
			TextSize: rapid.IntRange(MinTextSize, MaxTextSize).Draw(t, "size"), CtrlEnter: rapid.Bool().Draw(t, "enter"),
			Plain: rapid.Bool().Draw(t, "plain"), Column: rapid.OneOf(rapid.Just(0), rapid.IntRange(MinColumn, MaxColumn)).Draw(t, "column"),
			PictureSide: rapid.OneOf(rapid.Just(0), rapid.IntRange(MinPictureSide, MaxPictureSide)).Draw(t, "side"),
			Cutoff:      tokens.Settings{Threshold: rapid.IntRange(0, tokens.MaxThreshold).Draw(t, "ceiling"), Steps: rapid.Bool().Draw(t, "in steps")},
			Connections: []Connection{{ID: DemoConnection}, {ID: "b", Name: text.Draw(t, "connection")}}, Connection: "b",
		}
		if rapid.Bool().Draw(t, "has extra") {
			p.Extra, s.Extra = extra.Draw(t, "persona's"), extra.Draw(t, "settings'")
		}
		if got := again(t, p); !reflect.DeepEqual(got, p) {
			t.Fatalf("read as %+v\nwas     %+v", got, p)
		}
		if got := again(t, s); !reflect.DeepEqual(got, s) {
			t.Fatalf("read as %+v\nwas     %+v", got, s)
		}
	})
}

func again[T any](t *rapid.T, v T) (got T) {
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return got
}

func wantJSON(t *testing.T, v any, want string) {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(data, &a) != nil || json.Unmarshal([]byte(want), &b) != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("written as %s\nwant       %s", data, want)
	}
	if !strings.Contains(string(data), "1.50") {
		t.Errorf("a number was written anew: %s", data)
	}
}
