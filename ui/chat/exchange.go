package chat

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"bonbon/history/talk"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// Page is one side of an exchange with a server.
type Page struct {
	Note  string // what is said above it
	Lines []TextLine
	Copy  string // what goes into the clipboard; empty: there is nothing
}

// longLine is how many bytes of a line are laid out together. Longer ones, such as the data of pictures, go on in the next row.
const longLine = 2000

// jsonStep is how far each level of JSON stands in.
const jsonStep = 2

// JSONPage returns lines of indented JSON, with a line's end after each "\n" in a text: it is the same JSON and can be read. In the
// place of a picture's data stand its type and size. What is no JSON is shown as it is. It needs no window.
func JSONPage(data []byte) []TextLine {
	if !json.Valid(data) {
		return PlainPage(data)
	}
	var out []TextLine
	for line := range strings.Lines(indented(data)) {
		line = briefly(strings.TrimSuffix(line, "\n"))
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		name := memberName(text)
		now := TextLine{Indent: indent, Hang: jsonStep, Spans: []flow.Span{{Text: name, Style: flow.Mono | flow.Muted}}}
		for _, piece := range brokenText(text[len(name):]) {
			now.Spans = append(now.Spans, flow.Span{Text: piece, Style: flow.Mono})
			out = append(out, now)
			now = TextLine{Indent: indent + jsonStep}
		}
	}
	return out
}

// pictureData is the data of a picture as requests carry it.
var pictureData = regexp.MustCompile(`data:(image/[a-z0-9.+-]{1,32});base64,[A-Za-z0-9+/]{1000,}={0,2}`)

// briefly puts type and size in the place of the data of pictures, which nobody reads.
func briefly(line string) string {
	if len(line) < 1000 {
		return line
	}
	return pictureData.ReplaceAllStringFunc(line, func(s string) string {
		kind, data, _ := strings.Cut(strings.TrimPrefix(s, "data:"), ";base64,")
		size := base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(data, "=")))
		return "data:" + kind + ";base64,… (" + words.T("exchange.picture", map[string]any{"Type": kind, "Size": words.Bytes(size)}) + ")"
	})
}

func indented(data []byte) string {
	var b bytes.Buffer
	if err := json.Indent(&b, data, "", strings.Repeat(" ", jsonStep)); err != nil {
		return string(data)
	}
	return b.String()
}

// PlainPage returns lines of any bytes. What is not UTF-8 shows as U+FFFD. It needs no window.
func PlainPage(data []byte) []TextLine {
	var out []TextLine
	for line := range strings.Lines(strings.ToValidUTF8(string(data), "\uFFFD")) {
		line = strings.TrimRight(line, "\r\n")
		if rest, ok := strings.CutPrefix(line, "data: "); ok { // an event stays on the line that its name is on
			line = "data:\u00a0" + rest
		}
		for _, piece := range shortened(line) {
			out = append(out, TextLine{Spans: []flow.Span{{Text: piece, Style: flow.Mono}}})
		}
	}
	return out
}

// headLine returns a heading between lines.
func headLine(text string) TextLine {
	return TextLine{Spans: []flow.Span{{Text: text, Style: flow.Bold}}}
}

// memberName returns the name of a JSON member and its colon, if a line begins with one.
func memberName(line string) string {
	if !strings.HasPrefix(line, `"`) {
		return ""
	}
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '"':
			if strings.HasPrefix(line[i+1:], ": ") {
				return line[:i+3]
			}
			return ""
		}
	}
	return ""
}

// brokenText breaks a line of JSON after each escaped line break.
func brokenText(s string) (out []string) {
	from := 0
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; s[i] == 'n' && i+1 < len(s)-1 {
			out = append(out, shortened(s[from:i+1])...)
			from = i + 1
		}
	}
	return append(out, shortened(s[from:])...)
}

// shortened cuts a long line into pieces.
func shortened(s string) (out []string) {
	for len(s) > longLine {
		n := longLine
		for n > longLine-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	return append(out, s)
}

// answered is a reply as JSON shows it.
type answered struct {
	Status    int             `json:"status,omitempty"`
	Model     string          `json:"model,omitempty"`
	State     string          `json:"state"`
	Finish    string          `json:"finish_reason,omitempty"`
	Error     string          `json:"error,omitempty"`
	Detail    string          `json:"detail,omitempty"`
	Reasoning string          `json:"reasoning,omitempty"`
	Content   string          `json:"content"`
	Calls     []talk.ToolCall `json:"tool_calls,omitempty"`
	Usage     *talk.Usage     `json:"usage,omitempty"`
}

// AnswerJSON returns a reply, put together from its pieces, as JSON in one line.
func AnswerJSON(e talk.Entry) []byte {
	a := answered{
		Model: e.Model, State: "done", Error: e.Code, Detail: e.Detail, Reasoning: e.Reasoning, Content: e.Text, Calls: e.Calls, Usage: e.Usage,
	}
	if e.State != talk.Done {
		a.State = string(e.State)
	}
	if e.Sent != nil && e.Sent.Answer != nil {
		a.Status, a.Finish = e.Sent.Answer.Status, e.Sent.Answer.Finish
		if e.Sent.Answer.Model != "" {
			a.Model = e.Sent.Answer.Model
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(a); err != nil {
		return []byte(fmt.Sprintf("%q", err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// ResponsePage returns what came for a request: the attempts that failed, the reply put together, and the servers' answers as they
// were received. takes is empty if they are not kept any more. It needs no window.
func ResponsePage(e talk.Entry, takes []talk.Take, mask func(string) string) Page {
	answer := []byte(mask(string(AnswerJSON(e))))
	var p Page
	add := func(title, text string, lines []TextLine) {
		if len(p.Lines) > 0 {
			p.Lines, p.Copy = append(p.Lines, TextLine{}), p.Copy+"\n\n"
		}
		p.Lines = append(append(p.Lines, headLine(title)), lines...)
		p.Copy += title + "\n" + text
	}
	if e.Sent != nil {
		for i, f := range e.Sent.Failed {
			text := f.Code
			if f.Status != 0 {
				text = fmt.Sprintf("HTTP %d  %s", f.Status, text)
			}
			text = mask(text + "\n" + f.Detail)
			add(words.T("exchange.attempt", map[string]any{"Number": i + 1}), text, PlainPage([]byte(text)))
		}
	}
	add(words.T("exchange.assembled"), indented(answer), JSONPage(answer))
	for _, k := range takes {
		head := []string{fmt.Sprintf("HTTP %d", k.Status)}
		for _, name := range slices.Sorted(maps.Keys(k.Header)) {
			head = append(head, name+": "+k.Header[name])
		}
		text := strings.ToValidUTF8(strings.Join(head, "\n")+"\n\n"+mask(string(k.Body)), "\uFFFD")
		add(words.T("exchange.received"), text, PlainPage([]byte(text)))
		if k.Cut {
			p.Lines = append(p.Lines, headLine(words.T("exchange.more")))
		}
	}
	return p
}
