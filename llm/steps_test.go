package llm

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// inSteps returns a request for a talk that is cut in steps and holds some dozens of short messages.
func inSteps(say string) Request {
	req := request(say)
	req.Cutoff = tokens.Settings{Threshold: 700, Steps: true}
	return req
}

// Turn by turn each prompt begins with the whole of the one before, except where the anchor moves.
func TestPromptsOfATalkCutInSteps(t *testing.T) {
	log := newLog()
	d, m := drive(says("I see. ", "Tell me more about that, will you?"))
	jumps := 0
	var anchor talk.Anchor
	for i := range 60 {
		if _, err := play(t, d, log, inSteps(fmt.Sprintf("This is what I wanted to say, number %d.", i))); err != nil {
			t.Fatal(err)
		}
		prompts := m.requests
		now := sent(prompts[len(prompts)-1])
		switch before := anchor; {
		case log.anchor != before:
			jumps++
			if log.anchor.Pos <= before.Pos || log.anchor.Model != "m" || log.anchor.Ceiling != 700 {
				t.Fatalf("turn %d: the anchor moved from %+v to %+v", i, before, log.anchor)
			}
		case i > 0:
			if last := sent(prompts[len(prompts)-2]); !slices.Equal(now[:len(last)], last) {
				t.Fatalf("turn %d: the prompt does not go on from the one before", i)
			}
		}
		anchor = log.anchor
	}
	if jumps == 0 || jumps > 15 {
		t.Errorf("the anchor moved %d times in 60 turns", jumps)
	}
	if i := slices.Index(log.ops, fmt.Sprintf("anchor %d", anchor.ID)); i < 0 || !strings.HasPrefix(log.ops[i-1], "append user") {
		t.Error("the anchor is not stored between the user's words and the reply")
	}
}

// cutLog returns a talk whose anchor was set by a turn, and the driver.
func cutLog(t *testing.T) (*memLog, *Driver) {
	t.Helper()
	var texts []string
	for i := range 60 {
		texts = append(texts, fmt.Sprintf("This is message number %d of a talk that has many.", i))
	}
	log := newLog(texts...)
	d, _ := drive(says("Hi"))
	if _, err := play(t, d, log, inSteps("Hello")); err != nil {
		t.Fatal(err)
	}
	if log.anchor == (talk.Anchor{}) {
		t.Fatal("no anchor was stored")
	}
	return log, d
}

func TestPreviewsMoveNoAnchor(t *testing.T) {
	log, d := cutLog(t)
	before, ops := log.anchor, len(log.ops)
	for _, threshold := range []int{400, 700, 800, 100_000} {
		req := inSteps("and a draft")
		req.Cutoff.Threshold = threshold
		r, err := d.Plan(log, req)
		if err != nil || r.Moved != (threshold != 700 && threshold != 800) {
			t.Errorf("threshold %d: %+v, %v", threshold, r, err)
		}
	}
	req := inSteps(strings.Repeat("too long ", 1000))
	var cut *HistoryCutOffError
	if _, err := play(t, d, log, req); !errors.As(err, &cut) {
		t.Errorf("err = %v", err)
	}
	if changed := slices.ContainsFunc(log.ops[ops:], func(op string) bool { return strings.HasPrefix(op, "anchor") }); changed || log.anchor != before {
		t.Errorf("the anchor became %+v: %q", log.anchor, log.ops[ops:])
	}
}

func TestMoreHistory(t *testing.T) {
	log, d := cutLog(t)
	before := log.anchor
	usual, err := d.Plan(log, inSteps(""))
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.More(log, inSteps(""))
	if err != nil || !got.Moved || got.Kept <= usual.Kept || log.anchor.Pos >= before.Pos || int(log.anchor.Pos) != got.First {
		t.Errorf("%d kept instead of %d, anchor %+v, %v", got.Kept, usual.Kept, log.anchor, err)
	}
	moved := log.anchor
	if again, err := d.More(log, inSteps("")); err != nil || again.Moved || log.anchor != moved {
		t.Errorf("asked again: %+v, anchor %+v, %v", again, log.anchor, err)
	}
	if after, err := d.Plan(log, inSteps("")); err != nil || after.Kept != got.Kept {
		t.Errorf("afterwards %+v, %v", after, err)
	}
}

func TestAnchorThatCannotBeStored(t *testing.T) {
	log, d := cutLog(t)
	full := errors.New("disk full")
	log.fail = func(op string) error {
		if strings.HasPrefix(op, "anchor ") {
			return full
		}
		return nil
	}
	req := inSteps("Hello")
	req.Model = "other" // the cut is chosen anew
	before := log.anchor
	if _, err := play(t, d, log, req); err != nil || log.anchor != before {
		t.Errorf("anchor %+v, %v", log.anchor, err)
	}
	if _, err := d.More(log, req); !errors.Is(err, full) {
		t.Errorf("more: %v", err)
	}
}

func TestAnchorThatCannotBeRead(t *testing.T) {
	log, d := cutLog(t)
	broken := errors.New("damaged")
	log.fail = func(op string) error {
		if op == "anchor" {
			return broken
		}
		return nil
	}
	if _, err := play(t, d, log, inSteps("Hello")); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
}
