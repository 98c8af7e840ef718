package demo

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
	"unicode"
)

// output is a reply on its way out.
type output struct {
	pieces []string
	tokens int
	finish string // "stop" or "length"
	usage  usage
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

// cut ends a reply before the piece that would take it over most tokens.
func (s *Server) cut(text string, most int) output {
	out := output{pieces: split(text), tokens: s.opt.Count(text), finish: "stop"}
	if out.tokens <= most {
		return out
	}
	out.finish = "length"
	kept := 0
	for kept < len(out.pieces) && s.opt.Count(strings.Join(out.pieces[:kept+1], "")) <= most {
		kept++
	}
	out.pieces = out.pieces[:kept]
	out.tokens = s.opt.Count(strings.Join(out.pieces, ""))
	return out
}

// split cuts a text into the pieces that are streamed: about three words, or four Japanese characters, each. A mark
// stays with the character that it belongs to, and the pieces joined are the text.
func split(text string) []string {
	const full = 12
	var pieces []string
	start, weight := 0, 0
	for i, r := range text {
		if weight >= full && !joins(r) {
			pieces = append(pieces, text[start:i])
			start, weight = i, 0
		}
		switch {
		case unicode.IsSpace(r):
			weight += 4
		case r >= 0x2E80: // the East Asian blocks and beyond
			weight += 3
		}
	}
	if start < len(text) {
		pieces = append(pieces, text[start:])
	}
	return pieces
}

// joins tells whether a rune continues the character before it.
func joins(r rune) bool { return unicode.Is(unicode.M, r) || r == '\u200d' }

// chunk is one event of a streamed reply.
type chunk struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   *usage   `json:"usage,omitempty"`
}

type choice struct {
	Index   int     `json:"index"`
	Delta   *speech `json:"delta,omitempty"`
	Message *speech `json:"message,omitempty"`
	Finish  *string `json:"finish_reason"`
}

type speech struct {
	Role    string `json:"role,omitempty"`
	Content string `json:"content"`
}

func envelope(object string) chunk {
	now := time.Now()
	return chunk{ID: fmt.Sprintf("demo-%d", now.UnixNano()), Object: object, Created: now.Unix(), Model: Model, Choices: []choice{}}
}

// whole returns the body of a reply that is not streamed.
func (o output) whole() chunk {
	c := envelope("chat.completion")
	c.Choices = []choice{{Message: &speech{Role: "assistant", Content: strings.Join(o.pieces, "")}, Finish: &o.finish}}
	c.Usage = &o.usage
	return c
}

// stream sends the pieces one by one and stops as soon as the client is gone or the server closes.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, out output, withUsage bool) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	flush := http.NewResponseController(w)
	head := envelope("chat.completion.chunk")
	send := func(choices []choice, u *usage) bool {
		c := head
		c.Choices, c.Usage = choices, u
		b, err := json.Marshal(c)
		if err != nil {
			return false
		}
		_, err = fmt.Fprintf(w, "data: %s\n\n", b)
		return err == nil && flush.Flush() == nil
	}
	if !send([]choice{{Delta: &speech{Role: "assistant"}}}, nil) {
		return
	}
	for _, p := range out.pieces {
		if !s.pause(r) || !send([]choice{{Delta: &speech{Content: p}}}, nil) {
			return
		}
	}
	if !send([]choice{{Delta: &speech{}, Finish: &out.finish}}, nil) {
		return
	}
	if withUsage && !send([]choice{}, &out.usage) {
		return
	}
	_, _ = io.WriteString(w, "data: [DONE]\n\n") // the end of the response says the same to a client that misses it
}

// pause waits between two pieces; false means that nobody waits for more.
func (s *Server) pause(r *http.Request) bool {
	if s.opt.Interval < 0 {
		return r.Context().Err() == nil
	}
	t := time.NewTimer(s.opt.Interval)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
