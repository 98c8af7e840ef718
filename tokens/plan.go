package tokens

import (
	"slices"
	"sort"
	"time"

	"bonbon/history/talk"
)

// Input is what a plan depends on besides the history.
type Input struct {
	Now         time.Time
	Settings    Settings
	Fixed       Fixed
	Summary     time.Time // when the latest summary was written; zero: there is none
	Greeting    bool      // the server takes a prompt that begins with the persona's greeting
	Overhead    int       // measured tokens of automatic text that no other part counts; a plan keeps at least 200 free
	ServerLimit int       // largest prompt that the server named in an error; 0: none
	Factor      float64   // how many tokens the server counts for each of ours; less than 1 is 1
}

// View is what one request sends of a talk.
type View struct {
	Kept   []talk.Header // oldest first
	Report Report
}

// Plan decides what is sent: the time cutoff, then the longest run of whole turns, newest first, that fits the budget. It
// changes nothing, and the same input gives the same view.
//
//   - Kept is a subsequence of the path that begins with a user's message or, if Input.Greeting allows it, with what the
//     persona said first. A call and all its results are kept or left out together.
//   - Entries without content and results without a call are never sent and count as neither kept nor cut.
//   - The newest user entry is kept; if it does not fit, the error is a *CutOffError and the view holds only the report.
//   - The cost follows what is kept, not the length of the path: cuts by age are found by key.
//
// A failed read leaves Plan as the panic of the History.
func Plan(in Input, h History) (View, error) {
	fixed, overhead, b := in.Fixed.sane(), in.overhead(), in.budget()
	newest, asked := newestUser(h)
	if !asked {
		newest.Pos = uint64(h.Len())
	}
	age := cutByAge(h, in, int(newest.Pos))

	w := walker{greeting: in.Greeting, limit: b.Limit, read: make([]talk.Header, 0, usual)}
	inTail := true
	fit := TrimTalk(fixed.Total()+overhead-Overhead, func(yield func(talk.Header) bool) {
		for turn := range w.turns(stretch(h, age.tail)) {
			if !yield(turn) {
				return
			}
		}
		if inTail = w.over; !inTail {
			w.turns(stretch(h, age.head))(yield)
		}
	}, b.Limit)
	full := w.over || len(fit) < len(w.ends)

	kept := w.newest(len(fit))
	slices.Reverse(kept)
	var err error
	if asked && !slices.ContainsFunc(kept, func(e talk.Header) bool { return e.Pos == newest.Pos }) {
		kept, err = nil, &CutOffError{diagnose(in, h, newest)}
	}
	report := Report{
		Limit: b.Limit, Rule: b.Rule, Window: b.Window, Reserve: b.Reserve,
		Fixed: fixed, Overhead: overhead, Total: h.Len(), Kept: len(kept),
	}
	report.describe(kept)
	report.place(kept, age, full && inTail, full && !inTail)
	return View{Kept: kept, Report: report}, err
}

func (in Input) budget() Budget {
	b := NewBudget(in.Settings)
	b.Limit = Ours(b.Limit, in.Factor)
	if in.ServerLimit > 0 && in.ServerLimit < b.Limit {
		b.Limit, b.Rule = in.ServerLimit, RuleServer
	}
	return b
}

// overhead covers the framing of the system message and of the reply too.
func (in Input) overhead() int {
	return max(Overhead, sane(in.Overhead)+PerMessage+PerReply)
}

// sane returns f with counts that can be calculated with.
func (f Fixed) sane() Fixed {
	return Fixed{System: sane(f.System), Memory: sane(f.Memory), Summary: sane(f.Summary), Tools: sane(f.Tools)}
}

// usual is how many entries a view has room for before it must grow: about what the default threshold holds.
const usual = 512

// mixed stands in a report for counts of more than one table.
const mixed = "mixed"

// describe fills in what the kept entries are.
func (r *Report) describe(kept []talk.Header) {
	for i, e := range kept {
		r.History += framed(e)
		switch name := e.Encoding.String(); {
		case i == 0:
			r.Encoding, r.Oldest = name, e.Time
		case name != r.Encoding:
			r.Encoding = mixed
		}
	}
}

// place fills in where the cuts lie, by arithmetic on positions. tailFull and headFull say in which stretch a turn did not
// fit. A stretch that was read to its end may still begin with entries that cannot be sent: those of a turn whose beginning
// is too old count as cut by age.
func (r *Report) place(kept []talk.Header, age ageCut, tailFull, headFull bool) {
	inHead := sort.Search(len(kept), func(i int) bool { return int(kept[i].Pos) >= age.tail.from })
	headFirst, tailFirst := age.head.to, age.tail.to
	if inHead > 0 {
		headFirst = int(kept[0].Pos)
	}
	if inHead < len(kept) {
		tailFirst = int(kept[inHead].Pos)
	}
	r.First = tailFirst
	r.CutByAge = age.tail.from - age.head.to
	switch {
	case tailFull:
		r.CutByTrim = tailFirst - age.tail.from + age.head.len()
	case r.CutByAge > 0:
		r.CutByAge = tailFirst - age.head.to
	}
	if headFull {
		r.CutByTrim = headFirst
	}
	switch {
	case r.CutByAge > 0 && r.CutByTrim > 0:
		r.Reason = ReasonBoth
	case r.CutByAge > 0:
		r.Reason = ReasonAge
	case r.CutByTrim > 0:
		r.Reason = ReasonTokens
	}
}
