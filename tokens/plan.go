package tokens

import (
	"slices"
	"sort"
	"time"

	"bonbon/history/talk"
)

// Input is what a plan depends on besides the history.
type Input struct {
	Now      time.Time
	Settings Settings
	Fixed    Fixed
	Summary  time.Time // when the latest summary was written; zero: there is none
	// SummaryUntil is the newest entry that the latest summary covers; 0: there is none. It counts with Settings.SummaryReplaces.
	SummaryUntil talk.EntryID
	Greeting     bool    // the server takes a prompt that begins with the persona's greeting
	Overhead     int     // measured tokens of automatic text that no other part counts; a plan keeps at least 200 free
	ServerLimit  int     // largest prompt that the server named in an error; 0: none
	Factor       float64 // how many tokens the server counts for each of ours; less than 1 is 1
	Ratio        Ratio   // bytes of a request for each of the server's tokens; 0 is 4
	ToolCount    int     // tools that are offered; Fixed.Tools is the sum of their schemas
	LargestTool  Tool
	Model        string      // the model that is asked; another one lets the anchor move back
	Anchor       talk.Anchor // the stored one; it counts only with Settings.Steps
	More         bool        // the user asks for more history: the anchor moves back as far as the room allows
	Uncounted    bool        // counting failed: no count says anything
	Blind        bool        // the model takes no pictures: none is sent, and which ones would be stays as it was
}

// View is what one request sends of a talk.
type View struct {
	Kept   []talk.Header // oldest first
	Elided []int         // indexes in Kept of the tool results that are sent as a placeholder, ascending
	Photos uint64        // entries at places before this one are sent without their pictures
	Report Report
	Anchor talk.Anchor // to be stored if the view is sent; Input.Anchor if nothing changes
}

// Plan decides what is sent: the time cutoff, elision of old tool output, then a run of whole turns up to the newest that fits the
// budget. It changes nothing, and the same input gives the same view.
//
//   - Kept is a subsequence of the path that begins with a user's message or, if Input.Greeting allows it, with what the
//     persona said first. A call and all its results are kept or left out together.
//   - Exact mode keeps the longest run that fits. With Settings.Steps the run begins at the anchor as long as all from it on
//     fits; when it does not, the anchor jumps to the first turn from which on at most 75 % of the room is filled. It moves
//     back only if the settings allow a prompt larger by 25 % than when it was chosen, the model is another one, or Input.More
//     asks for it. An anchor that is not on the path does not count. One that the user chose holds with exact cuts too, as the
//     earliest place where the run may begin, and moves back only with Input.More.
//   - Factor and Ratio are those with which the anchor was chosen as long as it holds.
//   - With Settings.SummaryReplaces the turns that the latest summary covers are left out; Input.SummaryUntil is found by key.
//   - The pictures of the newest Settings.PhotoCutoff entries are sent; in steps, which ones changes only when the anchor moves.
//   - With Settings.ElideToolOutput the run is as long as fits when old, long tool results are sent as placeholders. Elide says
//     which of them are, if the run does not fit whole; its sizes here are tokens, as the budget's are. The last eight messages
//     and the last two turns stay, and the results of one call are elided together.
//   - Entries without content and results without a call are never sent and count as neither kept nor cut.
//   - The newest user entry is kept; if it does not fit, the error is a *CutOffError and the view holds only the report and
//     the anchor as it was.
//   - With Input.Uncounted there is no budget: the newest turns are kept that have at most 20 messages together, and the newest
//     one whatever it has. The anchor stays as it was, and the kept headers have the tokens that their bytes and Ratio make. The
//     rule is that of a LangChain-based trimmer.
//   - The cost follows what is kept, not the length of the path: cuts by age and by the anchor are found by key.
//
// A failed read leaves Plan as the panic of the History.
func Plan(in Input, h History) (View, error) {
	newest, asked := newestUser(h)
	if !asked {
		newest.Pos = uint64(h.Len())
	}
	last := int(newest.Pos)
	held, covered := in.hold(h, last), in.covered(h, last)
	in = in.reckoned(held)
	age := cutByAge(h, in, last).without(covered)
	if in.Uncounted {
		return in.uncounted(h, age, held, last), nil
	}
	fixed, b := in.Fixed.sane(), in.budget()
	room := b.Limit - fixed.Total() - in.overhead()
	photos := in.photos(h, held, last)
	w := walker{greeting: in.Greeting, limit: b.Limit, elide: in.Settings.ElideToolOutput, photos: in.unseen(h, photos)}
	r := read(h, age.since(held.from()), w, room)
	n, full := len(r.fit), r.full()
	if in.Settings.Steps && full {
		if newest := in.newestPhotos(h, last); newest != photos { // the prompt's beginning changes anyway
			photos, w.photos = newest, in.unseen(h, newest)
			r = read(h, age.since(held.from()), w, room)
		}
		n = in.step(r.fit, held, last, room)
	}

	kept := r.newest(n)
	slices.Reverse(kept)
	var err error
	if asked && !slices.ContainsFunc(kept, func(e talk.Header) bool { return e.Pos == newest.Pos }) {
		kept, err = nil, &CutOffError{diagnose(in, h, newest)}
	}
	report := in.report(h, covered)
	report.describe(kept, w.photos)
	elided, saved := r.leave(kept, report.Prompt(), b.Limit)
	report.leave(kept, elided, saved)
	inTail, inHead := r.cuts(age, held.from(), n)
	report.place(kept, age, inTail, inHead)
	if in.Anchor.Chosen && held.pos > age.tail.from && !full { // all from there on is sent
		report.Reason = ReasonChosen
	}
	anchor := in.anchor(held, kept, full, photos)
	report.Moved = err == nil && (anchor.ID != in.Anchor.ID || anchor.Pictures != in.Anchor.Pictures)
	return View{Kept: kept, Elided: elided, Photos: uint64(w.photos), Report: report, Anchor: anchor}, err
}

