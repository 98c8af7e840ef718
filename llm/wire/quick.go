package wire

import "unicode/utf8"

// Nearly all chunks of nearly all servers hold one piece of text in exactly the shape that the protocol describes. Those
// are recognised by reading them once from left to right, and their text is passed on as the bytes that came. Whatever is
// not recognised, be it odd or wrong, takes the way through the loose types: this one only ever saves time.

// quick takes in a chunk that holds a piece of text or thinking and nothing else. It reports whether data is one.
func (s *stream) quick(data []byte) bool {
	if !s.pinned.set || s.pinned.n != 0 { // the first one goes the other way, which also looks at what it says of the model
		return false
	}
	p := piece{rest: data}
	if !p.chunk() || len(p.rest) > 0 {
		return false
	}
	if p.content == nil && p.reasoning == nil {
		return true
	}
	s.out.WriteString(`data: {"choices":[{"index":0,"delta":{`)
	if p.content != nil {
		s.saidText = true
		s.out.WriteString(`"content":`)
		s.out.Write(p.content)
	}
	if p.reasoning != nil {
		if p.content != nil {
			s.out.WriteByte(',')
		}
		s.out.WriteString(`"reasoning_content":`)
		s.out.Write(p.reasoning)
	}
	s.out.WriteString("}}]}\n\n")
	return true
}

// piece reads such a chunk. Its methods report whether what they look for comes next, and move past it.
type piece struct {
	rest               []byte
	content, reasoning []byte // JSON strings as they came; nil: missing, null or empty
	seen               seen
}

// seen marks the names that have appeared: of two equal ones the last one counts, which is not for here.
type seen uint8

const (
	sawChoices seen = 1 << iota
	sawDelta
	sawContent
	sawReasoning
)

// once reports whether a name appears for the first time.
func (p *piece) once(name seen) bool {
	first := p.seen&name == 0
	p.seen |= name
	return first
}

func (p *piece) chunk() bool {
	return p.object(func(name []byte) bool {
		switch string(name) {
		case `"id"`, `"created"`, `"model"`, `"system_fingerprint"`, `"service_tier"`, `"provider"`, `"obfuscation"`:
			return p.word("null") || p.text() != nil || p.integer()
		case `"object"`:
			return p.word(`"chat.completion.chunk"`)
		case `"usage"`, `"error"`, `"timings"`, `"prompt_token_ids"`:
			return p.word("null")
		case `"choices"`:
			return p.once(sawChoices) && p.byte('[') && p.choice() && p.byte(']')
		}
		return false
	}) && p.seen&sawChoices != 0
}

func (p *piece) choice() bool {
	return p.object(func(name []byte) bool {
		switch string(name) {
		case `"index"`:
			return p.word("0")
		case `"finish_reason"`, `"native_finish_reason"`, `"stop_reason"`, `"matched_stop"`, `"logprobs"`, `"token_ids"`:
			return p.word("null")
		case `"delta"`:
			return p.once(sawDelta) && p.delta()
		}
		return false
	}) && p.seen&sawDelta != 0
}

func (p *piece) delta() bool {
	return p.object(func(name []byte) bool {
		switch string(name) {
		case `"role"`:
			return p.word("null") || p.text() != nil
		case `"content"`:
			return p.once(sawContent) && p.value(&p.content)
		case `"reasoning"`, `"reasoning_content"`: // which of two is to be believed is not for here
			return p.once(sawReasoning) && p.value(&p.reasoning)
		case `"refusal"`, `"tool_calls"`, `"function_call"`, `"audio"`:
			return p.word("null")
		}
		return false
	})
}

// value sets v to a string that is not empty.
func (p *piece) value(v *[]byte) bool {
	if p.word("null") || p.word(`""`) {
		return true
	}
	*v = p.text()
	return *v != nil
}

// object reads an object; member reads the value of each name, which it gets with its quotes.
func (p *piece) object(member func(name []byte) bool) bool {
	if !p.byte('{') {
		return false
	}
	if p.byte('}') {
		return true
	}
	for {
		name := p.text()
		if name == nil || !p.byte(':') || !member(name) {
			return false
		}
		if !p.byte(',') {
			return p.byte('}')
		}
	}
}

func (p *piece) byte(c byte) bool {
	p.blanks()
	if len(p.rest) == 0 || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	p.blanks()
	return true
}

func (p *piece) blanks() {
	for len(p.rest) > 0 && (p.rest[0] == ' ' || p.rest[0] == '\n' || p.rest[0] == '\t' || p.rest[0] == '\r') {
		p.rest = p.rest[1:]
	}
}

// word reads exactly these bytes. What follows is looked at by whoever reads next, so "0" does not read half of "01".
func (p *piece) word(w string) bool {
	if len(p.rest) < len(w) || string(p.rest[:len(w)]) != w {
		return false
	}
	p.rest = p.rest[len(w):]
	return true
}

// integer reads a whole number without an exponent.
func (p *piece) integer() bool {
	n := 0
	for n < len(p.rest) && p.rest[n] >= '0' && p.rest[n] <= '9' {
		n++
	}
	if n == 0 || n > 1 && p.rest[0] == '0' {
		return false
	}
	p.rest = p.rest[n:]
	return true
}

// text reads a string of valid JSON and valid UTF-8 and returns it as it stands, quotes included; nil if there is none.
func (p *piece) text() []byte {
	if len(p.rest) == 0 || p.rest[0] != '"' {
		return nil
	}
	ascii := true
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '"':
			s := p.rest[:i+1]
			if !ascii && !utf8.Valid(s) {
				return nil
			}
			p.rest = p.rest[i+1:]
			return s
		case c == '\\':
			n := escape(p.rest[i+1:])
			if n == 0 {
				return nil
			}
			i += n
		case c < ' ':
			return nil
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return nil
}

// escape returns the length of what may follow a backslash, 0 if that is wrong.
func escape(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	switch b[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 1
	case 'u':
		if len(b) < 5 {
			return 0
		}
		for _, c := range b[1:5] {
			if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
				return 0
			}
		}
		return 5
	}
	return 0
}
