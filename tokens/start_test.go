package tokens

import (
	"slices"
	"testing"

	"bonbon/history/talk"
)

func TestStartAt(t *testing.T) {
	t.Parallel()
	path := script("g u a u c t a u a")
	for _, tt := range []struct {
		id       talk.EntryID
		greeting bool
		pos      uint64
		ok       bool
	}{
		{id: 1, greeting: true, pos: 0, ok: true},
		{id: 1, pos: 0, ok: true},
		{id: 2, greeting: true, pos: 1, ok: true},
		{id: 3, greeting: true, pos: 1, ok: true},
		{id: 6, greeting: true, pos: 3, ok: true},
		{id: 9, greeting: true, pos: 7, ok: true},
		{id: 0}, {id: 10}, {id: 1 << 60},
	} {
		a, ok := StartAt(path, tt.id, tt.greeting)
		want := talk.Anchor{}
		if tt.ok {
			want = talk.Anchor{ID: talk.EntryID(tt.pos + 1), Pos: tt.pos, Chosen: true}
		}
		if ok != tt.ok || a != want {
			t.Errorf("entry %d: %+v, %v", tt.id, a, ok)
		}
	}
}

func TestChosenStart(t *testing.T) {
	t.Parallel()
	path := script("u a u a u a u a u")
	chosen := func(pos int) talk.Anchor {
		return talk.Anchor{ID: talk.EntryID(pos + 1), Pos: uint64(pos), Chosen: true}
	}
	exact := func(n int) Input { return Input{Now: noon, Settings: room(n), Greeting: true, Model: "m"} }
	other := stepped(9)
	other.Model = "another"
	for _, tt := range []struct {
		name   string
		in     Input
		stored talk.Anchor
		first  int
		reason Reason
		stays  bool // the anchor that is stored next is the chosen one
	}{
		{name: "it holds", in: stepped(9), stored: chosen(4), first: 4, reason: ReasonChosen, stays: true},
		{name: "at the beginning it leaves nothing out", in: stepped(9), stored: chosen(0), stays: true},
		{name: "a raised ceiling does not undo it", in: stepped(90), stored: chosen(4), first: 4, reason: ReasonChosen, stays: true},
		{name: "another model neither", in: other, stored: chosen(4), first: 4, reason: ReasonChosen, stays: true},
		{name: "the user takes it back", in: more(stepped(9)), stored: chosen(4)},
		{name: "the rest no longer fits", in: stepped(4), stored: chosen(4), first: 6, reason: ReasonTokens},
		{name: "with exact cuts it is the earliest place", in: exact(9), stored: chosen(4), first: 4, reason: ReasonChosen, stays: true},
		{name: "and stays so when less fits", in: exact(3), stored: chosen(4), first: 6, reason: ReasonTokens, stays: true},
		{name: "exact cuts, taken back", in: more(exact(9)), stored: chosen(4)},
		{name: "not on the path", in: stepped(9), stored: talk.Anchor{ID: 77, Pos: 4, Chosen: true}},
	} {
		tt.in.Anchor = tt.stored
		v, err := Plan(tt.in, path)
		if err != nil || v.Report.First != tt.first || v.Report.Reason != tt.reason {
			t.Errorf("%s: first %d, reason %q, %v", tt.name, v.Report.First, v.Report.Reason, err)
		}
		a := v.Anchor
		if stays := a.Chosen && a.ID == tt.stored.ID && a.Pos == tt.stored.Pos; stays != tt.stays || a.Chosen != tt.stays {
			t.Errorf("%s: anchor %+v", tt.name, a)
		}
		if !slices.Equal(places(v.Kept), seq(tt.first, 9)) {
			t.Errorf("%s: kept %v", tt.name, places(v.Kept))
		}
	}
	in := stepped(9)
	in.Anchor = chosen(4)
	v, _ := Plan(in, path)
	if a := v.Anchor; a.Model != "m" || a.Ceiling != room(9).Threshold || a.Factor != 1 || a.Ratio != 4 {
		t.Errorf("what holds with the choice is not stored: %+v", a)
	}
}

// Where counting fails, a chosen start holds all the same.
func TestChosenStartUncounted(t *testing.T) {
	t.Parallel()
	in := stepped(9)
	in.Uncounted, in.Anchor = true, talk.Anchor{ID: 5, Pos: 4, Chosen: true}
	v, err := Plan(in, script("u a u a u a u"))
	if err != nil || !slices.Equal(places(v.Kept), seq(4, 7)) || v.Anchor != in.Anchor || v.Report.CutByTrim != 4 {
		t.Errorf("kept %v, %+v, %v", places(v.Kept), v.Report, err)
	}
}

func TestFrozenFactor(t *testing.T) {
	t.Parallel()
	path := script("u a u a u a u a u a u") // eleven messages
	in := stepped(8)
	in.Settings.Threshold = 2000
	in.Factor, in.Ratio = 2, 3 // 1000 of ours
	v, err := Plan(in, path)
	if err != nil || v.Anchor.Factor != 2 || v.Anchor.Ratio != 3 || v.Report.Factor != 2 || v.Report.Limit != 1000 || v.Report.First != 6 {
		t.Fatalf("the first anchor: %+v, %+v, %v", v.Anchor, v.Report, err)
	}
	in.Anchor = v.Anchor
	for _, tt := range []struct {
		name   string
		factor float64
		model  string
		want   float64
		first  int
	}{
		{name: "what is learned moves nothing", factor: 1.96, model: "m", want: 2, first: 6},
		{name: "nor more", factor: 2.04, model: "m", want: 2, first: 6},
		{name: "nor much less", factor: 1, model: "m", want: 2, first: 6},
		{name: "far more counts at once", factor: 2.5, model: "m", want: 2.5, first: 6},
		{name: "another model", factor: 1.1, model: "other", want: 1.1, first: 0},
	} {
		in := in
		in.Factor, in.Model = tt.factor, tt.model
		v, err := Plan(in, path)
		if err != nil || v.Report.Factor != tt.want || v.Report.First != tt.first || v.Report.Limit != Ours(2000, tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, v.Report, err)
		}
		if tt.first > 0 && (v.Anchor.Factor != tt.want || v.Anchor.ID != in.Anchor.ID) {
			t.Errorf("%s: anchor %+v", tt.name, v.Anchor)
		}
	}
	in.Settings.Steps, in.Factor = false, 1
	if v, err := Plan(in, path); err != nil || v.Report.Factor != 1 {
		t.Errorf("exact cuts reckon with what is known now: %+v, %v", v.Report, err)
	}
}

func TestRatio(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from           Ratio
		bytes, counted int
		want           Ratio
	}{
		{0, 3000, 1000, 3},
		{0, 100_000, 1000, 8},
		{0, 1000, 1000, 2},
		{4, 6000, 1000, 4.4},
		{4, 1800, 499, 4},
		{4, 0, 1000, 4},
		{4, 4000, 0, 4},
	} {
		if got := tt.from.Learn(tt.bytes, tt.counted); got < tt.want-1e-9 || got > tt.want+1e-9 {
			t.Errorf("%v after %d bytes for %d tokens: %v, want %v", tt.from, tt.bytes, tt.counted, got, tt.want)
		}
	}
	for from, want := range map[Ratio]Ratio{0: 4, -1: 4, 1: 2, 5: 5, 90: 8} {
		if got := from.Usable(); got != want {
			t.Errorf("%v is used as %v, want %v", from, got, want)
		}
	}
}
