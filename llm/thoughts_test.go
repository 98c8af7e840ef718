package llm

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Pieces of thinking as OpenRouter streams them, each in a chunk.
var pieces = []string{
	`{"type":"reasoning.text","text":"It is <no","signature":null,"format":"anthropic-claude-v1","index":0}`,
	`{"type":"reasoning.text","text":"on>. \ud83d","format":"anthropic-claude-v1","index":0}`,
	`{"type":"reasoning.text","text":"\ude00","index":0}`,
	`{"type":"reasoning.text","signature":"c2ln","index":0}`,
	`{"type":"reasoning.summary","summary":"Noo","index":0}`,
	`{"type":"reasoning.summary","summary":"n.","index":0}`,
	`{"type":"reasoning.text","text":"Then?","index":1}`,
	`{"type":"reasoning.encrypted","data":"YQ==","id":"call_a","index":0}`,
	`{"type":"reasoning.encrypted","data":"Yg==","id":"call_b","index":0}`,
}

const joinedPieces = `[{"format":"anthropic-claude-v1","index":0,"signature":"c2ln","text":"It is <noon>. \ud83d\ude00","type":"reasoning.text"},` +
	`{"index":0,"summary":"Noon.","type":"reasoning.summary"},{"index":1,"text":"Then?","type":"reasoning.text"},` +
	`{"data":"YQ==","id":"call_a","index":0,"type":"reasoning.encrypted"},{"data":"Yg==","id":"call_b","index":0,"type":"reasoning.encrypted"}]`

// TestThoughtsGoBack: what a server streams as thinking in parts is stored with the calls behind it, and goes back with them to whom it
// belongs: in the next round of the turn, and in later turns.
func TestThoughtsGoBack(t *testing.T) {
	var thinking strings.Builder
	for _, p := range pieces {
		thinking.WriteString(sse(adds(`"content":"","reasoning_details":[` + p + `]`)))
	}
	calls := thinking.String() + sse(adds(`"tool_calls":[{"index":0,"id":"call_a","function":{"name":"clock","arguments":"{}"}}]`), ends("tool_calls"), doneData)
	plain := thinking.String() + sse(hello, stop, doneData)
	const demand = `{"error":{"message":"reasoning_details must be passed back"}}`
	tests := []struct {
		name, url string
		answers   []string // what begins with "{" is an error 400
		want      []bool   // of each request: whether the parts are in it
	}{
		{"OpenRouter", "https://openrouter.ai/api/v1", []string{calls, plain, plain}, []bool{false, true, true}},
		{"another", "https://proxy.example/v1", []string{calls, plain, plain}, []bool{false, false, false}},
		{"who demands it", "https://proxy.example/v1", []string{calls, demand, plain, plain}, []bool{false, false, true, false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var bodies []string
			transport := roundTripper(func(r *http.Request) (*http.Response, error) {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					return nil, err
				}
				bodies = append(bodies, string(body))
				answer, status := tt.answers[len(bodies)-1], 200
				if strings.HasPrefix(answer, "{") {
					status = 400
				}
				return respondFrom(status, bytes.NewReader([]byte(answer))), nil
			})
			log, req := newLog(), request("What time is it?")
			req.Connection.BaseURL = tt.url
			d := clientDriver(transport)
			for _, say := range []string{req.Say, "Thanks."} {
				req.Say = say
				if _, err := play(t, d, log, req); err != nil {
					t.Fatal(err)
				}
			}
			if len(bodies) != len(tt.want) {
				t.Fatalf("%d requests, want %d", len(bodies), len(tt.want))
			}
			for i, want := range tt.want {
				has := strings.Contains(bodies[i], `"reasoning_details":`+joinedPieces)
				if has != want || strings.Count(bodies[i], "reasoning_details") > 1 {
					t.Errorf("request %d has the parts: %v, want %v\n%s", i, has, want, bodies[i])
				}
			}
			head, err := log.Head()
			if err != nil || head.Thoughts != "" {
				t.Errorf("of a reply without calls %q is kept, %v", head.Thoughts, err)
			}
			if !rebuilds(t, log, head, bodies[len(bodies)-1]) {
				t.Error("the record does not make the last request")
			}
		})
	}
}

// Thinking without bounds, and pieces of no sense, leave nothing half.
func TestThoughtsAreBounded(t *testing.T) {
	long := `{"type":"reasoning.text","index":0,"text":"` + strings.Repeat("x", 1000) + `"}`
	many := func(n int) (all []string) {
		for i := range n {
			all = append(all, `{"index":`+strconv.Itoa(i)+`}`)
		}
		return all
	}
	for name, tt := range map[string]struct {
		pieces []string
		kept   bool
	}{
		"nothing":         {nil, false},
		"no object":       {[]string{`7`, `"x"`, `[]`}, false},
		"no string":       {[]string{`{"text":7}`}, true},
		"long":            {slices.Repeat([]string{long}, 1000), true},
		"too long":        {slices.Repeat([]string{long}, 1100), false},
		"many parts":      {many(maxParts), true},
		"too many parts":  {many(maxParts + 1), false},
		"a part too many": {append(many(maxParts+1), many(1)...), false},
	} {
		t.Run(name, func(t *testing.T) {
			var all thoughts
			for _, p := range tt.pieces {
				all.add([]byte(p))
			}
			if got := all.list(); (got != "") != tt.kept {
				t.Errorf("%d bytes are kept, want any: %v", len(got), tt.kept)
			}
		})
	}
}
