// Package chat is the middle of the window: the transcript of a talk and what belongs to it. It is given entries and reports to
// show and tells by callbacks what was pressed; it must not know the store, the network or the other parts of the window.
// Everything in it belongs to the UI goroutine; reading is done by workers through Env.Go.
package chat

import (
	"net/url"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
)

// Source is a talk's active path as the transcript reads it. Its methods are called by workers only.
type Source interface {
	Len() int
	// Page returns the entries from … from+n-1, fewer at the end.
	Page(from, n int) ([]talk.Entry, error)
}

// Env is what a transcript needs from the window. All functions but Go's work run on the UI goroutine.
type Env struct {
	// Go runs work on another goroutine and then what it returned, if anything, on the UI goroutine.
	Go func(work func() (done func()))
	// Now is the present time; nil is time.Now.
	Now func() time.Time
	// Copy puts text into the clipboard.
	Copy func(text string)
	// OnLink is called when a link was pressed. Only addresses that md.SafeURL accepts come here.
	OnLink func(*url.URL)
	// OnAction is called when an action other than ActionCopy was pressed.
	OnAction func(name string, e talk.Entry)
	// Actions lists what can be done with an entry; nil is DefaultActions.
	Actions func(e talk.Entry, at Spot) []Action
	// CutAction names what is offered on the line above which nothing is sent, and does it; nil or no label offers nothing.
	CutAction func(why tokens.Reason) (label string, do func())
	// Explain says in words why a reply is not complete; nil or an empty text leaves it to the transcript, which only knows
	// the entry's state and code.
	Explain func(e talk.Entry) string
	// OnRune is called when a character was typed while the transcript has the focus: it belongs into the input.
	OnRune func(rune)
	// Thumbs are the small pictures of messages; nil shows quiet places.
	Thumbs *Thumbs
	// OnPicture is called when something is to be done with a picture of an entry: what is one of PictureOpen and the others.
	OnPicture func(what string, e talk.Entry, i int)
	// OnSeeing is called when pictures are to be sent again to a model that refused them.
	OnSeeing func()
	// OnError is told when entries could not be read.
	OnError func(error)
}

// Transcript shows a talk: newest at the end, read page by page around what is in view. All methods belong to the UI goroutine.
//
// The caller stores first and then tells: Append and Update after the store has the entry, Stream while a reply is written.
type Transcript struct {
	widget.BaseWidget
	env            Env
	face           Face
	style          Style
	list           *parts.List
	pages          *pages
	n              int      // entries
	live           *message // the reply that is being written
	liveAt         int      // its place; -1 while it is not known
	opening, again bool     // entries came while the talk was being read: it is read again
	cut            cutPlace
	found          found
	notice         *Notice
	awaiting       string // how long the first words of a reply take, in words
	busy           bool
	sel            selection
	drag           drag
	bar            barDrag
	clicks         parts.Clicks
	shift          bool // the key is held

	pins    map[talk.EntryID]bool
	cursor  cursor
	pressed fyne.Position // where the pointer pressed last, in the window
	renewal int           // rises with every renewal: only the newest is shown

	behind *canvas.Image
	end    *endButton
	target *targetLine
}

// Measures of the whole, in pixels.
const (
	topSpace   = 18
	guessedRow = 96 // height of a row about which nothing is known
)

// NewTranscript returns an empty transcript.
func NewTranscript(env Env) *Transcript {
	if env.Now == nil {
		env.Now = time.Now
	}
	if env.Actions == nil {
		env.Actions = DefaultActions
	}
	t := &Transcript{env: env, style: Style{Column: look.ColumnWidth}, liveAt: -1, cursor: nowhere, found: found{at: -1, want: -1}}
	t.pages = newPages()
	t.list = parts.NewList(func() parts.Row { return newRow(t) })
	t.list.OnMove, t.list.OnSideways = t.moved, t.slideAt
	t.behind = newBackdrop()
	t.behind.Hide()
	t.end, t.target = newEndButton(t.list.ScrollToEnd), newTargetLine()
	t.ExtendBaseWidget(t)
	return t
}

// Open shows another talk, at its end. Nothing is shown until the newest entries have been read; then shown runs, if it is
// given. A talk that was replaced by another one meanwhile is not shown. A nil src shows nothing.
func (t *Transcript) Open(src Source, face Face, shown func()) {
	t.face, t.live, t.liveAt, t.cut, t.notice, t.busy = face, nil, -1, cutPlace{}, nil, false
	t.n, t.awaiting, t.cursor, t.sel = 0, "", nowhere, selection{}
	t.renewal++
	t.endDrag()
	t.list.Reset(0, guessedRow)
	t.load(src, func() {
		t.list.Reset(t.n+1, guessedRow)
		t.guess(t.pages.last())
		t.list.ScrollToEnd()
		if shown != nil {
			shown()
		}
	})
}

// Reload reads the talk again, for example after an import, and stays where it is.
func (t *Transcript) Reload() {
	at, _ := t.list.Range()
	end := t.list.AtEnd()
	t.liveAt = -1
	t.clearSelection()
	t.load(t.pages.src, func() {
		t.list.Reset(t.n+1, guessedRow)
		if !end {
			t.list.ScrollTo(at)
		}
	})
}

// SetFace changes how the persona is shown.
func (t *Transcript) SetFace(face Face) {
	t.face = face
	t.list.Changed(0, t.n)
}

// Len returns the number of entries shown.
func (t *Transcript) Len() int { return t.n }

