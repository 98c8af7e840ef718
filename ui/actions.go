package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// act does what was chosen for an entry of the shown talk.
func (w *Window) act(name string, e talk.Entry) {
	switch name {
	case chat.ActionRetry:
		w.answerAgain(e)
	case chat.ActionReply:
		w.answerAgain(talk.Entry{})
	case chat.ActionStart:
		w.startFrom(e)
	case chat.ActionSent:
		w.showSent(e.ID)
	case chat.ActionContinue:
		w.goOn(e)
	case chat.ActionTakeBack:
		w.editLast()
	case chat.ActionEdit:
		w.askEdit(e)
	case chat.ActionDelete:
		w.deleteMessage(e)
	case chat.ActionDeleteFrom:
		w.deleteFrom(e)
	case chat.ActionPrevious:
		w.turnTo(e, -1)
	case chat.ActionNext:
		w.turnTo(e, 1)
	case chat.ActionVersions:
		w.showVersions(e)
	case chat.ActionBranch:
		w.branch(e)
	case chat.ActionPin, chat.ActionUnpin:
		w.pin(e.ID, name == chat.ActionPin)
	case chat.ActionPicture:
		w.onPicture(chat.PictureOpen, e, 0)
	case chat.ActionDetails:
		w.showMessage(e)
	}
}

// askEdit lets the user change a message. What follows stays, under the new wording; the user's own words can be sent again.
func (w *Window) askEdit(e talk.Entry) {
	id := w.open.talk
	title, note := words.T("edit.own"), words.T("edit.note")
	var resend func(string)
	if e.Role == talk.User {
		resend = func(text string) { w.sendChanged(id, e.ID, text) }
	} else {
		title, note = words.T("edit.persona", map[string]any{"Name": w.open.persona.Name}), words.T("edit.notePersona")
	}
	chat.AskEdit(w.win.Canvas(), title, note, e.Text, func(text string) { w.saveChanged(id, e.ID, text) }, resend)
}

// changed returns an entry with another text, as something that a person wrote. It runs on a worker.
func (w *Window) changed(log *history.Talk, id talk.EntryID, text string) (talk.Entry, error) {
	e, err := log.Entry(id)
	if err != nil {
		return e, err
	}
	e.Text, e.State, e.Code, e.Detail, e.Usage, e.Sent = text, talk.Done, "", "", nil, nil
	w.Counter.CountEntry(&e)
	return e, nil
}

// saveChanged puts another wording in the place of a message.
func (w *Window) saveChanged(id string, at talk.EntryID, text string) {
	w.rewrite(id, stepOf(stepEdit), func(log *history.Talk) error {
		e, err := w.changed(log, at, text)
		if err == nil {
			_, err = log.Replace(at, &e)
		}
		return err
	}, nil)
}

// sendChanged lets the talk go on from another wording of the user's message, and asks for a reply to it. What followed the old
// wording stays with that.
func (w *Window) sendChanged(id string, at talk.EntryID, text string) {
	w.rewrite(id, stepOf(stepEdit), func(log *history.Talk) error {
		e, err := w.changed(log, at, text)
		if err == nil {
			e.Time = time.Time{} // it is said now
			_, err = log.AppendTo(e.Parent, e)
		}
		return err
	}, func() {
		w.transcript.ScrollToEnd()
		w.begin(&turn{joined: true})
	})
}

// deleteMessage takes one message out of the shown talk; what follows stays.
func (w *Window) deleteMessage(e talk.Entry) {
	w.rewrite(w.open.talk, stepOf(stepDelete), func(log *history.Talk) error {
		_, err := log.Replace(e.ID, nil)
		return err
	}, nil)
}

// deleteFrom ends the shown talk before a message.
func (w *Window) deleteFrom(e talk.Entry) {
	made := stepOf(stepDeleteFrom)
	made.Count = 1
	if i := w.transcript.IndexOf(e.ID); i >= 0 {
		made.Count = w.transcript.Len() - i
	}
	w.rewrite(w.open.talk, made, func(log *history.Talk) error { return log.Rewind(e.Parent) }, nil)
}

// turnTo shows the version of a message that lies by places beside it, with what followed that.
func (w *Window) turnTo(e talk.Entry, by int) {
	made := stepOf(stepVersion)
	made.quiet = true
	w.rewrite(w.open.talk, made, func(log *history.Talk) error {
		ids, err := log.Alike(e.ID)
		if err != nil {
			return err
		}
		if to := slices.Index(ids, e.ID) + by; to >= 0 && to < len(ids) {
			_, err = log.Show(ids[to])
		}
		return err
	}, nil)
}

