package chat

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"bonbon/history/talk"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// Whatever addresses a reply holds, none is fetched, decoded or opened by being shown. Only http, https and mailto can be pressed,
// each shows where it leads before that, and every other address is there to read.
func TestAddressesInRepliesDoNothing(t *testing.T) {
	uitest.App(t, "light", "en")
	const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	safe := []string{"https://a.invalid/", "http://b.invalid/p.png", "mailto:c@d.invalid"}
	bad := []string{
		"data:image/png;base64," + pixel, "data:text/html,hello", "javascript:alert(1)", "file:///etc/passwd", "vbscript:x", "smb://h/share",
		"tel:000", "ms-msdt:/id", "ftp://h/f", "blob:x", "about:blank", "/etc/passwd", "../x.png",
	}
	var text strings.Builder
	for _, a := range slices.Concat(safe, bad) {
		text.WriteString("[word](" + a + ") ![word](" + a + ") <" + a + ">\n\n")
	}
	var opened []string
	b := openedTall(t, text.String(), func(u *url.URL) { opened = append(opened, u.String()) })
	r := b.row(t, 0)
	if len(opened) > 0 {
		t.Errorf("shown, and %q is opened", opened)
	}
	for _, o := range r.objects {
		if i, ok := o.(*canvas.Image); ok && (i.Image != nil || i.File != "" || i.Resource != nil) {
			t.Errorf("a picture is decoded: %+v", i)
		}
	}
	shown := seen(b)
	for _, a := range bad {
		if !strings.Contains(strings.ReplaceAll(shown, " ", ""), a) {
			t.Errorf("%q is not to be read", a)
		}
	}
	targets := map[string]bool{}
	for _, p := range slices.Clone(r.parts) {
		for _, z := range p.Sheet.Zones {
			if z.Link == "" {
				continue
			}
			r.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(p.X+z.X+z.Width/2, p.Y+z.Y+z.Height/2)}})
			if got := b.target.text.Text; got != z.Link || !b.target.Visible() {
				t.Errorf("over a link to %q the line says %q", z.Link, got)
			}
			targets[z.Link] = true
			b.Transcript.press(r, z)
		}
	}
	for _, a := range bad { // a zone that should not be there is refused too
		b.Transcript.press(r, flow.Zone{Link: a})
	}
	for _, a := range safe {
		if !targets[a] {
			t.Errorf("%q cannot be pressed", a)
		}
	}
	for _, u := range opened {
		if !slices.Contains(safe, u) {
			t.Errorf("%q was opened", u)
		}
	}
	if len(targets) != len(safe) {
		t.Errorf("%d addresses can be pressed: %v", len(targets), targets)
	}
}

func openedTall(t *testing.T, text string, link func(*url.URL)) *bench {
	t.Helper()
	return opened(t, of(said(1, talk.Assistant, noon, text)), fyne.NewSize(900, 4000), func(e *Env) { e.OnLink = link })
}
