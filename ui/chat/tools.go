package chat

import (
	"unicode/utf8"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/chat/md"
	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Bounds of what is shown of a tool's output, at first, and of a call's arguments, in bytes. Copy takes all of it.
const (
	mostOutput    = 16_000
	mostArguments = 4_000
	mostToolName  = 40 // characters
)

// zoneTool opens and closes what a tool put out, and zoneCalls what it was asked for.
const (
	zoneTool  = "tool"
	zoneCalls = "calls"
)

// lookback is how many entries before a result are searched for the call that it answers.
const lookback = 64

// elided says whether entry i is a tool result that is sent as a placeholder.
func (t *Transcript) elided(i int, e *talk.Entry) bool {
	size := e.Tokens
	if t.cut.uncounted {
		size = e.Bytes()
	}
	return e.Role == talk.Tool && i < t.cut.elided && !t.cut.dims(i) && tokens.LongOutput(e.Bytes(), size)
}

// toolOf returns the name of the tool whose result entry i is, "" if the call is not loaded or there is none.
func (t *Transcript) toolOf(i int) string {
	m := t.pages.get(i)
	if m == nil {
		return ""
	}
	for j := i - 1; j >= max(0, i-lookback); j-- {
		before := t.pages.get(j)
		if before == nil {
			return ""
		}
		for _, c := range before.entry.Calls {
			if c.ID == m.entry.CallID {
				return c.Name
			}
		}
		if before.entry.Role != talk.Tool {
			return ""
		}
	}
	return ""
}

// bindTool tells a message of a tool what only its place in the talk says.
func (r *row) bindTool(i int) {
	m := r.msg
	if m == nil || m.entry.Role != talk.Tool {
		return
	}
	tool, elided := r.t.toolOf(i), r.t.elided(i, &m.entry)
	if tool != m.tool || elided != m.elided {
		m.tool, m.elided, m.lay = tool, elided, nil
	}
}

// toolHead lays out what a tool's result is and how large. The result itself is folded until that is pressed.
func toolHead(m *message, width float32, place func(*flow.Sheet)) {
	data := map[string]any{"Name": clip(m.tool, mostToolName), "Size": words.Bytes(len(m.entry.Text))}
	key := "chat.tool.result"
	if m.tool == "" {
		key = "chat.tool.unnamed"
	}
	place(fold(words.T(key, data), m.open, zoneTool, width))
	if m.elided {
		place(flow.Text([]flow.Span{{Text: "✂ " + words.T("chat.tool.elided"), Style: flow.Muted}}, width, look.Size(look.SmallText), plainInk))
	}
}

// callParts lays out what a reply asked tools for.
func callParts(m *message, width float32, place func(*flow.Sheet)) {
	names := ""
	for i, c := range m.entry.Calls {
		if i > 0 {
			names += words.T("chat.tool.and")
		}
		names += clip(c.Name, mostToolName)
	}
	place(fold(words.T("chat.tool.call", map[string]any{"Names": clip(names, 4*mostToolName)}), m.asked, zoneCalls, width))
	if !m.asked {
		return
	}
	for _, c := range m.entry.Calls {
		place(layOutput(c.Name, c.Arguments, mostArguments, width))
	}
}

// layOutput lays out a panel with a text, with its beginning if it is long. Copy takes all of it.
func layOutput(name, text string, most int, width float32) *flow.Sheet {
	b := md.Block{Kind: md.Code, Lang: name, Text: text}
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		b.Text = text[:most] + "\n" + words.T("chat.tool.more", map[string]any{"Size": words.Bytes(len(text) - most)})
	}
	s := layBlock(&b, &md.Block{}, width, plainInk, nil)
	for i := range s.Zones {
		if s.Zones[i].Copy != "" {
			s.Zones[i].Copy = text
		}
	}
	return s
}

// fold is a quiet line that opens and closes what is under it.
func fold(text string, open bool, zone string, width float32) *flow.Sheet {
	sign := "▶ "
	if open {
		sign = "▼ "
	}
	s := flow.Text([]flow.Span{{Text: sign + text, Style: flow.Muted}}, width, look.Size(look.SmallText), plainInk)
	s.Zones = append(s.Zones, flow.Zone{X: -4, Y: -4, Width: s.Width + 8, Height: s.Height + 8, Name: zone})
	return s
}
