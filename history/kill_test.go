package history_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
)

const anywhere = 20 * time.Millisecond

var kills = flag.Int("kills", 12, "how often a program is killed in the middle of its work")

// workers are what a test runs this binary as: each works on the store in dir until it is killed, and says what it has done.
var workers = map[string]func(dir string) error{
	"keeper":  keepUntilKilled,
	"rescuer": rescueUntilKilled,
}

// keepUntilKilled talks, and between the messages does one of the steps. It says each message that is stored, and with an empty line that
// it is about to open the store, that it is open, and that a step is done.
func keepUntilKilled(dir string) error {
	fmt.Println()
	s, err := history.Open(dir, history.Options{}) // migrates where the file is old
	if err != nil {
		return err
	}
	fmt.Println() // it is open
	list, err := s.Personas()
	if err != nil {
		return err
	}
	tk := s.Talk(os.Getenv("HISTORY_TEST_TALK"))
	step, err := strconv.Atoi(os.Getenv("HISTORY_TEST_STEP"))
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for n := 0; ; n++ {
		text := fmt.Sprintf("%d-%d %s", os.Getpid(), n, strings.Repeat("word ", rng.IntN(400)))
		if _, err := tk.Append(talk.Entry{Role: talk.User, Text: text}); err != nil {
			return err
		}
		fmt.Println(text)
		if err := putFiles(s, tk, list[0].Persona.ID, step); err != nil {
			return err
		}
		fmt.Println()
	}
}

// steps are what a keeper does. The migration is a part of its opening.
var steps = []string{"backup", "compaction", "restore", "bringing back", "import", "settings", "maintenance", "migration"}

const migration = 7

func putFiles(s *history.Store, tk *history.Talk, who string, step int) error {
	switch step {
	case 0:
		_, err := s.Backup(history.Asked)
		return err
	case 1:
		return s.Compact()
	case 2:
		b, err := s.Backup(history.Asked)
		return errors.Join(err, s.Restore(b.Name))
	case 3:
		b, err := s.Backup(history.Asked)
		if err != nil {
			return err
		}
		info, err := s.BringBack(b.Name, tk.ID())
		return errors.Join(err, s.TrashTalk(info.ID), s.RemoveTalk(info.ID))
	case 4:
		_, err := s.Import(strings.NewReader(`{"title":"t","messages":[{"role":"user","content":"x"}]}`), history.ImportOptions{Persona: who})
		return err
	case 5:
		return s.PutSettings(persona.DefaultSettings())
	}
	_, err := s.Maintain()
	return err
}

// rescueUntilKilled puts a backup, what can be salvaged, and a broken file into each other's places.
func rescueUntilKilled(dir string) error {
	all, err := history.Backups(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, history.FileName)
	for n := 0; ; n++ {
		if n%2 == 0 {
			_, err = history.RestoreBackup(dir, all[0].Name, history.Options{})
		} else {
			_, err = history.Salvage(dir, "Found", history.Options{})
		}
		if err != nil {
			return err
		}
		fmt.Println("put in place")
		if kept, err := history.KeptFiles(dir); err != nil || len(kept) > 4 {
			err = errors.Join(err, history.RemoveKept(dir, kept[len(kept)-1].Name))
			if err != nil {
				return err
			}
		}
		if n%5 == 4 {
			data, err := os.ReadFile(path)
			if err == nil {
				err = history.WriteFile(path, func(w io.Writer) error { _, err := w.Write(data[:len(data)/2]); return err })
			}
			if err != nil {
				return err
			}
			if _, err := history.RestoreBackup(dir, all[0].Name, history.Options{}); err != nil {
				return err
			}
		}
	}
}

// run runs a worker, kills it at a random moment within a time after it has said some lines, and returns all that it said.
func run(t *testing.T, worker, dir string, rng *rand.Rand, stop int, within time.Duration, env ...string) (said []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), "HISTORY_TEST_WORKER="+worker, "HISTORY_TEST_DIR="+dir), env...)
	if rng.IntN(2) == 0 {
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	}
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewReader(out)
	killed := false
	for n := 0; ; n++ {
		if n == stop {
			<-time.After(time.Duration(rng.Int64N(int64(within)))) // anywhere in the next step
			must(t, cmd.Process.Kill())
			killed = true
		}
		line, err := lines.ReadString('\n')
		if err != nil {
			break // a line that was cut off was not said
		}
		said = append(said, strings.TrimSuffix(line, "\n"))
	}
	cmd.Wait() //nolint:errcheck // it was killed
	if !killed {
		t.Fatalf("%s ended by itself after %q: %s", worker, said, wrong.String())
	}
	return said
}

