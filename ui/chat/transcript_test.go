package chat

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

var wide = fyne.NewSize(692, 600)

// chatter is a talk of n entries of different lengths, one per minute.
func chatter(n int) *fakeTalk {
	return &fakeTalk{n: n, entry: func(i int) talk.Entry {
		role := talk.User
		if i%2 == 1 {
			role = talk.Assistant
		}
		text := fmt.Sprintf("entry %d. ", i) + strings.Repeat("The ships will see us. ", i*7%23)
		return said(i+1, role, noon.Add(time.Duration(i-n)*time.Minute), text)
	}}
}

// texts returns what the row of entry i draws, in order; "" if it is not in view.
func (b *bench) texts(i int) string {
	var out []string
	b.list.Shown(func(k int, r parts.Row) {
		if k == i {
			for _, o := range r.(*row).objects {
				if t, ok := o.(*canvas.Text); ok {
					out = append(out, t.Text)
				}
			}
		}
	})
	return strings.ReplaceAll(strings.Join(out, " "), "\u00a0", " ")
}

func (b *bench) row(t *testing.T, i int) *row {
	t.Helper()
	var found *row
	b.list.Shown(func(k int, r parts.Row) {
		if k == i {
			found = r.(*row)
		}
	})
	if found == nil {
		t.Fatalf("entry %d is not in view", i)
	}
	return found
}

// press taps what is called name in the row of entry i.
func (b *bench) press(t *testing.T, i int, match func(link, copy, name string) bool) {
	t.Helper()
	r := b.row(t, i)
	for y := float32(0); y < r.Size().Height; y += 3 {
		for x := float32(0); x < r.Size().Width; x += 3 {
			if z, ok := r.view.At(fyne.NewPos(x, y)); ok && match(z.Link, z.Copy, z.Name) {
				r.Tapped(&fyne.PointEvent{Position: fyne.NewPos(x, y)})
				return
			}
		}
	}
	t.Fatalf("nothing of that kind to press in entry %d", i)
}

func named(want string) func(string, string, string) bool {
	return func(_, _, name string) bool { return name == want }
}

func TestOpensAtTheEndWithoutReadingAll(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, n := range []int{0, 1, 31, 32, 33, 1000, 1_000_000} {
		src := chatter(n)
		b := opened(t, src, wide, nil)
		if n > 0 && !strings.HasPrefix(b.texts(n-1), fmt.Sprintf("entry %d.", n-1)) && !strings.Contains(b.texts(n-1), fmt.Sprintf("entry %d.", n-1)) {
			t.Errorf("%d entries: the last row shows %q", n, b.texts(n-1))
		}
		if !b.AtEnd() || src.reads > 3 {
			t.Errorf("%d entries: at end %v after %d reads", n, b.AtEnd(), src.reads)
		}
	}
}

func TestScrollingReadsPagesAndKeepsFew(t *testing.T) {
	uitest.App(t, "light", "en")
	src := chatter(100_000)
	b := opened(t, src, wide, nil)
	for range 300 {
		b.Key(fyne.KeyPageUp)
		b.settle()
	}
	first, last := b.list.Range()
	for i := first; i <= last; i++ {
		if m := b.row(t, i).msg; m == nil || !strings.HasPrefix(m.entry.Text, fmt.Sprintf("entry %d.", i)) {
			t.Errorf("row %d shows %+v", i, m)
		}
	}
	if len(b.pages.loaded) > mostPage+3 {
		t.Errorf("%d pages are kept", len(b.pages.loaded))
	}
	b.Key(fyne.KeyHome)
	b.settle()
	if !strings.Contains(b.texts(0), "entry 0.") {
		t.Errorf("the first row shows %q", b.texts(0))
	}
}

// Pages that arrive while one looks at what lies above them move nothing.
func TestArrivingPagesMoveNothing(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, chatter(5000), wide, nil)
	b.ScrollTo(2500)
	b.settle()
	b.list.ScrollBy(-200)
	_, mark := b.list.Range()
	mark--
	y := b.list.RowTop(mark)
	b.settle()
	b.list.Changed(0, 5000)
	if got := b.list.RowTop(mark); got != y {
		t.Errorf("entry %d moved from %v to %v", mark, y, got)
	}
}

func TestPlaceholderUntilRead(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, chatter(5000), wide, nil)
	b.ScrollTo(1000)
	if got := b.texts(1000); got != "" {
		t.Fatalf("entry that is not read shows %q", got)
	}
	b.settle()
	if got := b.texts(1000); !strings.Contains(got, "entry 1000.") {
		t.Errorf("entry that is read shows %q", got)
	}
}

