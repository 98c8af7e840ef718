package tokens

import (
	"iter"

	"bonbon/history/talk"
)

// History reads the headers of one talk's active path. All its methods see the same moment of the talk; reading costs
// what is read, never the length of the path. A read that fails leaves the surrounding view by a panic that the store
// turns into an error, so a failed read can never look like an empty talk.
type History interface {
	// Len returns the number of entries on the active path. Positions run from 0 (oldest) to Len-1.
	Len() int
	// Tokens returns what the whole path costs: the sum of Cost over its headers. It is a running sum that is kept with the path.
	Tokens() int
	// Before yields headers newest first, starting at position pos-1. Before(Len()) starts at the newest.
	Before(pos int) iter.Seq[talk.Header]
	// Since returns the first position whose effective time is t (milliseconds since 1970) or later; Len if there is none.
	// It searches by key: its cost is logarithmic.
	Since(t int64) int
}

// Cost returns what an entry costs as a message with all its pictures, framing included; 0 if there is nothing to send.
func Cost(h talk.Header) int {
	if h.Empty() {
		return 0
	}
	return sane(h.Tokens) + sane(h.Pictures) + PerMessage
}
