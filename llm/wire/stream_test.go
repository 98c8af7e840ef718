package wire

import (
	"errors"
	"io"
	"strings"
	"testing"
)

const (
	textA  = `{"choices":[{"index":0,"delta":{"content":"A"}}]}`
	stop   = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	done   = "data: [DONE]\n\n"
	outA   = textA
	outEnd = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
)

// TestStreamIsCanonical feeds what servers send and compares the events that a client then sees.
func TestStreamIsCanonical(t *testing.T) {
	event := func(s string) string { return "data: " + s + "\n\n" }
	delta := func(s string) string { return event(`{"choices":[{"index":0,"delta":{` + s + `}}]}`) }
	reason := func(s string) string { return event(`{"choices":[{"delta":{},"finish_reason":` + s + `}]}`) }
	tests := []struct {
		name string
		in   string
		want []string // nil: only the end
	}{
		{"plain", event(textA) + stop + done, []string{outA, outEnd}},
		{"no done", event(textA) + stop, []string{outA, outEnd}},
		{"no blank lines", "data: " + textA + "\ndata: " + textA + "\n" + stop + done, []string{outA, outA, outEnd}},
		{"last line without newline", event(textA) + strings.TrimSpace(stop), []string{outA, outEnd}},
		{"bare JSON line", event(textA) + `{"choices":[{"finish_reason":"stop"}]}` + "\n\n", []string{outA, outEnd}},
		{"JSON lines", textA + "\n" + textA + "\n", []string{outA, outA, outEnd}},
		{"reasoning beside text", delta(`"reasoning":"r","content":"A"`) + stop,
			[]string{`{"choices":[{"index":0,"delta":{"content":"A","reasoning_content":"r"}}]}`, outEnd}},
		{"reasoning three times", delta(`"reasoning":"r","reasoning_content":"r","reasoning_details":[{"type":"reasoning.text","text":"r"}]`) + stop,
			[]string{`{"choices":[{"index":0,"delta":{"reasoning_content":"r","reasoning_details":[{"type":"reasoning.text","text":"r"}]}}]}`, outEnd}},
		{"encrypted reasoning", delta(`"content":"A","reasoning_details":[{"type":"reasoning.encrypted","data":"xx"}]`) + stop,
			[]string{`{"choices":[{"index":0,"delta":{"content":"A","reasoning_details":[{"type":"reasoning.encrypted","data":"xx"}]}}]}`, outEnd}},
		{"list of parts", delta(`"content":["A",{"type":"text","text":"B"},{"type":"thinking","thinking":[{"text":"r"}]},7,null]`) + stop,
			[]string{`{"choices":[{"index":0,"delta":{"content":"AB7","reasoning_content":"r"}}]}`, outEnd}},
		{"refusal", delta(`"refusal":"no"`) + stop, []string{`{"choices":[{"index":0,"delta":{"refusal":"no"}}]}`, outEnd}},
		{"legacy text", event(`{"choices":[{"text":"A"}]}`) + stop, []string{outA, outEnd}},
		{"message repeats the deltas", event(textA) + event(`{"choices":[{"message":{"content":"A"},"finish_reason":"stop"}]}`), []string{outA, outEnd}},
		{"one choice as object", event(`{"choices":{"delta":{"content":"A"}}}`) + stop, []string{outA, outEnd}},
		{"index as string", event(`{"choices":[{"index":"0","delta":{"content":"A"}},{"index":1.0,"delta":{"content":"B"}}]}`) + stop, []string{outA, outEnd}},
		{"wrong types everywhere", event(`{"id":7,"created":1.5,"choices":[{"delta":{"content":"A","role":3,"tool_calls":"x"},"logprobs":9}],"usage":[]}`) + stop, []string{outA, outEnd}},
		{"NaN and raw controls", event(`{"choices":[{"delta":{"content":"A	"},"logprobs":NaN,"p":-Infinity}]}`) + stop,
			[]string{`{"choices":[{"index":0,"delta":{"content":"A\t"}}]}`, outEnd}},
		{"words that are no chunk", event("ping") + event(`"ping"`) + event("[]") + event(textA) + stop, []string{outA, outEnd}},
		{"finish in capitals", event(textA) + reason(`"STOP"`), []string{outA, outEnd}},
		{"finish by other names", event(textA) + reason(`"eos"`), []string{outA, outEnd}},
		{"empty finish is none", event(textA) + reason(`""`) + reason(`"null"`) + reason(`{}`) + stop, []string{outA, outEnd}},
		{"usage loose", event(textA) + stop + event(`{"choices":[],"usage":{"prompt_tokens":"5","completion_tokens":2.0,"prompt_cache_hit_tokens":4}}`),
			[]string{outA, outEnd, `{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2,"total_tokens":7,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{}}}`}},
		{"usage absurd", event(textA) + event(`{"usage":{"prompt_tokens":-1,"completion_tokens":1e300}}`) + stop, []string{outA, outEnd}},
		{"legacy function call", delta(`"function_call":{"name":"f","arguments":"{}"}`) + stop,
			[]string{`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"f","arguments":"{}"}}]}}]}`, outEnd}},
		{"whole completion", `{"choices":[{"message":{"role":"assistant","content":"A"},"finish_reason":null}],"usage":{}}`, []string{outA, outEnd}},
		{"whole completion after keep-alive lines", "\n\n  \r\n" + `{"choices":[{"message":{"content":"A"}}]}`, []string{outA, outEnd}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ask(t, answer(200, strings.NewReader(tt.in)))
			want := done
			if len(tt.want) > 0 {
				want = "data: " + strings.Join(tt.want, "\n\ndata: ") + "\n\n" + done
			}
			if err != nil || got != want {
				t.Errorf("got\n%s%v\nwant\n%s", got, err, want)
			}
		})
	}
}

