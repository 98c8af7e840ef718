package e2e

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// startSecond starts another program on the same data.
func (r *robot) startSecond() (*exec.Cmd, *logbook) {
	r.t.Helper()
	second := r.command(binary, "--data", r.data, "--log", "debug")
	out, err := second.StderrPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := second.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { stop(second) })
	return second, newLogbook(out)
}

// TestSecondStart: a second program on the same data brings the window of the first to the front, also if that is minimised, says so and
// ends; the first goes on.
func TestSecondStart(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.xdotool("windowminimize", "--sync", r.window)
	began := time.Now()
	second, log := r.startSecond()
	if _, err := log.next(patience, "already open"); err != nil {
		t.Fatalf("%v; its log:\n%s", err, log.text())
	}
	t.Logf("said after %v", time.Since(began).Round(time.Millisecond))
	<-log.ended
	if err := second.Wait(); err != nil {
		t.Errorf("the second ended badly: %v", err)
	}
	r.await("raised")
	r.xdotool("search", "--sync", "--onlyvisible", "--name", "^Bonbon$")
	r.settle()
	if active := strings.TrimSpace(r.xdotool("getactivewindow")); active != r.window {
		t.Errorf("the active window is %s, want %s", active, r.window)
	}
	r.picture("second-start")
	r.say("Are you still there?")
	r.quit()
	if got := r.entries("Mint"); len(got) != 3 {
		t.Errorf("the store has %d entries, want 3", len(got))
	}
}

// TestSecondStartBesideAStoppedOne: a first program that does not answer is left alone, and the second says what is going on.
func TestSecondStartBesideAStoppedOne(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	r.signal(syscall.SIGSTOP)
	began := time.Now()
	second, log := r.startSecond()
	if _, err := log.next(patience, "start failed", "history.locked"); err != nil {
		t.Fatalf("%v; its log:\n%s", err, log.text())
	}
	if took := time.Since(began); took > soon {
		t.Errorf("said only after %v", took)
	}
	stop(second)
	r.signal(syscall.SIGCONT)
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.say("Are you still there?")
	r.quit()
}
