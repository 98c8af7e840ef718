package uitest

import (
	"image/color"
	"slices"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"bonbon/ui/look"
)

// shared is the app behind those of all tests. Each new one would make the toolkit read the fonts anew, and keep what it read before.
var shared = sync.OnceValue(test.NewApp)

var running int // apps of the test that runs

// App starts an app in the given variant ("light", "dark") and language ("en", "ja") for the length of the test. It closes the windows
// that the test leaves open.
func App(t testing.TB, variant, lang string) fyne.App {
	t.Helper()
	inner := shared()
	a := &app{
		App:      inner,
		settings: &settings{Settings: inner.Settings()},
		prefs:    &preferences{Preferences: inner.Preferences(), texts: map[string]string{}},
		clip:     test.NewClipboard(),
	}
	fyne.SetCurrentApp(a)
	a.settings.SetTheme(look.New(look.Options{Variant: variant}))
	use(t, lang)
	running++
	t.Cleanup(func() {
		use(t, "en")
		if running--; running > 0 {
			return // a test that starts the program twice still has windows of the first time
		}
		for _, w := range slices.Clone(inner.Driver().AllWindows()[1:]) { // the first is the toolkit's, for what stands in none
			w.SetOnClosed(nil)
			w.Close()
		}
	})
	return a
}

// app is the shared one with what belongs to a test alone.
type app struct {
	fyne.App
	settings *settings
	prefs    *preferences
	clip     fyne.Clipboard
}

func (a *app) Settings() fyne.Settings       { return a.settings }
func (a *app) Preferences() fyne.Preferences { return a.prefs }
func (a *app) Clipboard() fyne.Clipboard     { return a.clip }

// preferences remembers only texts, all that the program stores there.
type preferences struct {
	fyne.Preferences
	texts map[string]string
}

func (p *preferences) String(key string) string        { return p.texts[key] }
func (p *preferences) SetString(key string, to string) { p.texts[key] = to }

// settings changes the look without forgetting what is known of fonts: all of the program's looks have the same ones.
type settings struct {
	fyne.Settings
	theme     fyne.Theme
	listeners []func(fyne.Settings)
}

func (s *settings) Theme() fyne.Theme                     { return s.theme }
func (s *settings) AddListener(heard func(fyne.Settings)) { s.listeners = append(s.listeners, heard) }

// inks tell the program's looks apart.
type inks struct{ text, ground color.Color }

// drawn are those of the newest look: the toolkit keeps icons in the colours in which they were drawn first.
var drawn inks

// SetTheme implements fyne.Settings.
func (s *settings) SetTheme(th fyne.Theme) {
	was := s.theme
	s.theme = th
	now := inks{th.Color(theme.ColorNameForeground, s.ThemeVariant()), th.Color(theme.ColorNameBackground, s.ThemeVariant())}
	switch {
	case now != drawn:
		drawn = now
		s.Settings.SetTheme(th) // forgets icons and fonts, and does the rest too
	case was != nil && was.Size(theme.SizeNameText) != th.Size(theme.SizeNameText):
		for _, w := range shared().Driver().AllWindows() {
			for _, o := range append(w.Canvas().Overlays().List(), w.Content()) {
				applyTheme(o)
			}
		}
	}
	for _, heard := range s.listeners {
		heard(s)
	}
}

// applyTheme does what the toolkit does for a window after a change of the look.
func applyTheme(o fyne.CanvasObject) {
	switch o := o.(type) {
	case nil:
		return
	case fyne.Widget:
		r := test.WidgetRenderer(o)
		for _, part := range r.Objects() {
			applyTheme(part)
		}
		r.Layout(o.Size())
	case *fyne.Container:
		for _, part := range o.Objects {
			applyTheme(part)
		}
		if o.Layout != nil {
			o.Layout.Layout(o.Objects, o.Size())
		}
	}
	o.Refresh()
}
