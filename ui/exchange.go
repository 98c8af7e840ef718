package ui

import (
	"errors"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/persona"
	"bonbon/ui/chat"
	"bonbon/ui/words"
)

var _ llm.Archive = (*history.Talk)(nil)

// showSent opens what was sent for a reply of the shown talk, and what came back.
func (w *Window) showSent(id talk.EntryID) {
	log, serial, connections := w.Store.Talk(w.open.talk), w.open.serial, w.settings.Connections
	w.Go(func() func() {
		request, response, err := exchangeOf(log, id, w.masker(connections))
		return func() {
			switch {
			case w.open.serial != serial:
			case err != nil:
				w.complain(err)
			default:
				chat.ShowExchange(w.win.Canvas(), request, response, w.App.Clipboard().SetContent)
			}
		}
	})
}

// masker returns what hides the secrets of all connections: a person may have typed one into a talk. It runs on a worker.
func (w *Window) masker(all []persona.Connection) func(string) string {
	var secrets []llm.Secret
	for _, c := range all {
		secrets = append(secrets, llm.UnpackSecret(w.key(c)))
	}
	return llm.Mask(secrets...)
}

// exchangeOf reads both sides of a reply's exchange.
func exchangeOf(log *history.Talk, id talk.EntryID, mask func(string) string) (request, response chat.Page, err error) {
	e, err := log.Entry(id)
	if err != nil {
		return request, response, err
	}
	built, err := llm.Rebuild(log, e, mask)
	if err != nil {
		return request, response, err
	}
	takes, err := log.Answers(id)
	if err != nil && !errors.Is(err, history.ErrNotFound) {
		return request, response, err
	}
	request = chat.Page{Note: requestNote(e, built), Copy: string(built.Body)}
	if len(built.Body) > 0 {
		request.Lines = chat.JSONPage(built.Body)
	}
	response = chat.ResponsePage(e, takes, mask)
	response.Note = responseNote(len(takes) > 0)
	return request, response, nil
}

// requestNote says how large a request was and whether it is shown as it was.
func requestNote(e talk.Entry, built llm.Rebuilt) string {
	switch built.Likeness {
	case llm.NotRecorded:
		return words.T("exchange.notRecorded")
	case llm.Gone:
		return words.T("exchange.gone")
	}
	tokens := words.T("exchange.about", map[string]any{"Tokens": words.Number(e.Sent.Cut.After)})
	if e.Usage != nil && e.Usage.Prompt > 0 {
		tokens = words.T("exchange.tokens", map[string]any{"Tokens": words.Number(e.Usage.Prompt)})
	}
	like := words.T("exchange.exact")
	if built.Likeness == llm.Different {
		like = words.T("exchange.different")
	}
	size := words.N("exchange.size", built.Messages, map[string]any{
		"Messages": words.Number(built.Messages), "Tokens": tokens, "Bytes": words.Bytes(len(built.Body)),
	})
	if n := built.Unseen; n > 0 {
		like = words.N("exchange.unseen", n, map[string]any{"Count": words.Number(n)}) + words.T("exchange.between") + like
	}
	return size + words.T("exchange.between") + like
}

// responseNote says what is kept of an answer.
func responseNote(raw bool) string {
	if raw {
		return words.T("exchange.raw")
	}
	return words.T("exchange.noRaw")
}