// TestStreamEnds lists ends that are no good ones.
func TestStreamEnds(t *testing.T) {
	a := "data: " + textA + "\n\n"
	tests := []struct {
		name string
		in   string
		want string // the kind of the error and what it says
	}{
		{"nothing", "", "cut off: "},
		{"only blank lines", "\n\n\n", "cut off: "},
		{"only comments", ": ping\n\n", "cut off: "},
		{"text", a, "cut off: "},
		{"words instead of chunks", a + "data: Internal Server Error\n\n", "cut off: Internal Server Error"},
		{"half a chunk", a + `data: {"choices":[{"delta":{"con`, `cut off: {"choices":[{"delta":{"con`},
		{"half a completion", `{"choices":[{"message":{"content":"A`, `cut off: {"choices":[{"message":{"content":"A`},
		{"page", " <!DOCTYPE html><title>x</title>", "not a server: <!DOCTYPE html><title>x</title>"},
		{"greeting", "Ollama is running", "not a server: Ollama is running"},
		{"other JSON", `{"status":"ok"}`, `not a server: {"status":"ok"}`},
		{"an empty list", `[]`, `not a server: []`},
		{"key echoed", "Authorization Bearer sk-secret-key\n", "not a server: Authorization Bearer ••••"},
		{"wrapped in a list", `[{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}]`, "server: 429 slow down"},
		{"FastAPI", `{"detail":[{"loc":["body"],"msg":"field required"}]}`, "server: 200 field required"},
		{"vLLM", `{"object":"error","message":"too long","code":400}`, "server: 400 too long"},
		{"error event in plain words", a + "event: error\ndata: boom\n\n", "server: 200 boom"},
		{"error event before its chunk", a + "event: error\ndata: {\"error\":\"boom\"}", "server: 200 boom"},
		{"error event without blank line", "data: " + textA + "\nevent: error\ndata: boom\n\n", "server: 200 boom"},
		{"error field", a + `error: {"code":500,"message":"boom"}` + "\n\n", "server: 500 boom"},
		{"error field without blank line", "data: " + textA + "\n" + `error: {"message":"boom"}` + "\n", "server: 200 boom"},
		{"error after the finish", a + stop + `data: {"error":"boom"}` + "\n\n", "server: 200 boom"},
		{"key in a stream's error", a + `data: {"error":"bad sk-secret-key"}` + "\n\n", "server: 200 bad ••••"},
		{"finish reason error", `data: {"choices":[{"delta":{},"finish_reason":"error"}]}` + "\n\n", "server: 200 "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, err := ask(t, answer(200, strings.NewReader(tt.in)))
			if got := describe(err); got != tt.want {
				t.Errorf("got %q (%v), want %q", got, err, tt.want)
			}
			if hasText := strings.HasPrefix(tt.in, "data: "+textA); hasText != strings.Contains(out, `"A"`) {
				t.Errorf("the text before the error is %q", out)
			}
			if strings.Contains(out, "[DONE]") {
				t.Error("a failed stream must not say [DONE]")
			}
		})
	}
}

