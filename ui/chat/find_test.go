package chat

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"bonbon/find"
	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// markedTexts returns what lies on the marks of a fill in a laid out text.
func markedTexts(s *flow.Sheet, q find.Query) (all []string) {
	for _, place := range marksOf(s, q, mostMarks) {
		var on []string
		for _, m := range place {
			for _, r := range s.Runs {
				if m.Y < r.Y || m.Y > r.Y+r.Line {
					continue
				}
				from, to := -1, -1
				for i := range r.Text + "." {
					x := r.X + flow.Width(r.Text[:i], r.Style, r.Size)
					if from < 0 && x >= m.X {
						from = i
					}
					if x <= m.X+m.Width {
						to = i
					}
				}
				if from >= 0 && from < to {
					on = append(on, r.Text[from:to])
				}
			}
		}
		all = append(all, strings.Join(on, "|"))
	}
	return all
}

func TestMarksLieBehindWhatWasFound(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, c := range []struct {
		spans []flow.Span
		width float32
		typed string
		want  string
	}{
		{[]flow.Span{{Text: "the Lamp burns"}}, 400, "lamp", "Lamp"},
		{[]flow.Span{{Text: "the La"}, {Text: "mp", Style: flow.Bold}, {Text: " burns"}}, 400, "lamp burns", "La|mp|burns"},
		{[]flow.Span{{Text: "港のランプがまだ灯っている"}}, 70, "らんぷがまだ", "ランプ|がまだ"},
		{[]flow.Span{{Text: "one\ntwo"}}, 400, "one two", "one|two"},
		{[]flow.Span{{Text: "lamp lamp"}}, 400, "LAMP", "lamp lamp"},
		{[]flow.Span{{Text: "nothing"}}, 400, "lamp", ""},
	} {
		s := flow.Text(c.spans, c.width, 14, plainInk)
		if got := strings.Join(markedTexts(s, find.New(c.typed)), " "); got != c.want {
			t.Errorf("%q in %v: marked is %q, want %q", c.typed, c.spans, got, c.want)
		}
	}
}

func TestExcerptHasTheMatch(t *testing.T) {
	long := strings.Repeat("とても長い話。", 100)
	for _, c := range []struct{ text, typed, want string }{
		{"short\n and plain", "plain", "short and plain"},
		{strings.Repeat("before ", 50) + "the lamp.", "lamp", "… " + strings.TrimSpace(strings.Repeat("before ", 7)) + " the lamp."},
		{long + "灯台" + long, "灯台", ""},
	} {
		got := excerpt(c.text, find.New(c.typed))
		if c.want != "" && got != c.want || !strings.Contains(got, c.typed) || len(got) > 500 || strings.Contains(got, "\uFFFD") {
			t.Errorf("%q: %q, want %q", c.typed, got, c.want)
		}
	}
}

// TestExcerptReadsAsTheTalk: what is found in a reply is shown as it is read there.
func TestExcerptReadsAsTheTalk(t *testing.T) {
	far := strings.Repeat("Far away from it.\n\n", 300)
	for _, c := range []struct{ text, typed, want string }{
		{"## The *old* lamp\n\nIt **burns** [bright](https://example.org/lamp).", "burns", "The old lamp It burns bright."},
		{"**灯台**の`ランプ`は明るい。", "らんぷ", "灯台のランプは明るい。"},
		{"It is **bold**.", "**bold", "It is **bold**."},
		{"Look:\n\n```go\nlamp := 1 // *p\n```", "lamp", "Look: lamp := 1 // *p"},
		{"| Lamp | Room |\n|---|---|\n| old | *hall* |", "hall", ""},
		{far + "the **lamp**\n\n" + far, "lamp", ""},
	} {
		got := FoundIn(talk.Entry{Role: talk.Assistant, Text: c.text}, 0, find.New(c.typed)).Text
		if c.want != "" && got != c.want || strings.Contains(got, "|") || c.typed != "**bold" && strings.Contains(got, "**") || len(got) > 500 {
			t.Errorf("%q is shown as %q, want %q", c.text[:min(len(c.text), 80)], got, c.want)
		}
	}
	typed := FoundIn(talk.Entry{Role: talk.User, Text: "my **lamp**"}, 0, find.New("lamp")).Text
	if typed != "my **lamp**" {
		t.Errorf("what a person typed is shown as %q", typed)
	}
}

// TestExcerptAlwaysHasTheMatch, whatever Markdown makes of the text around it.
func TestExcerptAlwaysHasTheMatch(t *testing.T) {
	piece := rapid.SampledFrom([]string{"lamp", "らんぷ", "**", "*", "`", "```\n", "\n\n", "\n", " ", "# ", "> ", "| a |", "|---|", "[x](http://y)", "<b>", "word", "é", "~~"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 400).Draw(t, "text"), "")
		q := find.New(rapid.SampledFrom([]string{"lamp", "ランプ", "word lamp", "**", "|"}).Draw(t, "typed"))
		got := FoundIn(talk.Entry{Role: talk.Assistant, Text: text}, 0, q).Text
		if len(q.Spans(text, 1)) > 0 && len(q.Spans(got, 1)) == 0 {
			t.Fatalf("the excerpt %q of %q has no match", got, text)
		}
		if !utf8.ValidString(got) || len(got) > 600 {
			t.Fatalf("the excerpt has %d bytes", len(got))
		}
	})
}

