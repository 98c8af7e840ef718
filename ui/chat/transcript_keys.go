package chat

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/ui/chat/md"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
)

var _ fyne.Focusable = (*Transcript)(nil)

// TypedRune implements fyne.Focusable.
func (t *Transcript) TypedRune(r rune) {
	if t.env.OnRune != nil {
		t.env.OnRune(r)
	}
}

// TypedKey implements fyne.Focusable.
func (t *Transcript) TypedKey(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape && t.Selected():
		t.clearSelection()
	case parts.PassOn(e), t.shift && t.extend(e.Name), t.cursorKey(e.Name):
	default:
		t.list.Key(e.Name)
	}
}

// press does what a zone of a row stands for.
func (t *Transcript) press(r *row, z flow.Zone) {
	switch {
	case z.Link != "":
		if to, ok := md.SafeURL(z.Link); ok && t.env.OnLink != nil {
			t.env.OnLink(to)
		}
	case z.Copy != "":
		t.copy(z.Copy)
	case z.Name == zoneThoughts, z.Name == zoneTool:
		r.msg.open = !r.msg.open
		r.msg.read()
		t.unfolded(r)
	case z.Name == zoneCalls:
		r.msg.asked = !r.msg.asked
		t.unfolded(r)
	case z.Name == zoneMore:
		r.msg.showMore()
		t.list.Changed(r.index, r.index+1)
	case z.Name == zoneSeeing:
		if t.env.OnSeeing != nil {
			t.env.OnSeeing()
		}
	case z.Name == zoneCut:
		if _, do := t.cutAction(); do != nil {
			do()
		}
	case strings.HasPrefix(z.Name, zoneAction):
		t.act(r, strings.TrimPrefix(z.Name, zoneAction))
	case strings.HasPrefix(z.Name, zoneNotice):
		t.pressNotice(strings.TrimPrefix(z.Name, zoneNotice))
	}
}

// unfolded lays out a row of which something was opened or closed.
func (t *Transcript) unfolded(r *row) {
	r.msg.lay = nil
	t.list.Changed(r.index, r.index+1)
}

func (t *Transcript) copy(text string) {
	if t.env.Copy != nil {
		t.env.Copy(text)
	}
}

// act runs an action of an entry; in the foot, of the last one.
func (t *Transcript) act(r *row, name string) {
	i, m := r.index, r.msg
	if m == nil {
		i, m = t.n-1, t.message(t.n-1)
	}
	if m != nil {
		t.do(name, i, m)
	}
}

// do runs an action of entry i.
func (t *Transcript) do(name string, i int, m *message) {
	switch {
	case t.busy && (name == ActionPrevious || name == ActionNext || name == ActionVersions): // the path must stay
	case name == ActionMore:
		t.menu(i, m, t.pressed, -1)
	case name == ActionCopy:
		t.copy(plainText(m))
	case name == ActionSource:
		t.copy(m.entry.Text)
	case t.env.OnAction != nil:
		t.env.OnAction(name, m.entry)
	}
}

func (t *Transcript) pressNotice(index string) {
	i, err := strconv.Atoi(index)
	if err != nil || t.notice == nil || i >= len(t.notice.Actions) {
		return
	}
	if do := t.notice.Actions[i].Do; do != nil {
		do()
	}
}

// showTarget says where a link under the pointer leads; empty: there is none.
func (t *Transcript) showTarget(link string) { t.target.show(link) }
