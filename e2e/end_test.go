package e2e

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// soon is how long the program's end may take.
const soon = 2 * time.Second

// TestEnds: however the program is told to end, also while a reply is written, it ends soon and keeps what has come of the reply.
func TestEnds(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.say("Hello!")
	r.quit()
	r.talkSlowly()
	ways := []struct {
		name string
		tell func()
	}{
		{"terminated", func() { r.signal(syscall.SIGTERM) }},
		{"interrupted", func() { r.signal(os.Interrupt) }},
		{"closed", func() { r.key("alt+F4") }},
		{"by key", func() { r.key("ctrl+q") }},
	}
	for _, way := range ways {
		r.start()
		r.await("talk shown")
		r.write("Can you show me a list?")
		r.key("Return")
		r.await("said")
		r.await("first words")
		way.tell()
		began := time.Now()
		select {
		case err := <-r.exited:
			if took := time.Since(began); err != nil || took > soon {
				t.Errorf("%s: %v after %v", way.name, err, took)
			}
		case <-time.After(patience):
			t.Fatalf("%s: it does not end", way.name)
		}
		if log := r.log.text(); !strings.Contains(log, "quit asked") {
			t.Errorf("%s: the window was not asked; its log:\n%s", way.name, log)
		}
		kept := r.entries("Mint")
		last := kept[len(kept)-1]
		if last.Role != talk.Assistant || last.State != talk.Stopped || strings.TrimSpace(last.Text) == "" {
			t.Errorf("%s: the newest entry is %v %q %q", way.name, last.Role, last.State, last.Text)
		}
	}
}

// TestTheDisplayIsLost: a session that ends by taking the display away ends the program as closing the window does.
func TestTheDisplayIsLost(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.quit()
	r.talkSlowly()
	r.start()
	r.await("talk shown")
	r.write("Can you show me a list?")
	r.key("Return")
	r.await("first words")
	began := time.Now()
	stop(r.x)
	select {
	case <-r.exited:
		if took := time.Since(began); took > soon {
			t.Errorf("it took %v", took)
		}
	case <-time.After(patience):
		t.Fatal("it does not end")
	}
	kept := r.entries("Mint")
	last := kept[len(kept)-1]
	if last.Role != talk.Assistant || last.State != talk.Stopped || strings.TrimSpace(last.Text) == "" {
		t.Errorf("the newest entry is %v %q %q", last.Role, last.State, last.Text)
	}
}

// talkSlowly makes every persona of the store speak through a server whose replies take longer than any test waits.
func (r *robot) talkSlowly() {
	r.t.Helper()
	reply := llmtest.Stream()
	for range 10_000 {
		reply.Writes = append(reply.Writes, llmtest.Write{Data: llmtest.Delta("slowly "), Wait: 50 * time.Millisecond})
	}
	server := llmtest.Serve(r.t, llmtest.Script{reply})
	r.change(func(s *persona.Settings) {
		s.Connection = "slow"
		s.Connections = append(s.Connections, persona.Connection{ID: "slow", Name: "Slow", BaseURL: server.URL, Model: "m"})
	})
}

func (r *robot) signal(s os.Signal) {
	r.t.Helper()
	if err := r.program.Process.Signal(s); err != nil {
		r.t.Fatal(err)
	}
}
