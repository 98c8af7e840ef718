package history

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bonbon/history/talk"
)

// clean returns text as it may be stored and sent: valid UTF-8 without NUL. Each bad byte and each NUL becomes U+FFFD.
func clean(text string) string {
	if strings.IndexByte(text, 0) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text { // ranging over a string gives U+FFFD for each bad byte
		if r == 0 {
			r = utf8.RuneError
		}
		b.WriteRune(r)
	}
	return b.String()
}

// cleanEntry returns e as it may be stored.
func cleanEntry(e talk.Entry) talk.Entry {
	for _, s := range []*string{&e.Text, &e.Reasoning, &e.Thoughts, &e.CallID, &e.Code, &e.Detail, &e.Model} {
		*s = clean(*s)
	}
	calls := make([]talk.ToolCall, 0, len(e.Calls))
	for _, c := range e.Calls {
		calls = append(calls, talk.ToolCall{ID: clean(c.ID), Name: clean(c.Name), Arguments: clean(c.Arguments), Extra: clean(c.Extra)})
	}
	if e.Calls = calls; len(calls) == 0 {
		e.Calls = nil
	}
	pictures := make([]talk.Picture, 0, len(e.Pictures))
	for _, p := range e.Pictures {
		p.Ref, p.Type, p.Tokens = clean(p.Ref), clean(p.Type), min(max(p.Tokens, 0), math.MaxInt32)
		p.Original = clean(p.Original)
		pictures = append(pictures, p)
	}
	if e.Pictures = pictures; len(pictures) == 0 {
		e.Pictures = nil
	}
	e.State = talk.State(clean(string(e.State)))
	e.Sent = cleanSent(e.Sent)
	e.Time = cleanTime(e.Time)
	return e
}

// cleanSent returns a record of a request as it may be stored.
func cleanSent(s *talk.Sent) *talk.Sent {
	if s == nil {
		return nil
	}
	out := *s
	out.System = clean(out.System)
	if len(out.Params) == 0 || out.Params[0] != '{' {
		out.Params = nil
	}
	out.Patches = slices.Clone(out.Patches)
	for i := range out.Patches {
		out.Patches[i].Put = clean(out.Patches[i].Put)
	}
	out.Failed = slices.Clone(out.Failed)
	for i, f := range out.Failed {
		out.Failed[i].Code, out.Failed[i].Detail = clean(f.Code), clean(f.Detail)
	}
	if out.Answer != nil {
		out.Answer = &talk.Answer{Status: s.Answer.Status, Model: clean(s.Answer.Model), Finish: clean(s.Answer.Finish)}
	}
	return &out
}

// cleanTime drops a time that JSON cannot hold, and the monotonic reading.
func cleanTime(t time.Time) time.Time {
	if y := t.Year(); y < 1 || y > 9999 {
		return time.Time{}
	}
	return t.Round(0)
}

// MaxName is the longest name of a persona and the longest title of a talk, in bytes.
const MaxName = 4096

// cleanName checks a name. Everything that can be shown is kept as it is: names are data here and never name a file.
func cleanName(name string) (string, error) {
	name = clean(name)
	if strings.TrimSpace(name) == "" || len(name) > MaxName {
		return "", ErrBadName.about(preview(name), nil)
	}
	return name, nil
}

// previewRunes is the length of a preview.
const previewRunes = 120

// preview returns the beginning of a text on one line.
func preview(text string) string {
	if len(text) > previewRunes*16 { // looks at no more of a long text than can be needed
		text = strings.ToValidUTF8(text[:previewRunes*16], "") // the cut may split a character
	}
	line := []rune(strings.Join(strings.Fields(clean(text)), " "))
	if len(line) > previewRunes {
		line = append(line[:previewRunes-1], '…')
	}
	return string(line)
}