// describe names the kind of an error and what the server said.
func describe(err error) string {
	var c *CutOffError
	var n *NotServerError
	var s *ServerError
	switch {
	case errors.As(err, &c):
		return "cut off: " + c.Said
	case errors.As(err, &n):
		return "not a server: " + n.Said
	case errors.As(err, &s):
		return "server: " + itoa(s.Status) + " " + s.Message
	case err == nil:
		return "good"
	}
	return err.Error()
}

func TestStreamKeepsWhatCameBeforeTheLimit(t *testing.T) {
	tr := answer(200, io.MultiReader(strings.NewReader("data: "+textA+"\n\n"), endless('x')))
	tr.MaxBytes = 1 << 20
	out, err := ask(t, tr)
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(out, outA) {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestStreamBoundsOneEvent(t *testing.T) {
	out, err := ask(t, answer(200, io.MultiReader(strings.NewReader("data: "+textA+"\n\ndata: {"), endless('x'))))
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(out, outA) {
		t.Errorf("got %q, %v", out, err)
	}
}

// TestStreamBoundsLists: many small pieces do not become large ones.
func TestStreamBoundsLists(t *testing.T) {
	for name, delta := range map[string]string{
		"calls":         `"tool_calls":[` + strings.Repeat("{},", 200_000) + `{}]`,
		"parts":         `"content":[` + strings.Repeat(`"",`, 200_000) + `""]`,
		"nested parts":  `"content":[` + strings.Repeat(`[[[{}]]],`, 200_000) + `""]`,
		"many choices":  `"content":"A"}},` + strings.Repeat("{},", 200_000) + `{"delta":{}`,
		"a large error": `"content":"A"}}],"error":[` + strings.Repeat("{},", 200_000) + `{}],"x":[{"y":{"z":1`,
	} {
		out, err := ask(t, answer(200, strings.NewReader(`data: {"choices":[{"delta":{`+delta+`}}]}`+"\n\n"+stop)))
		if limit := 200 * maxElements; len(out) > limit {
			t.Errorf("%s: %d bytes came out, %v", name, len(out), err)
		}
	}
}

// TestReaderReadsDataOnce: it would take minutes if the data were read again for each line that could follow them.
func TestReaderReadsDataOnce(t *testing.T) {
	data := "data: {" + strings.Repeat(" ", 4<<20) + "\n" + strings.Repeat("event: x\n", 100_000)
	got, err := readEvents(strings.NewReader(data))
	if err != io.EOF || len(got) != 1 {
		t.Errorf("%d events, %v", len(got), err)
	}
}

func TestStreamBoundsAWholeBody(t *testing.T) {
	if out, err := ask(t, answer(200, io.MultiReader(strings.NewReader(`{"choices":[{"message":{"content":"`), endless('x')))); !errors.Is(err, ErrTooLarge) || out != "" {
		t.Errorf("got %d bytes, %v", len(out), err)
	}
}

// endless is a body that never ends.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}
