package llm

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
)

// slow returns a driver for a scripted model that lives in the test's virtual time.
func slow(script []step) *Driver {
	m := &model{scripts: [][]step{script}}
	return NewDriver(Options{
		Counter: counter,
		Logger:  slog.New(slog.DiscardHandler),
		Client:  func(persona.Connection, string) (Streamer, error) { return m, nil },
	})
}

func TestSavedAtMostOnceASecond(t *testing.T) {
	count("load the table outside of virtual time")
	synctest.Test(t, func(t *testing.T) {
		var script []step
		for range 25 { // 2.5 s of text
			script = append(script, step{after: 100 * time.Millisecond, chunk: Chunk{Text: "a"}})
		}
		script = append(script, step{chunk: Chunk{Finish: "stop"}})
		log := newLog()
		if _, err := play(t, slow(script), log, request("Hello")); err != nil {
			t.Fatal(err)
		}
		a := func(n int) string { return strings.Repeat("a", n) }
		// At 1.1 s and 2.1 s a chunk comes in the same instant as the save; either may be first.
		if got := len(log.ops); got != 5 {
			t.Fatalf("%d operations: %q", got, log.ops)
		}
		same(t, "first and last", []string{log.ops[1], log.ops[4]}, []string{`append assistant "a" writing`, `update "` + a(25) + `" `})
	})
}

// TestSavedInAPause checks that text is safe a second after it came, even if nothing comes after it.
func TestSavedInAPause(t *testing.T) {
	count("load the table outside of virtual time")
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		d := slow([]step{
			{chunk: Chunk{Text: "one "}}, {after: 500 * time.Millisecond, chunk: Chunk{Text: "two "}},
			{after: time.Hour, chunk: Chunk{Text: "three"}}, {chunk: Chunk{Finish: "stop"}},
		})
		begin := time.Now()
		log.fail = func(op string) error {
			if strings.HasPrefix(op, `update "one two "`) && time.Since(begin) != time.Second {
				t.Errorf("saved after %v", time.Since(begin))
			}
			return nil
		}
		if _, err := play(t, d, log, request("Hello")); err != nil {
			t.Fatal(err)
		}
		same(t, "log", log.ops, []string{
			`append user "Hello" `, `append assistant "one " writing`, `update "one two " writing`,
			`update "one two three" writing`, `update "one two three" `,
		})
	})
}

func count(text string) { counter.Count(talk.O200kBase, text) }

// TestSavesThatFail lets single operations fail: only the last save of a reply decides.
func TestSavesThatFail(t *testing.T) {
	full := errors.New("disk full")
	tests := []struct {
		name   string
		fails  []string // operations by their beginning
		stored []string
		err    error
	}{
		{"the first save", []string{`append assistant "a" writing`}, []string{`user "Hello" `, `assistant "abc" `}, nil},
		{"one in between", []string{`update "ab" writing`}, []string{`user "Hello" `, `assistant "abc" `}, nil},
		{"the last", []string{`update "abc" `}, []string{`user "Hello" `, `assistant "ab" writing`}, full},
		{"all", []string{`append assistant`}, []string{`user "Hello" `}, full},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			count("load the table outside of virtual time")
			synctest.Test(t, func(t *testing.T) {
				log := newLog()
				log.fail = func(op string) error {
					for _, f := range tt.fails {
						if strings.HasPrefix(op, f) {
							return full
						}
					}
					return nil
				}
				d := slow([]step{
					{chunk: Chunk{Text: "a"}}, {chunk: Chunk{Text: "b"}}, {after: 90 * time.Second, chunk: Chunk{Text: "c"}},
					{chunk: Chunk{Finish: "stop"}},
				})
				if tt.name == "the last" {
					d = slow([]step{{chunk: Chunk{Text: "a"}}, {chunk: Chunk{Text: "b"}}, {after: 1500 * time.Millisecond, chunk: Chunk{}}, {chunk: Chunk{Text: "c", Finish: "stop"}}})
				}
				_, err := play(t, d, log, request("Hello"))
				if !errors.Is(err, tt.err) {
					t.Errorf("err = %v, want %v", err, tt.err)
				}
				same(t, "stored", log.stored(), tt.stored)
			})
		})
	}
}

func TestWaitingIsCancellable(t *testing.T) {
	count("load the table outside of virtual time")
	synctest.Test(t, func(t *testing.T) {
		d := slow(fails(&Error{code: CodeRateLimit, RetryAfter: 30 * time.Second}))
		begin := time.Now()
		for ev, err := range d.Turn(t.Context(), newLog(), request("Hello")) {
			if err != nil {
				t.Fatal(err)
			}
			if _, waiting := ev.(Waiting); waiting {
				break
			}
		}
		if time.Since(begin) != 0 {
			t.Errorf("Stop came back after %v", time.Since(begin))
		}
	})
}

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		d := slow(fails(&Error{code: CodeRateLimit, RetryAfter: 30 * time.Second}))
		if _, err := play(t, d, newLog(), request("Hello")); errCode(err) != CodeRateLimit {
			t.Fatal(err)
		}
		if time.Since(begin) != time.Minute {
			t.Errorf("two pauses took %v", time.Since(begin))
		}
	})
}
