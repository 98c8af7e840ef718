// Package talk is the vocabulary of a conversation: what was said, by whom, when, and the small fixed
// header of each entry that planning reads instead of the text. It imports nothing of ours and does no I/O.
package talk

import (
	"fmt"
	"time"
)

// EntryID names an entry within its talk. IDs are given out in the order of storing, starting at 1 and never used twice;
// 0 is the root, the parent of a talk's first entry.
type EntryID uint64

// Role says who speaks.
type Role uint8

// The roles that are stored. System text is never an entry: it is made anew for every request.
const (
	User Role = iota + 1
	Assistant
	Tool
)

var roleNames = [...]string{User: "user", Assistant: "assistant", Tool: "tool"}

// String returns the role's name in the chat completion protocol, or "role(n)" for a value that is none.
func (r Role) String() string {
	if r == 0 || int(r) >= len(roleNames) {
		return fmt.Sprintf("role(%d)", uint8(r))
	}
	return roleNames[r]
}

// MarshalText writes the role's name. A value that is no role is an error.
func (r Role) MarshalText() ([]byte, error) {
	if r == 0 || int(r) >= len(roleNames) {
		return nil, fmt.Errorf("talk: no role %d", uint8(r))
	}
	return []byte(roleNames[r]), nil
}

// UnmarshalText reads a role's name. An unknown name is an error.
func (r *Role) UnmarshalText(b []byte) error {
	for i, name := range roleNames {
		if i > 0 && name == string(b) {
			*r = Role(i)
			return nil
		}
	}
	return fmt.Errorf("talk: unknown role %q", b)
}

// State says how far an entry got. The empty state is a finished entry.
type State string

// The states of an entry.
const (
	Done    State = ""        // complete
	Writing State = "writing" // a reply that is still streaming, or was when the program died
	Stopped State = "stopped" // the user pressed Stop; the text so far is kept
	CutOff  State = "cut"     // the connection ended before the server said that the reply was finished
	Limit   State = "limit"   // the reply reached its largest length
	Failed  State = "failed"  // the server reported an error after it had sent text
)

// Encoding names the token table that a stored count was made with.
type Encoding uint8

// The encodings. A count by Estimate is an upper guess from the bytes, made while no table was loaded.
const (
	Estimate Encoding = iota
	O200kBase
	Cl100kBase
)

var encodingNames = [...]string{Estimate: "estimate", O200kBase: "o200k_base", Cl100kBase: "cl100k_base"}

// String returns the table's published name, or "encoding(n)" for a value that is none.
func (e Encoding) String() string {
	if int(e) >= len(encodingNames) {
		return fmt.Sprintf("encoding(%d)", uint8(e))
	}
	return encodingNames[e]
}

// MarshalText writes the table's name.
func (e Encoding) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads a table's name. An unknown name reads as Estimate: the count is then made again when needed.
func (e *Encoding) UnmarshalText(b []byte) error {
	*e = Estimate
	for i, name := range encodingNames {
		if name == string(b) {
			*e = Encoding(i)
		}
	}
	return nil
}

// Flags mark properties of an entry that planning needs without its text.
type Flags uint16

// The flags.
const (
	HasCalls Flags = 1 << iota // an assistant entry with tool calls: its results follow and belong to it
	Greeting                   // the persona's first words, said before the user spoke
	Partial                    // a reply that is not complete: State is not Done
)

// Header is the fixed-size summary of one entry on the active path.
type Header struct {
	Pos      uint64  // place on the active path, from 0
	ID       EntryID // the entry
	Time     int64   // effective time in milliseconds since 1970: never goes backward along a path, never lies in the future
	Role     Role
	Flags    Flags
	Encoding Encoding
	Tokens   int // count of the entry as it is sent, framing not included
	Bytes    int // UTF-8 bytes of the entry's text and tool calls
	Pictures int // count of its pictures, not part of Tokens; 0: it has none
}

// Empty reports whether the entry has nothing to send. Only users send pictures.
func (h Header) Empty() bool { return h.Bytes <= 0 && (h.Pictures <= 0 || h.Role != User) }

// Effective returns the header's effective time.
func (h Header) Effective() time.Time { return time.UnixMilli(h.Time) }

// ToolCall is a call that a reply asked for. Arguments is the JSON text as the model wrote it.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	// Extra is a JSON object that the server put beside the call and wants back with it; empty for nearly all servers.
	Extra string `json:"extra,omitempty"`
}

// Picture is a picture that belongs to an entry. Its content lies with the store's attachments.
type Picture struct {
	Ref    string `json:"ref"`    // what is sent: "sha256:" and 64 hex digits
	Type   string `json:"type"`   // MIME type: "image/png", "image/jpeg", "image/webp" or "image/gif"
	Width  int    `json:"width"`  // pixels; 0: not known
	Height int    `json:"height"` // pixels; 0: not known
	Tokens int    `json:"tokens"` // what it costs in a prompt; 0: not counted yet
	// Original is the file as the user chose it, of which what is sent was made; empty: it is Ref.
	Original string `json:"original,omitempty"`
}

// Usage is what the server reported for one reply, in tokens.
type Usage struct {
	Prompt     int     `json:"prompt"`
	Completion int     `json:"completion"`
	Cached     int     `json:"cached,omitempty"`
	Reasoning  int     `json:"reasoning,omitempty"`
	Cost       float64 `json:"cost,omitempty"` // price, in whatever the server counts it in; 0: it told none
}

