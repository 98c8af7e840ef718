package ui

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// imported returns a desk that shows a talk of plain messages in JSON.
func imported(t *testing.T, s setup, talk string) *desk {
	t.Helper()
	d := s.open(t)
	d.importFrom(stringFile(talk))
	d.settle()
	if len(d.people) != 1 {
		t.Fatalf("%d personas; told %q", len(d.people), d.toast.Text())
	}
	d.openPersona(d.people[0].Persona.ID)
	d.settle()
	return d
}

func TestATalkOfFiveThousandMessages(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "history", "testdata", "B060_talk_5000.json"))
	must(t, err)
	d := imported(t, setup{}, string(data))
	log := d.Store.Talk(d.open.talk)
	n, err := log.Len()
	must(t, err)
	if n != 5000 || d.transcript.Len() != n {
		t.Fatalf("%d entries stored, %d shown", n, d.transcript.Len())
	}
	entries, err := log.Page(0, n)
	must(t, err)
	opening := func(i int) string { return strings.Join(strings.Fields(entries[i].Text)[:4], " ") }
	shows := func(i int) bool { return strings.Contains(texts(d.transcript), opening(i)) }
	if !shows(n - 1) {
		t.Errorf("the end is not shown: %s", texts(d.transcript))
	}

	d.win.Canvas().Unfocus()
	key := d.win.Canvas().OnTypedKey()
	key(&fyne.KeyEvent{Name: fyne.KeyPageUp})
	d.settle()
	if d.transcript.AtEnd() {
		t.Error("PageUp does not scroll")
	}
	key(&fyne.KeyEvent{Name: fyne.KeyHome})
	d.settle()
	if !shows(0) || shows(n-1) {
		t.Errorf("the top is not shown: %s", texts(d.transcript))
	}
	key(&fyne.KeyEvent{Name: fyne.KeyEnd})
	d.settle()
	if !shows(n - 1) {
		t.Error("the end is not shown again")
	}

	report, err := d.Driver.Plan(log, d.request(""))
	must(t, err)
	if report.First <= 0 || report.First >= n || report.Kept != n-report.First {
		t.Fatalf("the plan is %+v", report)
	}
	d.transcript.ScrollTo(report.First)
	d.settle()
	if shown := texts(d.transcript); !strings.Contains(shown, "✂") || !strings.Contains(shown, words.Number(report.First)) || !shows(report.First) {
		t.Errorf("no line over entry %d: %s", report.First, shown)
	}
	for _, i := range []int{0, report.First + 40} {
		d.transcript.ScrollTo(i)
		d.settle()
		if strings.Contains(texts(d.transcript), "✂") {
			t.Errorf("a line near entry %d, not %d", i, report.First)
		}
	}
	d.ask("What was that all about?")
	path := d.path(d.open.talk)
	if len(path) != n+2 || !shows(n-1) {
		t.Errorf("%d entries after a turn", len(path))
	}
}

// The preview is computed by a worker, however long the talk is: while it is held up, the slider moves on.
func TestThePreviewOfALongTalkNeverHoldsUpTheWindow(t *testing.T) {
	const n = 100_000
	var talk strings.Builder
	talk.WriteString(`{"title":"Long","messages":[`)
	for i := range n {
		if i > 0 {
			talk.WriteByte(',')
		}
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		talk.WriteString(`{"role":"` + role + `","content":"a line"}`)
	}
	talk.WriteString(`]}`)
	var held atomic.Pointer[chan struct{}]
	d := imported(t, setup{now: func() time.Time {
		if hold := held.Load(); hold != nil {
			<-*hold
		}
		return time.Now()
	}}, talk.String())
	d.showInspector(tabCutoff)
	d.settle()
	before := texts(d.inspector.cutoff)
	if !strings.Contains(before, words.Number(n)) {
		t.Fatalf("the preview shows %q", before)
	}
	hold := make(chan struct{})
	held.Store(&hold)
	slider := first[*parts.Slider](d, d.inspector.cutoff)
	for x := range 20 { // each move asks for a preview; the calls return though none can be made
		slider.Dragged(&fyne.DragEvent{PointEvent: *tapAt(float32(200 - 10*x))})
		d.q.Drain()
	}
	held.Store(nil)
	close(hold)
	d.settle()
	report, err := d.Driver.Plan(d.Store.Talk(d.open.talk), d.request(""))
	must(t, err)
	after := texts(d.inspector.cutoff)
	if report.Kept == 0 || report.Kept == n || !strings.Contains(after, words.Number(report.Kept)) {
		t.Errorf("%d are sent, the preview shows %q", report.Kept, after)
	}
	if got := *d.open.persona.Cutoff.Threshold; got != slider.Value() {
		t.Errorf("the slider shows %d, the persona has %d", slider.Value(), got)
	}
}