func TestAnOlderTalksPagesAreNotShown(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, chatter(5000), wide, nil)
	b.ScrollTo(1000)
	b.Open(of(said(1, talk.User, noon, "another talk")), mint, nil)
	b.settle()
	if b.Len() != 1 || !strings.Contains(b.texts(0), "another talk") {
		t.Errorf("%d entries, the first shows %q", b.Len(), b.texts(0))
	}
}

// A talk whose turn is under way is opened: what comes while it is being read is not lost, and the reply goes on.
func TestEntriesThatComeWhileOpening(t *testing.T) {
	uitest.App(t, "light", "en")
	src := chatter(10)
	b := opened(t, of(said(1, talk.User, noon, "another talk")), wide, nil)
	b.Open(src, mint, nil)
	job := b.w.jobs[0]
	b.w.jobs = nil
	late := job() // the store was read, and then:
	entries := []talk.Entry{said(11, talk.User, noon, "late words"), said(12, talk.Assistant, noon, "")}
	entries[1].State = talk.Writing
	was := src.entry
	src.n, src.entry = 12, func(i int) talk.Entry {
		if i >= 10 {
			return entries[i-10]
		}
		return was(i)
	}
	b.Append(entries[0])
	b.Append(entries[1])
	b.Stream("so far", "")
	late()
	b.settle()
	b.Stream("so far and on", "")
	if b.Len() != 12 || b.texts(10) == "" || b.texts(11) != "so far and on" {
		t.Errorf("%d entries, the last two show %q and %q", b.Len(), b.texts(10), b.texts(11))
	}
	b.Open(src, mint, nil)
	b.settle()
	if got := b.texts(11); !strings.Contains(got, "broke") {
		t.Errorf("a reply that nobody follows shows %q", got)
	}
	b.Follow(entries[1])
	b.Stream("and on", "")
	if got := b.texts(11); got != "and on" {
		t.Errorf("the reply that is followed shows %q", got)
	}
}

func TestReadErrorIsTold(t *testing.T) {
	uitest.App(t, "light", "en")
	src := chatter(100)
	src.err = errors.New("disk")
	var got error
	opened(t, src, wide, func(e *Env) { e.OnError = func(err error) { got = err } })
	if !errors.Is(got, src.err) {
		t.Errorf("told %v", got)
	}
}

func TestStreamingFollowsTheEndOnly(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, chatter(200), wide, nil)
	reply := said(300, talk.Assistant, noon, "")
	reply.State = talk.Writing
	b.Append(said(299, talk.User, noon, "Go on."))
	b.Append(reply)
	if got := b.texts(201); got != "" {
		t.Errorf("a reply without text shows %q", got)
	}
	text := ""
	for i := range 100 {
		text += fmt.Sprintf("word%d and *more* of it.\n\n", i)
		b.Stream(text, "")
		if _, last := b.list.Range(); !b.AtEnd() || last != 202 {
			t.Fatalf("lost the end at flush %d", i)
		}
	}
	b.Key(fyne.KeyPageUp)
	b.Key(fyne.KeyPageUp)
	first, _ := b.list.Range()
	y := b.list.RowTop(first)
	for i := range 100 {
		text += fmt.Sprintf("- item%d\n", i)
		b.Stream(text, "thinking")
		if got := b.list.RowTop(first); got != y || b.AtEnd() {
			t.Fatalf("moved from %v to %v while scrolled up", y, got)
		}
	}
	if !b.end.Visible() {
		t.Error("no way back to the end is offered")
	}
	b.end.Tapped(nil)
	reply.Text, reply.State = text+"the end", talk.Done
	b.Update(reply)
	if !b.AtEnd() || !strings.Contains(b.texts(201), "end") || b.end.Visible() {
		t.Errorf("after the end: at end %v, shows %q", b.AtEnd(), b.texts(201))
	}
}

// Each prefix of a long reply is shown without panic, and grown text looks as whole text does.
func TestEveryPrefixRenders(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, of(said(1, talk.User, noon, "Hi")), wide, nil)
	reply := said(2, talk.Assistant, noon, "")
	reply.State = talk.Writing
	b.Append(reply)
	for i := 0; i <= len(sampler); i += 3 {
		b.Stream(sampler[:i], "")
	}
	b.Stream(sampler, "")
	grown := b.live.layout(600)
	whole := read(said(2, talk.Assistant, noon, sampler)).layout(600)
	if grown.h != whole.h || grown.w != whole.w || len(grown.parts) != len(whole.parts) {
		t.Errorf("grown %v × %v of %d, whole %v × %v of %d", grown.w, grown.h, len(grown.parts), whole.w, whole.h, len(whole.parts))
	}
}

