package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// system is the text of the system message in its parts, in the order of sending: what changes least comes first, so
// that a server's cache of the prompt's beginning stays good.
type system struct {
	prompt   string
	memories string
	summary  string
	at       time.Time    // when the summary was written; zero: there is none
	until    talk.EntryID // the newest entry that the summary covers
	now      string       // block with the current time
	post     string       // what follows the newest message: that block and the persona's post prompt
}

// system reads what is said before the history. A read that fails is an error, never taken for "nothing remembered".
func (d *Driver) system(log Log, req Request) (system, error) {
	expand := func(text string) string { return clean(persona.Expand(text, req.Persona.Name, req.UserName)) }
	s := system{prompt: expand(req.Persona.Prompt)}
	if req.Persona.TellTime {
		s.now = timeBlock(d.opt.Now())
	}
	s.post = joinParts(s.now, expand(req.Persona.PostPrompt))
	memories, err := log.Memories()
	if err != nil {
		return s, fmt.Errorf("llm: read the memories: %w", err)
	}
	s.memories = memoryBlock(memories)
	summary, err := log.Summary()
	if err != nil {
		return s, fmt.Errorf("llm: read the summary: %w", err)
	}
	if summary != nil {
		s.summary, s.at, s.until = summaryBlock(*summary), summary.Time, summary.Until
	}
	return s, nil
}

// text returns the whole system message, "" if there is nothing to say.
func (s system) text() string { return joinParts(s.prompt, s.memories, s.summary) }

// joinParts returns the texts that say something, with an empty line between them.
func joinParts(texts ...string) string {
	said := slices.DeleteFunc(texts, func(s string) bool { return strings.TrimSpace(s) == "" })
	return strings.Join(said, "\n\n")
}

// on returns s as it is said before a path. A summary that is to stand for entries but whose newest entry is no longer on the path
// is left out: something in what it covers was edited, so it may say what is no longer true, and the entries are sent themselves.
func (s system) on(h tokens.History, set tokens.Settings) system {
	if set.SummaryReplaces && s.until != 0 && !tokens.Holds(h, s.until) {
		s.summary = ""
	}
	return s
}

// fixed counts the parts with what count answers for texts that were not counted before.
func (s system) fixed(d *Driver, model string, count counting) tokens.Fixed {
	enc := tokens.EncodingFor(model)
	known := func(text string) int { return d.fixed.count(count, enc, text) }
	f := tokens.Fixed{System: known(s.prompt), Memory: known(s.memories), Summary: known(s.summary)}
	if s.post != "" {
		now, _ := count(enc, s.now) // another one every minute: nothing to remember
		f.Post = known(strings.TrimPrefix(s.post, s.now)) + now
	}
	return f
}

// counting is Count or Glance of a tokens.Counter.
type counting func(enc talk.Encoding, text string) (int, talk.Encoding)

// timeBlock tells the time as the user's clock shows it, to the minute.
func timeBlock(now time.Time) string {
	return "<context>\nCurrent time: " + now.Format("Monday, 2006-01-02 15:04 (UTC-07:00)") + "\n</context>"
}

func memoryBlock(ms []talk.Memory) string {
	if len(ms) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("<memories>\n")
	for _, m := range ms {
		b.WriteString("- " + strings.ReplaceAll(escape(m.Text), "\n", "\n  ") + "\n")
	}
	b.WriteString("</memories>")
	return b.String()
}

func summaryBlock(s talk.Summary) string {
	return fmt.Sprintf("<summary updated_at=%q>\n%s\n</summary>", s.Time.UTC().Format(time.RFC3339), escape(s.Text))
}

// delimiter finds what could be taken for the beginning or the end of a block.
var delimiter = regexp.MustCompile(`(?i)<(\s*/?\s*(?:memories|summary)\b)`)

// escape makes a text that a model or a card wrote unable to leave its block.
func escape(s string) string { return delimiter.ReplaceAllString(clean(s), "&lt;$1") }

// Greeting returns the persona's first words as the first entry of a new talk, expanded and counted; ok is false if the
// persona has none. It may wait for the token table, so it is for worker goroutines.
func (d *Driver) Greeting(p persona.Persona, userName, model string) (e talk.Entry, ok bool) {
	text := clean(persona.Expand(p.Greeting, p.Name, userName))
	if strings.TrimSpace(text) == "" {
		return talk.Entry{}, false
	}
	e = d.entry(talk.Assistant, text, model)
	e.Greeting = true
	return e, true
}

// fixedCounts keeps the counts of texts that every request repeats, by their content.
type fixedCounts struct {
	mu   sync.Mutex
	m    map[string]int
	told func(key string, n int) // hears of each new exact count; nil: nobody
}

// maxFixed bounds the kept counts: three for each of the personas that take turns in a session.
const maxFixed = 256

func (c *fixedCounts) count(count counting, enc talk.Encoding, text string) int {
	if text == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(text))
	key := enc.String() + " " + hex.EncodeToString(sum[:16])
	c.mu.Lock()
	n, ok := c.m[key]
	c.mu.Unlock()
	if ok {
		return n
	}
	n, made := count(enc, text)
	if made != enc {
		return n // an estimate: count again when the table is there
	}
	c.mu.Lock()
	if c.m == nil || len(c.m) >= maxFixed {
		c.m = make(map[string]int)
	}
	c.m[key] = n
	c.mu.Unlock()
	if c.told != nil {
		c.told(key, n)
	}
	return n
}
