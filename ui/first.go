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
	return w.createStarters(w.greeter())
}

func (w *Window) createStarters(greet greeter) error {
	starters, err := readStarters(words.Current())
	if err != nil {
		return err
	}
	for i := len(starters) - 1; i >= 0; i-- { // the first one last: it is then the newest, and on top
		hello := greet(starters[i])
		hello.Time = hello.Time.Add(-time.Duration(i) * time.Millisecond) // also where all are made in the same moment
		p, _, err := w.Store.CreatePersona(starters[i], hello)
		if err != nil {
			return err
		}
		w.starters = append(w.starters, p.ID)
	}
	return nil
}

// renewStarters makes the starters of this first start anew, in the language of the moment. It runs before anybody could
// talk with them, in the saver.
func (w *Window) renewStarters(greet greeter) error {
	for _, id := range w.starters {
		if err := w.Store.TrashPersona(id); err != nil {
			return err
		}
		if err := w.Store.RemovePersona(id); err != nil {
			return err
		}
	}
	w.starters = nil
	return w.createStarters(greet)
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

// greeter makes a persona's first entry; one without text means that the persona says nothing first. It runs in the saver,
// since it may wait for the token table.
type greeter func(persona.Persona) talk.Entry

// greeter holds the settings as they are now.
func (w *Window) greeter() greeter {
	s := w.settings
	return func(p persona.Persona) talk.Entry {
		e, _ := w.Driver.Greeting(p, s.UserName, modelOf(s, p))
		return e
	}
}
