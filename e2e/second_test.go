package e2e

import (
	"testing"
	"time"
)

// TestSecondStart: a second program on the same data says that the first one runs, and leaves it alone.
func TestSecondStart(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	second := r.command(binary, "--data", r.data, "--log", "debug")
	out, err := second.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := second.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(second) })
	log := newLogbook(out)
	if _, err := log.next(patience, "start failed", "history.locked"); err != nil {
		t.Fatalf("%v; its log:\n%s", err, log.text())
	}
	t.Logf("refused after %v", time.Since(began).Round(time.Millisecond))
	stop(second)
	r.xdotool("windowactivate", "--sync", r.window)
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.say("Are you still there?")
	r.quit()
	if got := r.entries("Mint"); len(got) != 3 {
		t.Errorf("the store has %d entries, want 3", len(got))
	}
}