func TestCutLineMovesWithoutNewLayout(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, chatter(300), wide, nil)
	first, last := b.list.Range()
	sheets := b.row(t, last-1).msg.lay
	b.SetCut(tokens.Report{Total: 300, Kept: 300 - first - 2, First: first + 2, CutByAge: first + 2, Reason: tokens.ReasonAge}, 12)
	want := fmt.Sprintf("The %d messages above are not sent (older than 12 hours)", first+2)
	if got := b.texts(first + 2); !strings.Contains(got, want) {
		t.Errorf("shows %q, want %q", got, want)
	}
	if !b.row(t, first+1).dim || b.row(t, first+2).dim {
		t.Error("what is above the line is not what is dimmed")
	}
	if b.row(t, last-1).msg.lay != sheets {
		t.Error("a row beside the line was laid out anew")
	}
	b.SetCut(tokens.Report{Total: 300, Kept: 300}, 12)
	if b.row(t, first+1).dim || strings.Contains(b.texts(first+2), "not sent") {
		t.Error("the line stays though everything is sent")
	}
}

func TestCutSentences(t *testing.T) {
	for lang, want := range map[string][]string{
		"en": {"The message above is not sent (older than 1 hour)", "The 1\u00a0528 messages above are not sent (they no longer fit)", "The 2 messages above are not sent (older than 3 days, or no longer fit)"},
		"ja": {"ここより上の1件は送られません（1時間より前）", "ここより上の1,528件は送られません（入りきらないため）", "ここより上の2件は送られません（3日より前、または入りきらないため）"},
	} {
		uitest.App(t, "light", lang)
		for i, c := range []cutPlace{{above: 1, reason: tokens.ReasonAge, hours: 1}, {above: 1528, reason: tokens.ReasonTokens}, {above: 2, reason: tokens.ReasonBoth, hours: 72}} {
			if got := c.sentence(); got != want[i] {
				t.Errorf("%s: %q, want %q", lang, got, want[i])
			}
		}
	}
}

func TestDays(t *testing.T) {
	now := time.Date(2026, 5, 3, 21, 4, 0, 0, time.Local)
	for lang, want := range map[string][]string{
		"en": {"Today", "Yesterday", "Friday, 1 May", "31 December 2025"},
		"ja": {"今日", "昨日", "5月1日（金）", "2025年12月31日"},
	} {
		uitest.App(t, "light", lang)
		for i, at := range []time.Time{now.Add(-20 * time.Hour), now.Add(-22 * time.Hour), now.AddDate(0, 0, -2), time.Date(2025, 12, 31, 23, 59, 0, 0, time.Local)} {
			if got := dayName(at, now); got != want[i] {
				t.Errorf("%s: %v is %q, want %q", lang, at, got, want[i])
			}
		}
	}
}

func TestDayStandsOnceAlsoAtPageEdges(t *testing.T) {
	uitest.App(t, "light", "en")
	src := &fakeTalk{n: 2 * pageSize, entry: func(i int) talk.Entry { return said(i+1, talk.User, noon, "x") }}
	b := opened(t, src, wide, nil)
	b.ScrollTo(pageSize - 1)
	b.settle()
	for i := pageSize - 1; i < pageSize+3; i++ {
		if got := b.texts(i); got != "x" {
			t.Errorf("entry %d shows %q", i, got)
		}
	}
	b.ScrollTo(0)
	b.settle()
	if got := b.texts(0); got != "Today x" {
		t.Errorf("the first entry shows %q", got)
	}
}

func TestActionsAppearWithoutMovingAnything(t *testing.T) {
	uitest.App(t, "light", "en")
	var copied string
	var acted []string
	b := opened(t, of(said(1, talk.User, noon, "Hi"), said(2, talk.Assistant, noon, "**Hello**\nthere")), wide, func(e *Env) {
		e.Copy = func(s string) { copied = s }
		e.OnAction = func(name string, e talk.Entry) { acted = append(acted, fmt.Sprint(name, e.ID)) }
	})
	r := b.row(t, 1)
	height, y := r.Size().Height, b.list.RowTop(1)
	r.MouseIn(&desktop.MouseEvent{})
	if got := b.texts(1); !strings.Contains(got, "12:00 Copy Try again") {
		t.Errorf("pointed at, the row shows %q", got)
	}
	b.press(t, 1, named(zoneAction+ActionCopy))
	b.press(t, 1, named(zoneAction+ActionRetry))
	if copied != "Hello\nthere" || fmt.Sprint(acted) != "[retry2]" {
		t.Errorf("copied %q, acted %v", copied, acted)
	}
	r.MouseOut()
	if got := b.texts(1); strings.Contains(got, "Copy") {
		t.Errorf("after the pointer left, the row shows %q", got)
	}
	if r.Size().Height != height || b.list.RowTop(1) != y {
		t.Error("pointing at a row moved it")
	}
}

