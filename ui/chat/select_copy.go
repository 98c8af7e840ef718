package chat

import (
	"fmt"
	"strings"

	"bonbon/history/talk"
	"bonbon/ui/chat/md"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// copyPage is how many entries are read at once when a selection reaches beyond what is loaded.
const copyPage = 256

// CopySelection puts what is selected into the clipboard, as it reads or as its Markdown source; of a block that is selected
// in part the source is copied whole. Entries that are not loaded are read by a worker. Without a selection it does nothing.
func (t *Transcript) CopySelection(markdown bool) { t.copyStretch(t.sel.stretch(), markdown) }

func (t *Transcript) copyStretch(s stretch, markdown bool) {
	if s.empty() {
		return
	}
	var out copied
	for i := s.from.entry; i <= s.to.entry; i++ {
		m := t.loadedMessage(i)
		if m == nil {
			t.copyFromSource(s, markdown)
			return
		}
		out.add(s, i, m, markdown)
	}
	if out.Len() > 0 {
		t.copy(out.String())
	}
}

// copyFromSource copies a stretch of which some is not loaded.
func (t *Transcript) copyFromSource(s stretch, markdown bool) {
	src, gen := t.pages.src, t.pages.gen
	live, liveAt := "", -1
	if t.live != nil {
		live, liveAt = t.live.entry.Text, t.liveAt
	}
	t.env.Go(func() func() {
		var out copied
		for from := s.from.entry; from <= s.to.entry; from += copyPage {
			entries, err := src.Page(from, min(copyPage, s.to.entry+1-from))
			if err != nil {
				return func() { t.failed(fmt.Errorf("chat: entries to copy from %d: %w", from, err)) }
			}
			for k, e := range entries {
				if from+k == liveAt {
					e.Text = live
				}
				out.add(s, from+k, read(e), markdown)
			}
		}
		return func() {
			if t.pages.current(gen) {
				t.copy(out.String())
			}
		}
	})
}

// copied collects the parts of messages, an empty line between them.
type copied struct{ strings.Builder }

func (c *copied) add(s stretch, i int, m *message, markdown bool) {
	thoughts := m.thinking()
	picked := s.in(i, spot{block: thoughtsBlock}, len(thoughts))
	thoughts = thoughts[min(picked.From, picked.To):picked.To]
	for _, text := range []string{thoughts, s.of(i, m.entry, m.blocks, markdown)} {
		if text == "" {
			continue
		}
		if c.Len() > 0 {
			c.WriteString("\n\n") // #nosec G104 -- a builder never fails
		}
		c.WriteString(text) // #nosec G104 -- a builder never fails
	}
}

// of returns what of an entry lies in the stretch.
func (s stretch) of(i int, e talk.Entry, blocks []md.Block, markdown bool) string {
	if len(blocks) == 0 || s.to.entry == i && s.to.block < 0 {
		return ""
	}
	first, from, last, to := 0, 0, len(blocks)-1, len(e.Text)
	if s.from.entry == i && s.from.block >= 0 {
		first, from = min(s.from.block, last), s.from.at
	}
	if s.to.entry == i && s.to.block <= last {
		last, to = s.to.block, s.to.at
		if to == 0 && last > first {
			last, to = last-1, len(e.Text)
		}
	}
	if first > last {
		return ""
	}
	whole := first == 0 && from == 0 && last == len(blocks)-1 && to >= len(blocks[last].Words())
	switch {
	case markdown && whole:
		return e.Text
	case markdown && e.Role == talk.Assistant:
		return strings.Trim(e.Text[blocks[first].From:blocks[last].To], "\n")
	}
	return md.Text(blocks[first:last+1], from, to)
}

// selectionItems are what the menu of entry i offers for text: to copy what is selected and, always, to select all of the entry.
func (t *Transcript) selectionItems(i int, m *message) (items []parts.MenuItem) {
	if s := t.sel.stretch(); !s.empty() {
		items = append(items,
			parts.MenuItem{Label: words.T("chat.copy.selection"), Icon: look.IconCopy, Hint: "Ctrl+C", Do: func() { t.copyStretch(s, false) }},
			parts.MenuItem{Label: words.T("chat.copy.markdown"), Hint: "Ctrl+Shift+C", Do: func() { t.copyStretch(s, true) }})
	}
	if len(m.blocks) > 0 {
		items = append(items, parts.MenuItem{Label: words.T("chat.select"), Icon: look.IconSelect, Do: func() {
			t.selectEntry(i)
			t.takeFocus(i)
		}})
	}
	return items
}
