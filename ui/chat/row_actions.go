package chat

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

const (
	actionGap = 14 // between two actions
	pinSize   = 15
)

// footLine is one line of small texts, some of which can be pressed.
type footLine struct {
	sheet flow.Sheet
	left  float32
}

// put adds a text; an empty zone is one that cannot be pressed.
func (l *footLine) put(text, zone string, gap float32) {
	size := look.Size(look.SmallText)
	pitch := flow.Pitch(size)
	if l.left > 0 {
		l.left += gap
	}
	w := flow.Width(text, 0, size)
	l.sheet.Runs = append(l.sheet.Runs, flow.Run{X: l.left, Width: w, Line: pitch, Text: text, Style: flow.Muted, Size: size, Ink: look.Muted})
	if zone != "" {
		l.sheet.Zones = append(l.sheet.Zones, flow.Zone{X: l.left - 6, Y: -3, Width: w + 12, Height: pitch + 6, Name: zone})
	}
	l.left += w
	l.sheet.Width, l.sheet.Height = l.left, pitch
}

// bindActions places the line under a bubble: which version it is, which is always seen, and beside it, while the row is pointed
// at, the time, the actions used most and the way to the others. The user's own lines end at the bubble's right end.
func (r *row) bindActions(x, width, y float32, user bool) {
	r.foot = foot{left: x + 2, right: x + width - 2, y: y, user: user, there: true}
	if versions := r.versionLine(); versions != nil {
		r.add(r.foot.at(versions), y, &versions.sheet)
		r.foot.left += versions.sheet.Width + actionGap
		r.foot.right -= versions.sheet.Width + actionGap
	}
}

// foot is the place of a line under a bubble.
type foot struct {
	left, right, y float32
	user           bool // the line ends at right; else it begins at left
	there          bool
}

func (f foot) at(l *footLine) float32 {
	if f.user {
		return f.right - l.sheet.Width
	}
	return f.left
}

// actionPart is laid out when it is seen: what can be done changes with what happens elsewhere in the talk.
func (r *row) actionPart() flow.Part {
	l := r.actionLine()
	return flow.Part{X: r.foot.at(l), Y: r.foot.y, Sheet: &l.sheet}
}

// versionLine tells which version of a message is shown and leads to those beside it; nil if there is one only.
func (r *row) versionLine() *footLine {
	v := r.msg.version
	if v.Of < 2 || r.msg.entry.State == talk.Writing {
		return nil
	}
	l := &footLine{}
	zone := func(there bool, name string) string {
		if !there {
			return ""
		}
		return zoneAction + name
	}
	l.put("‹", zone(v.At > 1, ActionPrevious), 0)
	l.put(strconv.Itoa(v.At)+"/"+strconv.Itoa(v.Of), zone(true, ActionVersions), 8)
	l.put("›", zone(v.At < v.Of, ActionNext), 8)
	return l
}

// actionLine has the time, the actions that are used most, and the way to all others.
func (r *row) actionLine() *footLine {
	e := r.msg.entry
	l := &footLine{}
	l.put(clock(e.Time), "", 0)
	more := false
	for _, a := range r.t.env.Actions(e, r.t.spot(r.index, r.msg, false)) {
		if more = true; a.Quick {
			l.put(a.Label, zoneAction+a.Name, actionGap)
		}
	}
	if more {
		l.put("…", zoneAction+ActionMore, actionGap)
	}
	return l
}

// bindPin marks a pinned message beside its bubble.
func (r *row) bindPin(x, width, y float32, user bool) {
	if !r.t.pins[r.msg.entry.ID] {
		return
	}
	if r.pin == nil {
		r.pin = widget.NewIcon(look.IconIn(look.IconBookmark, look.Accent))
		r.pin.Resize(fyne.NewSquareSize(pinSize))
	}
	switch {
	case r.t.style.Plain:
		x, y = x+width-bubblePadX-pinSize, y-plainFace+bubblePadY-6
	case user:
		x -= pinSize + 5
	default:
		x += width + 5
	}
	r.pin.Move(fyne.NewPos(x, y+4))
	r.extra = append(r.extra, r.pin)
}

// ring shows that the keys are at this row.
func (r *row) ring() {
	if r.ringed {
		r.ground.StrokeColor, r.ground.StrokeWidth = look.Color(look.Accent), 1.5
		r.ground.Refresh()
	}
}

// TappedSecondary implements fyne.SecondaryTappable: all that can be done with the message.
func (r *row) TappedSecondary(e *fyne.PointEvent) {
	if r.msg != nil {
		r.t.takeFocus(r.index)
		r.t.menu(r.index, r.msg, e.AbsolutePosition, r.pictureAt(e.Position))
	}
}

// menu shows all actions of entry i, and of one of its pictures, at a place in the window; -1: of none.
func (t *Transcript) menu(i int, m *message, at fyne.Position, picture int) {
	c := fyne.CurrentApp().Driver().CanvasForObject(t)
	items := t.menuItems(i, m)
	if picture >= 0 {
		items = append(append(t.pictureItems(m.entry, picture), parts.MenuItem{}), items...)
	}
	parts.ShowMenu(c, items, at)
}

// menuItems are the selection's items and the actions in their groups.
func (t *Transcript) menuItems(i int, m *message) (items []parts.MenuItem) {
	items = t.selectionItems(i, m)
	selected, group := len(items) > 1, -1
	for _, a := range t.env.Actions(m.entry, t.spot(i, m, true)) {
		if a.Group != group {
			items, group = append(items, parts.MenuItem{}), a.Group
		}
		item := parts.MenuItem{Label: a.Label, Icon: a.Icon, Hint: a.Keys, Danger: a.Danger, Do: func() { t.do(a.Name, i, m) }}
		if a.Name == ActionCopy && selected {
			item.Hint = "" // they copy the selection
		}
		items = append(items, item)
	}
	return items
}

// VersionName says which of how many versions one is: "2 of 3".
func VersionName(v talk.Version) string {
	return words.T("chat.version", map[string]any{"At": v.At, "Of": v.Of})
}