func TestCodeIsCopiedAsWritten(t *testing.T) {
	uitest.App(t, "light", "en")
	var copied string
	b := opened(t, of(said(1, talk.Assistant, noon, "```go\n\tx := 1\n```")), wide, func(e *Env) { e.Copy = func(s string) { copied = s } })
	b.press(t, 0, func(_, copy, _ string) bool { return copy != "" })
	if copied != "\tx := 1\n" {
		t.Errorf("copied %q", copied)
	}
}

func TestLinksAreToldParsed(t *testing.T) {
	uitest.App(t, "light", "en")
	var got []string
	b := opened(t, of(said(1, talk.Assistant, noon, "[a](HTTPS://example.invalid/x) [b](file:///etc/passwd)")), wide, func(e *Env) {
		e.OnLink = func(u *url.URL) { got = append(got, u.String()) }
	})
	r := b.row(t, 0)
	b.press(t, 0, func(link, _, _ string) bool { return link != "" })
	if fmt.Sprint(got) != "[https://example.invalid/x]" {
		t.Errorf("opened %v", got)
	}
	r.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(28+avatarStep+bubblePadX+3, r.Size().Height-rowFoot-20)}})
	if !b.target.Visible() || b.target.text.Text != "https://example.invalid/x" || r.Cursor() != desktop.PointerCursor {
		t.Errorf("the target shown is %q, visible %v", b.target.text.Text, b.target.Visible())
	}
	r.MouseOut()
	if b.target.Visible() {
		t.Error("the target stays after the pointer left")
	}
}

func TestThoughtsOpen(t *testing.T) {
	uitest.App(t, "light", "en")
	e := said(1, talk.Assistant, noon, "Twelve.")
	e.Reasoning = "six times two"
	b := opened(t, of(e), wide, nil)
	if got := b.texts(0); strings.Contains(got, "six") || !strings.Contains(got, "Thoughts") {
		t.Errorf("closed, the row shows %q", got)
	}
	b.press(t, 0, named(zoneThoughts))
	if got := b.texts(0); !strings.Contains(got, "six times two") {
		t.Errorf("open, the row shows %q", got)
	}
	b.press(t, 0, named(zoneThoughts))
	if got := b.texts(0); strings.Contains(got, "six") {
		t.Errorf("closed again, the row shows %q", got)
	}
}

func TestFoot(t *testing.T) {
	uitest.App(t, "light", "en")
	var acted []string
	b := opened(t, of(said(1, talk.User, noon, "Hi")), wide, func(e *Env) {
		e.OnAction = func(name string, e talk.Entry) { acted = append(acted, fmt.Sprint(name, e.ID)) }
	})
	b.press(t, 1, named(zoneAction+ActionReply))
	b.SetBusy(true)
	if got := b.texts(1); got != "" {
		t.Errorf("while a reply is under way the foot shows %q", got)
	}
	b.SetBusy(false)
	pressed := 0
	b.SetNotice(&Notice{Title: "No server", Text: "It does not answer.", Actions: []NoticeAction{{Label: "Again", Primary: true, Do: func() { pressed++ }}, {Label: "Other"}}})
	if got := b.texts(1); got != "No server It does not answer. Again Other" {
		t.Errorf("the notice shows %q", got)
	}
	b.press(t, 1, named(zoneNotice+"0"))
	b.press(t, 1, named(zoneNotice+"1"))
	if pressed != 1 || fmt.Sprint(acted) != "[reply1]" {
		t.Errorf("pressed %d, acted %v", pressed, acted)
	}
	b.SetNotice(nil)
	if got := b.texts(1); got != "Get a reply" {
		t.Errorf("the foot shows %q", got)
	}
}

func TestStates(t *testing.T) {
	uitest.App(t, "light", "en")
	for state, want := range map[talk.State]string{
		talk.Done: "text", talk.Stopped: "text You stopped this reply. Continue", talk.Limit: "text The reply reached its largest length. Continue",
		talk.CutOff:  "text The reply broke off before it was finished. Continue Try again",
		talk.Failed:  "text The server reported an error in the middle of the reply. (llm.server) Continue Try again",
		talk.Writing: "text The reply broke off before it was finished. Continue Try again", // read from the store, nobody writes it
	} {
		e := said(1, talk.Assistant, noon, "text")
		e.State, e.Code = state, "llm.server"
		if got := opened(t, of(e), wide, nil).texts(0); strings.TrimPrefix(got, "Today ") != want {
			t.Errorf("%q shows %q, want %q", state, got, want)
		}
	}
}

