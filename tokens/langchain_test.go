package tokens

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"bonbon/history/talk"
)

// trimCase is one observed call of the message trimmer of LangChain, and what it kept. A null in kept is an undefined element.
type trimCase struct {
	Name     string
	Messages []struct {
		Role, ID, Call string
		Tokens         int
		Calls          []string
	}
	Options struct {
		MaxTokens     int
		Strategy      string
		IncludeSystem bool
		StartOn       names
		EndOn         names
	}
	Counter string
	Kept    []*string
	Error   string
}

// names is a name or a list of them.
type names []string

func (n *names) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, (*[]string)(n))
	}
	*n = make(names, 1)
	return json.Unmarshal(data, &(*n)[0])
}

// nothing stands in differs for a *CutOffError: nothing is sent, and the error says why.
const nothing = "nothing"

// differs holds the cases in which ours keeps something else on purpose: the ids, the way in which they are trimmed, and why.
// The other cases must come out as observed.
var differs = map[string]struct{ kept, by, why string }{
	"11": {nothing, "plan", "theirs returns an undefined message; a turn that does not fit is a typed error with all numbers"},
	"12": {nothing, "plan", "theirs returns an undefined message and loses the user's words; ours gives them back with the error"},
	"13": {nothing, "plan", "theirs returns an undefined message; ours says that the system prompt alone is over"},
	"18": {"h2", "trim", "theirs cuts into a message and sends its beginning; ours sends whole messages or none"},
	"19": {"h2", "trim", "theirs sends one of three blocks of a message; ours sends whole messages or none"},
	"20": {"h1", "trim", "theirs cuts into a message and changes the caller's own copy of it; ours changes nothing"},
	"21": {"h2", "trim", "kept alike, but only because the line could not be cut: ours never tries"},
	"27": {nothing, "plan", "theirs returns an undefined message; a ceiling below zero is a ceiling of zero, and nothing fits"},
	"29": {"", "none", "theirs refuses the options at run time; ours has no way to ask for them"},
	"30": {"", "none", "theirs refuses the options at run time; ours has no way to ask for them"},
	"31": {"h2", "trim", "theirs returns one message twice, each with a part of it; ours sends whole messages once"},
	"32": {"h2", "trim", "theirs returns one message twice though it has no room for it; ours sends whole messages once"},
	"33": {"h1", "trim", "theirs returns one message twice, its blocks in another order; ours sends whole messages once"},
	"34": {nothing, "plan", "theirs begins with a reply that calls a tool; servers want a user's message first, and its turn does not fit"},
	"35": {nothing, "plan", "kept alike, which is nothing; ours says so with a typed error"},
	"37": {"h2", "plan", "theirs begins with a result without its call, which servers refuse; ours keeps calls and results together"},
}

func TestLangChainTrimmer(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/langchain_trim_messages.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []trimCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 37 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		number, _, _ := strings.Cut(c.Name, " ")
		d, other := differs[number]
		want, by := d.kept, d.by
		if !other {
			if by = "trim"; len(c.Options.StartOn) == 1 {
				by = "plan"
			}
			for _, id := range c.Kept {
				want += " " + *id
			}
			want = strings.TrimSpace(want)
		}
		before, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if got := ours(t, c, by); got != want {
			t.Errorf("%s: kept %q, want %q", c.Name, got, want)
		}
		if after, err := json.Marshal(c); err != nil || string(after) != string(before) {
			t.Errorf("%s: the input was changed", c.Name)
		}
	}
}

// ours trims a case: by "plan", which begins with a user's message and never parts calls and results, or by "trim", the token
// trim alone. It returns the ids that are kept.
func ours(t *testing.T, c trimCase, by string) string {
	t.Helper()
	path, ids, system := c.path()
	// A message of n tokens counts 1000 n and its framing, so that framing decides nothing.
	limit := Overhead + 1000*c.Options.MaxTokens + PerMessage*len(path)
	var kept []talk.Header
	switch by {
	case "none":
		if c.Error == "" || c.Options.Strategy != "first" {
			t.Errorf("%s: can be asked", c.Name)
		}
		return ""
	case "plan":
		v, err := Plan(Input{Now: noon, Settings: Settings{Threshold: limit}, Fixed: Fixed{System: system}}, path)
		var cut *CutOffError
		if errors.As(err, &cut) {
			return nothing
		}
		if err != nil {
			t.Fatal(err)
		}
		kept = v.Kept
	case "trim":
		read := path.Before(len(path)) // newest first
		if c.Options.Strategy == "first" {
			read = slices.Values(path)
		}
		kept = TrimTalk(system, read, limit)
		if c.Options.Strategy == "last" {
			slices.Reverse(kept)
		}
		kept = endOn(kept, c.Options.EndOn)
	}
	var out []string
	if system > 0 && len(kept) > 0 {
		out = append(out, c.Messages[0].ID)
	}
	for _, h := range kept {
		out = append(out, ids[h.ID])
	}
	return strings.Join(out, " ")
}

// path returns the messages of a case as headers, up to the last that it may end on, and the tokens of the system message
// that is always sent. Other system messages are ordinary ones.
func (c trimCase) path() (path Slice, ids map[talk.EntryID]string, system int) {
	ids = map[talk.EntryID]string{}
	for i, m := range c.Messages {
		tokens := 1000 * m.Tokens
		if c.Counter == "messages" {
			tokens = 1000
		}
		if i == 0 && m.Role == "system" && c.Options.IncludeSystem {
			system = tokens
			continue
		}
		role := map[string]talk.Role{"human": talk.User, "ai": talk.Assistant, "tool": talk.Tool, "system": talk.Assistant}[m.Role]
		var flags talk.Flags
		if len(m.Calls) > 0 {
			flags = talk.HasCalls
		}
		h := entryAt(len(path), role, flags, tokens)
		path, ids[h.ID] = append(path, h), m.ID
	}
	if c.Options.Strategy == "last" {
		path = endOn(path, c.Options.EndOn)
	}
	return path, ids, system
}

// endOn takes off the end what a request may not end with.
func endOn(path Slice, roles names) Slice {
	role := map[talk.Role]string{talk.User: "human", talk.Assistant: "ai", talk.Tool: "tool"}
	for len(roles) > 0 && len(path) > 0 && !slices.Contains(roles, role[path[len(path)-1].Role]) {
		path = path[:len(path)-1]
	}
	return path
}