// showVersions lists all versions of a message, to choose the one that is shown.
func (w *Window) showVersions(e talk.Entry) {
	id, serial := w.open.talk, w.open.serial
	log := w.Store.Talk(id)
	w.Go(func() func() {
		items, err := versionChoices(log, e.ID)
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				chat.ShowChoices(w.win.Canvas(), words.T("versions.title"), words.T("versions.note"), "", items, func(chosen string) {
					w.showVersion(id, e.ID, entryID(chosen))
				})
			}
		}
	})
}

// showVersion lets a talk go through a version of a message.
func (w *Window) showVersion(id string, now, to talk.EntryID) {
	if now == to {
		return
	}
	w.rewrite(id, stepOf(stepVersion), func(log *history.Talk) error {
		_, err := log.Show(to)
		return err
	}, nil)
}

// versionChoices reads the versions of a message, the newest first.
func versionChoices(log *history.Talk, id talk.EntryID) (items []parts.Choice, err error) {
	ids, err := log.Siblings(id)
	if err != nil {
		return nil, err
	}
	for i, v := range slices.Backward(ids) {
		e, err := log.Entry(v)
		if err != nil {
			return nil, err
		}
		title := words.N("versions.item", i+1, map[string]any{"Count": words.Number(i + 1)})
		if v == id {
			title += " · " + words.T("versions.shown")
		}
		if e.Model != "" {
			title += " · " + e.Model
		}
		text := e.Text
		if strings.TrimSpace(text) == "" {
			text = words.T("versions.empty")
		}
		items = append(items, choiceOf(v, title, text, e.Time, v == id))
	}
	return items, nil
}

func choiceOf(id talk.EntryID, title, text string, at time.Time, marked bool) parts.Choice {
	note := parts.FormatWhen(at, time.Now())
	if clock := at.Local().Format("15:04"); clock != note {
		note += " " + clock
	}
	return parts.Choice{ID: strconv.FormatUint(uint64(id), 10), Title: title, Text: text, Note: note, Marked: marked}
}

// entryID reads the id of a choice that choiceOf made.
func entryID(id string) talk.EntryID {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return 0
	}
	return talk.EntryID(n)
}

// branch begins a new talk with what was said up to a message. The shown talk stays as it is.
func (w *Window) branch(e talk.Entry) {
	id, p := w.open.talk, w.open.persona
	title := words.T("talks.branchOf", map[string]any{"Title": talkName(w.inspector.noted.info)})
	var made talk.Info
	w.change(func() (err error) {
		made, err = w.Store.BranchTalk(id, e.ID, title)
		return err
	}, func() {
		w.showTalk(p, made.ID)
		w.toast.Tell(words.T("talks.branched"), words.T("talks.back"), func() { w.showTalk(p, id) })
	})
}

// pin marks a message of the shown talk, or takes the mark away.
func (w *Window) pin(id talk.EntryID, on bool) {
	of := w.open.talk
	made := stepOf(stepUnpin)
	if on {
		made.Kind = stepPin
	}
	made.Pin = id
	w.saver.do(func() error {
		err := w.Store.Talk(of).Pin(id, on)
		w.Post(func() {
			if err == nil {
				w.made(of, made)
			}
			w.readNotes()
		})
		return err
	})
}

// showPins lists the marked messages of the shown talk, to go to one.
func (w *Window) showPins() {
	log, serial, name := w.Store.Talk(w.open.talk), w.open.serial, w.open.persona.Name
	w.Go(func() func() {
		pinned, err := log.Pinned()
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				items := make([]parts.Choice, len(pinned))
				for i, e := range pinned {
					by := name
					if e.Role == talk.User {
						by = words.T("message.you")
					}
					items[i] = choiceOf(e.ID, by, previewLine(beginning(e.Text), len(e.Pictures)), e.Time, false)
				}
				chat.ShowChoices(w.win.Canvas(), words.T("pins.title"), "", words.T("pins.empty"), items, func(id string) { w.goTo(entryID(id)) })
			}
		}
	})
}

// goTo brings a message of the shown talk into view.
func (w *Window) goTo(id talk.EntryID) {
	log, serial := w.Store.Talk(w.open.talk), w.open.serial
	w.Go(func() func() {
		pos, err := log.Pos(id)
		return func() {
			switch {
			case w.open.serial != serial || pos < 0:
			case err != nil:
				w.complain(err)
			default:
				w.transcript.GoTo(pos)
			}
		}
	})
}

// showMessage tells the facts of a message.
func (w *Window) showMessage(e talk.Entry) {
	log, serial, name := w.Store.Talk(w.open.talk), w.open.serial, w.open.persona.Name
	w.Go(func() func() {
		v, err := log.Versions([]talk.Entry{e})
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				chat.ShowMessage(w.win.Canvas(), e, v[0], name, time.Now())
			}
		}
	})
}
