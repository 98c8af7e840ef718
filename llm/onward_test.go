package llm

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// broken returns a talk whose last reply broke off, and a request to go on with it on a server of that address.
func broken(text, address string) (*memLog, Request) {
	log := newLog("Tell me a story")
	log.add(talk.Entry{Role: talk.Assistant, Text: text, Reasoning: "hm", State: talk.CutOff, Code: CodeCutOff, Time: t0, Encoding: talk.O200kBase})
	log.ops = nil
	req := request("")
	req.Continue = true
	req.Connection.BaseURL = address
	return log, req
}

const local, hosted = "http://127.0.0.1:1/v1", "https://example.org/v1"

func TestContinueAsPrefill(t *testing.T) {
	log, req := broken("Once upon a ", local)
	d, m := drive(says("Once upon a", " time", " there."))
	lines, err := play(t, d, log, req)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "events", lines, []string{`planned 2 of 2`, `delta " time" ""`, `delta " there." ""`, `replied "Once upon a time there." `})
	same(t, "request", sent(m.requests[0]), []string{"system: You are Mira.", "user: Tell me a story", "assistant: Once upon a"})
	same(t, "path", log.stored(), []string{`user "Tell me a story" `, `assistant "Once upon a time there." `})
	old, now := log.entries[1], log.entries[2]
	if !m.requests[0].Prefill || now.Parent != old.Parent || old.Text != "Once upon a " || old.State != talk.CutOff || now.Reasoning != "hm" {
		t.Errorf("old %+v, now %+v", old, now)
	}
}

func TestContinueInWords(t *testing.T) {
	log, req := broken("Once upon a", hosted)
	d, m := drive(says("a time", " there."))
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	got := sent(m.requests[0])
	if m.requests[0].Prefill || len(got) != 4 || got[3] != "user: "+goOnRequest {
		t.Errorf("sent %q", got)
	}
	same(t, "path", log.stored(), []string{`user "Tell me a story" `, `assistant "Once upon a a time there." `})
	for _, e := range log.entries {
		if strings.Contains(e.Text, goOnRequest) {
			t.Errorf("stored %q", e.Text)
		}
	}
}

// A server that refuses a reply as the last message, or begins from anew, is asked in words; that is told and used at once
// the next time.
func TestContinueFallsBackToWords(t *testing.T) {
	const story = "Once upon a time there was a fox"
	refused := newError(CodeBadRequest, nil)
	for name, first := range map[string][]step{
		"refused": fails(refused), "anew": says("Once upon a time there", " was a wolf"),
	} {
		t.Run(name, func(t *testing.T) {
			log, req := broken(story, local)
			d, m := drive(first, says("who lived."))
			var learned []Habits
			for ev, err := range d.Turn(t.Context(), log, req) {
				if err != nil {
					t.Fatal(err)
				}
				if l, ok := ev.(Learned); ok {
					learned = append(learned, l.Habits)
				}
			}
			if len(m.requests) != 2 || m.requests[1].Prefill || len(learned) != 1 || !learned[0].NoPrefill {
				t.Errorf("%d requests, learned %+v", len(m.requests), learned)
			}
			same(t, "path", log.stored(), []string{`user "Tell me a story" `, `assistant "` + story + ` who lived." `})
			log, req = broken(story, local)
			req.Habits = learned[0]
			d, m = drive(says("who lived."))
			if _, err := play(t, d, log, req); err != nil || m.requests[0].Prefill {
				t.Errorf("prefill %v, %v", m.requests[0].Prefill, err)
			}
		})
	}
}

// A model that begins again although it was asked in words gives another version of the whole reply.
func TestContinueAnewInWords(t *testing.T) {
	log, req := broken("Once upon a time there was a fox", hosted)
	d, _ := drive(says("Once upon a time there", " was a wolf", " who ate."))
	anew := 0
	for ev, err := range d.Turn(t.Context(), log, req) {
		if err != nil {
			t.Fatal(err)
		}
		if delta, ok := ev.(Delta); ok && delta.Anew {
			anew++
		}
	}
	if anew != 1 {
		t.Errorf("told %d times", anew)
	}
	same(t, "path", log.stored(), []string{`user "Tell me a story" `, `assistant "Once upon a time there was a wolf who ate." `})
}

