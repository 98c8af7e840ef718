package llm

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/llm/wire"
)

// quirk is one thing that servers really do: bytes in, canonical events and what Client.Stream makes of them out.
type quirk struct {
	name   string
	status int    // 0: 200
	header string // "Name: value"
	body   string
	end    llmtest.End

	events    []string // data of the canonical events; [DONE] is expected if and only if code is empty
	text      string
	reasoning string
	calls     []talk.ToolCall
	finish    string // "": stop
	usage     *talk.Usage
	code      string // of the error
	detail    string // part of the server's words
}

// Shapes of bodies and events.
func sse(data ...string) string { return "data: " + strings.Join(data, "\n\ndata: ") + "\n\n" }

func adds(delta string) string { return `{"choices":[{"index":0,"delta":{` + delta + `}}]}` }

func ends(reason string) string {
	return `{"choices":[{"index":0,"delta":{},"finish_reason":"` + reason + `"}]}`
}

func counted(prompt, completion, total, details string) string {
	return `{"choices":[],"usage":{"prompt_tokens":` + prompt + `,"completion_tokens":` + completion + `,"total_tokens":` + total + `,` + details + `}}`
}

const doneData = "[DONE]"

var (
	hello = adds(`"content":"Hello"`)
	stop  = ends("stop")
)

// asked is the canonical event of one tool call.
func asked(index, id, name, arguments string) string {
	return adds(`"tool_calls":[{"index":` + index + `,"id":"` + id + `","type":"function","function":{"name":"` + name + `","arguments":"` + arguments + `"}}]`)
}

