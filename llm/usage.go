package llm

import (
	"bonbon/history/talk"
	"bonbon/llm/wire"
	"bonbon/tokens"
)

const (
	truncatedShare  = 60   // percent of the expected tokens under which a server must have dropped some
	truncatedPrompt = 2000 // tokens of the smallest prompt of which that can be said
)

// replied returns the last event of a turn that went well: the reply, and what the server's counts say about the request.
func (t *turn) replied(e talk.Entry) Replied {
	r := Replied{Entry: e}
	if !teaches(t.plans) || e.Usage == nil {
		return r
	}
	if r.Truncated = truncated(t.plans, *e.Usage, t.req.Mean); r.Truncated != nil {
		t.opt.Logger.Warn("the server read less than was sent: it seems to have dropped the beginning",
			"sent", r.Truncated.Sent, "read", r.Truncated.Read)
		return r
	}
	r.Bytes = t.sent.size()
	return r
}

// teaches reports whether the server's count of a prompt can be compared with ours: what was not counted, and pictures, cannot.
func teaches(r tokens.Report) bool {
	return !r.Uncounted && r.Pictures == 0 && r.Encoding != talk.Estimate.String()
}

// truncated judges what a server counted for a prompt. Some, Ollama with a small num_ctx among them, drop the beginning of a prompt
// that is too long for them and say nothing. A server that has counted less than we before, mean says how much, is believed to
// do so again.
func truncated(r tokens.Report, u talk.Usage, mean float64) *Truncated {
	sent, read := r.Counted(), u.Prompt
	if mean > 0 && mean < 1 {
		sent = int(float64(sent) * mean)
	}
	if u.Cached > u.Prompt { // such a server counts only what it had not read before
		read += u.Cached
	}
	if read <= 0 || r.Counted() < truncatedPrompt || read*100 >= sent*truncatedShare {
		return nil
	}
	return &Truncated{Sent: sent, Read: read}
}

// size returns the bytes of the request's body, with the encoder that writes it; 0 if it cannot be written.
func (r ChatRequest) size() int {
	messages, err := encodeMessages(r.Messages)
	if err != nil {
		return 0
	}
	f := r.fields()
	f[fieldMessages] = joined(messages)
	body, err := wire.Body(f)
	if err != nil {
		return 0
	}
	return len(body)
}