// TestContinueThatFails: what there was stays where it is.
func TestContinueThatFails(t *testing.T) {
	failed := newError(CodeBadKey, nil)
	for name, tt := range map[string]struct {
		script []step
		code   string
		want   string
	}{
		"no answer":         {fails(failed), CodeBadKey, `assistant "One two" cut`},
		"nothing more":      {says(), CodeNothingMore, `assistant "One two" cut`},
		"said again":        {says("One two"), CodeNothingMore, `assistant "One two" cut`},
		"empty":             {fails(newError(CodeEmpty, nil)), CodeNothingMore, `assistant "One two" cut`},
		"only thoughts":     {[]step{{chunk: Chunk{Reasoning: "hm"}}, {err: newError(CodeOnlyReasoning, nil)}}, CodeNothingMore, `assistant "One two" cut`},
		"breaks off again":  {fails(newError(CodeCutOff, nil), " three"), "", `assistant "One two three" cut`},
		"breaks off at the": {fails(newError(CodeCutOff, nil), "One two"), CodeCutOff, `assistant "One two" cut`},
	} {
		t.Run(name, func(t *testing.T) {
			log, req := broken("One two", hosted)
			d, _ := drive(tt.script)
			_, err := play(t, d, log, req)
			if errCode(err) != tt.code {
				t.Errorf("err = %v, want %s", err, tt.code)
			}
			same(t, "path", log.stored(), []string{`user "Tell me a story" `, tt.want})
		})
	}
}

