package llm

import (
	"iter"
	"sync/atomic"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// instead is a talk in which a reply is made anew: until something of the new one is stored, the talk is read as if it ended before
// the old one. That stays on the path meanwhile, with what follows it, so whatever ends the turn or the program takes nothing away.
// A reply that is not on the path hides nothing.
type instead struct {
	Log
	old      talk.EntryID
	answered talk.EntryID // what the old reply answers, once Head was asked
	end      talk.EntryID // where the talk really ends
	taken    atomic.Bool  // the new reply has the place
}

// Head returns what the old reply answers.
func (l *instead) Head() (talk.Entry, error) {
	var last []talk.Header
	err := l.View(func(h tokens.History) error {
		for one := range h.Before(h.Len()) {
			last = []talk.Header{one}
			break
		}
		return nil
	})
	if err != nil || len(last) == 0 {
		return talk.Entry{}, err
	}
	es, err := l.Load(last)
	if err != nil {
		return talk.Entry{}, err
	}
	l.answered = es[0].ID
	return es[0], nil
}

func (l *instead) View(f func(tokens.History) error) error {
	return l.Log.View(func(h tokens.History) error {
		if l.taken.Load() {
			return f(h)
		}
		after, end := 0, talk.EntryID(0)
		for one := range h.Before(h.Len()) {
			end = max(end, one.ID) // ids grow along a path
			if after += tokens.Cost(one); one.ID == l.old {
				l.end = end
				return f(begun{h, int(one.Pos), after}) // #nosec G115 -- a position on a path, which the store bounds
			}
		}
		return f(h)
	})
}

func (l *instead) AppendTo(parent talk.EntryID, e talk.Entry) (talk.Entry, error) {
	stored, err := l.Log.AppendTo(parent, e)
	l.taken.Store(l.taken.Load() || err == nil)
	return stored, err
}

func (l *instead) Conclude(e talk.Entry, answers []talk.Take) (talk.Entry, error) {
	stored, err := l.Log.Conclude(e, answers)
	l.taken.Store(l.taken.Load() || err == nil)
	return stored, err
}

// Rewind gives the old reply its place back when nothing is left of the new one.
func (l *instead) Rewind(id talk.EntryID) error {
	if l.end != 0 && id == l.answered {
		id = l.end
		l.taken.Store(false)
	}
	return l.Log.Rewind(id)
}

// begun is the beginning of a path.
type begun struct {
	tokens.History
	n     int
	after int // what the rest costs
}

func (b begun) Len() int { return b.n }

func (b begun) Tokens() int { return b.History.Tokens() - b.after }

func (b begun) Before(pos int) iter.Seq[talk.Header] { return b.History.Before(min(pos, b.n)) }

func (b begun) Since(t int64) int { return min(b.History.Since(t), b.n) }
