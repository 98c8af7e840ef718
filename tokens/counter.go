package tokens

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pkoukk/tiktoken-go"

	"bonbon/history/talk"
)

// exactBytes is the longest text that is counted with a table. Above it the answer is an estimate: the slowest texts take a
// second per megabyte, and on a busy machine twice that, and nobody should wait a second for a number.
const exactBytes = 256 << 10

// Counter counts tokens with the tables of o200k_base and cl100k_base, which are part of the program: nothing is ever
// downloaded. A table takes about half a second and 25 MB, so it is loaded only when it is needed, and all counters share it.
// All methods are safe for concurrent use.
type Counter struct {
	o200k, cl100k *table
}

var (
	sharedO200k  = table{name: talk.O200kBase}
	sharedCl100k = table{name: talk.Cl100kBase}
)

// NewCounter returns a counter. It loads nothing.
func NewCounter() *Counter { return &Counter{o200k: &sharedO200k, cl100k: &sharedCl100k} }

// Load starts to load the table that unknown models use, in the background, and returns at once. Calling it again does
// nothing.
func (c *Counter) Load() {
	go func() { _, _ = c.o200k.get() }() // a failure is kept: every count then says that it is an estimate
}

// Ready reports whether Count answers for unknown models without waiting for a table.
func (c *Counter) Ready() bool { return c.o200k.done.Load() }

// Count returns the number of tokens of text in the encoding enc and the encoding that the number was made with. It waits
// until the table is loaded, so it is for worker goroutines only. The answer is an estimate, and says so, when enc is
// talk.Estimate, when the text is longer than 256 KiB and when the table fails. The text of special tokens counts as plain
// text; invalid UTF-8 counts as the replacement characters that are sent in its place.
func (c *Counter) Count(enc talk.Encoding, text string) (int, talk.Encoding) {
	t := c.table(enc)
	if t == nil || len(text) > exactBytes {
		return EstimateText(text), talk.Estimate
	}
	n, err := t.count(text)
	if err != nil {
		return EstimateText(text), talk.Estimate
	}
	return n, enc
}

// Glance is Count without the wait: as long as the table is not loaded the answer is an estimate and says so, and nothing
// begins to load. It is for numbers that are shown and soon shown again.
func (c *Counter) Glance(enc talk.Encoding, text string) (int, talk.Encoding) {
	if t := c.table(enc); t == nil || !t.done.Load() {
		return EstimateText(text), talk.Estimate
	}
	return c.Count(enc, text)
}

// CountEntry sets e.Tokens and e.Encoding: the text, the tool calls and the id that a tool's result answers to, as they are
// sent, without the framing of the message; and the tokens of the pictures that have none yet. It counts with e.Encoding; if that is talk.Estimate, with the encoding of
// e.Model.
func (c *Counter) CountEntry(e *talk.Entry) {
	enc := e.Encoding
	if enc == talk.Estimate {
		enc = EncodingFor(e.Model)
	}
	e.Tokens, e.Encoding = 0, enc
	add := func(text string) {
		n, got := c.Count(enc, text)
		e.Tokens += n
		if got == talk.Estimate {
			e.Encoding = talk.Estimate
		}
	}
	e.Pictures = slices.Clone(e.Pictures)
	for i, p := range e.Pictures {
		if p.Tokens <= 0 {
			e.Pictures[i].Tokens = PictureTokens(e.Model, p.Width, p.Height)
		}
	}
	add(e.Text)
	add(e.CallID)
	for _, call := range e.Calls {
		add(call.ID)
		add(call.Name)
		add(call.Arguments)
	}
}

func (c *Counter) table(enc talk.Encoding) *table {
	switch enc {
	case talk.O200kBase:
		return c.o200k
	case talk.Cl100kBase:
		return c.cl100k
	}
	return nil
}

// EncodingFor returns the encoding of a model by its name as servers give it: "gpt-4-turbo", "openai/gpt-3.5-turbo".
// Models that are not known, and those without a public table, count with o200k_base.
func EncodingFor(model string) talk.Encoding {
	name := strings.ToLower(strings.TrimSpace(model))
	name = name[strings.LastIndexByte(name, '/')+1:]
	if name == "gpt-4" {
		return talk.Cl100kBase
	}
	for _, prefix := range []string{"gpt-4-", "gpt-3.5", "gpt-35", "text-embedding-"} {
		if strings.HasPrefix(name, prefix) {
			return talk.Cl100kBase
		}
	}
	return talk.O200kBase
}

// table is one token table, loaded at the first use.
type table struct {
	name talk.Encoding
	once sync.Once
	done atomic.Bool
	bpe  *tiktoken.Tiktoken
	err  error
}

// offline makes the library take its tables from the program instead of the network, once, before any table is loaded.
var offline = sync.OnceFunc(func() { tiktoken.SetBpeLoader(ranks{}) })

func (t *table) get() (*tiktoken.Tiktoken, error) {
	t.once.Do(func() {
		defer t.done.Store(true)
		defer caught(&t.err)
		offline()
		t.bpe, t.err = tiktoken.GetEncoding(t.name.String())
	})
	return t.bpe, t.err
}

// count adds up the pieces of text. A piece that equals the one before it is not encoded again: pieces of one repeated
// character are the slowest that there are.
func (t *table) count(text string) (total int, err error) {
	defer caught(&err)
	bpe, err := t.get()
	if err != nil {
		return 0, err
	}
	last, n := "", 0
	for piece := range pieces(text) {
		if piece != last {
			last, n = piece, len(bpe.EncodeOrdinary(piece))
		}
		total += n
	}
	return total, nil
}

// caught turns a panic of the token library into an error. It must be deferred.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("tokens: the token table failed: %v", r)
	}
}