func TestWhatCannotBeContinued(t *testing.T) {
	for name, log := range map[string]*memLog{"a user's message": newLog("Hello"), "nothing": newLog()} {
		d, m := drive(says("x"))
		req := request("")
		req.Continue = true
		if _, err := play(t, d, log, req); errCode(err) != CodeNothingToAnswer || len(m.requests) != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Thinking whose opening tag was left out is moved out of the continuation, never out of what there was.
func TestContinueWithThinking(t *testing.T) {
	log, req := broken("One two", hosted)
	d, _ := drive([]step{{chunk: Chunk{Text: "let me see"}}, {chunk: Chunk{Thought: true, Text: "three"}}, {chunk: Chunk{Finish: "stop"}}})
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	if got := log.entries[2]; got.Text != "One twothree" && got.Text != "One two three" || !strings.Contains(got.Reasoning, "let me see") || !strings.HasPrefix(got.Reasoning, "hm") {
		t.Errorf("%q, thinking %q", got.Text, got.Reasoning)
	}
}

// A template that refuses the roles gets the messages in a stricter form, at most twice, and the form is remembered.
func TestShapeIsLearned(t *testing.T) {
	wrong := newError(CodeRoles, nil)
	wrong.Detail = "Conversation roles must alternate"
	log := newLog("Hello", "Hi", "One")
	log.path = log.path[1:] // the greeting is the first
	d, m := drive(fails(wrong), fails(wrong), says("Good."))
	var habits Habits
	for ev, err := range d.Turn(t.Context(), log, request("Two")) {
		if err != nil {
			t.Fatal(err)
		}
		if l, ok := ev.(Learned); ok {
			habits = l.Habits
		}
	}
	same(t, "first", sent(m.requests[0]), []string{"system: You are Mira.", "assistant: Hi", "user: One", "user: Two"})
	same(t, "second", sent(m.requests[1]), []string{"system: You are Mira.", "user: " + openingWords, "assistant: Hi", "user: One\n\nTwo"})
	same(t, "third", sent(m.requests[2]), []string{"user: You are Mira.", "assistant: Hi", "user: One\n\nTwo"})
	if habits.Shape != persona.ShapeNoSystem {
		t.Errorf("learned %+v", habits)
	}
	d, m = drive(says("Fine."))
	req := request("Three")
	req.Habits = habits
	lines, err := play(t, d, log, req)
	if err != nil || m.requests[0].Messages[0].Role != "user" || slices.Contains(lines, "llm.Learned") {
		t.Errorf("%v, %v", lines, err)
	}
	d, m = drive(fails(wrong))
	if _, err := play(t, d, newLog(), request("Hello")); errCode(err) != CodeRoles || len(m.requests) != 3 {
		t.Errorf("%d requests, %v", len(m.requests), err)
	}
}

func TestPersonasOwnShape(t *testing.T) {
	req := request("Hello")
	req.Persona.Shape = persona.ShapeNoSystem
	d, m := drive(says("Hi"))
	if _, err := play(t, d, newLog(), req); err != nil {
		t.Fatal(err)
	}
	same(t, "request", sent(m.requests[0]), []string{"user: You are Mira.\n\nHello"})
}

// TestRefusedFieldsAreTold: once, with the turn that got its reply without them.
func TestRefusedFieldsAreTold(t *testing.T) {
	d, m := drive(append([]step{{chunk: Chunk{Refused: "top_k"}}}, says("Hi")...))
	var habits []Habits
	req := request("Hello")
	req.Habits = Habits{Refused: []string{"seed"}}
	for ev, err := range d.Turn(t.Context(), newLog(), req) {
		if err != nil {
			t.Fatal(err)
		}
		if l, ok := ev.(Learned); ok {
			habits = append(habits, l.Habits)
		}
	}
	if len(habits) != 1 || !slices.Equal(habits[0].Refused, []string{"seed", "top_k"}) || !slices.Equal(m.requests[0].Refused, []string{"seed"}) {
		t.Errorf("told %+v, sent with %v", habits, m.requests[0].Refused)
	}
}

// TestHurryEndsTheWait: who does not want to wait for the repetition need not.
func TestHurryEndsTheWait(t *testing.T) {
	d, m := drive(fails(newError(CodeRateLimit, nil)), says("Hi"))
	waits := 0
	d.opt.Wait = func(ctx context.Context, _ time.Duration) error {
		waits++
		<-ctx.Done()
		return ctx.Err()
	}
	hurry := make(chan struct{}, 1)
	req := request("Hello")
	req.Hurry = hurry
	for ev, err := range d.Turn(t.Context(), newLog(), req) {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := ev.(Waiting); ok {
			hurry <- struct{}{}
		}
	}
	if waits != 1 || len(m.requests) != 2 {
		t.Errorf("%d waits, %d requests", waits, len(m.requests))
	}
}

func TestPrefillOf(t *testing.T) {
	for address, want := range map[string]prefilling{
		"http://127.0.0.1:8080/v1": prefillLocal, "http://localhost:1234/v1": prefillLocal, "http://192.168.1.5:8000/v1": prefillLocal,
		"http://box.local/v1": prefillLocal, "https://openrouter.ai/api/v1": prefillPlain, "https://api.anthropic.com/v1": prefillPlain,
		"https://api.deepseek.com/beta": prefillPrefix, "https://api.deepseek.com/v1": prefillNone, "https://api.mistral.ai/v1": prefillPrefix,
		"https://api.openai.com/v1": prefillNone, "https://notopenrouter.ai/v1": prefillNone, "::": prefillNone,
	} {
		if got := prefillOf(address); got != want {
			t.Errorf("%s: %d, want %d", address, got, want)
		}
	}
}

// TestPrefillOnTheWire: a server of the user's own gets the fields of vLLM; one that refuses them gets the request without.
func TestPrefillOnTheWire(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{
		llmtest.Wrong(400, "", "unknown field: continue_final_message"), llmtest.Wrong(400, "", "unknown field: add_generation_prompt"), llmtest.Good(" time."),
	})
	log, req := broken("Once upon a", s.URL)
	d := NewDriver(Options{Counter: counter})
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	chats := s.Chats()
	if got := optionalFields(t, chats[0].Body); got != "add_generation_prompt continue_final_message stream_options" {
		t.Errorf("sent %s", got)
	}
	if got := optionalFields(t, chats[2].Body); got != "stream_options" {
		t.Errorf("then sent %s", got)
	}
	same(t, "path", log.stored(), []string{`user "Tell me a story" `, `assistant "Once upon a time." `})
}

func TestPrefixedMessages(t *testing.T) {
	ms, err := encodeMessages([]message{{Role: "user", Content: "Hi"}, {Role: "assistant", Content: "Well"}})
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"role":"user","content":"Hi"},{"role":"assistant","content":"Well","prefix":true}]`
	if got := string(joined(prefixed(ms))); got != want {
		t.Errorf("%s", got)
	}
	if string(ms[1]) != `{"role":"assistant","content":"Well"}` {
		t.Errorf("the message itself was changed: %s", ms[1])
	}
}

// As long as the continuation cannot be stored, the reply that broke off stays on the path: a program that dies then, or a full
// disk, takes nothing away.
func TestContinueTakesNothingAwayBeforeItIsStored(t *testing.T) {
	log, req := broken("Once upon a", local)
	before := log.stored()
	log.fail = func(op string) error {
		if strings.HasPrefix(op, "rewind") {
			t.Errorf("%s: the reply leaves the path before another one is stored", op)
		}
		if strings.HasPrefix(op, "append") {
			return errors.New("no space left")
		}
		return nil
	}
	log.noRecord = true
	d, _ := drive(says(" time", " there."))
	if lines, err := play(t, d, log, req); err == nil {
		t.Errorf("no error: %q", lines)
	}
	same(t, "path", log.stored(), before)
}
