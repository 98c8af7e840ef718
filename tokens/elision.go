package tokens

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"bonbon/history/talk"
)

// The app's rule of elision.
const (
	tailMessages = 8    // the newest messages, which are never touched
	tailTurns    = 2    // the newest turns, which are never touched either
	longOutput   = 2000 // bytes of text up to which a result stays as it is
	mark         = 75   // percent of the limit that elision goes down to
)

// ElidedTokens is what an elided tool result counts, framing not included: Placeholder for a tool of any name, and the id of
// the call.
const ElidedTokens = 100

// Placeholder returns the text that stands for the output of a tool. It is ASCII, always the same for the same tool, and at
// most 150 bytes long.
func Placeholder(tool string) string {
	const longest = 40
	name := strings.Map(func(r rune) rune {
		switch {
		case r < 0x80 && (isLetter(r) || isDigit(r)), r == '_', r == '-', r == '.':
			return r
		}
		return '_'
	}, tool)
	if name == "" {
		name = "unknown"
	}
	return fmt.Sprintf("[The output of the tool %s was left out here to save space. Call the tool again if it is needed.]", name[:min(len(name), longest)])
}

// Message is a message of a prompt as elision sees it.
type Message struct {
	Role   talk.Role // 0 for a system message
	Size   int       // of the text in all its parts, before escaping
	Parts  int       // text parts; 0: nothing to replace
	Joined bool      // it belongs to the message before it, as a result does to its call: both are elided, or none
}

// ElideRule says what may be elided. All sizes are in one unit, bytes or tokens.
type ElideRule struct {
	Assistant   bool // assistant text too, not only tool results
	Tail        int  // messages at the end that stay
	Long        int  // a text is elided only if it is longer
	Placeholder int  // size of the placeholder of one part
}

// Elision is what is replaced.
type Elision struct {
	Elided []int // indexes of the messages, ascending
	Target int   // what was to be saved; 0 if nothing had to be
	Saved  int
}

// ErrStillOver reports that a prompt is over its limit after everything was elided that may be.
var ErrStillOver = errors.New("tokens: still over the limit after all that may be elided")

// Elide is the second stage by itself. It says which old texts of a prompt are replaced by a placeholder so that the prompt gets
// under limit: those of tools, the oldest first, until what is to be saved is saved. That is not only what is over the limit
// but goes down to 75 % of it, in whole steps of the other 25 %:
//
//	mark   = floor(limit * 75 / 100)
//	step   = max(limit - mark, 1)
//	target = ceil(max(payload - mark, 0) / step) * step
//
// so that a growing prompt is elided rarely, and the same texts are elided in between. payload is the size of the prompt. If
// it is not over limit, nothing is touched. System and user messages, the tail, short texts and those that would grow stay; a
// group of messages that is begun is elided whole, one that reaches into the tail is not begun. If the prompt is over limit
// even so, the error is ErrStillOver and the elision says what it came to.
//
// The rule is that of a proxy's stateless history truncation.
func Elide(payload, limit int, messages []Message, rule ElideRule) (Elision, error) {
	payload, limit = max(payload, 0), max(limit, 0)
	if payload <= limit {
		return Elision{}, nil
	}
	e := Elision{Target: elisionTarget(payload, limit)}
	end := max(len(messages)-max(rule.Tail, 0), 0)
	for end > 0 && end < len(messages) && messages[end].Joined {
		end--
	}
	for i, m := range messages[:end] {
		if e.Saved >= e.Target && !m.Joined {
			break
		}
		if gain, ok := rule.gain(m); ok {
			e.Elided = append(e.Elided, i)
			e.Saved += min(gain, math.MaxInt-e.Saved)
		}
	}
	if payload-e.Saved > limit {
		return e, ErrStillOver
	}
	return e, nil
}

// gain returns what eliding m saves, and whether it may be elided.
func (r ElideRule) gain(m Message) (int, bool) {
	if m.Role != talk.Tool && !(r.Assistant && m.Role == talk.Assistant) || m.Parts <= 0 || m.Size <= r.Long {
		return 0, false
	}
	if r.Placeholder > 0 && m.Parts > (m.Size-1)/r.Placeholder {
		return 0, false
	}
	return m.Size - m.Parts*r.Placeholder, true
}

// elisionTarget returns what is to be saved of a payload; see Elide. The largest int stands for more.
func elisionTarget(payload, limit int) int {
	low := limit/100*mark + limit%100*mark/100
	step := max(limit-low, 1)
	over := max(payload-low, 0)
	steps := over / step
	if over%step > 0 {
		steps++
	}
	if steps > math.MaxInt/step {
		return math.MaxInt
	}
	return steps * step
}

// output is a tool result that a walk found outside of the protected tail and that is long enough to be elided.
type output struct {
	at    int // index in walker.read
	group int // index of the newest result of the same call
}

// outside reports whether a group whose newest result is the next entry to be read lies outside of the protected tail.
func (w *walker) outside() bool {
	return w.elide && len(w.read) >= tailMessages && len(w.ends) >= tailTurns
}

// LongOutput reports whether a tool result of so many bytes and tokens is worth a placeholder.
func LongOutput(bytes, tokens int) bool { return bytes > longOutput && tokens > ElidedTokens }

// leave says which of the kept entries, oldest first, are elided, as indexes, and how many tokens that saves. payload is what
// the prompt takes with all its texts.
func (w *walker) leave(kept []talk.Header, payload, limit int) (elided []int, saved int) {
	var messages []Message // the candidates, oldest first
	var at []int
	for i := len(w.outputs) - 1; i >= 0; i-- {
		o := w.outputs[i]
		if o.at >= len(kept) {
			continue
		}
		at = append(at, len(kept)-1-o.at)
		messages = append(messages, Message{
			Role: talk.Tool, Size: sane(kept[len(kept)-1-o.at].Tokens), Parts: 1,
			Joined: i+1 < len(w.outputs) && w.outputs[i+1].group == o.group,
		})
	}
	e, _ := Elide(payload, limit, messages, ElideRule{Placeholder: ElidedTokens}) // the walk has taken care that it is enough
	for _, i := range e.Elided {
		elided = append(elided, at[i])
	}
	return elided, e.Saved
}
