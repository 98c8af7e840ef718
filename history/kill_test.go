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
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/persona"
)

var kills = flag.Int("kills", 12, "how often a program is killed in the middle of its work")

// workers are what a test runs this binary as: each works on the store in dir until it is killed, and says what it has done.
var workers = map[string]func(dir string) error{
	"keeper":  keepUntilKilled,
	"rescuer": rescueUntilKilled,
}

// keepUntilKilled talks, and between the messages does everything that puts files in place. It says each message that is stored.
func keepUntilKilled(dir string) error {
	s, err := history.Open(dir, history.Options{}) // migrates where the file is old
	if err != nil {
		return err
	}
	list, err := s.Personas()
	if err != nil {
		return err
	}
	tk := s.Talk(os.Getenv("HISTORY_TEST_TALK"))
	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 1))
	for n := 0; ; n++ {
		text := fmt.Sprintf("%d-%d %s", os.Getpid(), n, strings.Repeat("word ", rng.IntN(400)))
		if _, err := tk.Append(talk.Entry{Role: talk.User, Text: text}); err != nil {
			return err
		}
		fmt.Println(text)
		if err := putFiles(s, tk, list[0].Persona.ID, rng.IntN(7)); err != nil {
			return err
		}
		fmt.Println() // so that a kill may come between two steps, too
	}
}

func putFiles(s *history.Store, tk *history.Talk, who string, what int) error {
	switch what {
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

// run runs a worker, kills it at a random moment after it has said some lines, and returns all that it said.
func run(t *testing.T, worker, dir, id string, rng *rand.Rand) (said []string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HISTORY_TEST_WORKER="+worker, "HISTORY_TEST_DIR="+dir, "HISTORY_TEST_TALK="+id)
	if rng.IntN(2) == 0 {
		cmd.Env = append(cmd.Env, "GOMAXPROCS=1")
	}
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewReader(out)
	stop, killed := rng.IntN(12), false
	for n := 0; ; n++ {
		if n == stop {
			<-time.After(time.Duration(rng.IntN(20_000)) * time.Microsecond) // anywhere in the next step
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

// A program that is killed at any moment of its work, be it a message, a backup, a compaction, a restore, an import, a removal, a
// migration or a save of the settings, has lost nothing that was acknowledged, and the next start needs no help.
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
	for round := range *kills {
		if round%5 == 4 {
			makeOld(t, dir)
		}
		for _, line := range run(t, "keeper", dir, tk.ID(), rng) {
			if line != "" {
				acknowledged = append(acknowledged, line)
			}
		}
		s, err := history.Open(dir, history.Options{})
		must(t, err)
		must(t, s.Check())
		isSubsequence(t, acknowledged, texts(t, s.Talk(tk.ID())))
		if _, err := s.Attachment(ref); err != nil {
			t.Errorf("the picture: %v", err)
		}
		for _, b := range backups(t, s) {
			if c, err := history.Peek(dir, b.Name); err != nil || b.Flawed || c.Entries == 0 {
				t.Errorf("backup %s: %+v, %v", b.Name, c, err)
			}
		}
		if left, err := filepath.Glob(filepath.Join(dir, "bonbon.db.*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
		if round%20 == 19 { // so that it does not grow for ever
			must(t, s.Talk(tk.ID()).Rewind(0))
			acknowledged = nil
		}
		must(t, s.Close())
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
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
		run(t, "rescuer", dir, tk.ID(), rng)
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
