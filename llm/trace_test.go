package llm

import (
	"bytes"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"
	"pgregory.net/rapid"

	"bonbon/history/talk"
)

// Whatever a request adds to the stored messages, the patches bring it back.
func TestDifference(t *testing.T) {
	text := rapid.StringOfN(rapid.SampledFrom([]rune("ab <&>\"\\\n猫犬é\u2028")), 0, 20, -1)
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) message {
		m := message{Role: "user", Content: text.Draw(t, "text")}
		if rapid.IntRange(0, 4).Draw(t, "parts") == 0 {
			m.Content, m.MultiContent = "", []openai.ChatMessagePart{{Type: openai.ChatMessagePartTypeText, Text: text.Draw(t, "part")}}
		}
		return m
	}), 1, 6)
	rapid.Check(t, func(t *rapid.T) {
		stored, sent := list.Draw(t, "stored"), list.Draw(t, "sent")
		if rapid.Bool().Draw(t, "near") { // what really happens: one of them gets a longer text
			sent = append([]message(nil), stored...)
			i := rapid.IntRange(0, len(sent)-1).Draw(t, "which")
			sent[i] = message{Role: "user", Content: sent[i].Content + text.Draw(t, "more")}
		}
		patches, err := difference(stored, sent)
		if err != nil {
			t.Fatal(err)
		}
		was, err := encodeMessages(stored)
		if err != nil {
			t.Fatal(err)
		}
		want, err := encodeMessages(sent)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := patched(was, patches)
		if !ok || !bytes.Equal(joined(got), joined(want)) {
			t.Fatalf("patched %v\n got %s\nwant %s\nby %+v", ok, joined(got), joined(want), patches)
		}
	})
}

func TestPatchesAreSmall(t *testing.T) {
	long := strings.Repeat("猫が好きです。", 1000)
	stored := []message{{Role: "user", Content: "look"}, {Role: "user", Content: long}}
	sent := []message{stored[0], {Role: "user", Content: long + "\n\n<time>12:00</time>"}}
	patches, err := difference(stored, sent)
	if err != nil || len(patches) != 1 || patches[0].Put != `\n\n<time>12:00</time>` || patches[0].Message != 1 {
		t.Errorf("%+v, %v", patches, err)
	}
	sent[1].Content = strings.Repeat("x", maxPatches+1)
	if patches, err = difference(stored, sent); err != nil || patches != nil {
		t.Errorf("%d patches of another text, %v", len(patches), err)
	}
}

func TestEncodedMessages(t *testing.T) {
	raw, err := encodeMessages([]message{
		{Role: "assistant", ToolCalls: []openai.ToolCall{{ID: "1", Type: "function", Function: openai.FunctionCall{Name: "f", Arguments: `{"a":"<"}`}}}},
		{Role: "tool", ToolCallID: "1", Content: "<b> & 猫"},
		{Role: "user", MultiContent: []openai.ChatMessagePart{{Type: "text", Text: "a>b"}, {Type: "image_url", ImageURL: &openai.ChatMessageImageURL{URL: "data:image/png;base64,AA=="}}}},
	})
	want := `[{"role":"assistant","content":"","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{\"a\":\"<\"}"}}]},` +
		`{"role":"tool","content":"<b> & 猫","tool_call_id":"1"},` +
		`{"role":"user","content":[{"type":"text","text":"a>b"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]}]`
	if err != nil || string(joined(raw)) != want {
		t.Errorf("%v\n got %s\nwant %s", err, joined(raw), want)
	}
}

// A record that cannot be stored costs the reply nothing.
func TestRecordThatCannotBeStored(t *testing.T) {
	d, _ := drive(says("Hello"))
	log := newLog()
	log.noRecord = true
	lines, err := play(t, d, log, request("Hi"))
	if err != nil || lines[len(lines)-1] != `replied "Hello" ` {
		t.Errorf("%q, %v", lines, err)
	}
	if last := log.entries[len(log.entries)-1]; last.Sent != nil || last.State != talk.Done {
		t.Errorf("stored %+v", last)
	}
}
