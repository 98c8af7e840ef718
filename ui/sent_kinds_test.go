package ui

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// toServer carries requests for any address to a test's server.
type toServer struct{ base string }

func (s toServer) RoundTrip(r *http.Request) (*http.Response, error) {
	to, err := url.Parse(s.base)
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = to.Scheme, to.Host
	return http.DefaultTransport.RoundTrip(r)
}

// at makes the test's server answer at another address.
func (s *sentTest) at(address string) {
	s.req.Connection.BaseURL = address
	s.driver = llm.NewDriver(llm.Options{
		Logger: slog.New(slog.DiscardHandler), Counter: counter,
		Client: func(c persona.Connection, key string) (llm.Streamer, error) {
			return llm.NewClient(c, key, llm.ClientOptions{Transport: toServer{s.server.URL}})
		},
	})
}

// broken leaves a reply at the talk's head that breaks off.
func (s *sentTest) broken(text string) {
	s.t.Helper()
	for _, e := range []talk.Entry{
		{Role: talk.User, Text: "Tell me <a story> & 話", Tokens: 5},
		{Role: talk.Assistant, Text: text, State: talk.Stopped, Tokens: 5},
	} {
		_, err := s.log.Append(e)
		must(s.t, err)
	}
	s.req.Continue = true
}

// calling is an answer that calls a tool.
func calling(words string) llmtest.Reply {
	r := llmtest.Stream()
	if words != "" {
		r.Writes = append(r.Writes, llmtest.Write{Data: llmtest.Delta(words)})
	}
	for _, e := range [][]byte{
		llmtest.Event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"tool_calls": []any{map[string]any{
			"index": 0, "id": "c1", "type": "function", "function": map[string]string{"name": "look_up", "arguments": `{"q":"<x> & 猫"}`},
			"extra_content": map[string]any{"google": map[string]string{"thought_signature": "sig<1>"}}}}}}}}),
		llmtest.Finish("tool_calls"), llmtest.Done,
	} {
		r.Writes = append(r.Writes, llmtest.Write{Data: e})
	}
	return r
}

