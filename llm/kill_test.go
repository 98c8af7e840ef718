package llm_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
)

// TestMain lets a test run this binary as a program that talks until it is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("LLM_TEST_TALKER"); dir != "" {
		if err := talkUntilKilled(dir, os.Getenv("LLM_TEST_SERVER")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
	}
	os.Exit(m.Run())
}

// told is what the program says on standard output once it has happened.
type told struct {
	What  string
	Entry *talk.Entry
}

// talkUntilKilled has one turn after another: new words, another reply in the place of the last one, the rest of one that broke off.
func talkUntilKilled(dir, server string) error {
	s, err := history.Open(dir, history.Options{})
	if err != nil {
		return err
	}
	tk := s.Talk(os.Getenv("LLM_TEST_TALK"))
	d := llm.NewDriver(llm.Options{
		Counter: tokens.NewCounter(), Logger: slog.New(slog.DiscardHandler),
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	out := json.NewEncoder(os.Stdout)
	for n := 0; ; n++ {
		req := llm.Request{
			Persona: persona.Persona{Name: "Mira", Prompt: "You are Mira."}, Cutoff: tokens.Defaults(), Model: "m",
			Connection: persona.Connection{ID: "c", BaseURL: server}, Say: fmt.Sprint("word ", n),
		}
		head, err := tk.Head()
		if err != nil {
			return err
		}
		if head.Role == talk.Assistant && head.State != talk.Done {
			req.Say, req.Continue = "", true
		} else if head.Role == talk.Assistant && n%3 == 2 {
			req.Say, req.Instead = "", head.ID
			if err := out.Encode(told{"instead", &head}); err != nil {
				return err
			}
		}
		for ev, err := range d.Turn(context.Background(), tk, req) {
			var t []told
			switch ev := ev.(type) {
			case llm.Said:
				t = []told{{"said", &ev.Entry}}
			case llm.Replied:
				t = []told{{"replied", &ev.Entry}}
			case llm.Called:
				for _, e := range ev.Entries {
					t = append(t, told{"called", &e})
				}
			default:
				t = []told{{What: fmt.Sprintf("%T", ev)}}
			}
			if err != nil {
				t = []told{{What: err.Error()}}
			}
			for _, one := range t {
				if err := out.Encode(one); err != nil {
					return err
				}
			}
		}
	}
}

// A program that is killed at any moment of its turns leaves a consistent store with all that it said was stored: each entry as it
// was or longer, on the path, or with a later version of itself in its place. A reply that is being made anew leaves its place only to
// another one with words.
func TestKilledTalkerLosesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var asked sync.Mutex // a killed program's request may still be under way when the next one asks
	dice := rand.New(rand.NewPCG(4, 4))
	server := llmtest.Examine(t, func(body []byte) llmtest.Reply {
		asked.Lock()
		defer asked.Unlock()
		switch dice.IntN(4) {
		case 0:
			return callReply(dice, 20)
		case 1:
			return llmtest.Cut("The ", "first ", "half")
		}
		return llmtest.Good("It ", "is ", "what ", "it ", "is.")
	})
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{})
	must(t, err)
	must(t, s.Close())
	stored, anew := map[talk.EntryID]talk.Entry{}, map[talk.EntryID]bool{}
	for range 4 {
		for _, one := range killAfter(t, dir, info.ID, server.URL, 1+rng.IntN(60)) {
			if one.Entry != nil {
				stored[one.Entry.ID] = *one.Entry
				anew[one.Entry.Parent] = anew[one.Entry.Parent] || one.What == "instead" // the place of all versions of it
			}
		}
		s, err := history.Open(dir, history.Options{})
		must(t, err)
		must(t, s.Check())
		checkStored(t, s.Talk(info.ID), stored, anew)
		must(t, s.Close())
	}
	if len(stored) < 10 {
		t.Errorf("only %d entries", len(stored))
	}
}

// killAfter lets the program say n things, kills it, and returns all that it said.
func killAfter(t *testing.T, dir, id, server string, n int) (all []told) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LLM_TEST_TALKER="+dir, "LLM_TEST_TALK="+id, "LLM_TEST_SERVER="+server)
	var wrong strings.Builder
	cmd.Stderr = &wrong
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one told
		if json.Unmarshal(lines.Bytes(), &one) != nil {
			break // cut off in the middle
		}
		if all = append(all, one); len(all) == n {
			must(t, cmd.Process.Kill())
		}
	}
	cmd.Wait() //nolint:errcheck // it was killed
	if len(all) < n {
		t.Fatalf("the program ended by itself after %+v: %s", all, wrong.String())
	}
	return all
}

func checkStored(t *testing.T, tk *history.Talk, stored map[talk.EntryID]talk.Entry, anew map[talk.EntryID]bool) {
	t.Helper()
	n, err := tk.Len()
	must(t, err)
	path, err := tk.Page(0, n)
	must(t, err)
	onPath, parents := map[talk.EntryID]bool{}, map[talk.EntryID]talk.Entry{}
	for i, e := range path {
		onPath[e.ID] = true
		parents[e.Parent] = e
		if i > 0 && e.Role == talk.Tool && path[i-1].Role == talk.User {
			t.Errorf("entry %d is a result of no call", e.ID)
		}
	}
	for id, want := range stored {
		got, err := tk.Entry(id)
		if err != nil || !strings.HasPrefix(got.Text, want.Text) || len(got.Calls) != len(want.Calls) {
			t.Fatalf("%d is %+v, %v; it was %+v", id, got, err, want)
		}
		later := parents[got.Parent]
		if !onPath[id] && !(later.ID > id && (anew[got.Parent] && later.Text != "" || strings.HasPrefix(later.Text, strings.TrimSpace(got.Text)))) {
			t.Errorf("%d, %q, is not on the path, and %+v is in its place", id, got.Text, later)
		}
		if r, err := llm.Rebuild(tk, got, nil); want.Sent != nil && (err != nil || r.Likeness != llm.Exact) {
			t.Errorf("the request of %d is rebuilt as %v, %v", id, r.Likeness, err)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
