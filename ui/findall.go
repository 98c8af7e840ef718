package ui

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"

	"bonbon/find"
	"bonbon/history"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// searcher searches in all talks. It lives while its pane is open and belongs to the window's goroutine.
type searcher struct {
	w      *Window
	list   *chat.Results
	pane   *parts.Pane
	cancel context.CancelFunc
	turn   int // rises with every search: only the newest is shown
	talks  []chat.FoundTalk
	all    int // messages found
}

// foundLines is how many messages of a talk are shown; its head tells how many there are.
const foundLines = 5

// searchSize is how large the search in all talks is where there is room.
var searchSize = fyne.NewSize(720, 720)

// searchTalks opens the search in all talks.
func (w *Window) searchTalks(text string) {
	s := &searcher{w: w, list: chat.NewResults(), cancel: func() {}}
	s.list.OnChange = func(string) { s.search() }
	s.list.OnOpen = s.open
	s.pane = parts.NewPane(w.win.Canvas(), words.T("find.allTitle"), s.list, searchSize)
	s.pane.OnClosed = func() {
		s.cancel()
		w.composer.Focus()
	}
	s.pane.Show()
	if text != "" {
		s.list.SetText(text)
	}
	s.list.Focus(w.win.Canvas())
}

// search looks for what the field holds.
func (s *searcher) search() {
	s.cancel()
	s.turn++
	s.talks, s.all = nil, 0
	q := find.New(s.list.Text())
	if q.Empty() {
		s.list.Set(q, nil, "")
		return
	}
	s.list.Set(q, nil, words.T("find.searching"))
	ctx, cancel := context.WithCancel(s.w.ctx)
	s.cancel = cancel
	turn := s.turn
	s.w.Go(func() func() {
		defer cancel()
		err := s.w.Store.Search(ctx, q, foundLines, func(f history.Found) {
			lines, err := linesOf(s.w.Store.Talk(f.Talk.ID), f.Hits, q)
			s.w.Post(func() {
				if err != nil {
					s.w.complain(err)
				} else if turn == s.turn {
					s.found(f, lines, q)
				}
			})
		})
		return func() {
			if err != nil && !errors.Is(err, context.Canceled) {
				s.w.complain(err)
			}
			if turn == s.turn {
				s.list.Set(q, s.talks, s.status())
			}
		}
	})
}

// linesOf reads the messages that are shown of a talk.
func linesOf(log *history.Talk, hits []history.Hit, q find.Query) (lines []chat.FoundLine, err error) {
	for _, h := range hits {
		e, err := log.Entry(h.ID)
		if err != nil {
			return nil, err
		}
		lines = append(lines, chat.FoundIn(e, h.Pos, q))
	}
	return lines, nil
}

// found adds a talk.
func (s *searcher) found(f history.Found, lines []chat.FoundLine, q find.Query) {
	t := chat.FoundTalk{ID: f.Talk.ID, Title: f.Talk.Title, Count: f.Count, Lines: lines}
	for _, p := range s.w.people {
		if p.Persona.ID == f.Talk.Persona {
			t.Face = chat.Face{Name: p.Persona.Name, Picture: s.w.picture(p.Persona.Picture), Tile: parts.TileColor(p.Persona.Name)}
		}
	}
	s.talks, s.all = append(s.talks, t), s.all+f.Count
	s.list.Set(q, s.talks, words.T("find.searching"))
}

// status says in the end how much was found.
func (s *searcher) status() string {
	if s.all == 0 {
		return words.T("find.noneAnywhere")
	}
	return words.T("find.sum", map[string]any{
		"Messages": words.N("find.messages", s.all, map[string]any{"Count": words.Number(s.all)}),
		"Talks":    words.N("find.talks", len(s.talks), map[string]any{"Count": words.Number(len(s.talks))}),
	})
}

// open leads to a message in its talk.
func (s *searcher) open(id string, pos int) {
	text := s.list.Text()
	s.pane.Hide()
	w := s.w
	if id == w.open.talk && !w.opening {
		w.finder.seek(text, pos)
		return
	}
	w.Go(func() func() {
		info, err := w.Store.Talk(id).Info()
		return func() {
			if err != nil {
				w.complain(err)
				return
			}
			for _, p := range w.people {
				if p.Persona.ID == info.Persona {
					w.showTalk(p.Persona, id)
					w.refreshTalk(func() { w.finder.seek(text, pos) })
				}
			}
		}
	})
}
