package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"bonbon/history/talk"
)

// maxPlain is the largest file of plain messages, which is read whole.
const maxPlain = 256 << 20

// plainTalk is a conversation as many programs write it.
type plainTalk struct {
	ID       json.RawMessage   `json:"id"`
	Title    string            `json:"title"`
	Messages []json.RawMessage `json:"messages"`
}

type plainMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Time    json.RawMessage `json:"time"`
	Calls   []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
	CallID string `json:"tool_call_id"`
}

// plain reads JSON values one after the other, each a talk or an array of talks.
func (im *importer) plain(r io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(r, maxPlain+1))
	if err != nil {
		return err
	}
	if len(data) > maxPlain {
		return ErrTooLarge.about("import", nil)
	}
	data = repair(data)
	start, found := im.line, false
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		var value json.RawMessage
		err := d.Decode(&value)
		if errors.Is(err, io.EOF) {
			break
		}
		im.line = start + bytes.Count(data[:min(int(d.InputOffset()), len(data))], []byte("\n"))
		if err != nil {
			im.bad(ErrBadRecord.about("json", err))
			break // nothing says where the next value begins
		}
		talks := []json.RawMessage{value}
		if value[0] == '[' {
			if err := json.Unmarshal(value, &talks); err != nil {
				return ErrNotExport.about("array", err)
			}
		}
		for _, t := range talks {
			ok, err := im.plainTalk(t)
			if err != nil {
				return err
			}
			found = found || ok
		}
	}
	if !found {
		return ErrNotExport.about("import", errors.Join(asErrors(im.report.Bad)...))
	}
	return nil
}

func asErrors(bad []LineError) []error {
	errs := make([]error, len(bad))
	for i, b := range bad {
		errs[i] = b
	}
	return errs
}

// plainTalk stores one talk and reports whether it was one.
func (im *importer) plainTalk(data []byte) (ok bool, err error) {
	var p plainTalk
	if err := json.Unmarshal(data, &p); err != nil || p.Messages == nil {
		im.bad(ErrBadRecord.about("no messages", err))
		return false, nil
	}
	id := strings.Trim(string(p.ID), `"`)
	if id == "null" {
		id = ""
	}
	im.open = &incoming{info: talk.Info{ID: id, Title: p.Title}, known: map[talk.EntryID]bool{}}
	for i, m := range p.Messages {
		e, err := plainEntry(m)
		if err != nil {
			im.bad(ErrBadRecord.about(fmt.Sprintf("message %d", i+1), err))
			continue
		}
		e.ID, e.Parent = talk.EntryID(len(im.open.entries)+1), talk.EntryID(len(im.open.entries))
		im.entry(e)
	}
	return true, im.flush()
}

func plainEntry(data []byte) (e talk.Entry, err error) {
	var m plainMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return e, err
	}
	if err := e.Role.UnmarshalText([]byte(m.Role)); err != nil {
		return e, err
	}
	for _, c := range m.Calls {
		e.Calls = append(e.Calls, talk.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
	}
	e.CallID, e.Time = m.CallID, plainTime(m.Time)
	e.Text, err = plainText(m.Content)
	return e, err
}

// plainText reads content: a string, null, or a list of parts of which the texts count.
func plainText(data json.RawMessage) (text string, err error) {
	if len(data) == 0 {
		return "", nil
	}
	if data[0] != '[' {
		return text, json.Unmarshal(data, &text)
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(data, &parts); err != nil {
		return "", err
	}
	var all []string
	for _, p := range parts {
		if p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n\n"), nil
}

// plainTime reads seconds or milliseconds since 1970, or an RFC 3339 text. Anything else is no time.
func plainTime(data json.RawMessage) time.Time {
	var t time.Time
	if json.Unmarshal(data, &t) == nil {
		return cleanTime(t)
	}
	var n float64
	if json.Unmarshal(data, &n) != nil || n <= 0 || n > 1e15 {
		return time.Time{}
	}
	if n < 1e11 { // as milliseconds this would be before 1973
		n *= 1000
	}
	return cleanTime(time.UnixMilli(int64(n)))
}
