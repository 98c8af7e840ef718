package llm

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

const signature = `{"google":{"thought_signature":"c2ln"}}`

// usedTools returns a talk in which two replies called tools; of the first nothing came beside them.
func usedTools() *memLog {
	log := newLog("Hello", "Hi")
	log.add(talk.Entry{Role: talk.User, Text: "What time is it?"})
	for _, e := range []talk.Entry{
		{Role: talk.Assistant, Calls: []talk.ToolCall{{ID: "1", Name: "clock", Arguments: "{}"}}},
		{Role: talk.Tool, CallID: "1", Text: "broken"},
		{Role: talk.Assistant, Text: "Once <more>.", Reasoning: "It broke.", Calls: []talk.ToolCall{
			{ID: "1", Name: "clock", Arguments: `{"zone":1}`, Extra: signature}, {ID: "2", Name: "map", Arguments: "{}"},
		}},
		{Role: talk.Tool, CallID: "1", Text: "noon"},
		{Role: talk.Tool, CallID: "2", Text: "here"},
		{Role: talk.Assistant, Text: "Noon.", Reasoning: "So it is."},
	} {
		log.add(e)
	}
	return log
}

const (
	plainCalls = `{"role":"assistant","content":"Once <more>.","tool_calls":[{"id":"1","type":"function","function":{"name":"clock","arguments":"{\"zone\":1}"}},{"id":"2","type":"function","function":{"name":"map","arguments":"{}"}}]}`
	withExtra  = `{"role":"assistant","content":"Once <more>.","tool_calls":[{"id":"1","type":"function","function":{"name":"clock","arguments":"{\"zone\":1}"},"extra_content":` + signature + `},{"id":"2","type":"function","function":{"name":"map","arguments":"{}"}}]}`
	withThink  = `{"role":"assistant","content":"Once <more>.","tool_calls":[{"id":"1","type":"function","function":{"name":"clock","arguments":"{\"zone\":1}"}},{"id":"2","type":"function","function":{"name":"map","arguments":"{}"}}],"reasoning_content":"It broke."}`
)

// TestSentBack lists who gets back what came beside calls, and that nobody gets other thinking.
func TestSentBack(t *testing.T) {
	const demand = `{"error":{"message":"The reasoning_content in the thinking mode must be passed back to the API.","type":"invalid_request_error"}}`
	tests := []struct {
		name, url, model string
		answers          []string // bodies with status 400 before the good one
		want             []string // in each request
	}{
		{"OpenAI", "https://api.openai.com/v1", "gpt-5", nil, []string{plainCalls}},
		{"DeepSeek", "https://api.deepseek.com/v1", "deepseek-v4", nil, []string{withThink}},
		{"a host with such an end", "https://notdeepseek.com/v1", "deepseek-v4", nil, []string{plainCalls}},
		{"who demands thinking", "https://proxy.example/v1", "deepseek-v4", []string{demand}, []string{plainCalls, withThink}},
		{"who demands it for ever", "https://proxy.example/v1", "deepseek-v4", []string{demand, demand}, []string{plainCalls, withThink}},
		{"who refuses it", "https://proxy.example/v1", "r1", []string{`{"error":"unknown field reasoning_content"}`}, []string{plainCalls}},
		{"Google", "https://generativelanguage.googleapis.com/v1beta/openai", "g", nil, []string{withExtra}},
		{"Google's model elsewhere", "https://proxy.example/v1", "google/Gemini-3-pro", nil, []string{withExtra}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var bodies []string
			transport := roundTripper(func(r *http.Request) (*http.Response, error) {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					return nil, err
				}
				bodies = append(bodies, string(body))
				if n := len(bodies); n <= len(tt.answers) {
					return respond(400, tt.answers[n-1]), nil
				}
				return respondFrom(200, bytes.NewReader(append(llmtest.Delta("Hi"), llmtest.Finish("stop")...))), nil
			})
			log, req := usedTools(), request("And now?")
			req.Connection.BaseURL, req.Model = tt.url, tt.model
			_, err := play(t, clientDriver(transport), log, req)
			if enough := len(tt.answers) < len(tt.want); (err == nil) != enough {
				t.Errorf("the turn ends with %v", err)
			}
			if len(bodies) != len(tt.want) {
				t.Fatalf("%d requests, want %d", len(bodies), len(tt.want))
			}
			for i, want := range tt.want {
				if !strings.Contains(bodies[i], want) {
					t.Errorf("request %d is %s\nwant in it %s", i, bodies[i], want)
				}
				if strings.Contains(bodies[i], "So it is.") {
					t.Error("thinking without calls is sent")
				}
			}
			if head, herr := log.Head(); err == nil && (herr != nil || !rebuilds(t, log, head, bodies[len(bodies)-1])) {
				t.Errorf("the record of %+v does not fit the request, %v", head.Sent, herr)
			}
		})
	}
}

// rebuilds reports whether a record makes the request that was sent.
func rebuilds(t *testing.T, log *memLog, reply talk.Entry, body string) bool {
	t.Helper()
	got, err := Rebuild(archive{log}, reply, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got.Likeness == Exact && string(got.Body) == body
}

// archive is a talk in memory as Rebuild reads it.
type archive struct{ log *memLog }

func (a archive) Entries(runs []talk.Run) (es []talk.Entry, err error) {
	for _, r := range runs {
		es = append(es, a.log.entries[r[0]-1:r[1]]...)
	}
	return es, nil
}

func (a archive) Picture(ref string) ([]byte, error) { return a.log.Picture(ref) }

func (a archive) Text(name string) (string, error) { return a.log.texts[name], nil }

// clientDriver returns a driver whose clients are carried by transport.
func clientDriver(transport http.RoundTripper) *Driver {
	return NewDriver(Options{
		Counter: counter, Logger: slog.New(slog.DiscardHandler),
		Client: func(c persona.Connection, key string) (Streamer, error) {
			return NewClient(c, key, ClientOptions{Transport: transport})
		},
	})
}

// TestDemandedThinkingIsLearned: what a server demanded once is sent at once from then on, and only what it demanded.
func TestDemandedThinkingIsLearned(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{
		llmtest.Wrong(400, "", "The reasoning_content in the thinking mode must be passed back to the API."), llmtest.Good("Hi"),
	})
	log, req := usedTools(), request("And now?")
	req.Connection.BaseURL = s.URL
	d := NewDriver(Options{Counter: counter})
	var habits []Habits
	turn := func() {
		for ev, err := range d.Turn(t.Context(), log, req) {
			if err != nil {
				t.Fatal(err)
			}
			if l, ok := ev.(Learned); ok {
				habits = append(habits, l.Habits)
			}
		}
	}
	turn()
	if len(habits) != 1 || !habits[0].equal(Habits{Thinking: true}) {
		t.Fatalf("learned %+v", habits)
	}
	req.Say, req.Habits = "And then?", habits[0]
	turn()
	chats := s.Chats()
	if len(chats) != 3 || len(habits) != 1 {
		t.Fatalf("%d requests, learned %+v", len(chats), habits)
	}
	for i, want := range []string{plainCalls, withThink, withThink} {
		if !strings.Contains(string(chats[i].Body), want) {
			t.Errorf("request %d is %s\nwant in it %s", i, chats[i].Body, want)
		}
	}
}