// report returns what is known before anything is kept.
func (in Input) report(h History, covered int) Report {
	b := in.budget()
	return Report{
		Limit: b.Limit, Named: in.named(b), Rule: b.Rule, Window: b.Window, Reserve: b.Reserve, Fixed: in.Fixed.sane(), Overhead: in.overhead(),
		ToolCount: in.ToolCount, LargestTool: in.LargestTool, Factor: in.Factor, Ratio: in.Ratio,
		Total: h.Len(), TotalTokens: h.Tokens(), CutBySummary: covered,
	}
}

// reading is what was read of a path, newest first.
type reading struct {
	walker
	fit     []talk.Header // the turns that fit the room
	tail    int           // turns of the tail that were read
	through bool          // all of the tail was read
}

// read walks the tail, then the head, as far as the turns fit the room.
func read(h History, age ageCut, w walker, room int) *reading {
	r := &reading{walker: w}
	r.read, r.ends = make([]talk.Header, 0, usual), make([]int, 0, usual/2)
	r.fit = TrimTalk(0, func(yield func(talk.Header) bool) {
		if r.through = r.walk(h, age.tail, yield); r.through {
			r.tail = len(r.ends)
			r.walk(h, age.head, yield)
		}
	}, room+Overhead)
	return r
}

// walk yields the turns of s and reports whether it got through. A turn that is too long ends it, unless s does not hold the
// turn's beginning: then it could not be sent anyway.
func (r *reading) walk(h History, s span, yield func(talk.Header) bool) bool {
	for turn := range r.turns(stretch(h, s)) {
		if !yield(turn) {
			return false
		}
	}
	if r.over {
		r.over = r.begun(stretch(h, span{s.from, r.stop + 1}))
	}
	return !r.over
}

// full reports whether a turn was read that does not fit.
func (r *reading) full() bool { return r.over || len(r.fit) < len(r.ends) }

// cuts says in which stretch of age the newest n turns are cut off from what is older, by the room or at from.
func (r *reading) cuts(age ageCut, from, n int) (inTail, inHead bool) {
	if !r.through || n < r.tail || from > age.tail.from {
		return true, false
	}
	return false, r.over || n < len(r.ends) || from > 0 && age.head.len() > 0
}

func (in Input) budget() Budget {
	b := NewBudget(in.Settings)
	b.Limit = Ours(b.Limit, in.Factor)
	if in.ServerLimit > 0 && in.ServerLimit < b.Limit {
		b.Limit, b.Rule = in.ServerLimit, RuleServer
	}
	return b
}

// named returns the limit of a budget as it is set, if the factor makes another one of it.
func (in Input) named(b Budget) int {
	if set := NewBudget(in.Settings).Limit; b.Rule != RuleServer && set != b.Limit {
		return set
	}
	return 0
}

// overhead covers the framing of the system message and of the reply too.
func (in Input) overhead() int {
	return max(Overhead, sane(in.Overhead)+PerMessage+PerReply)
}

// sane returns f with counts that can be calculated with.
func (f Fixed) sane() Fixed {
	return Fixed{System: sane(f.System), Memory: sane(f.Memory), Summary: sane(f.Summary), Tools: sane(f.Tools), Post: sane(f.Post)}
}

// usual is how many entries a view has room for before it must grow: about what the default threshold holds.
const usual = 512

// mixed stands in a report for counts of more than one table.
const mixed = "mixed"

// describe fills in what the kept entries are; photos is the place before which they are sent without pictures.
func (r *Report) describe(kept []talk.Header, photos int) {
	r.Kept, r.PhotosFrom = len(kept), photos
	for i, e := range kept {
		switch own := pictures(e, photos); {
		case own > 0 && int(e.Pos) >= photos:
			r.Pictures++
		case e.Pictures > 0 && e.Role == talk.User:
			r.PicturesLeft++
		}
		r.History += framed(e) + pictures(e, photos) + unanswered(e, i+1 < len(kept) && kept[i+1].Role == talk.Tool)
		switch name := e.Encoding.String(); {
		case i == 0:
			r.Encoding, r.Oldest = name, e.Time
		case name != r.Encoding:
			r.Encoding = mixed
		}
	}
}

// place fills in where the cuts lie, by arithmetic on positions. tailFull and headFull say in which stretch a turn is left
// out on account of tokens. A stretch that was read to its end may still begin with entries that cannot be sent: those of a turn whose beginning
// is too old count as cut by age.
func (r *Report) place(kept []talk.Header, age ageCut, tailFull, headFull bool) {
	inHead := sort.Search(len(kept), func(i int) bool { return int(kept[i].Pos) >= age.tail.from })
	headFirst, tailFirst := age.head.to, age.tail.to
	if inHead > 0 {
		headFirst = int(kept[0].Pos)
		r.HeadFrom, r.HeadTo = headFirst, age.head.to
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
	r.Reason = reasons[r.CutBySummary > 0][r.CutByAge > 0][r.CutByTrim > 0]
}

// reasons are the names of what cut: the summary, age, tokens.
var reasons = map[bool]map[bool]map[bool]Reason{
	false: {false: {true: ReasonTokens}, true: {false: ReasonAge, true: ReasonBoth}},
	true: {
		false: {false: ReasonSummary, true: ReasonSummaryTokens},
		true:  {false: ReasonSummaryAge, true: ReasonSummaryBoth},
	},
}