// In whatever form a request leaves, it is rebuilt as the server received it.
func TestRequestsOfEveryFormAreRebuilt(t *testing.T) {
	good := llmtest.Good("Well", " <then>.")
	roles := llmtest.Wrong(400, "", "Conversation roles must alternate user/assistant/user/assistant/...")
	for _, tt := range []struct {
		name   string
		script llmtest.Script
		before func(*sentTest)
		say    []string // what is said in turn; "" answers the head, or goes on with it
		holds  string   // what the last request holds
	}{
		{"strict by hand", llmtest.Script{good}, func(s *sentTest) { s.req.Persona.Shape = persona.ShapeStrict }, []string{"Hi", "And?"}, "[The conversation begins.]"},
		{"no system by hand", llmtest.Script{good}, func(s *sentTest) {
			s.req.Persona.Shape, s.req.Persona.PostPrompt, s.req.Persona.TellTime = persona.ShapeNoSystem, "Be <brief>.", true
		}, []string{"Hi", "And?"}, "Be <brief>."},
		{"a shape that is learned", llmtest.Script{roles, roles, good}, nil, []string{"Hi"}, "賢い."},
		{"a shape, with a picture", llmtest.Script{good}, func(s *sentTest) {
			ref, err := s.store.AddAttachment([]byte("picture"))
			must(s.t, err)
			s.req.Persona.Shape = persona.ShapeStrict
			s.req.Pictures = []talk.Picture{{Ref: ref, Type: "image/png", Width: 64, Height: 64}}
		}, []string{"Look", "Again"}, "data:image/png"},
		{"goes on by two fields", llmtest.Script{good}, func(s *sentTest) { s.broken("Once upon a ") }, []string{""}, "continue_final_message"},
		{"goes on by itself", llmtest.Script{good}, func(s *sentTest) {
			s.at("https://openrouter.ai/api/v1")
			s.broken("Once upon a\n")
		}, []string{""}, `"Once upon a"`},
		{"goes on by a mark", llmtest.Script{good}, func(s *sentTest) {
			s.at("https://api.mistral.ai/v1")
			s.broken("Once <upon> a\n")
		}, []string{""}, `,"prefix":true}`},
		{"goes on in words", llmtest.Script{good}, func(s *sentTest) { s.broken("Once upon a "); s.req.Habits.NoPrefill = true }, []string{""}, "Go on exactly where it ends"},
		{"goes on in words, in a shape, with a post prompt", llmtest.Script{good}, func(s *sentTest) {
			s.broken("Once upon a ")
			s.req.Persona.Shape, s.req.Persona.PostPrompt = persona.ShapeNoSystem, "Be <brief>."
		}, []string{""}, "Go on exactly where it ends"},
		{"goes on in words after a refusal", llmtest.Script{llmtest.Wrong(400, "", "assistant message prefill is not supported"), good},
			func(s *sentTest) { s.broken("Once upon a ") }, []string{""}, "Go on exactly where it ends"},
		{"goes on, then calls a tool", llmtest.Script{calling(" time"), good}, func(s *sentTest) { s.broken("Once upon a") }, []string{""}, "There is no tool"},
		{"calls tools, with what came beside", llmtest.Script{calling("I look."), good}, func(s *sentTest) { s.at("https://generativelanguage.googleapis.com/v1beta/openai") },
			[]string{"Hi"}, "thought_signature"},
		{"calls tools, in a shape", llmtest.Script{calling("I look."), good}, func(s *sentTest) { s.req.Persona.Shape = persona.ShapeStrict }, []string{"Hi", "And?"}, "There is no tool"},
		{"dropped fields", llmtest.Script{llmtest.Wrong(400, "", "temperature is not supported"), llmtest.Wrong(422, "", "stream_options: unknown field"), good},
			nil, []string{"Hi"}, `"stream":true`},
		{"more members, headers and a query", llmtest.Script{good}, func(s *sentTest) {
			c := &s.req.Connection
			c.Body, c.Headers, c.Query = `{"route":"<a> & b","provider":{"order":["x"]},"top_k":1e2}`, "X-Team: a\nX-Secret:", "v=1"
			s.req.Key = llm.Secret{Key: plainKey, Headers: "X-Secret: " + plainKey + "-2"}.Pack()
		}, []string{"Hi", "And?"}, `"route":"<a> & b"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newSentTest(t, tt.script)
			s.req.Persona.TellTime = true
			if tt.before != nil {
				tt.before(s)
			}
			var last talk.Entry
			for _, say := range tt.say {
				last = s.turn(say)
				s.req.Pictures, s.req.Continue = nil, false
			}
			if got := string(s.received[last.ID]); !strings.Contains(got, tt.holds) {
				t.Errorf("no %q in %s", tt.holds, got)
			}
			s.check()
			s.noKey()
		})
	}
}

// A wait that the user ended leaves the failure before it in the record.
func TestRequestAfterAHurriedWait(t *testing.T) {
	s := newSentTest(t, llmtest.Script{llmtest.Wrong(503, "busy", "no room"), llmtest.Good("Well")})
	hurry := make(chan struct{})
	close(hurry)
	s.req.Hurry = hurry
	if e := s.turn("Hi"); len(e.Sent.Failed) != 1 || e.Sent.Failed[0].Status != 503 {
		t.Errorf("failed before: %+v", e.Sent.Failed)
	}
	s.check()
}

// A reply that is gone on with and then calls tools becomes another version beside the old one, with the calls, their results and
// the answer behind it. Nothing is lost.
func TestGoingOnWithCallsKeepsEverything(t *testing.T) {
	s := newSentTest(t, llmtest.Script{calling(" time there was"), llmtest.Good("The end.")})
	s.broken("Once upon a")
	old, err := s.log.Head()
	must(t, err)
	last := s.turn("")
	var path []string
	n, err := s.log.Len()
	must(t, err)
	page, err := s.log.Page(0, n)
	must(t, err)
	for _, e := range page {
		path = append(path, e.Role.String()+" "+e.Text)
	}
	want := []string{"assistant こんにちは。", "user Tell me <a story> & 話", "assistant Once upon a time there was", `tool [There is no tool "look_up" here. Answer without tools.]`, "assistant The end."}
	if !slices.Equal(path, want) {
		t.Errorf("the path is %q", path)
	}
	if went := page[2]; went.Parent != old.Parent || went.ID == old.ID || len(went.Calls) != 1 || went.State != talk.Done {
		t.Errorf("gone on with as %+v", went)
	}
	if page[4].ID != last.ID || last.Sent == nil {
		t.Errorf("the answer is %+v", last)
	}
	kept, err := s.log.Entry(old.ID)
	must(t, err)
	if kept.Text != "Once upon a" || kept.State != talk.Stopped {
		t.Errorf("the old version is %+v", kept)
	}
	s.check()
	got, err := llm.Rebuild(s.log, page[2], nil)
	must(t, err)
	if want := s.server.Chats()[0].Body; got.Likeness != llm.Exact || string(got.Body) != string(want) {
		t.Errorf("the first request: likeness %d\n got %s\nwant %s", got.Likeness, got.Body, want)
	}
	must(t, s.log.SetHead(old.ID))
	if head, err := s.log.Head(); err != nil || head.Text != "Once upon a" {
		t.Errorf("back on the old version: %q, %v", head.Text, err)
	}
}
