package llm

import (
	"bytes"
	"encoding/json"
)

// What is kept of one reply's thinking in parts at most, in bytes and in parts. The longest thinking of today's models has a third of it.
const (
	maxThoughts = 1 << 20
	maxParts    = 1 << 10
)

// thoughts join the pieces of thinking that OpenRouter streams as "reasoning_details" to the parts that it wants back. A piece belongs to
// the part with its type and index, unless both have ids and these differ. Its text is added to the part's; whatever else it says
// replaces what the part said, as a signature comes with the last piece.
//
// Source: OpenRouter's documentation, "Preserving reasoning blocks".
type thoughts struct {
	parts []map[string]json.RawMessage
	texts []map[string]*bytes.Buffer // of each part, the members that grow: JSON strings without their last quote
	size  int                        // of all pieces
}

// growing are the members that come in pieces.
var growing = []string{"text", "summary", "data"}

// add takes in one piece, a JSON object. Too much of it leaves nothing: half a thought is refused.
func (t *thoughts) add(raw json.RawMessage) {
	var piece map[string]json.RawMessage
	if t.size += len(raw); t.size >= maxThoughts || json.Unmarshal(raw, &piece) != nil {
		return
	}
	i := t.find(piece)
	if i < 0 {
		if i = len(t.parts); i == maxParts {
			t.size = maxThoughts
			return
		}
		t.parts = append(t.parts, map[string]json.RawMessage{})
		t.texts = append(t.texts, map[string]*bytes.Buffer{})
	}
	for _, name := range growing {
		if v := piece[name]; len(v) > 1 && v[0] == '"' {
			t.grow(i, name, v)
			delete(piece, name)
		}
	}
	for name, v := range piece {
		if _, known := t.parts[i][name]; !known || string(v) != "null" {
			t.parts[i][name] = v
		}
	}
}

// grow adds a JSON string to a part's member.
func (t *thoughts) grow(i int, name string, v json.RawMessage) {
	b := t.texts[i][name]
	if b == nil {
		b = bytes.NewBufferString(`"`)
		t.texts[i][name] = b
	}
	b.Write(v[1 : len(v)-1])
}

// find returns the part that a piece continues, the newest first, -1 if it starts one.
func (t *thoughts) find(piece map[string]json.RawMessage) int {
	for i := len(t.parts) - 1; i >= 0; i-- {
		p := t.parts[i]
		if bytes.Equal(p["type"], piece["type"]) && bytes.Equal(p["index"], piece["index"]) {
			if given(p["id"]) && given(piece["id"]) && !bytes.Equal(p["id"], piece["id"]) {
				continue
			}
			return i
		}
	}
	return -1
}

// given reports whether a member says anything.
func given(v json.RawMessage) bool { return len(v) > 0 && string(v) != "null" }

// list returns the parts as one JSON array, "" if there are none.
func (t *thoughts) list() string {
	if len(t.parts) == 0 || t.size >= maxThoughts {
		return ""
	}
	for i, p := range t.parts {
		for name, b := range t.texts[i] {
			p[name] = append(bytes.Clone(b.Bytes()), '"')
		}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(t.parts) != nil { // the pieces were read as JSON
		return ""
	}
	return string(bytes.TrimSuffix(out.Bytes(), []byte("\n")))
}
