package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// headerRows edits extra headers, one in a line: name, value, a sign for those that are secret, and one to take it away.
type headerRows struct {
	rows    []*headerRow
	lines   *fyne.Container
	box     *fyne.Container
	changed func() // a line, or how many there are
}

// headerRow is one header.
type headerRow struct {
	name, value *parts.Input
	lock        *parts.Button
	line        fyne.CanvasObject
	secret      bool
	chosen      bool // the user decided whether it is secret; else its name does
}

func newHeaderRows(h persona.Headers, changed func()) *headerRows {
	r := &headerRows{lines: parts.NewColumn(2 * look.Gap)}
	r.changed = func() {}
	r.replace(h)
	add := parts.NewLink(words.T("panels.server.headerAdd"), func() {
		r.add("", "", false)
		r.changed()
	})
	r.box = parts.NewColumn(look.Gap, r.lines, parts.NewInset(0, look.Gap, add))
	r.changed = changed
	return r
}

// replace shows other headers.
func (r *headerRows) replace(h persona.Headers) {
	r.rows, r.lines.Objects = nil, nil
	for name, value := range h.All() {
		r.add(name, value, value == "")
	}
	r.lines.Refresh()
	r.changed()
}

func (r *headerRows) add(name, value string, secret bool) {
	row := &headerRow{name: parts.NewInput(), value: parts.NewInput(), chosen: name != ""}
	row.name.SetText(name)
	row.name.SetPlaceHolder(words.T("panels.server.headerName"))
	row.value.SetText(value)
	row.name.OnChanged = func(name string) {
		if !row.chosen {
			row.setSecret(looksSecret(name), false)
		}
		r.changed()
	}
	row.value.OnChanged = func(string) { r.changed() }
	row.lock = parts.NewIconButton(look.IconKey, func() {
		row.chosen = true
		row.setSecret(!row.secret, false)
		r.changed()
	})
	away := parts.NewIconButton(look.IconTrash, func() { r.remove(row) })
	row.line = parts.NewRow(look.Gap, 1, parts.NewSized(headerWidth, 0, row.name), row.value, row.lock, away)
	row.setSecret(secret, secret && name != "")
	r.rows = append(r.rows, row)
	r.lines.Add(row.line)
}

// headerWidth is the least width of a header's name, at any text size.
const headerWidth = 150

// setSecret hides the value and marks the lock; kept says that a value is stored.
func (row *headerRow) setSecret(secret, kept bool) {
	row.secret = secret
	row.value.Password = secret
	hint := words.T("panels.server.headerValue")
	if kept {
		hint = words.T("panels.server.headerKept")
	}
	row.value.SetPlaceHolder(hint)
	row.value.Refresh()
	row.lock.Kind = parts.Bare
	if secret {
		row.lock.Kind = parts.Primary
	}
	row.lock.Refresh()
}

func (r *headerRows) remove(row *headerRow) {
	for i, one := range r.rows {
		if one == row {
			r.rows = append(r.rows[:i], r.rows[i+1:]...)
			r.lines.Remove(row.line)
			r.changed()
			return
		}
	}
}

// values returns the headers as a connection keeps them, and the values of the secret ones that were typed.
func (r *headerRows) values() (open, secret persona.Headers) {
	for _, row := range r.rows {
		name, value := strings.TrimSpace(row.name.Text), strings.TrimSpace(row.value.Text)
		switch {
		case name == "" && value == "":
		case row.secret:
			open = open.With(name, "")
			if value != "" {
				secret = secret.With(name, value)
			}
		case value != "":
			open = open.With(name, value)
		}
	}
	return open, secret
}

// secretNames are parts of the names of headers that hold secrets.
var secretNames = []string{"key", "auth", "token", "secret", "password", "cookie"}

func looksSecret(name string) bool {
	name = strings.ToLower(name)
	for _, part := range secretNames {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
