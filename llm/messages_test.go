package llm

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/tokens"
)

func call(id string) talk.ToolCall { return talk.ToolCall{ID: id, Name: "clock", Arguments: "{}"} }

// lines returns messages as short texts: role, content, the call that is answered, the calls that are made.
func lines(ms []message) []string {
	var out []string
	for _, m := range ms {
		s := m.Role + ":" + m.Content + ":" + m.ToolCallID
		for _, c := range m.ToolCalls {
			s += ":" + c.ID + c.Function.Name + c.Function.Arguments
		}
		out = append(out, s)
	}
	return out
}

// sendAll renders all entries, with the elision of those at these indexes.
func sendAll(t interface {
	Helper()
	Fatal(...any)
}, entries []talk.Entry, elided ...int,
) []message {
	t.Helper()
	log := &memLog{entries: entries}
	var v tokens.View
	for i := range entries {
		entries[i].ID = talk.EntryID(i + 1)
		v.Kept = append(v.Kept, talk.Header{ID: entries[i].ID, Pos: uint64(i)})
	}
	v.Elided = elided
	d, _ := drive(says("Hi"))
	ms, err := (&turn{Driver: d}).messages(log, system{prompt: "Be kind."}, v)
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

func TestCallsAndResults(t *testing.T) {
	user := talk.Entry{Role: talk.User, Text: "Time?"}
	for _, tt := range []struct {
		name    string
		entries []talk.Entry
		elided  []int
		want    []string // after the system message and the user's
	}{
		{
			"a result of each call", []talk.Entry{
				{Role: talk.Assistant, Calls: []talk.ToolCall{call("1"), call("2")}},
				{Role: talk.Tool, Text: "one", CallID: "2"}, {Role: talk.Tool, Text: "noon", CallID: "1"},
			}, nil,
			[]string{"assistant:::1clock{}:2clock{}", "tool:one:2", "tool:noon:1"},
		},
		{
			"a result is missing, another has no text", []talk.Entry{
				{Role: talk.Assistant, Text: "I look.", Calls: []talk.ToolCall{call("1"), call("2"), call("3")}},
				{Role: talk.Tool, Text: " \n", CallID: "2"}, {Role: talk.Tool, Text: "noon", CallID: "1"},
				{Role: talk.Assistant, Text: "It is noon."},
			}, nil,
			[]string{
				"assistant:I look.::1clock{}:2clock{}:3clock{}", "tool:" + noOutput + ":2", "tool:noon:1", "tool:" + noOutput + ":3",
				"assistant:It is noon.:",
			},
		},
		{
			"all results are missing", []talk.Entry{{Role: talk.Assistant, Calls: []talk.ToolCall{call("1")}}, {Role: talk.User, Text: "Well?"}}, nil,
			[]string{"assistant:::1clock{}", "tool:" + noOutput + ":1", "user:Well?:"},
		},
		{
			"results without their call, and twice", []talk.Entry{
				{Role: talk.Tool, Text: "orphan", CallID: "0"},
				{Role: talk.Assistant, Calls: []talk.ToolCall{call("1"), call("1")}},
				{Role: talk.Tool, Text: "noon", CallID: "1"}, {Role: talk.Tool, Text: "one", CallID: "1"}, {Role: talk.Tool, Text: "x", CallID: "0"},
				{Role: talk.Assistant, Text: "Noon."}, {Role: talk.Tool, Text: "late", CallID: "1"},
			}, nil,
			[]string{"assistant:::1clock{}", "tool:noon:1", "assistant:Noon.:"},
		},
		{
			"the same id in every exchange", []talk.Entry{
				{Role: talk.Assistant, Calls: []talk.ToolCall{{ID: "1", Name: "map"}}}, {Role: talk.Tool, Text: "here", CallID: "1"},
				{Role: talk.Assistant, Calls: []talk.ToolCall{call("1")}},
				{Role: talk.User, Text: "And?"},
			}, []int{2},
			[]string{
				"assistant:::1map{}", "tool:" + tokens.Placeholder("map") + ":1", "assistant:::1clock{}", "tool:" + noOutput + ":1", "user:And?:",
			},
		},
	} {
		got := lines(sendAll(t, append([]talk.Entry{user}, tt.entries...), tt.elided...))
		same(t, tt.name, got, append([]string{"system:Be kind.:", "user:Time?:"}, tt.want...))
	}
}

// Whatever is stored, the request is one that servers take.
func TestRequestsAreValid(t *testing.T) {
	text := rapid.SampledFrom([]string{"", " ", "\n\x00", "Hello", "noon"})
	id := rapid.SampledFrom([]string{"", "1", "2", "3"})
	rapid.Check(t, func(t *rapid.T) {
		entries := make([]talk.Entry, rapid.IntRange(0, 20).Draw(t, "entries"))
		for i := range entries {
			e := &entries[i]
			e.Role = rapid.SampledFrom([]talk.Role{talk.User, talk.Assistant, talk.Tool, talk.Tool}).Draw(t, "role")
			e.Text = text.Draw(t, "text")
			switch e.Role {
			case talk.Assistant:
				for range rapid.IntRange(0, 3).Draw(t, "calls") {
					e.Calls = append(e.Calls, call(id.Draw(t, "call")))
				}
			case talk.Tool:
				e.CallID = id.Draw(t, "answers")
			}
		}
		var elided []int
		for i, e := range entries {
			if e.Role == talk.Tool && rapid.IntRange(0, 3).Draw(t, "elided") == 0 {
				elided = append(elided, i)
			}
		}
		ms := sendAll(t, entries, elided...)
		waiting := map[string]bool{}
		for i, m := range ms {
			if (m.Role == "system") != (i == 0) {
				t.Fatalf("message %d of %q", i, lines(ms))
			}
			if strings.TrimSpace(m.Content) == "" && len(m.ToolCalls) == 0 {
				t.Fatalf("message %d is empty: %q", i, lines(ms))
			}
			if m.Role == "tool" {
				if !waiting[m.ToolCallID] {
					t.Fatalf("message %d answers no call: %q", i, lines(ms))
				}
				delete(waiting, m.ToolCallID)
				continue
			}
			if len(waiting) > 0 {
				t.Fatalf("a call has no result before message %d: %q", i, lines(ms))
			}
			for _, c := range m.ToolCalls {
				if waiting[c.ID] {
					t.Fatalf("message %d calls %q twice", i, c.ID)
				}
				waiting[c.ID] = true
			}
		}
		if len(waiting) > 0 {
			t.Fatalf("calls have no result: %q", lines(ms))
		}
		if len(ms) > 1 && ms[1].Role != "user" && entries[0].Role != talk.Assistant {
			t.Fatalf("%s leads: %q", ms[1].Role, lines(ms))
		}
	})
}
