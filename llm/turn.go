// Package llm makes a reply: it stores what the user said, plans what is sent, calls the server, streams and stores the answer.
package llm

import (
	"context"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// Log is one talk as a turn needs it; history.Talk implements it.
// Every method is safe to call from the turn's goroutine whatever talk the window shows.
type Log interface {
	// Head returns the talk's newest entry; an empty talk gives an entry with ID 0.
	Head() (talk.Entry, error)
	// Append stores e as the child of the head and makes it the new head, in one synced transaction. It returns e with
	// ID, Parent and Effective set.
	Append(e talk.Entry) (talk.Entry, error)
	// AppendTo is Append with another parent than the head: path and tree change in the same transaction.
	AppendTo(parent talk.EntryID, e talk.Entry) (talk.Entry, error)
	// Update replaces the body and header of an entry that was appended before; its place in the tree does not change.
	Update(e talk.Entry) error
	// Aside stores e as a child of its Parent beside the active path, which stays as it is.
	Aside(e talk.Entry) (talk.Entry, error)
	// Rewind makes id, which was the head before, the head again: entries that do not lead to it leave the active path and stay in the
	// tree. 0 empties the path.
	Rewind(id talk.EntryID) error
	// View runs f on a consistent view of the active path.
	View(f func(tokens.History) error) error
	// Load returns the bodies of the entries with these headers, in the same order.
	Load(hs []talk.Header) ([]talk.Entry, error)
	// Summary returns the latest summary of the talk, nil if there is none.
	Summary() (*talk.Summary, error)
	// Anchor returns what SetAnchor stored last; the zero Anchor for a talk that was never cut in steps.
	Anchor() (talk.Anchor, error)
	// SetAnchor stores where the sent part of the talk begins. It changes nothing else.
	SetAnchor(talk.Anchor) error
	// Picture returns the content behind the reference of a talk.Picture.
	Picture(ref string) ([]byte, error)
	// KeepText keeps a text with the talk under its talk.TextName, once.
	KeepText(text string) error
	// Conclude is AppendTo its Parent, or Update for an entry with an ID, for a reply that has ended. In the same transaction it counts the
	// reply in the talk's metrics and keeps the servers' answers for a while.
	Conclude(e talk.Entry, answers []talk.Take) (talk.Entry, error)
	// Memories returns what the persona remembers, oldest first.
	Memories() ([]talk.Memory, error)
}

// Request says what one turn is made of. It is a value: later changes of persona or settings do not touch a running turn.
type Request struct {
	Persona    persona.Persona
	Cutoff     tokens.Settings // resolved
	Connection persona.Connection
	Key        string // API key; empty if the server wants none
	Model      string // resolved: the persona's, else the connection's
	UserName   string
	// ServerLimit is the largest prompt that the model's server is known to take, as Limited told it before; 0: not known.
	ServerLimit int
	Factor      float64      // tokens that the server counts for each of ours, from tokens.Factor; 0: not known
	Mean        float64      // what the server counts for each of our tokens on the average, less than 1 too; 0: not known
	Ratio       tokens.Ratio // bytes of a request for each of the server's tokens, from tokens.Ratio; 0: not known
	Say         string       // what the user said; empty, and no pictures: answer the talk's head again
	// Pictures are what the user attached to what was said; their content is stored already. Tokens are counted here.
	Pictures []talk.Picture
	// Blind sends no picture, since the model takes none: the messages go out without theirs.
	Blind bool
	// Continue asks for the rest of the reply at the talk's head, which breaks off; Say is empty. What comes is stored as
	// another version of the reply, a sibling that begins with what there was; Delta carries only what is new.
	Continue bool
	// Instead asks for another reply in the place of this one, which lies on the talk's path; Say is empty. It keeps its place, and
	// what follows it, until the first words of the new one are stored. 0: the talk's head is answered.
	Instead talk.EntryID
	Habits  Habits // what use has taught about the model, as Learned told it before
	// Hurry ends the wait before a repetition when it gets a value or is closed; nil: it takes as long as Waiting says.
	Hurry <-chan struct{}
	// Until ends when the program does. As long as it goes on, a reply that came and cannot be stored for the moment is held and tried
	// again, also after the turn was stopped; nil: it is tried once.
	Until context.Context
}

// says reports whether the request brings something new to say.
func (r Request) says() bool { return r.Say != "" || len(r.Pictures) > 0 }

// said returns the request for a talk that holds by now what was said.
func (r Request) said() Request {
	r.Say, r.Pictures = "", nil
	return r
}

// Event is something that a turn reports while it runs.
type Event interface{ event() }

// Said reports that the user's words are stored.
type Said struct{ Entry talk.Entry }

// Planned reports what will be sent and what is cut.
type Planned struct{ Report tokens.Report }

// Limited reports that the server refused the prompt for its length although it was planned to fit. Unless the turn ends
// with a HistoryCutOffError, a smaller one is sent: Planned follows, at most four times in a turn.
type Limited struct {
	Err   error // what the server said
	Limit int   // largest prompt that it takes, as we count, to be remembered as Request.ServerLimit; 0: it is a mere guess
}

// Waiting reports that a call failed before any text came and is repeated after For.
type Waiting struct {
	For     time.Duration
	Attempt int // 1 or 2
	Err     error
}

// Learned reports what the server taught about how it wants to be asked, to be remembered as Request.Habits.
type Learned struct{ Habits Habits }

// Unsaved reports that the reply, or what came of it so far, cannot be stored for now: there is no room, or the data folder is away. It is
// held in memory and tried again. Of a reply that is there, Unsaved follows for each try that fails; of one that streams, Unsaved without
// an error follows when it can be stored again.
type Unsaved struct{ Err error }

// Delta carries new text of the reply; either part may be empty.
type Delta struct {
	Text, Reasoning string
	Thought         bool // all Text before this was thinking: move it to the reasoning, in front of this Reasoning
	Anew            bool // the reply did not go on with what there was but began again: this Text is its beginning
}

// Replied ends a turn that went well, or was stopped or cut off with some text: Entry is stored, its State says which.
type Replied struct {
	Entry talk.Entry
	Bytes int // size of the request's body, to learn from with Entry.Usage; 0: not known, or nothing is to be learned
	// Truncated says that the server read far less than was sent; nil if it did not, or if nothing is known.
	Truncated *Truncated
}

// Truncated are the numbers of a prompt of which a server silently dropped the beginning.
type Truncated struct {
	Sent int // tokens of the prompt as the server should have counted them
	Read int // tokens that it reported
}

func (Said) event()    {}
func (Planned) event() {}
func (Limited) event() {}
func (Waiting) event() {}
func (Learned) event() {}
func (Delta) event()   {}
func (Unsaved) event() {}
func (Replied) event() {}
