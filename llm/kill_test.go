package llm_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
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

var kills = flag.Int("kills", 6, "how often a program is killed in the middle of a turn")

// told is what the program says on standard output once it has happened.
type told struct {
	What  string
	Entry *talk.Entry
	Text  string        // of a piece of the reply
	At    time.Duration // since the program began
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
	out, began := json.NewEncoder(os.Stdout), time.Now()
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
			if err := out.Encode(told{What: "instead", Entry: &head}); err != nil {
				return err
			}
		}
		for ev, err := range d.Turn(context.Background(), tk, req) {
			var t []told
			switch ev := ev.(type) {
			case llm.Said:
				t = []told{{What: "said", Entry: &ev.Entry}}
			case llm.Replied:
				t = []told{{What: "replied", Entry: &ev.Entry}}
			case llm.Called:
				for _, e := range ev.Entries {
					t = append(t, told{What: "called", Entry: &e})
				}
			case llm.Delta:
				t = []told{{What: "delta", Text: ev.Text, At: time.Since(began)}}
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
	id := newTalk(t, dir)
	seen, most := acknowledged{}, 0
	for round := range max(6, *kills/5) { // these kills come between things that are said; the harness of streaming has more
		seen.hear(killAfter(t, dir, id, server.URL, 1+rng.IntN(60)))
		seen.check(t, dir, id)
		if most = max(most, len(seen.entries)); round%20 == 19 { // so that the talk does not grow for ever
			id, seen = newTalk(t, dir), acknowledged{}
		}
	}
	if most < 10 {
		t.Errorf("only %d entries", most)
	}
}

// newTalk makes a talk with a persona of its own.
func newTalk(t *testing.T, dir string) (id string) {
	t.Helper()
	s := historytest.OpenWith(t, dir, history.Options{})
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mira"}, talk.Entry{})
	must(t, err)
	must(t, s.Close())
	return info.ID
}

// killAfter lets the program say n things, kills it, and returns all that it said.
func killAfter(t *testing.T, dir, id, server string, n int) []told {
	t.Helper()
	return killed(t, dir, id, server, func(said int, kill func()) {
		if said == n {
			kill()
		}
	})
}

// killed runs the program until it is killed and returns all that it said. hears is called after each thing with how many there were.
func killed(t *testing.T, dir, id, server string, hears func(said int, kill func()), env ...string) (all []told) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "LLM_TEST_TALKER="+dir, "LLM_TEST_TALK="+id, "LLM_TEST_SERVER="+server)
	cmd.Env = append(cmd.Env, env...)
	var wrong strings.Builder
	cmd.Stderr = &wrong
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	asked := make(chan struct{})
	kill := sync.OnceFunc(func() {
		close(asked)
		cmd.Process.Kill() //nolint:errcheck // it may have ended
	})
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one told
		if json.Unmarshal(lines.Bytes(), &one) != nil {
			break // cut off in the middle
		}
		all = append(all, one)
		hears(len(all), kill)
	}
	cmd.Wait() //nolint:errcheck // it was killed
	select {
	case <-asked:
	default:
		t.Fatalf("the program ended by itself after %+v: %s", all, wrong.String())
	}
	return all
}

// acknowledged is all that a program has said was stored.
type acknowledged struct {
	entries map[talk.EntryID]talk.Entry
	anew    map[talk.EntryID]bool // parents of replies that were asked for again: the place of all versions of it
}

func (a *acknowledged) hear(said []told) {
	if a.entries == nil {
		a.entries, a.anew = map[talk.EntryID]talk.Entry{}, map[talk.EntryID]bool{}
	}
	for _, one := range said {
		if e := one.Entry; e != nil {
			a.entries[e.ID] = *e
			a.anew[e.Parent] = a.anew[e.Parent] || one.What == "instead"
		}
	}
}

// check opens the store without any help and looks for all of it. It returns the talk's newest entry.
func (a *acknowledged) check(t *testing.T, dir, id string) (head talk.Entry) {
	t.Helper()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	must(t, s.Check())
	tk := s.Talk(id)
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
		head = e
	}
	for id, want := range a.entries {
		got, err := tk.Entry(id)
		if err != nil || !strings.HasPrefix(got.Text, want.Text) || len(got.Calls) != len(want.Calls) {
			t.Fatalf("%d is %+v, %v; it was %+v", id, got, err, want)
		}
		later := parents[got.Parent]
		if !onPath[id] && !(later.ID > id && (a.anew[got.Parent] && (later.Text != "" || len(later.Calls) > 0) || strings.HasPrefix(later.Text, strings.TrimSpace(got.Text)))) {
			t.Errorf("%d, %q, is not on the path, and %+v is in its place", id, got.Text, later)
		}
		if r, err := llm.Rebuild(tk, got, nil); want.Sent != nil && (err != nil || r.Likeness != llm.Exact) {
			t.Errorf("the request of %d is rebuilt as %v, %v", id, r.Likeness, err)
		}
	}
	must(t, s.Close())
	return head
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
