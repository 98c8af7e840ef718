package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bonbon/history/talk"
)

// noRoom is what a store says of a disk that is full for now.
type noRoom struct{}

func (noRoom) Error() string { return "no room" }
func (noRoom) Passing() bool { return true }

// full makes every write of a reply fail until there is room.
func full(log *memLog, room func() bool, err error) {
	log.fail = func(op string) error {
		if !room() && (strings.HasPrefix(op, "append assistant") || strings.HasPrefix(op, "update")) {
			return err
		}
		return nil
	}
}

// A reply that cannot be stored for now is held, said to be unsaved, and stored by itself when there is room: also when it was stopped
// meanwhile.
func TestAReplyWaitsForRoom(t *testing.T) {
	for _, stop := range []bool{false, true} {
		count("load the table outside of virtual time")
		synctest.Test(t, func(t *testing.T) {
			log, begin := newLog(), time.Now()
			full(log, func() bool { return time.Since(begin) >= time.Minute }, noRoom{})
			d := slow([]step{{chunk: Chunk{Text: "a"}}, {chunk: Chunk{Text: "b"}}, {chunk: Chunk{Finish: "stop"}}})
			req := request("Hello")
			req.Until = t.Context()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			unsaved, replied := -1, Replied{} // the first is told while it streams
			for ev, err := range d.Turn(ctx, log, req) {
				if err != nil {
					t.Fatal(err)
				}
				switch ev := ev.(type) {
				case Unsaved:
					if unsaved++; !errors.Is(ev.Err, noRoom{}) {
						t.Errorf("told %v", ev.Err)
					}
					if stop && unsaved == 1 {
						cancel()
					}
				case Replied:
					replied = ev
				}
			}
			if unsaved != 30 || replied.Entry.Text != "ab" || replied.Entry.State != talk.Done {
				t.Errorf("%d times unsaved, replied %q %s", unsaved, replied.Entry.Text, replied.Entry.State)
			}
			same(t, "stored", log.stored(), []string{`user "Hello" `, `assistant "ab" `})
		})
	}
}

// What streams and cannot be stored for now is said to be unsaved while it streams, once, and to be stored again, once.
func TestWhatStreamsWaitsForRoom(t *testing.T) {
	count("load the table outside of virtual time")
	synctest.Test(t, func(t *testing.T) {
		log, begin := newLog(), time.Now()
		const from, to, ends = 2500 * time.Millisecond, 6500 * time.Millisecond, 10 * time.Second
		full(log, func() bool { at := time.Since(begin); return at < from || at > to }, noRoom{})
		var steps []step
		for range ends / (250 * time.Millisecond) {
			steps = append(steps, step{chunk: Chunk{Text: "a "}, after: 250 * time.Millisecond})
		}
		d := slow(append(steps, step{chunk: Chunk{Finish: "stop"}}))
		var told []string
		for ev, err := range d.Turn(t.Context(), log, request("Hello")) {
			if err != nil {
				t.Fatal(err)
			}
			if ev, ok := ev.(Unsaved); ok {
				told = append(told, fmt.Sprint(time.Since(begin).Truncate(time.Second), " ", ev.Err))
			}
		}
		same(t, "told", told, []string{"3s llm: save the reply: no room", "7s <nil>"})
	})
}

// The program's end is a last try, and an error that will not pass is told at once.
func TestAReplyThatIsNotHeld(t *testing.T) {
	count("load the table outside of virtual time")
	for name, failure := range map[string]error{"the program ends": noRoom{}, "damaged": errors.New("damaged")} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log, begin := newLog(), time.Now()
				full(log, func() bool { return false }, failure)
				d := slow([]step{{chunk: Chunk{Text: "a"}}, {chunk: Chunk{Finish: "stop"}}})
				until, end := context.WithCancel(t.Context())
				time.AfterFunc(3*time.Second, end)
				req := request("Hello")
				req.Until = until
				_, err := play(t, d, log, req)
				if !errors.Is(err, failure) {
					t.Errorf("ended with %v", err)
				}
				want := 3 * time.Second
				if name == "damaged" {
					want = 0
				}
				if took := time.Since(begin); took != want {
					t.Errorf("it took %v", took)
				}
				end()
			})
		})
	}
}