// Entry is one thing said. It is stored whole as JSON under its ID and never destroyed by an edit: editing and
// regenerating add a sibling, deleting moves the talk's head.
type Entry struct {
	ID        EntryID   `json:"id"`
	Parent    EntryID   `json:"parent"`
	Role      Role      `json:"role"`
	Time      time.Time `json:"time"`      // wall clock, for display only
	Effective time.Time `json:"effective"` // set by the store; see Header.Time
	Text      string    `json:"text"`
	Reasoning string    `json:"reasoning,omitempty"` // thinking text, never sent back as history
	// Thoughts is the thinking before calls as the server's own list of parts, a JSON array: it wants them back unchanged. Empty for
	// nearly all servers.
	Thoughts string     `json:"thoughts,omitempty"`
	Calls    []ToolCall `json:"calls,omitempty"`
	CallID   string     `json:"call_id,omitempty"` // of a Tool entry: the call that it answers
	Pictures []Picture  `json:"pictures,omitempty"`
	State    State      `json:"state,omitempty"`
	Code     string     `json:"code,omitempty"`   // error code of a Failed or CutOff entry
	Detail   string     `json:"detail,omitempty"` // the server's own words about it
	Greeting bool       `json:"greeting,omitempty"`
	Model    string     `json:"model,omitempty"`
	Usage    *Usage     `json:"usage,omitempty"`
	Sent     *Sent      `json:"sent,omitempty"` // of a reply: what it was asked with; nil: not known
	Tokens   int        `json:"tokens"`
	Encoding Encoding   `json:"encoding"`
}

// Bytes returns the size that a header records: the UTF-8 bytes of the text and of the tool calls.
func (e *Entry) Bytes() int {
	n := len(e.Text)
	for _, c := range e.Calls {
		n += len(c.ID) + len(c.Name) + len(c.Arguments)
	}
	return n
}

// PictureTokens returns the tokens of the pictures, as a header records them: at least one for each. Only a user's are sent and
// cost anything.
func (e *Entry) PictureTokens() int {
	n := 0
	for _, p := range e.Pictures {
		if e.Role == User {
			n += max(p.Tokens, 1)
		}
	}
	return n
}

// Flags returns the flags that a header records.
func (e *Entry) Flags() Flags {
	var f Flags
	if len(e.Calls) > 0 {
		f |= HasCalls
	}
	if e.Greeting {
		f |= Greeting
	}
	if e.State != Done {
		f |= Partial
	}
	return f
}

// Summary stands for a stretch of a talk in few words.
type Summary struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time"`  // when it was written: entries from before it are "before the summary"
	Until    EntryID   `json:"until"` // the newest entry that it covers
	Text     string    `json:"text"`
	Tokens   int       `json:"tokens"`
	Encoding Encoding  `json:"encoding"`
}

// Memory is one fact that a persona keeps across its talks.
type Memory struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time"`
	Text     string    `json:"text"`
	Tokens   int       `json:"tokens"`
	Encoding Encoding  `json:"encoding"`
}

// Info describes a talk without its entries.
type Info struct {
	ID      string    `json:"id"`
	Persona string    `json:"persona"`
	Title   string    `json:"title"`
	Head    EntryID   `json:"head"`  // the newest entry of the active path; 0 for an empty talk
	Count   int       `json:"count"` // entries on the active path
	Last    time.Time `json:"last"`  // effective time of the newest entry of the whole talk
	Preview string    `json:"preview"`
	Shown   int       `json:"shown,omitempty"` // pictures of the newest message; 0 in talks that older versions wrote last
	Created time.Time `json:"created"`
	Trashed time.Time `json:"trashed,omitzero"` // when it went to the trash; zero for a live talk
	// First is the beginning of the first thing that the user said, as a stand-in for a title; empty if that is not known.
	First    string    `json:"first,omitempty"`
	Archived time.Time `json:"archived,omitzero"` // when it was put aside; zero for a talk that is in the list
	Pins     []EntryID `json:"pins,omitempty"`    // entries that the user marked, in that order; some may lie on other branches
	Anchor   Anchor    `json:"anchor,omitzero"`   // where the sent part begins when the talk is cut in steps
	Metrics  Metrics   `json:"metrics,omitzero"`  // what the talk's replies took
}

// Version says which of the versions of a message an entry is: of the siblings that the same one said.
type Version struct {
	At  int // counted from 1, in the order of storing
	Of  int // how many there are; 1: it is the only one
	All int // with the siblings that another one said, as there are when a message before them was deleted
}

// Anchor is the first entry of a talk that is sent while the talk is cut in steps, with what it was chosen for. The zero
// Anchor is the beginning of the talk: nothing was cut on account of tokens.
type Anchor struct {
	ID      EntryID `json:"id"`              // the entry; it lies on the active path only if it stands at Pos
	Pos     uint64  `json:"pos"`             // its place on the path: the same on every path that it lies on
	Ceiling int     `json:"ceiling"`         // largest prompt that the settings allowed then, in tokens
	Model   string  `json:"model,omitempty"` // the model that was asked then

	Chosen   bool    `json:"chosen,omitempty"`   // the user chose it: it counts with exact cuts too, and only the user takes it back
	Pictures uint64  `json:"pictures,omitempty"` // entries at places before this one are sent without their pictures
	Factor   float64 `json:"factor,omitempty"`   // tokens of the server for each of ours, as plans reckon while the anchor holds; 0: not known
	Ratio    float64 `json:"ratio,omitempty"`    // bytes of a request for each of the server's tokens, likewise
}
