package chat

import (
	"bonbon/history/talk"
	"bonbon/ui/chat/code"
	"bonbon/ui/chat/md"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
)

// inks returns the coloured words of a block of code, nil while there are none.
func (m *message) inks(b *md.Block) []flow.Span {
	if b.Kind != md.Code || len(m.colours) == 0 {
		return nil
	}
	return m.colours[codeKey(b)]
}

func codeKey(b *md.Block) string { return b.Lang + "\n" + b.Words() }

// colour has the finished code of a message that came into view coloured by a worker. The letters stay where they are, so
// nothing moves when the colours come.
func (t *Transcript) colour(m *message) {
	if m.colouring {
		return
	}
	var todo []md.Block
	for i := range m.blocks {
		b := &m.blocks[i]
		if b.Kind != md.Code || m.entry.State == talk.Writing && i >= m.stable || !code.Known(b.Lang) {
			continue
		}
		if _, done := m.colours[codeKey(b)]; !done {
			todo = append(todo, *b)
		}
	}
	if len(todo) == 0 {
		return
	}
	m.colouring = true
	t.env.Go(func() func() {
		coloured := make([][]flow.Span, len(todo))
		for i := range todo {
			coloured[i] = code.Colour(todo[i].Lang, todo[i].Words())
		}
		return func() {
			m.colouring = false
			if m.colours == nil {
				m.colours = map[string][]flow.Span{}
			}
			for i := range todo {
				m.colours[codeKey(&todo[i])] = coloured[i]
			}
			m.changed = true
			t.list.Shown(func(i int, r parts.Row) {
				if r.(*row).msg == m {
					t.list.Changed(i, i+1)
				}
			})
		}
	})
}
