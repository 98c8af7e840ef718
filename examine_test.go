package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm/keys"
	"bonbon/persona"
	"bonbon/ui/words"
)

// What a helper must never get to see.
const (
	markedKey  = "sk-marked-7fQzKd93wXy4410"
	markedText = "the harbour bell rang twice"
)

// TestMain lets this binary be the program, or another process that has the data open.
func TestMain(m *testing.M) {
	switch os.Getenv("BONBON_TEST_AS") {
	case "program":
		os.Exit(run(os.Args[1:], os.Stderr))
	case "holder":
		os.Exit(holdUntilTold(os.Args[1]))
	case "quitter":
		os.Exit(quitWhileBusy(os.Args[1], os.Args[2]))
	}
	os.Exit(m.Run())
}

// holdUntilTold has the data open until its input ends.
func holdUntilTold(dir string) int {
	s, err := history.Open(dir, history.Options{})
	if err != nil {
		return 1
	}
	fmt.Println("open")
	_, err = io.Copy(io.Discard, os.Stdin)
	if errors.Join(err, s.Close()) != nil {
		return 1
	}
	return 0
}

// as runs this binary as something, in a session that has neither a display nor a keyring.
func as(what string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name != "DISPLAY" && name != "WAYLAND_DISPLAY" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "BONBON_TEST_AS="+what, "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere", keys.Env("work")+"="+markedKey+"-env")
	return cmd
}

// doctored runs "bonbon doctor" and fails the test if it tells a key or a text.
func doctored(t *testing.T, dir string, args ...string) (said string, code int) {
	t.Helper()
	cmd := as("program", append([]string{"doctor", "--data", dir}, args...)...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	for _, secret := range []string{"sk-marked", markedText} {
		if strings.Contains(out.String()+errs.String(), secret) {
			t.Errorf("it tells %q: %s%s", secret, out.String(), errs.String())
		}
	}
	if errs.Len() > 0 {
		t.Errorf("on standard error: %s", errs.String())
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// patient is a data folder with a talk, a backup, a connection, and a key in the file that stands in for a keyring.
func patient(t *testing.T, address string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	s, err := history.Open(dir, history.Options{})
	must(t, err)
	_, info, err := s.CreatePersona(persona.Persona{Name: markedText, Prompt: markedText}, talk.Entry{Role: talk.Assistant, Text: markedText})
	must(t, err)
	_, err = s.Talk(info.ID).Append(talk.Entry{Role: talk.User, Text: markedText})
	must(t, err)
	set := persona.DefaultSettings()
	set.Connections = append(set.Connections, persona.Connection{ID: "c1", Name: "work", BaseURL: cmp.Or(address, "https://user:"+markedKey+"@models.invalid/v1?key="+markedKey), Headers: "X-Secret: " + markedKey})
	must(t, s.PutSettings(set))
	_, err = s.Backup(history.Asked)
	must(t, errors.Join(err, s.Close()))
	must(t, os.WriteFile(filepath.Join(dir, "keys.json"), []byte(`{"c1":"`+markedKey+`-file"}`), 0o600))
	return dir
}

// The program's doctor as a process without a display: what it finds in data that is well, locked, broken, or not there, and its exit code.
func TestDoctorProcess(t *testing.T) {
	sees := func(t *testing.T, tags []string, dir string, want int, finds ...string) {
		t.Helper()
		for _, tag := range tags {
			said, code := doctored(t, dir, "--language", tag)
			must(t, words.Use(tag))
			for _, what := range append(finds, "doctor.session.none", "doctor.tables") {
				if text, _, _ := strings.Cut(words.T(what), "{{"); !strings.Contains(said, text) {
					t.Errorf("%s: %s is not in %s", tag, what, said)
				}
			}
			if code != want {
				t.Errorf("%s: exit code %d, want %d: %s", tag, code, want, said)
			}
		}
	}
	t.Cleanup(func() { must(t, words.Use("en")) })

	t.Run("well", func(t *testing.T) {
		sees(t, words.Tags, patient(t, ""), 0, "doctor.verdict.well", "doctor.keys.file")
	})
	t.Run("locked by another process", func(t *testing.T) {
		dir := patient(t, "")
		holder := as("holder", dir)
		in, err := holder.StdinPipe()
		must(t, err)
		out, err := holder.StdoutPipe()
		must(t, err)
		must(t, holder.Start())
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "open\n" {
			t.Fatalf("the other process says %q, %v", line, err)
		}
		sees(t, words.Tags, dir, 0, "doctor.verdict.well", "doctor.database.inUse")
		must(t, errors.Join(in.Close(), holder.Wait()))
	})
	t.Run("a server that repeats the key", func(t *testing.T) {
		asked := 0
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if got := r.Header.Get("Authorization"); got != "Bearer "+markedKey+"-env" {
				t.Errorf("it came with %q", got)
			}
			asked++
			http.Error(w, "no such key: "+r.Header.Get("Authorization"), http.StatusUnauthorized)
		}))
		defer server.Close()
		must(t, words.Use("en"))
		said, code := doctored(t, patient(t, server.URL+"/v1"), "--language", "en", "--connect")
		if asked == 0 || code != 1 || !strings.Contains(said, words.T("doctor.connection.bad.do")) {
			t.Errorf("asked %d times, exit code %d: %s", asked, code, said)
		}
	})
	t.Run("nothing there", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "none")
		sees(t, words.Tags, dir, 0, "doctor.verdict.well", "doctor.database.none")
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the folder was made: %v", err)
		}
	})
	broken, err := filepath.Glob("history/testdata/B033_*.db")
	must(t, err)
	if len(broken) < 10 {
		t.Fatalf("only %d broken files", len(broken))
	}
	for i, file := range broken {
		name := filepath.Base(file)
		if name == "B033_ok_empty.db" || name == "B033_one_meta_bad.db" {
			continue // these can be opened
		}
		t.Run(name, func(t *testing.T) {
			dir := patient(t, "")
			data, err := os.ReadFile(file)
			must(t, err)
			at := filepath.Join(dir, history.FileName)
			must(t, os.WriteFile(at, data, 0o600))
			sees(t, words.Tags[i%2:i%2+1], dir, 1, "doctor.verdict.trouble", "doctor.database.damaged.do", "doctor.keys.file")
			if now, err := os.ReadFile(at); err != nil || string(now) != string(data) {
				t.Errorf("the file was changed, %v", err)
			}
		})
	}
	t.Run("no such option", func(t *testing.T) {
		cmd := as("program", "doctor", "--nonsense")
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("%v", err)
		}
	})
}