// A program that is killed inside each of the steps, or at any moment of its work, has lost nothing that was acknowledged, and the next start needs no help.
func TestKilledKeeperLosesNothing(t *testing.T) {
	dir := t.TempDir()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	tk := beginIn(t, s, "hello")
	ref, err := s.AddAttachment([]byte("picture"))
	must(t, err)
	_, err = tk.Append(talk.Entry{Role: talk.User, Text: "look", Pictures: []talk.Picture{{Ref: ref, Type: "image/png"}}})
	must(t, err)
	must(t, s.Close())
	rng := rand.New(rand.NewPCG(5, 5))
	acknowledged := []string{"hello", "look"}
	inside := make([]int, len(steps)) // kills that fell into a step
	const more = 200
	for round := 0; round < *kills || slices.Contains(inside, 0) && round < *kills+more; round++ {
		step, stop, within := round%len(steps), 2+rng.IntN(12), anywhere
		if round >= *kills {
			step = slices.Index(inside, 0)
			within >>= min(round-*kills, 12) // some are over soon
		}
		if step == migration {
			makeOld(t, dir)
			stop = 1
		}
		said := run(t, "keeper", dir, rng, stop, within, "HISTORY_TEST_TALK="+tk.ID(), fmt.Sprint("HISTORY_TEST_STEP=", step))
		if step == migration && len(said) == 1 || step != migration && said[len(said)-1] != "" {
			inside[step]++
		}
		for _, line := range said {
			if line != "" {
				acknowledged = append(acknowledged, line)
			}
		}
		s, err := history.Open(dir, history.Options{})
		must(t, err)
		must(t, s.Check())
		if _, err := s.Maintain(); err != nil {
			t.Errorf("maintain: %v", err)
		}
		noHalves(t, dir)
		isSubsequence(t, acknowledged, texts(t, s.Talk(tk.ID())))
		if _, err := s.Attachment(ref); err != nil {
			t.Errorf("the picture: %v", err)
		}
		for _, b := range backups(t, s) {
			if c, err := history.Peek(dir, b.Name); err != nil || b.Flawed || c.Entries == 0 {
				t.Errorf("backup %s: %+v, %v", b.Name, c, err)
			}
		}
		if round%20 == 19 { // so that it does not grow for ever
			must(t, s.Talk(tk.ID()).Rewind(0))
			acknowledged = nil
		}
		must(t, s.Close())
		if t.Failed() {
			t.Fatalf("in round %d, %s", round, steps[step])
		}
	}
	if slices.Contains(inside, 0) {
		t.Error("no kill fell into one of the steps")
	}
	t.Logf("kills inside %v: %v", steps, inside)
}

// isSubsequence fails the test unless all that was acknowledged is there, in its order. What was stored and not yet said may lie between.
func isSubsequence(t *testing.T, want, got []string) {
	t.Helper()
	for _, g := range got {
		if len(want) > 0 && want[0] == g {
			want = want[1:]
		}
	}
	if len(want) > 0 {
		t.Errorf("%d acknowledged messages are lost, the first is %.20q", len(want), want[0])
	}
}

// makeOld takes a file back to schema 1.
func makeOld(t *testing.T, dir string) {
	t.Helper()
	db, err := bolt.Open(filepath.Join(dir, history.FileName), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		return errors.Join(meta.Delete([]byte("life")), meta.Put([]byte("schema"), []byte{0, 0, 0, 0, 0, 0, 0, 1}))
	}))
	must(t, db.Close())
}

// A program that is killed while it puts a backup or what was salvaged in the place of a broken file leaves the one or the other there.
func TestKilledRescuerLeavesAFile(t *testing.T) {
	dir := t.TempDir()
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	tk := beginIn(t, s, "hello")
	say(t, tk, strings.Repeat("word ", 10000))
	want := texts(t, tk)
	_, err = s.Backup(history.Asked)
	must(t, err)
	must(t, s.Close())
	rng := rand.New(rand.NewPCG(6, 6))
	for round := range *kills {
		run(t, "rescuer", dir, rng, rng.IntN(12), anywhere)
		s, err := history.Open(dir, history.Options{})
		if errors.Is(err, history.ErrDamaged) { // the broken file was there, and still is
			d := history.Diagnose(dir, err)
			if d.Good == nil || d.What != history.Cut {
				t.Fatalf("round %d: %+v", round, d)
			}
			_, err := history.RestoreBackup(dir, d.Good.Backup.Name, history.Options{})
			must(t, err)
			continue
		}
		must(t, err)
		must(t, s.Check())
		if got := texts(t, s.Talk(tk.ID())); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Fatalf("round %d: %d messages", round, len(got))
		}
		must(t, s.Close())
	}
}
