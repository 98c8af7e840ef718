package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/history"
)

// TestRescue: a start on a damaged file shows what is wrong, and goes on in the program's window with the newest backup. On a
// file that is gone nothing is made without a choice, and the signal that ends programs ends it.
func TestRescue(t *testing.T) {
	r := newRobot(t)
	r.start()
	r.await("welcome shown")
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.say("Are you still there?")
	r.quit()

	r.start()
	r.await("maintained") // the start's backup
	r.quit()
	file := filepath.Join(r.data, history.FileName)
	if err := os.Truncate(file, 9000); err != nil {
		t.Fatal(err)
	}

	r.launch()
	r.await("rescue shown", "history.damaged")
	r.await("rescue offers")
	r.find()
	r.picture("rescue-en")
	r.key("Return")
	r.await("window shown")
	r.await("talk shown", "entries=3")
	r.find()
	r.resize(width, height)
	r.picture("rescue-after")
	r.say("What was I saying?")
	r.quit()
	if got := r.entries("Mint"); len(got) != 5 {
		t.Errorf("the store has %d entries, want 5", len(got))
	}
	if kept, err := history.KeptFiles(r.data); err != nil || len(kept) != 1 || kept[0].Size != 9000 {
		t.Errorf("kept %+v, %v", kept, err)
	}

	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	r.launch()
	r.await("rescue offers")
	r.signal(os.Interrupt)
	if err := <-r.exited; err != nil {
		t.Errorf("ended with %v", err)
	}
	if log, err := os.ReadFile(filepath.Join(r.data, "log", "bonbon.log")); err != nil || !strings.Contains(string(log), "rescue shown") {
		t.Errorf("the log's file does not tell of it, %v: %s", err, log)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file was made without a choice")
	}
}