// someTalks are results of two talks.
func someTalks() []FoundTalk {
	at := time.Date(2025, 5, 3, 21, 40, 0, 0, time.UTC)
	q := find.New("lamp")
	line := func(pos int, role talk.Role, text string) FoundLine {
		return FoundIn(talk.Entry{Role: role, Time: at, Text: text}, pos, q)
	}
	return []FoundTalk{
		{ID: "a", Face: Face{Name: "Mint"}, Title: "By the sea", Count: 12, Lines: []FoundLine{
			line(40, talk.User, "Is the lamp on the quay still burning?"),
			line(7, talk.Assistant, strings.Repeat("A long way behind the harbour, ", 9)+"the Lamp went out, and the ＬＡＭＰ after it."),
		}},
		{ID: "b", Face: Face{Name: "Rowan"}, Count: 1, Lines: []FoundLine{line(3, talk.Assistant, "A lamp? Here?")}},
	}
}

func newTestResults(opened *[]string) *Results {
	r := NewResults()
	r.Now = func() time.Time { return time.Date(2025, 5, 4, 9, 0, 0, 0, time.UTC) }
	r.OnChange = func(string) {}
	r.OnOpen = func(id string, pos int) { *opened = append(*opened, fmt.Sprint(id, " ", pos)) }
	return r
}

func TestResultsAreChosenByKeys(t *testing.T) {
	uitest.App(t, "light", "en")
	var opened []string
	r := newTestResults(&opened)
	w := uitest.Window(t, r, fyne.NewSize(600, 500))
	r.Set(find.New("lamp"), someTalks(), "")
	r.Focus(w.Canvas())
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn, fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyReturn} {
		w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
	}
	if got := strings.Join(opened, ", "); got != "a 40, a 7, b 3, a 40" {
		t.Errorf("opened %s", got)
	}
	r.Set(find.New("nothing"), nil, "")
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(opened) != 4 {
		t.Error("there was nothing to open")
	}
}

func TestFindGoldens(t *testing.T) {
	for _, c := range [][2]string{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "results", func() fyne.CanvasObject {
			r := newTestResults(&[]string{})
			r.Set(find.New("lamp"), someTalks(), "13")
			return r
		}, fyne.NewSize(560, 420), c[0], c[1])
		uitest.AssertGolden(t, "find", func() fyne.CanvasObject {
			b := NewFindBar()
			b.OnChange = func(string) {}
			b.SetText("lamp")
			b.SetCount("3 / 17", true)
			b.Show()
			said := []string{"Is the Lamp on the quay still burning? ランプはまだ？", "The **lamp** is. And `lamp()` in code:\n\n```go\nlamp := 1\n```\n\n- a list of ＬＡＭＰ"}
			tr := NewTranscript(Env{Go: func(work func() func()) {
				if done := work(); done != nil {
					done()
				}
			}, Now: func() time.Time { return time.Date(2025, 5, 4, 9, 0, 0, 0, time.UTC) }})
			tr.Resize(fyne.NewSize(560, 360))
			tr.Open(saidSource(said), Face{Name: "Mint"}, nil)
			tr.SetFound(find.New("lamp"), 1)
			return container.NewBorder(b, nil, nil, nil, tr)
		}, fyne.NewSize(560, 420), c[0], c[1])
	}
}

// saidSource is a talk of these texts, turn about.
type saidSource []string

func (s saidSource) Len() int { return len(s) }
func (s saidSource) Page(from, n int) (all []talk.Entry, err error) {
	for i := from; i < min(from+n, len(s)); i++ {
		all = append(all, talk.Entry{ID: talk.EntryID(i + 1), Role: []talk.Role{talk.User, talk.Assistant}[i%2], Text: s[i], Time: time.Date(2025, 5, 3, 21, 40, 0, 0, time.UTC)})
	}
	return all, nil
}

