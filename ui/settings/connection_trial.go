package settings

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// trial tests the connection of a form and lists what is found, step by step. Its button stops it.
type trial struct {
	form   *connectionForm
	button *parts.Button
	lines  *fyne.Container
	cancel context.CancelFunc // nil: no test is under way
	reveal func()             // brings the end of the form into view; may be nil
	turn   int                // rises with every test and every change: news of an older one are dropped
}

func newTrial(f *connectionForm) *trial {
	t := &trial{form: f, lines: parts.NewColumn(look.Gap)}
	t.button = parts.NewButton(words.T("panels.server.test"), t.press)
	return t
}

func (t *trial) press() {
	if t.cancel == nil {
		t.run()
		return
	}
	t.stop()
	t.show(parts.NewPara(words.T("panels.server.testStopped"), look.SmallText, look.Muted))
}

// run tests the connection as it is typed.
func (t *trial) run() {
	t.stop()
	if !t.form.good() {
		return
	}
	t.turn++
	turn := t.turn
	c, s := t.form.connection()
	ctx, cancel := context.WithCancel(context.Background())
	t.cancel = cancel
	t.button.Set(words.T("panels.server.testStop"), "")
	t.show(parts.NewPara(words.T("panels.server.testing"), look.SmallText, look.Muted))
	test := t.form.servers.Test
	t.form.servers.Go(func() func() {
		models := test(ctx, c, s, func(step Step) {
			if turn == t.turn {
				t.add(step)
			}
		})
		return func() {
			cancel()
			if turn == t.turn {
				t.stop()
				t.form.model.SetSuggestions(models)
				t.show(t.lines.Objects[:len(t.lines.Objects)-1]...) // without the line that says that it goes on
			}
		}
	})
}

// stop ends a test that is under way; nothing more is heard of it.
func (t *trial) stop() {
	t.turn++
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
		t.button.Set(words.T("panels.server.test"), "")
	}
}

// forget takes away what a test found before something was changed.
func (t *trial) forget() {
	t.stop()
	if len(t.lines.Objects) > 0 {
		t.show()
	}
}

// add shows a step before the line that says that the test goes on.
func (t *trial) add(s Step) {
	last := len(t.lines.Objects) - 1
	lines := append(t.lines.Objects[:last:last], t.stepLines(s)...)
	t.show(append(lines, t.lines.Objects[last])...)
}

// stepLines shows a step with a sign that tells good from bad without its colour, and an offer to trust a certificate.
func (t *trial) stepLines(s Step) []fyne.CanvasObject {
	icon, color := look.IconCheck, theme.ColorNameSuccess
	if !s.OK {
		icon, color = look.IconWarning, theme.ColorNameError
	}
	sign := widget.NewIcon(look.IconIn(icon, color))
	lines := []fyne.CanvasObject{parts.NewRow(2*look.Gap, 1, parts.NewSized(18, 18, sign), parts.NewPara(s.Text, look.SmallText, ""))}
	if s.Certificate != nil {
		trust := parts.NewButton(words.T("certificate.trust"), func() { t.form.trust(s.Certificate.Fingerprint) })
		lines = append(lines, parts.NewCard(parts.NewColumn(2*look.Gap,
			parts.NewPara(s.Certificate.Text, look.SmallText, ""),
			parts.NewPara(words.T("certificate.warning"), look.SmallText, look.Muted),
			parts.NewFlow(0, trust))))
	}
	return lines
}

func (t *trial) show(lines ...fyne.CanvasObject) {
	t.lines.Objects = lines
	t.lines.Refresh()
	t.form.Refresh()
	if len(lines) > 0 && t.reveal != nil {
		t.reveal()
	}
}
