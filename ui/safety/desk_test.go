package safety

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// atOnce stands for a worker: what it does is done when it returns.
func atOnce(work func() func()) {
	if done := work(); done != nil {
		done()
	}
}

func explain(err error) string { return "explained: " + err.Error() }

// filled makes a store with two personas and a backup, says something after it, and closes it.
func filled(t testing.TB) (dir, id string) {
	t.Helper()
	dir = t.TempDir()
	s, err := history.Open(dir, history.Options{NoSync: true})
	must(t, err)
	_, _, err = s.CreatePersona(persona.Persona{Name: "Otto"}, talk.Entry{})
	must(t, err)
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{Role: talk.Assistant, Text: "hello"})
	must(t, err)
	_, err = s.Backup(history.Asked)
	must(t, err)
	for i := range 300 {
		_, err := s.Talk(info.ID).Append(talk.Entry{Role: talk.User, Text: "after the backup " + strings.Repeat("word ", 20+i%7)})
		must(t, err)
	}
	must(t, s.Close())
	return dir, info.ID
}

// spoil puts something else in the place of a store's file, and returns what Open says.
func spoil(t testing.TB, dir string, with []byte) error {
	t.Helper()
	file := filepath.Join(dir, history.FileName)
	must(t, os.Remove(file))
	if with != nil {
		must(t, os.WriteFile(file, with, 0o600))
	}
	_, err := history.Open(dir, history.Options{})
	if err == nil {
		t.Fatal("the file opens")
	}
	return err
}

// stage shows a widget in a window.
type stage struct {
	t   testing.TB
	win fyne.Window
}

func newStage(t testing.TB, o fyne.CanvasObject, size fyne.Size) *stage {
	t.Helper()
	return &stage{t, uitest.Window(t, o, size)}
}

func (s *stage) top() fyne.CanvasObject {
	if o := s.win.Canvas().Overlays().Top(); o != nil {
		return o
	}
	return s.win.Canvas().Content()
}

// shows returns every text in what lies on top; a text that wraps is one.
func (s *stage) shows() string {
	var all []string
	uitest.Walk(s.top(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *parts.Para:
			all = append(all, o.Text())
		case *parts.Button:
			all = append(all, o.Text)
		case *canvas.Text:
			all = append(all, o.Text)
		}
	})
	return strings.Join(all, "\n")
}

func (s *stage) sees(all ...string) {
	s.t.Helper()
	shown := s.shows()
	for _, text := range all {
		if !strings.Contains(shown, text) {
			s.t.Errorf("%q is not to be seen; shown: %s", text, shown)
		}
	}
}

func (s *stage) misses(all ...string) {
	s.t.Helper()
	shown := s.shows()
	for _, text := range all {
		if strings.Contains(shown, text) {
			s.t.Errorf("%q is to be seen", text)
		}
	}
}

// press presses the one button or link with the words of a key.
func (s *stage) press(key string, data ...any) { s.t.Helper(); s.pressText(words.T(key, data...)) }

func (s *stage) pressText(text string) {
	s.t.Helper()
	var found []fyne.Tappable
	uitest.Walk(s.top(), func(o fyne.CanvasObject) {
		switch o := o.(type) {
		case *parts.Button:
			if o.Text == text {
				found = append(found, o)
			}
		case *parts.Link:
			if o.Text() == text {
				found = append(found, o)
			}
		}
	})
	if len(found) != 1 {
		s.t.Fatalf("%d buttons are called %q; shown: %s", len(found), text, s.shows())
	}
	found[0].Tapped(nil)
}