// quirks are the rows about answers of the list of what servers do, under their numbers there; what it says about requests is
// tested where they are made: temperature 0, names and lengths that a server refuses (19, 20) in client_test.go and refused_test.go, what is
// sent back (10, 11) in back_test.go, waits (25, 26) in retry_after_test.go and wire/watch_test.go, lists of models (29) in
// wire/transport_test.go, addresses (30, 31) in url_test.go.
var quirks = []quirk{
	{name: "1 comments and blank lines", body: ": OPENROUTER PROCESSING\n\n\n\n:\n\n" + sse(hello) + ": keep-alive\n\n" + sse(stop, doneData),
		events: []string{hello, stop}, text: "Hello"},
	{name: "1 more comments than any limit of lines", body: strings.Repeat(": keep-alive\n\n", 5000) + sse(hello, stop, doneData),
		events: []string{hello, stop}, text: "Hello"},
	{name: "1 blank lines before a JSON body", header: "Content-Type: application/json", body: "\n\n \r\n" + `{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`,
		events: []string{`{"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}]}`}, text: "Hello"},
	{name: "2 error beside choices", body: sse(adds(`"content":"Hel"`), `{"id":"1","choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}],"error":{"code":502,"message":"upstream is down"}}`),
		events: []string{adds(`"content":"Hel"`)}, text: "Hel", code: CodeServer, detail: "upstream is down"},
	{name: "2 error as the last key, with text in its chunk", body: sse(`{"choices":[{"index":0,"delta":{"content":"Hel"}}],"error":{"code":429,"message":"slow down"}}`),
		events: []string{adds(`"content":"Hel"`)}, text: "Hel", code: CodeRateLimit, detail: "slow down"},
	{name: "3 event: error", body: sse(adds(`"content":"Hel"`)) + "event: error\n" + sse(`{"error":{"message":"boom"},"message":"outer"}`),
		events: []string{adds(`"content":"Hel"`)}, text: "Hel", code: CodeServer, detail: "boom"},
	{name: "4 overflow as an empty stream", body: sse(stop, doneData), events: []string{stop}, code: CodeEmpty},
	{name: "4 overflow as words in a stream", body: "event: error\n" + sse(`{"error":{"message":"The number of tokens to keep from the initial prompt is greater than the context length"}}`),
		code: CodeOverLimit},
	{name: "5 overflow with numbers, 400", status: 400, body: `{"error":{"code":400,"message":"request (6029 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6029,"n_ctx":4096}}`,
		code: CodeOverLimit, detail: "exceeds"},
	{name: "5 overflow with numbers, 500", status: 500, body: `{"error":{"code":500,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":6029,"n_ctx":4096}}`,
		code: CodeOverLimit, detail: "exceeds"},
	{name: "7 reasoning_content", body: sse(adds(`"reasoning_content":"hm"`), hello, stop, doneData), events: []string{adds(`"reasoning_content":"hm"`), hello, stop}, text: "Hello", reasoning: "hm"},
	{name: "7 reasoning", body: sse(adds(`"reasoning":"hm"`), hello, stop, doneData), events: []string{adds(`"reasoning_content":"hm"`), hello, stop}, text: "Hello", reasoning: "hm"},
	{name: "7 reasoning and content in one delta", body: sse(adds(`"reasoning":"hm","content":"Hello"`), stop, doneData),
		events: []string{adds(`"content":"Hello","reasoning_content":"hm"`), stop}, text: "Hello", reasoning: "hm"},
	{name: "7 reasoning_details", body: sse(adds(`"content":"","reasoning_details":[{"type":"reasoning.text","text":"hm"}]`), hello, stop, doneData),
		events: []string{adds(`"reasoning_content":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]`), hello, stop}, text: "Hello", reasoning: "hm"},
	{name: "7 reasoning_details that make no sense", body: sse(adds(`"reasoning":"hm","reasoning_details":[null,7,"x"]`), hello, stop, doneData),
		events: []string{adds(`"reasoning_content":"hm"`), hello, stop}, text: "Hello", reasoning: "hm"},
	{name: "8 the whole answer as reasoning", body: sse(adds(`"reasoning":"Hello"`), stop, doneData), events: []string{adds(`"reasoning_content":"Hello"`), stop}, reasoning: "Hello", code: CodeOnlyReasoning},
	{name: "9 tags over chunks", body: sse(adds(`"content":"<thi"`), adds(`"content":"nk>hm</th"`), adds(`"content":"ink>\n\nHello"`), stop, doneData),
		events: []string{adds(`"content":"<thi"`), adds(`"content":"nk>hm</th"`), adds(`"content":"ink>\n\nHello"`), stop}, text: "Hello", reasoning: "hm"},
	{name: "9 opening tag missing", body: sse(adds(`"content":"hm"`), adds(`"content":"</think>Hello"`), stop, doneData),
		events: []string{adds(`"content":"hm"`), adds(`"content":"</think>Hello"`), stop}, text: "Hello", reasoning: "hm"},
	{name: "11 calls without index, with a signature", body: sse(`{"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"id":"f1","type":"function","function":{"name":"clock","arguments":"{\"zone\":\"UTC\"}"},"extra_content":{"google":{"thought_signature":"c2ln"}}},{"id":"f2","type":"function","function":{"name":"map","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, doneData),
		events: []string{`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"f1","type":"function","function":{"name":"clock","arguments":"{\"zone\":\"UTC\"}"},"extra_content":{"google":{"thought_signature":"c2ln"}}},{"index":1,"id":"f2","type":"function","function":{"name":"map","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`},
		calls:  []talk.ToolCall{{ID: "f1", Name: "clock", Arguments: `{"zone":"UTC"}`, Extra: `{"google":{"thought_signature":"c2ln"}}`}, {ID: "f2", Name: "map", Arguments: "{}"}}, finish: "tool_calls"},
	{name: "12 calls at once, without index, beside streamed text", body: sse(hello, adds(`"tool_calls":[{"id":"c","type":"function","function":{"name":"clock","arguments":"{}"}}]`), stop, doneData),
		events: []string{hello, asked("0", "c", "clock", "{}"), stop}, text: "Hello", calls: []talk.ToolCall{{ID: "c", Name: "clock", Arguments: "{}"}}},
	{name: "13 calls with finish reason stop", body: sse(adds(`"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"clock","arguments":"{}"}}]`), stop, doneData),
		events: []string{asked("0", "c", "clock", "{}"), stop}, calls: []talk.ToolCall{{ID: "c", Name: "clock", Arguments: "{}"}}},
	{name: "14 errors in a list", status: 429, body: `[{"error":{"code":429,"message":"wait","status":"RESOURCE_EXHAUSTED"}}]`, code: CodeRateLimit, detail: "wait"},
	{name: "14 errors in a list, status 200", body: `[{"error":{"code":429,"message":"wait","status":"RESOURCE_EXHAUSTED"}}]`, code: CodeRateLimit, detail: "wait"},
	{name: "15 error as a string", status: 404, body: `{"error":"model \"x\" not found, try pulling it first"}`, code: CodeNoModel, detail: "try pulling"},
	{name: "15 object: error", status: 400, body: `{"object":"error","message":"no such parameter","code":400}`, code: CodeBadRequest, detail: "no such parameter"},
	{name: "15 detail", status: 422, body: `{"detail":[{"loc":["body"],"msg":"field required"}]}`, code: CodeBadRequest, detail: "field required"},
	{name: "15 a web page", header: "Content-Type: text/html", body: "<html><title>It works!</title></html>", code: CodeNotAServer, detail: "It works!"},
	{name: "15 a long page as an error", status: 502, header: "Content-Type: text/html", body: "<html>" + strings.Repeat("Bad Gateway ", 100), code: CodeServer, detail: "Bad Gateway"},
	{name: "16 empty choices first", body: sse(`{"choices":[],"prompt_filter_results":[{"prompt_index":0}]}`, hello, stop, doneData), events: []string{hello, stop}, text: "Hello"},
	{name: "16 empty choices last, with usage", body: sse(hello, stop, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1}}`, doneData),
		events: []string{hello, stop, counted("7", "1", "8", `"prompt_tokens_details":{},"completion_tokens_details":{}`)}, text: "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1}},
	{name: "16 a choice without delta", body: sse(`{"choices":[{"index":0,"content_filter_offsets":{}}]}`, hello, `{"choices":[{"index":0,"finish_reason":"stop"}]}`, doneData), events: []string{hello, stop}, text: "Hello"},
	{name: "17 content null, role alone, again and missing", body: sse(adds(`"role":"assistant","content":null`), adds(`"role":"assistant"`), hello, adds(`"role":null,"content":"!"`), stop, doneData),
		events: []string{hello, adds(`"content":"!"`), stop}, text: "Hello!"},
	{name: "18 content as parts", body: sse(adds(`"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]`), adds(`"content":[{"type":"text","text":"Hel"},"lo"]`), stop, doneData),
		events: []string{adds(`"reasoning_content":"hm"`), hello, stop}, text: "Hello", reasoning: "hm"},
	{name: "21 no [DONE]", body: sse(hello, stop), events: []string{hello, stop}, text: "Hello"},
	{name: "21 closed without a finish reason", body: sse(hello), events: []string{hello}, text: "Hello", code: CodeCutOff},
	{name: "21 the connection breaks", body: sse(hello), end: llmtest.Abort, events: []string{hello}, text: "Hello", code: CodeCutOff},
	{name: "21 [DONE] without a finish reason", body: sse(hello, doneData), events: []string{hello}, text: "Hello", code: CodeCutOff},
	{name: "22 a whole completion", header: "Content-Type: application/json", body: `{"id":"1","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8}}`,
		events: []string{`{"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8,"prompt_tokens_details":{},"completion_tokens_details":{}}}`},
		text:   "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1}},
	{name: "23 usage null, then on every chunk", body: sse(`{"choices":[],"usage":null}`, `{"choices":[{"index":0,"delta":{"content":"Hel"}}],"usage":{"prompt_tokens":7,"completion_tokens":1}}`, `{"choices":[{"index":0,"delta":{"content":"lo"}}],"usage":{"prompt_tokens":7,"completion_tokens":2}}`, stop, doneData),
		events: []string{
			`{"choices":[{"index":0,"delta":{"content":"Hel"}}],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8,"prompt_tokens_details":{},"completion_tokens_details":{}}}`,
			`{"choices":[{"index":0,"delta":{"content":"lo"}}],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9,"prompt_tokens_details":{},"completion_tokens_details":{}}}`, stop,
		}, text: "Hello", usage: &talk.Usage{Prompt: 7, Completion: 2}},
	{name: "24 cached tokens by OpenAI", body: sse(hello, stop, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":5},"completion_tokens_details":{"reasoning_tokens":1}}}`, doneData),
		events: []string{hello, stop, counted("7", "1", "8", `"prompt_tokens_details":{"cached_tokens":5},"completion_tokens_details":{"reasoning_tokens":1}`)},
		text:   "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1, Cached: 5, Reasoning: 1}},
	{name: "24 cached tokens by DeepSeek", body: sse(hello, stop, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"prompt_cache_hit_tokens":5,"prompt_cache_miss_tokens":2}}`, doneData),
		events: []string{hello, stop, counted("7", "1", "8", `"prompt_tokens_details":{"cached_tokens":5},"completion_tokens_details":{}`)},
		text:   "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1, Cached: 5}},
	{name: "24 the price by OpenRouter", body: sse(hello, stop, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"cost":0.00012,"cost_details":{"upstream_inference_cost":null}}}`, doneData),
		events: []string{hello, stop, counted("7", "1", "8", `"prompt_tokens_details":{},"completion_tokens_details":{},"cost":0.00012`)},
		text:   "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1, Cost: 0.00012}},
	{name: "24 a price that is none", body: sse(hello, stop, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"cost":{"total":-1}}}`, doneData),
		events: []string{hello, stop, counted("7", "1", "8", `"prompt_tokens_details":{},"completion_tokens_details":{}`)},
		text:   "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1}},
	{name: "25 Retry-After", status: 503, header: "Retry-After: 7", body: `{"error":{"message":"busy"}}`, code: CodeServer, detail: "busy"},
	{name: "27 numbers as floats and strings", body: sse(`{"id":12,"created":1760000000.5,"choices":[{"index":"0","delta":{"content":"Hello"}}]}`, `{"created":"x","choices":[{"index":0.0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":"7","completion_tokens":1.0}}`, doneData),
		events: []string{hello, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8,"prompt_tokens_details":{},"completion_tokens_details":{}}}`},
		text:   "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1}},
	{name: "28 a template refuses the roles", status: 500, body: `{"error":{"code":500,"message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"server_error"}}`, code: CodeRoles, detail: "must alternate"},

	{name: "library: a comment, text, then an error", body: ": x\n\n" + sse(hello, `{"error":{"code":500,"message":"boom"}}`), events: []string{hello}, text: "Hello", code: CodeServer, detail: "boom"},
	{name: "library: error as a string in a stream", body: sse(hello, `{"error":"boom"}`), events: []string{hello}, text: "Hello", code: CodeServer, detail: "boom"},
	{name: "library: error with a space", body: sse(hello, `{ "error": {"message":"boom"}}`), events: []string{hello}, text: "Hello", code: CodeServer, detail: "boom"},
	{name: "library: plain JSON error, status 200", header: "Content-Type: application/json", body: `{"error":{"message":"boom"}}`, code: CodeServer, detail: "boom"},
	{name: "library: last line without newline", body: sse(hello) + "data: " + stop, events: []string{hello, stop}, text: "Hello"},
	{name: "library: half a JSON line", body: sse(hello) + `data: {"choices":[{"del`, events: []string{hello}, text: "Hello", code: CodeCutOff},
	{name: "library: pictures beside text", body: sse(adds(`"content":"Hello","images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]`), stop, doneData), events: []string{hello, stop}, text: "Hello"},
	{name: "library: arguments as an object, index as a string", body: sse(adds(`"tool_calls":[{"index":"0","id":7,"function":{"name":"clock","arguments":{"zone": "UTC"}}}]`), ends("tool_calls"), doneData),
		events: []string{asked("0", "7", "clock", `{\"zone\":\"UTC\"}`), ends("tool_calls")}, calls: []talk.ToolCall{{ID: "7", Name: "clock", Arguments: `{"zone":"UTC"}`}}, finish: "tool_calls"},
	{name: "library: byte order mark", body: "\xef\xbb\xbf" + sse(hello, stop, doneData), events: []string{hello, stop}, text: "Hello"},
	{name: "library: data over several lines", body: "data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"Hello\"}}]}\n\n" + sse(stop, doneData), events: []string{hello, stop}, text: "Hello"},
	{name: "library: empty data", body: "data:\n\ndata: \n\n" + sse(hello, stop, doneData), events: []string{hello, stop}, text: "Hello"},
	{name: "library: call without index in two pieces", body: sse(adds(`"tool_calls":[{"id":"c","function":{"name":"clock","arguments":"{\"zone\":"}}]`), adds(`"tool_calls":[{"function":{"arguments":"1}"}}]`), ends("tool_calls"), doneData),
		events: []string{asked("0", "c", "clock", `{\"zone\":`), adds(`"tool_calls":[{"index":0,"type":"function","function":{"arguments":"1}"}}]`), ends("tool_calls")},
		calls:  []talk.ToolCall{{ID: "c", Name: "clock", Arguments: `{"zone":1}`}}, finish: "tool_calls"},

	{name: "llama.cpp: loading", status: 503, body: `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`, code: CodeServer, detail: "Loading model"},
	{name: "llama.cpp: usage and timings in the last chunk", body: sse(adds(`"role":"assistant","content":null`), hello, stop, `{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1,"total_tokens":8,"prompt_tokens_details":{"cached_tokens":3}},"timings":{"cache_n":3,"prompt_ms":1.5}}`, doneData),
		events: []string{hello, stop, counted("7", "1", "8", `"prompt_tokens_details":{"cached_tokens":3},"completion_tokens_details":{}`)}, text: "Hello", usage: &talk.Usage{Prompt: 7, Completion: 1, Cached: 3}},
	{name: "llama.cpp: prompt and reply exceed the context", body: sse(hello, ends("length"), doneData), events: []string{hello, ends("length")}, text: "Hello", finish: "length"},
	{name: "llama.cpp: an error in the middle", body: sse(hello, `{"error":{"code":500,"message":"failed to decode","type":"server_error"}}`), events: []string{hello}, text: "Hello", code: CodeServer, detail: "failed to decode"},
}

// TestQuirks plays each quirk to the wire alone and to a client.
func TestQuirks(t *testing.T) {
	for _, q := range quirks {
		t.Run(q.name, func(t *testing.T) {
			t.Parallel()
			reply := llmtest.Reply{Status: q.status, End: q.end, Writes: []llmtest.Write{{Data: []byte(q.body)}}}
			if name, value, ok := strings.Cut(q.header, ": "); ok {
				reply.Header = [][2]string{{name, value}}
			}
			server := llmtest.Serve(t, llmtest.Script{reply})
			checkEvents(t, q, server.URL)
			checkQuirk(t, q, listen(t.Context(), newTestClient(t, server.URL, "", ClientOptions{}), hi))
		})
	}
}

// checkEvents asks through the wire alone.
func checkEvents(t *testing.T, q quirk, url string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/chat/completions", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/event-stream")
	res, err := (&wire.Transport{Base: http.DefaultTransport}).RoundTrip(req)
	var got []byte
	if err == nil {
		got, err = io.ReadAll(res.Body)
		if cerr := res.Body.Close(); cerr != nil {
			t.Error(cerr)
		}
	}
	want := ""
	if len(q.events) > 0 {
		want = sse(q.events...)
	}
	if endsWell := q.code == "" || q.code == CodeEmpty || q.code == CodeOnlyReasoning; endsWell { // of the latter two the wire knows nothing
		want += sse(doneData)
		if err != nil {
			t.Errorf("the wire ends with %v", err)
		}
	} else if err == nil {
		t.Error("the wire ends without an error")
	}
	if string(got) != want {
		t.Errorf("the wire gives\n%s\nwant\n%s", got, want)
	}
}

// checkQuirk compares what a client heard.
func checkQuirk(t *testing.T, q quirk, h heard) {
	t.Helper()
	var e *Error
	errors.As(h.err, &e)
	if h.text != q.text || h.reasoning != q.reasoning || codeOf(h.err) != q.code || e != nil && !strings.Contains(e.Detail, q.detail) {
		t.Errorf("text %q, reasoning %q, error %v\nwant %q, %q, %s %q", h.text, h.reasoning, h.err, q.text, q.reasoning, q.code, q.detail)
	}
	if q.finish == "" {
		q.finish = "stop"
	}
	if q.code == "" && h.last.Finish != q.finish {
		t.Errorf("finish %q, want %q", h.last.Finish, q.finish)
	}
	if (h.last.Usage == nil) != (q.usage == nil) || q.usage != nil && *h.last.Usage != *q.usage {
		t.Errorf("usage %+v, want %+v", h.last.Usage, q.usage)
	}
	if len(h.last.Calls) != len(q.calls) {
		t.Fatalf("calls %+v, want %+v", h.last.Calls, q.calls)
	}
	for i, c := range h.last.Calls {
		if c != q.calls[i] {
			t.Errorf("call %d is %+v, want %+v", i, c, q.calls[i])
		}
	}
}