func TestStateInTheWindowsWords(t *testing.T) {
	uitest.App(t, "light", "en")
	e := said(1, talk.Assistant, noon, "text")
	e.State, e.Code = talk.Failed, "llm.server"
	b := opened(t, of(e), wide, func(env *Env) { env.Explain = func(e talk.Entry) string { return "explained " + e.Code } })
	if got := b.texts(0); !strings.Contains(got, "explained llm.server Continue Try again") {
		t.Errorf("shows %q", got)
	}
}

func TestPathChanges(t *testing.T) {
	uitest.App(t, "light", "en")
	b := opened(t, chatter(100), wide, nil)
	b.Truncate(97)
	b.Append(said(500, talk.Assistant, noon, "another way"))
	if b.Len() != 98 || !strings.Contains(b.texts(97), "another way") || !strings.Contains(b.texts(96), "entry 96.") {
		t.Errorf("%d entries, the last two show %q and %q", b.Len(), b.texts(96), b.texts(97))
	}
	edited := said(97, talk.User, noon, "edited")
	b.Update(edited)
	if got := b.texts(96); !strings.Contains(got, "edited") {
		t.Errorf("an edited entry shows %q", got)
	}
	b.Truncate(0)
	if b.Len() != 0 || b.texts(0) != "" {
		t.Errorf("an emptied talk has %d entries and shows %q", b.Len(), b.texts(0))
	}
}

func TestReloadStays(t *testing.T) {
	uitest.App(t, "light", "en")
	src := chatter(1000)
	b := opened(t, src, wide, nil)
	b.ScrollTo(400)
	b.settle()
	src.n = 1200
	b.Reload()
	b.settle()
	if first, _ := b.list.Range(); first != 400 || b.Len() != 1200 || !strings.Contains(b.texts(400), "entry 400.") {
		t.Errorf("after reload: first %d of %d, shows %q", first, b.Len(), b.texts(400))
	}
}

// A message of any size costs no more objects than fit into the view.
func TestHugeMessagesDrawOnlyWhatIsSeen(t *testing.T) {
	uitest.App(t, "light", "en")
	for name, text := range map[string]string{
		"paragraph": strings.Repeat("word and more ", 500_000/14), "unbroken": strings.Repeat("x", 100_000),
		"kana": strings.Repeat("あ", 100_000), "code": "```\n" + strings.Repeat("line\n", 20_000) + "```",
		"lines": strings.Repeat("a\n\n", 20_000),
	} {
		for _, role := range []talk.Role{talk.User, talk.Assistant} {
			b := opened(t, of(said(1, role, noon, text)), wide, nil)
			for _, k := range []fyne.KeyName{fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyHome, fyne.KeyPageDown} {
				b.Key(k)
				if n := len(b.row(t, 0).objects); n == 0 || n > 300 {
					t.Errorf("%s: %d objects", name, n)
				}
			}
		}
	}
}

func TestTypingGoesToTheInput(t *testing.T) {
	uitest.App(t, "light", "en")
	var got []rune
	b := opened(t, chatter(100), wide, func(e *Env) { e.OnRune = func(r rune) { got = append(got, r) } })
	b.row(t, 99).Tapped(&fyne.PointEvent{})
	if b.win.Canvas().Focused() != fyne.Focusable(b.Transcript) {
		t.Fatal("a press does not give the focus")
	}
	b.TypedRune('猫')
	b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	if first, _ := b.list.Range(); string(got) != "猫" || first != 0 {
		t.Errorf("typed %q, first row %d", string(got), first)
	}
}

func TestThemeAndLanguageChange(t *testing.T) {
	app := uitest.App(t, "light", "en")
	b := opened(t, of(said(1, talk.Assistant, noon.Add(-48*time.Hour), "```\nx\n```")), wide, nil)
	before := b.row(t, 0).ground.FillColor
	uitest.App(t, "dark", "ja")
	_ = app
	b.Refresh()
	r := b.row(t, 0)
	if r.ground.FillColor == before || !strings.Contains(b.texts(0), "コピー") {
		t.Errorf("after the change: fill %v, shows %q", r.ground.FillColor, b.texts(0))
	}
}