// Each place that a search is at is marked by the stronger colour, and by it alone.
func TestStepsWithinAMessage(t *testing.T) {
	uitest.App(t, "light", "en")
	tr := NewTranscript(Env{Go: func(work func() func()) { work()() }})
	uitest.Window(t, tr, fyne.NewSize(600, 300))
	tr.Open(saidSource{"none", strings.Repeat("sea ", 400) + "lamp " + strings.Repeat("sea ", 400) + "lamp"}, Face{}, nil)
	tr.SetFound(find.New("lamp"), 1)
	tr.Reveal()
	strong := func() (n int) {
		for _, m := range tr.foundRow().marks {
			if m.sheet.Marks[m.from].Fill == look.FoundNow {
				n++
			}
		}
		return n
	}
	visible := func() bool {
		top, ok := tr.placeTop()
		y := tr.list.RowTop(1) + top
		return ok && y >= 0 && y < 300
	}
	if strong() != 1 || !visible() {
		t.Errorf("the last place: %d strong, in view %v", strong(), visible())
	}
	if !tr.StepFound(true) || strong() != 1 || !visible() || tr.found.place != 1 {
		t.Errorf("the first place: %d strong, in view %v, at %d", strong(), visible(), tr.found.place)
	}
	if tr.StepFound(true) || !tr.StepFound(false) || tr.StepFound(false) {
		t.Error("the steps do not end where the places end")
	}
}

func TestPastedTextIsOpenedAndTakenIn(t *testing.T) {
	c, _ := composerIn(t)
	var read []string
	var take func()
	c.OnRead = func(text string, toInput func()) { read, take = append(read, text), toInput }
	short, long := strings.Repeat("x", parts.LongPaste), strings.Repeat("y", parts.MostTyped)
	c.GiveBack("mint", short)
	c.entry.SetState(parts.State{Typed: "typed", Aside: []string{short, long}})
	tap := func(chip int) {
		row := c.chips.Objects[chip].(*fyne.Container)
		test.Tap(row.Objects[0].(*pressable))
	}
	tap(1)
	if len(read) != 1 || read[0] != long || take != nil {
		t.Fatalf("read %d texts; one that is too long is offered: %v", len(read), take != nil)
	}
	tap(0)
	if take == nil {
		t.Fatal("a short one is not offered to be put into the input")
	}
	take()
	if c.entry.Text() != "typed\n\n"+short || len(c.entry.State().Aside) != 1 || len(c.chips.Objects) != 1 {
		t.Errorf("the input has %d bytes and %d texts beside it", c.entry.Len(), len(c.entry.State().Aside))
	}
	take() // it is gone
	if len(c.entry.State().Aside) != 1 {
		t.Error("another text was taken")
	}
}

func TestTokensAreGuessedOnceAPause(t *testing.T) {
	uitest.App(t, "light", "en")
	guesses, pauses := 0, []func(){}
	c := NewComposer(func(s string) int { guesses++; return len(s) })
	c.After = func(_ time.Duration, f func()) { pauses = append(pauses, f) }
	uitest.Window(t, c, fyne.NewSize(600, 400))
	test.Type(c.entry, "hello there")
	if guesses != 0 || len(pauses) != 1 {
		t.Errorf("%d guesses and %d pauses while typing", guesses, len(pauses))
	}
	pauses[0]()
	if c.meter.typed != len("hello there") || guesses != 1 {
		t.Errorf("after the pause: %d tokens by %d guesses", c.meter.typed, guesses)
	}
	c.SetDraft("", "")
	if c.meter.typed != 0 {
		t.Errorf("an empty input shows %d tokens", c.meter.typed)
	}
}

// A place in the folded part of a long message is unfolded, marked and shown.
func TestRevealUnfoldsALongMessage(t *testing.T) {
	uitest.App(t, "light", "en")
	filler := strings.Repeat("Many words about oil and wicks, and about the weather. ", 8)
	for name, text := range map[string]string{
		"paragraphs":    strings.Repeat(filler+"\n\n", 400) + "Here lies the harbour.\n\n" + strings.Repeat(filler+"\n\n", 100),
		"one paragraph": strings.Repeat(filler, 400) + "Here lies the harbour. " + strings.Repeat(filler, 100),
		"code":          "```\n" + strings.Repeat(filler[:60]+"\n", 2000) + "here lies the harbour\n" + strings.Repeat(filler[:60]+"\n", 900) + "```",
	} {
		b := opened(t, of(said(1, talk.User, noon, "Hi"), said(2, talk.Assistant, noon, text), said(3, talk.User, noon, "Thanks")), wide, nil)
		b.SetFound(find.New("harbour"), 1)
		b.Reveal()
		b.settle()
		r := b.row(t, 1)
		if len(r.marks) != 1 {
			t.Errorf("%s: %d places are marked", name, len(r.marks))
			continue
		}
		if y := r.Position().Y + r.marks[0].top; y < 0 || y > b.list.Size().Height {
			t.Errorf("%s: the place lies at %v", name, y)
		}
		if most := r.msg.most; most > len(text)+lineWeight*strings.Count(text, "\n") {
			t.Errorf("%s: %d is laid out", name, most)
		}
	}
	huge := strings.Repeat(filler+"\n\n", 8000) + "harbour"
	b := opened(t, of(said(1, talk.Assistant, noon, huge)), wide, nil)
	b.SetFound(find.New("harbour"), 0)
	b.Reveal()
	b.settle()
	if most := b.row(t, 0).msg.most; most > mostFound {
		t.Errorf("%d of a huge message is laid out", most)
	}
}
