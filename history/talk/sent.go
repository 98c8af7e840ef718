package talk

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Sent says what the request was made of that led to a reply, in a few hundred bytes: together with the entries and the text
// that it names, which are never changed, it gives the request's body again, byte for byte. No part of it holds an API key.
type Sent struct {
	Entries  []Run           `json:"entries,omitempty"`  // what was said, oldest first
	Elided   []Run           `json:"elided,omitempty"`   // of them: tool results that went as a placeholder
	Pictures []Run           `json:"pictures,omitempty"` // of them: messages that went with their pictures
	System   string          `json:"system,omitempty"`   // TextName of what was said before the history; empty: nothing
	Shape    string          `json:"shape,omitempty"`    // form of the messages, a persona.Shape; empty: as they are
	Params   json.RawMessage `json:"params,omitempty"`   // the body without its messages; empty: the request was not seen leaving
	Patches  []Patch         `json:"patches,omitempty"`  // what differs from the stored: times, and whatever else changes with each request
	Sum      []byte          `json:"sum,omitempty"`      // SHA-256 of the body as it left
	Size     int             `json:"size,omitempty"`     // bytes of the body
	Cut      Cut             `json:"cut"`
	Failed   []Attempt       `json:"failed,omitempty"` // what was tried before, oldest first
	Answer   *Answer         `json:"answer,omitempty"` // nil: nothing came yet when this was stored
}

// Run is a run of entries with consecutive ids: the first and the last.
type Run [2]EntryID

// Runs joins ids, in this order, into as few runs as it takes.
func Runs(ids []EntryID) []Run {
	var runs []Run
	for _, id := range ids {
		if n := len(runs); n > 0 && runs[n-1][1]+1 == id {
			runs[n-1][1] = id
			continue
		}
		runs = append(runs, Run{id, id})
	}
	return runs
}

// Patch replaces a part of one message's JSON: of the message at index Message, Drop bytes after the first Keep give way to Put.
type Patch struct {
	Message int    `json:"message"`
	Keep    int    `json:"keep,omitempty"`
	Drop    int    `json:"drop,omitempty"`
	Put     string `json:"put,omitempty"`
}

// Cut says what a plan left out of one request. Tokens are estimates of the whole prompt.
type Cut struct {
	Messages  int  `json:"messages"` // on the talk's path
	Kept      int  `json:"kept"`     // of them sent
	Before    int  `json:"before"`   // tokens, had nothing been cut
	After     int  `json:"after"`    // tokens as planned
	Elided    int  `json:"elided,omitempty"`
	Moved     bool `json:"moved,omitempty"`     // the place of the cut is another one than the request before had
	Uncounted bool `json:"uncounted,omitempty"` // counting failed, so the last messages went
}

// Trimmed reports whether anything was left out.
func (c Cut) Trimmed() bool { return c.Kept < c.Messages || c.Elided > 0 }

// Attempt is a request for the same reply that failed.
type Attempt struct {
	Status int    `json:"status,omitempty"` // HTTP status; 0: no answer came
	Code   string `json:"code"`             // the program's name of the error
	Detail string `json:"detail,omitempty"` // the server's own words, masked
}

// Answer is what a server said about its reply besides the reply itself.
type Answer struct {
	Status int    `json:"status"`           // HTTP status
	Model  string `json:"model,omitempty"`  // the model's name as the server wrote it
	Finish string `json:"finish,omitempty"` // why the reply ended, in the server's word
}

// Take is one answer as it was received, failures included. Headers are a short list without secrets; the key is masked everywhere.
type Take struct {
	Status int               `json:"status"`
	Header map[string]string `json:"header,omitempty"`
	Cut    bool              `json:"cut,omitempty"` // more came than is kept
	Body   []byte            `json:"-"`
}

// TextName names a text by its content: "sha256:" and 64 hex digits.
func TextName(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Metrics are sums over all replies that a talk has got, those included that lie on no path any more. Turns that brought no
// reply are not in it.
type Metrics struct {
	Replies   int `json:"replies"`
	Trimmed   int `json:"trimmed,omitempty"`   // replies to a request that left something out
	Fallbacks int `json:"fallbacks,omitempty"` // requests of the last messages because counting failed
	Elided    int `json:"elided,omitempty"`    // placeholders sent for tool results
	Moves     int `json:"moves,omitempty"`     // times that the place of the cut moved
	Messages  int `json:"messages"`            // on the path, before cutting
	Kept      int `json:"kept"`                // sent
	Before    int `json:"before"`              // estimated tokens, had nothing been cut
	After     int `json:"after"`               // estimated tokens as planned

	Counted    int `json:"counted,omitempty"` // replies whose server told its own counts; the rest is over these
	Prompt     int `json:"prompt,omitempty"`
	Cached     int `json:"cached,omitempty"`
	Completion int `json:"completion,omitempty"`

	Last Cut `json:"last,omitzero"` // of the newest reply
}

// Add counts one more reply. s or u is nil if nothing is known of the request, or of the server's counts.
func (m *Metrics) Add(s *Sent, u *Usage) {
	m.Replies++
	if s != nil {
		c := s.Cut
		m.Messages, m.Kept = m.Messages+c.Messages, m.Kept+c.Kept
		m.Before, m.After = m.Before+c.Before, m.After+c.After
		m.Elided += c.Elided
		m.Trimmed += one(c.Trimmed())
		m.Fallbacks += one(c.Uncounted)
		m.Moves += one(c.Moved)
		m.Last = c
	}
	if u != nil {
		m.Counted++
		m.Prompt, m.Cached, m.Completion = m.Prompt+u.Prompt, m.Cached+u.Cached, m.Completion+u.Completion
	}
	*m = m.Sane()
}

// maxSum bounds each of the Metrics: what an import or a server claims must not make a sum overflow.
const maxSum = 1 << 52

// Sane returns the metrics with every number in the range from 0 to 2^52.
func (m Metrics) Sane() Metrics {
	for _, n := range []*int{
		&m.Replies, &m.Trimmed, &m.Fallbacks, &m.Elided, &m.Moves, &m.Messages, &m.Kept, &m.Before, &m.After, &m.Counted, &m.Prompt, &m.Cached,
		&m.Completion, &m.Last.Messages, &m.Last.Kept, &m.Last.Before, &m.Last.After, &m.Last.Elided,
	} {
		*n = min(max(*n, 0), maxSum)
	}
	return m
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
