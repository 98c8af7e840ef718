package demo

import (
	"hash/fnv"
	"time"
)

// A message is one message of a request, its content parts joined.
type message struct{ role, text string }

// An inbox is what one request brought, and all that the responder knows: there is no state between requests, so what
// a client cut off is forgotten.
type inbox struct {
	messages []message
	tokens   int // of the whole prompt
	context  int // largest prompt
	pictures int // that came with the newest user message
}

// heard is an inbox as the rules see it.
type heard struct {
	inbox
	said  string // the newest user message, folded
	lang  lang
	tone  tone
	me    string // the persona's name, "" if the system prompt names none
	facts facts
	now   time.Time // as the request tells it; zero: it does not
	seed  uint64    // from the content, so that the same request gets the same reply
}

// subjects in the order of asking: the first rule that matches answers.
var subjects = []subject{seeing, self, recalling, sums, showing, smalltalk, telling, feelings, telltime, questions, reflections}

// reply answers an inbox. It never fails and never returns an empty text.
func reply(in inbox) string {
	h := listen(in)
	if h.pictures > 0 {
		return blindTo(h)
	}
	last := h.lastReply()
	for _, s := range subjects {
		if text := s.answer(h, last); text != "" {
			return text
		}
	}
	return fallback(h, last)
}

func listen(in inbox) heard {
	var now time.Time
	in.messages, now = withoutNotes(in.messages)
	h := heard{inbox: in, said: fold(in.newest()), now: now}
	system := in.system()
	h.lang = languageOf(in)
	h.tone = toneOf(system)
	h.me = nameIn(system)
	h.facts = gather(in.messages)
	sum := fnv.New64a()
	for _, m := range in.messages[max(0, len(in.messages)-3):] {
		sum.Write([]byte(m.text)) // #nosec G104 -- a hash never fails
	}
	h.seed = sum.Sum64()
	return h
}

// newest returns the newest user message, "" if there is none.
func (in inbox) newest() string { return in.newestOf("user") }

// lastReply returns the responder's own newest words, "" if there are none.
func (in inbox) lastReply() string { return in.newestOf("assistant") }

func (in inbox) newestOf(role string) string {
	for i := len(in.messages) - 1; i >= 0; i-- {
		if in.messages[i].role == role {
			return in.messages[i].text
		}
	}
	return ""
}

// system returns the first system message.
func (in inbox) system() string {
	for _, m := range in.messages {
		if m.role == "system" {
			return m.text
		}
	}
	return ""
}
