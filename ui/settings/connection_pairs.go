package settings

import (
	"strings"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// pair is a header or a parameter of the query. One that is secret has its value with the key; here it is empty then,
// unless it was typed.
type pair struct {
	name, value string
	secret      bool
}

// pairRows edits pairs, one in a line: name, value, a sign for those that are secret, and one to take it away.
type pairRows struct {
	rows    []*pairRow
	lines   *fyne.Container
	box     *fyne.Container
	changed func() // a line, or how many there are
}

// pairRow is one pair.
type pairRow struct {
	name, value *parts.Input
	lock        *parts.Button
	line        fyne.CanvasObject
	secret      bool
	chosen      bool // the user decided whether it is secret, as far as its name leaves that open
}

// newPairRows shows pairs; add is what the link for one more says.
func newPairRows(pairs []pair, add string, changed func()) *pairRows {
	r := &pairRows{lines: parts.NewColumn(2 * look.Gap)}
	r.changed = func() {}
	r.replace(pairs)
	more := parts.NewLink(add, func() {
		r.add(pair{})
		r.changed()
	})
	r.box = parts.NewColumn(look.Gap, r.lines, parts.NewInset(0, look.Gap, more))
	r.changed = changed
	return r
}

// replace shows other pairs.
func (r *pairRows) replace(pairs []pair) {
	r.rows, r.lines.Objects = nil, nil
	for _, p := range pairs {
		r.add(p)
	}
	r.lines.Hidden = len(r.rows) == 0 // else the column leaves room for nothing
	r.lines.Refresh()
	r.changed()
}

func (r *pairRows) add(p pair) {
	row := &pairRow{name: parts.NewInput(), value: parts.NewInput(), chosen: p.name != ""}
	row.name.SetText(p.name)
	row.name.SetPlaceHolder(words.T("panels.server.pairName"))
	row.value.SetText(p.value)
	row.name.OnChanged = func(string) {
		if !row.chosen {
			row.secret = false
		}
		row.setSecret(row.secret, false)
		r.changed()
	}
	row.value.OnChanged = func(string) {
		if row.looksSecret() && !row.secret {
			row.setSecret(true, false)
		}
		r.changed()
	}
	row.lock = parts.NewIconButton(look.IconKey, func() {
		row.chosen = true
		row.setSecret(!row.secret, false)
		r.changed()
	})
	away := parts.NewIconButton(look.IconTrash, func() { r.remove(row) })
	row.line = parts.NewRow(look.Gap, 1, parts.NewSized(pairWidth, 0, row.name), row.value, row.lock, away)
	row.setSecret(p.secret, p.secret && p.name != "" && p.value == "")
	r.rows = append(r.rows, row)
	r.lines.Add(row.line)
	r.lines.Show()
}

// pairWidth is the least width of a pair's name, at any text size.
const pairWidth = 150

// setSecret hides the value and marks the lock; kept says that a value is stored. What looks secret is.
func (row *pairRow) setSecret(secret, kept bool) {
	secret = secret || row.looksSecret()
	row.secret = secret
	row.value.Password = secret
	hint := words.T("panels.server.pairValue")
	if kept {
		hint = words.T("panels.server.pairKept")
	}
	row.value.SetPlaceHolder(hint)
	row.value.Refresh()
	row.lock.Kind = parts.Bare
	if secret {
		row.lock.Kind = parts.Primary
	}
	row.lock.Refresh()
}

// looksSecret reports whether the pair has to be secret.
func (row *pairRow) looksSecret() bool { return persona.LooksSecret(row.name.Text, row.value.Text) }

func (r *pairRows) remove(row *pairRow) {
	for i, one := range r.rows {
		if one == row {
			r.rows = append(r.rows[:i], r.rows[i+1:]...)
			r.lines.Remove(row.line)
			r.lines.Hidden = len(r.rows) == 0
			r.changed()
			return
		}
	}
}

// pairs returns what the lines say, without those that are empty.
func (r *pairRows) pairs() (all []pair) {
	for _, row := range r.rows {
		p := pair{strings.TrimSpace(row.name.Text), strings.TrimSpace(row.value.Text), row.secret}
		if p.name != "" || p.value != "" {
			all = append(all, p)
		}
	}
	return all
}

// headerPairs and queryPairs show what a connection holds. What looks secret and is not yet kept as that will be.
func headerPairs(h persona.Headers) (all []pair) {
	for name, value := range h.All() {
		all = append(all, pair{name, value, value == "" || persona.LooksSecret(name, value)})
	}
	return all
}

func queryPairs(params []persona.Param) (all []pair) {
	for _, p := range params {
		all = append(all, pair{p.Name, p.Value, p.Secret || persona.LooksSecret(p.Name, "")})
	}
	return all
}

// headers returns pairs as a connection keeps them, and the values of the secret ones that were typed.
func headers(pairs []pair) (open, secret persona.Headers) {
	for _, p := range pairs {
		switch {
		case p.secret:
			open = open.With(p.name, "")
			if p.value != "" {
				secret = secret.With(p.name, p.value)
			}
		case p.value != "":
			open = open.With(p.name, p.value)
		}
	}
	return open, secret
}

// query is headers for parameters. One without a name is left to the check to complain about.
func query(pairs []pair) (open, secret persona.Query) {
	for _, p := range pairs {
		if p.secret && p.name != "" {
			open = open.With(persona.Param{Name: p.name, Secret: true})
			if p.value != "" {
				secret = secret.With(persona.Param{Name: p.name, Value: p.value})
			}
			continue
		}
		open = open.With(persona.Param{Name: p.name, Value: p.value})
	}
	return open, secret
}
