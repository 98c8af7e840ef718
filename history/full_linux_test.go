package history_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
)

func init() { workers["cramped"] = workWithoutRoom }

// limit lets no file grow beyond n bytes, as a disk without room would. It needs no rights.
func limit(n uint64) error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
		return err
	}
	l.Cur = n
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
}

// workWithoutRoom tries everything that writes, first without room, then with it.
func workWithoutRoom(dir string) error {
	signal.Ignore(syscall.SIGXFSZ)
	s, err := history.Open(dir, history.Options{})
	if err != nil {
		return err
	}
	tk := s.Talk(os.Getenv("HISTORY_TEST_TALK"))
	old, err := s.Backups()
	if err != nil || len(old) != 1 {
		return fmt.Errorf("%d backups, %w", len(old), err)
	}
	long := talk.Entry{Role: talk.User, Text: strings.Repeat("word ", 1_000_000)}
	if err := limit(20_000); err != nil {
		return err
	}
	_, appended := tk.Append(long)
	_, backedUp := s.Backup(history.Asked)
	_, attached := s.AddAttachment(make([]byte, 100_000))
	failed := map[string]error{
		"append": appended, "backup": backedUp, "compact": s.Compact(), "restore": s.Restore(old[0].Name), "attachment": attached,
	}
	if err := limit(1 << 40); err != nil {
		return err
	}
	for what, err := range failed {
		if !errors.Is(err, history.ErrFull) {
			return fmt.Errorf("%s without room: %w", what, err)
		}
	}
	if _, err := tk.Append(long); err != nil {
		return fmt.Errorf("append with room: %w", err)
	}
	if _, err := s.Backup(history.Asked); err != nil {
		return fmt.Errorf("backup with room: %w", err)
	}
	if err := errors.Join(s.Compact(), s.Check(), s.Close()); err != nil {
		return err
	}
	os.Exit(0)
	return nil
}

// Without room on the disk every call says so and changes nothing; with room again each works.
func TestNoRoomOnTheDisk(t *testing.T) {
	dir := t.TempDir()
	s := historytest.OpenWith(t, dir, history.Options{})
	tk := beginIn(t, s, "hello")
	say(t, tk, strings.Repeat("word ", 10_000))
	_, err := s.Backup(history.Asked)
	must(t, err)
	say(t, tk, "a")
	must(t, s.Close())
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HISTORY_TEST_WORKER=cramped", "HISTORY_TEST_DIR="+dir, "HISTORY_TEST_TALK="+tk.ID())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, pattern := range []string{"bonbon.db.*", "backups/.new-*", "attachments/.new-*"} {
		if left, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	}
	s = historytest.OpenWith(t, dir, history.Options{})
	if n, err := s.Talk(tk.ID()).Len(); err != nil || n != 4 {
		t.Errorf("%d messages, %v", n, err)
	}
}
