package llm

import "strings"

// thinkTags are the marks that local models put around their thinking, at the beginning of a reply.
var thinkTags = [][2]string{
	{"<think>", "</think>"},
	{"<thinking>", "</thinking>"},
	{"<thought>", "</thought>"},
	{"<reasoning>", "</reasoning>"},
	{"[THINK]", "[/THINK]"},
}

// closeOnly is the mark that may come without its opening: templates put that into the prompt.
const closeOnly = "</think>"

// maxBlank is how many blanks may come before an opening mark, in bytes. Models that got stuck send them without end.
const maxBlank = 4 << 10

// splitter moves thinking out of a streamed text. Marks count at the beginning of a reply only, so that a reply about
// such marks stays as it is. What may be the beginning of a mark is held back until the next piece decides.
type splitter struct {
	state            splitState
	close            string // the mark that ends the thinking
	held             string
	opened           bool // nothing of the thinking was given out yet
	closed           bool // a block was closed: blanks before the text are dropped
	thoughtElsewhere bool // reasoning comes in a field of its own, so a lone closing mark is text
	texted           bool // text was given out
	last             byte // of the text given out
}

// newSplitter returns a splitter that has seen nothing, or one that leaves all text as it is.
func newSplitter(keep bool) splitter {
	if keep {
		return splitter{state: inText, closed: true}
	}
	return splitter{}
}

type splitState uint8

const (
	atStart splitState = iota
	inThought
	inText
)

// add takes in a piece of text and returns what is certain now.
func (s *splitter) add(piece string) Chunk {
	var out Chunk
	s.held += piece
	for s.step(&out) {
	}
	return out
}

// end returns what was held back. A block that was never closed stays thinking.
func (s *splitter) end() Chunk {
	rest := s.held
	s.held = ""
	switch {
	case s.state == inThought:
		return Chunk{Reasoning: rest}
	case s.state == atStart && s.closed:
		return Chunk{Text: strings.TrimLeft(rest, " \t\r\n")}
	}
	return Chunk{Text: rest}
}

// step moves as much of the held text as its state allows and reports whether the state changed.
func (s *splitter) step(out *Chunk) bool {
	switch s.state {
	case atStart:
		return s.start()
	case inThought:
		thought, rest, found := strings.Cut(s.held, s.close)
		if !found {
			n := overlap(s.held, s.close)
			thought, rest = s.held[:len(s.held)-n], s.held[len(s.held)-n:]
		}
		if s.opened { // the line break after the mark is no thought
			thought = strings.TrimLeft(thought, "\r\n")
			s.opened = thought == ""
		}
		out.Reasoning += thought
		s.held = rest
		if found {
			s.state, s.closed = atStart, true
		}
		return found
	}
	return s.text(out)
}

// start decides what the beginning is.
func (s *splitter) start() bool {
	body := strings.TrimLeft(s.held, " \t\r\n")
	if s.closed {
		s.held = body
	}
	if len(s.held)-len(body) > maxBlank {
		s.state = inText
		return true
	}
	if body == "" {
		return false
	}
	for _, tag := range thinkTags {
		if strings.HasPrefix(body, tag[0]) {
			s.state, s.opened = inThought, true
			s.close, s.held = tag[1], body[len(tag[0]):]
			return true
		}
	}
	for _, tag := range thinkTags {
		if strings.HasPrefix(tag[0], body) {
			return false
		}
	}
	s.state = inText
	return true
}

// text passes text on. A closing mark without its opening, once, makes all before it thinking; between backticks it is
// a quotation.
func (s *splitter) text(out *Chunk) bool {
	if s.closed || s.thoughtElsewhere {
		s.give(out, len(s.held))
		return false
	}
	i := strings.Index(s.held, closeOnly)
	if i < 0 {
		s.give(out, len(s.held)-overlap(s.held, closeOnly))
		return false
	}
	if i > 0 && s.held[i-1] == '`' || i == 0 && s.last == '`' {
		s.give(out, i+len(closeOnly))
		return true
	}
	out.Thought = s.texted
	out.Reasoning = out.Text + s.held[:i]
	out.Text = ""
	s.held = s.held[i+len(closeOnly):]
	s.state, s.closed = atStart, true
	return true
}

// give passes on the first n bytes of the held text.
func (s *splitter) give(out *Chunk, n int) {
	if n == 0 {
		return
	}
	out.Text += s.held[:n]
	s.last, s.texted = s.held[n-1], true
	s.held = s.held[n:]
}

// overlap returns the length of the longest end of s that is a beginning of mark, but not all of it.
func overlap(s, mark string) int {
	for n := min(len(s), len(mark)-1); n > 0; n-- {
		if strings.HasSuffix(s, mark[:n]) {
			return n
		}
	}
	return 0
}
