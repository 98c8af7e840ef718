package llm

import (
	"reflect"
	"slices"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/llm/wire"
	"bonbon/persona"
)

// TestSamplingIsSent: every value that is set goes out, zeros too, and nothing else does.
func TestSamplingIsSent(t *testing.T) {
	got := body(t, ChatRequest{Model: "m", Messages: hi.Messages, Sampling: persona.Sampling{
		Temperature: new(0.0), TopP: new(0.0), TopK: new(0), MinP: new(0.0), FrequencyPenalty: new(0.0), PresencePenalty: new(-0.5),
		RepetitionPenalty: new(1.1), Seed: new(0), Stop: []string{"\n", "あ"}, ReasoningEffort: "low",
	}})
	for _, name := range []string{"model", "messages", "stream", "stream_options"} {
		delete(got, name)
	}
	want := map[string]any{
		"temperature": 0.0, "top_p": 0.0, "top_k": 0.0, "min_p": 0.0, "frequency_penalty": 0.0, "presence_penalty": -0.5,
		"repetition_penalty": 1.1, "repeat_penalty": 1.1, "seed": 0.0, "stop": []any{"\n", "あ"}, "reasoning_effort": "low",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("sent %v\nwant %v", got, want)
	}
}

// TestKnownRefusalsAreNotTriedAgain: what an earlier turn learned is left out at once, and a new refusal is told.
func TestKnownRefusalsAreNotTriedAgain(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{
		llmtest.JSON(422, `{"detail":[{"type":"extra_forbidden","loc":["body","top_k"],"msg":"Extra inputs are not permitted"}]}`),
		llmtest.Good("Hello"),
	})
	r := ChatRequest{
		Model: "m", Messages: hi.Messages, MaxOutput: 9, Refused: []string{"max_tokens", "stream_options"},
		Sampling: persona.Sampling{TopK: new(40), Seed: new(1)},
	}
	var told []string
	for chunk, err := range newTestClient(t, s.URL, "", ClientOptions{}).Stream(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		if chunk.Refused != "" {
			told = append(told, chunk.Refused)
		}
	}
	if !slices.Equal(told, []string{"top_k"}) {
		t.Errorf("told %v", told)
	}
	chats := s.Chats()
	if len(chats) != 2 || optionalFields(t, chats[0].Body) != "max_completion_tokens seed top_k" || optionalFields(t, chats[1].Body) != "max_completion_tokens seed" {
		t.Errorf("%d requests, the first with %s", len(chats), optionalFields(t, chats[0].Body))
	}
}

// TestARefusedValueIsNotRemembered: another value may be taken.
func TestARefusedValueIsNotRemembered(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{
		llmtest.Wrong(400, "", "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"), llmtest.Good("Hello"),
	})
	for chunk, err := range newTestClient(t, s.URL, "", ClientOptions{}).Stream(t.Context(), ChatRequest{Model: "m", Messages: hi.Messages, MaxOutput: 90000}) {
		if err != nil || chunk.Refused != "" {
			t.Errorf("%+v, %v", chunk, err)
		}
	}
}

// TestLeavingAtARefusal: who stops listening when a refusal is told gets nothing more.
func TestLeavingAtARefusal(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Wrong(400, "", "Unsupported parameter: 'top_p'"), llmtest.Good("Hello")})
	for chunk := range newTestClient(t, s.URL, "", ClientOptions{}).Stream(t.Context(), ChatRequest{Model: "m", Messages: hi.Messages, Sampling: persona.Sampling{TopP: new(0.5)}}) {
		if chunk.Refused != "top_p" {
			t.Errorf("got %+v", chunk)
		}
		break
	}
}

func TestNamedFields(t *testing.T) {
	f := wire.Fields{"seed": 1, "stop": 1, "top_p": 1, "temperature": 1, "max_tokens": 1, "top_k": 1}
	for message, want := range map[string]string{
		"Unrecognized request argument supplied: top_k":                                           "top_k",
		"property 'seed' is unsupported":                                                          "seed",
		"body.stop: extra fields not permitted":                                                   "stop",
		"The model will stop when max_tokens is reached":                                          "max_tokens",
		"please stop and seed the garden":                                                         "",
		"Unsupported value: 'temperature' does not support 0.7 with this model.":                  "temperature",
		"top_ps is unknown":                                                                       "",
		"my_top_p is unknown, top_p too":                                                          "top_p",
		"`temperature` and `top_p` cannot both be specified for this model. Please use only one.": "temperature",
		"parameter top_k is not supported with this model":                                        "top_k",
		"'top_k' : property is not supported by the model":                                        "top_k",
		"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.": "max_tokens",
	} {
		if got := refusedField(&wire.ServerError{Status: 400, Message: message}, f); got != want {
			t.Errorf("%s: %q, want %q", message, got, want)
		}
	}
}
