package ui

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/assets"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/ui/words"
)

// firstStart gives a store without any persona the three starters, in the language of the window. Their greetings are
// counted, for which the token table must be loaded: it is for a worker.
func (w *Window) firstStart() error {
	trash, err := w.Store.Trash()
	if err != nil || len(trash.Personas) > 0 {
		return err
	}
	return w.createStarters()
}

func (w *Window) createStarters() error {
	starters, err := readStarters(words.Current())
	if err != nil {
		return err
	}
	now := time.Now()
	for i, s := range starters {
		hello := w.greeting(s, w.settings.UserName)
		hello.Time = now.Add(-time.Duration(i) * time.Millisecond) // the list shows the newest on top
		p, _, err := w.Store.CreatePersona(s, hello)
		if err != nil {
			return err
		}
		w.starters = append(w.starters, p.ID)
	}
	return nil
}

// renewStarters makes the starters of this first start anew, in the language of the moment. It runs before anybody could
// talk with them.
func (w *Window) renewStarters() error {
	for _, id := range w.starters {
		if err := w.Store.TrashPersona(id); err != nil {
			return err
		}
		if err := w.Store.RemovePersona(id); err != nil {
			return err
		}
	}
	w.starters = nil
	return w.createStarters()
}

func readStarters(tag string) ([]persona.Persona, error) {
	data, err := fs.ReadFile(assets.Starters, "starters/"+tag+".json")
	if err != nil {
		return nil, fmt.Errorf("ui: starters: %w", err)
	}
	var all []persona.Persona
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("ui: starters of %q: %w", tag, err)
	}
	return all, nil
}

// starterPicture returns a picture that comes with the program, nil if ref names none.
func starterPicture(ref string) fyne.Resource {
	name, ok := strings.CutPrefix(ref, "asset:")
	if !ok {
		return nil
	}
	for _, ext := range []string{".svg", ".png"} {
		if data, err := fs.ReadFile(assets.Portraits, path.Join("portraits", path.Base(name)+ext)); err == nil {
			return fyne.NewStaticResource(path.Base(name)+ext, data)
		}
	}
	return nil
}

// greeting makes a persona's first entry; one without text means that the persona says nothing first.
func (w *Window) greeting(p persona.Persona, user string) talk.Entry {
	e, _ := w.Driver.Greeting(p, user, w.modelOf(p))
	return e
}