func (t *Transcript) entries() int { return t.n }

// Append adds an entry at the end. An assistant's entry in state Writing begins a reply: Stream then fills it.
func (t *Transcript) Append(e talk.Entry) {
	m := read(e)
	if t.opening {
		t.again = true
		if e.State == talk.Writing {
			t.live, t.liveAt = m, -1
		}
		return
	}
	if e.State == talk.Writing {
		t.live, t.liveAt = m, t.n
	} else {
		t.pages.add(t.n, m)
		t.countVersions(m)
	}
	t.n++
	if t.list.Len() == 0 {
		t.list.Reset(t.n+1, guessedRow)
		return
	}
	t.list.Changed(t.n-2, t.n+1) // the last reply is another one, the foot became an entry
	t.list.Grow()
}

// Update shows an entry that has changed. One that is not loaded is left to be read when it comes into view.
func (t *Transcript) Update(e talk.Entry) {
	if t.live != nil && t.live.entry.ID == e.ID {
		i, m := t.liveAt, t.live
		m.set(e)
		if e.State != talk.Writing {
			t.live, t.liveAt = nil, -1
			if i >= 0 {
				t.pages.add(i, m)
				t.countVersions(m)
			}
		}
		if i >= 0 {
			t.list.Changed(i, t.n+1)
		}
		t.again = t.opening
		return
	}
	if i, m := t.pages.find(e.ID); m != nil {
		m.set(e)
		t.list.Changed(i, i+2)
		if i == t.n-1 {
			t.list.Changed(t.n, t.n+1)
		}
	}
}

// Finish ends the reply that Append began and Stream filled: e is how it was stored. Without such a reply e is appended.
func (t *Transcript) Finish(e talk.Entry) {
	if t.live == nil {
		t.Append(e)
		return
	}
	t.live.entry.ID = e.ID
	t.Update(e)
}

// Truncate keeps the first n entries: the talk's path has changed after them. Append what follows now.
func (t *Transcript) Truncate(n int) {
	if n >= t.n {
		return
	}
	t.n = max(n, 0)
	t.dropSelection(t.n)
	t.pages.truncate(t.n)
	if t.liveAt >= t.n {
		t.live, t.liveAt = nil, -1
	}
	t.list.Truncate(t.n + 1)
	t.list.Changed(t.n-1, t.n+1)
}

// SetCut shows what is sent: the line above which nothing is, and with a gap where that begins. hours is the age limit that the
// report was made with; 0: none. A report that leaves nothing out takes the lines away.
func (t *Transcript) SetCut(r tokens.Report, hours int) {
	was := t.cut
	t.cut = cutOf(r, hours)
	if t.cut == was {
		return
	}
	moved := was.lines() != t.cut.lines()
	if was.elided != t.cut.elided || was.uncounted != t.cut.uncounted || moved && t.cut.elided > 0 {
		t.list.Changed(0, t.n)
	}
	if a, b := was.photosFrom, t.cut.photosFrom; a != b {
		t.list.Changed(min(a, b), max(a, b))
	}
	t.cutChanged(was)
	t.cutChanged(t.cut)
	if moved {
		t.list.Shown(func(_ int, r parts.Row) { r.(*row).recolour() })
	}
}

// cutChanged lays out anew what carries a line.
func (t *Transcript) cutChanged(c cutPlace) {
	for _, i := range c.lines() {
		t.list.Changed(i, i+1)
	}
}

// SetBusy says whether a reply is under way: then none is offered, and one that has no entry yet is awaited.
func (t *Transcript) SetBusy(busy bool) {
	if t.busy != busy {
		t.busy = busy
		t.list.Changed(t.n-1, t.n+1)
		t.list.Changed(t.cut.at, t.cut.at+1)
	}
}

// ScrollToEnd shows the newest entry and follows what comes.
func (t *Transcript) ScrollToEnd() { t.list.ScrollToEnd() }

// AtEnd says whether the newest entry is in view and followed.
func (t *Transcript) AtEnd() bool { return t.list.AtEnd() }

// ScrollTo shows entry i at the top of the view.
func (t *Transcript) ScrollTo(i int) { t.list.ScrollTo(i) }

// Key scrolls for PageUp, PageDown, Home, End, Up and Down and says whether the key was one of them. An input that has the
// focus may pass such keys on.
func (t *Transcript) Key(name fyne.KeyName) bool { return t.list.Key(name) }

// CreateRenderer implements fyne.Widget.
func (t *Transcript) CreateRenderer() fyne.WidgetRenderer { return transcriptRenderer{t} }

type transcriptRenderer struct{ t *Transcript }

func (r transcriptRenderer) Destroy()           {}
func (r transcriptRenderer) MinSize() fyne.Size { return fyne.NewSize(240, 120) }
func (r transcriptRenderer) Refresh() {
	r.t.list.Refresh()
	r.t.end.Refresh()
}

func (r transcriptRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.t.behind, r.t.list, r.t.end, r.t.target}
}

func (r transcriptRenderer) Layout(s fyne.Size) {
	r.t.behind.Resize(s)
	r.t.list.Resize(s)
	left, column := r.t.style.columnIn(s.Width)
	r.t.end.Resize(fyne.NewSquareSize(endSize))
	r.t.end.Move(fyne.NewPos(left+float32(int((column-endSize)/2)), s.Height-endSize-12))
	r.t.target.Move(fyne.NewPos(8, s.Height-r.t.target.MinSize().Height-6))
	r.t.target.most = s.Width - 40
}
