package llm

import (
	"fmt"
	"slices"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/tokens"
)

type message = openai.ChatCompletionMessage

// noOutput stands for the result of a call that has none: servers refuse a call without a result, and an empty one.
const noOutput = "[The tool gave no output.]"

// pictureParts returns the pictures of an entry as parts of its message, none for one that is sent without.
type pictureParts func(talk.Entry) []part

type part = openai.ChatMessagePart

// messages renders the request: the system message if there is one, then what the plan keeps, with placeholders for the
// results that it elides. The bodies are read only here. A stored entry always renders to the same bytes, whole or elided.
//
// Whatever is stored, servers take it: the system message is the first and the only one, a user's message or what the plan
// begins with leads, every call has one result right after it and every result its call, and nothing is empty.
func (t *turn) messages(log Log, s system, v tokens.View) ([]message, error) {
	entries, err := log.Load(v.Kept)
	if err != nil {
		return nil, fmt.Errorf("llm: read what is to be sent: %w", err)
	}
	shown := seenIn(v)
	return assemble(s.text(), entries, v.Elided, func(e talk.Entry) []part {
		if !slices.Contains(shown, e.ID) {
			return nil
		}
		return t.pictures(log, e)
	}), nil
}

// seenIn returns the entries that a plan sends with their pictures.
func seenIn(v tokens.View) (ids []talk.EntryID) {
	for _, h := range v.Kept {
		if h.Pictures > 0 && h.Pos >= v.Photos {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// assemble is messages with the entries read; elided are indexes in them, ascending.
func assemble(system string, entries []talk.Entry, elided []int, pictures pictureParts) []message {
	var ms []message
	if system != "" {
		ms = append(ms, message{Role: openai.ChatMessageRoleSystem, Content: system})
	}
	opened := false // by a user's message or by the plan's first; what follows a blank one must not lead
	for i := 0; i < len(entries); {
		group := entries[i : i+groupLen(entries[i:])]
		from, _ := slices.BinarySearch(elided, i)
		rendered := render(group, i, elided[from:], pictures)
		opened = opened || len(rendered) > 0 && (i == 0 || group[0].Role == talk.User)
		if opened {
			ms = append(ms, rendered...)
		}
		i += len(group)
	}
	return ms
}

// groupLen returns how many entries belong together from the first on: a reply with calls and the results that follow it, or
// one.
func groupLen(es []talk.Entry) int {
	n := 1
	if es[0].Role == talk.Assistant && len(es[0].Calls) > 0 {
		for n < len(es) && es[n].Role == talk.Tool {
			n++
		}
	}
	return n
}

// render turns a group into messages, none if it has nothing to send. at is the index of its first entry and elided are the
// indexes from there on of results that are sent as a placeholder. What the program itself said about an entry, its error
// code and detail, is never sent.
func render(group []talk.Entry, at int, elided []int, pictures pictureParts) []message {
	first := group[0]
	if first.Role == talk.Tool { // it answers no call
		return nil
	}
	ms := []message{{Role: first.Role.String(), Content: clean(first.Text)}}
	if first.Role == talk.User && len(first.Pictures) > 0 {
		return seen(ms, pictures(first))
	}
	open := map[string]string{} // calls without a result so far: id to tool
	for _, c := range first.Calls {
		if _, twice := open[c.ID]; twice {
			continue
		}
		open[c.ID] = c.Name
		ms[0].ToolCalls = append(ms[0].ToolCalls, openai.ToolCall{
			ID: sendableID(c.ID), Type: openai.ToolTypeFunction,
			Function: openai.FunctionCall{Name: sendableName(c.Name), Arguments: sendableArguments(c.Arguments)},
		})
	}
	if len(open) == 0 && strings.TrimSpace(ms[0].Content) == "" {
		return nil
	}
	for i, e := range group[1:] {
		tool, waits := open[e.CallID]
		if !waits {
			continue
		}
		delete(open, e.CallID)
		text := clean(e.Text)
		if slices.Contains(elided, at+1+i) {
			text = tokens.Placeholder(tool)
		}
		ms = append(ms, result(sendableID(e.CallID), text))
	}
	for _, c := range first.Calls {
		if _, waits := open[c.ID]; waits {
			delete(open, c.ID)
			ms = append(ms, result(sendableID(c.ID), ""))
		}
	}
	return ms
}

// result returns the message of a call's result.
func result(call, text string) message {
	if strings.TrimSpace(text) == "" {
		text = noOutput
	}
	return message{Role: openai.ChatMessageRoleTool, ToolCallID: call, Content: text}
}
