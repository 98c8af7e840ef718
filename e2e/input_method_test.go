package e2e

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
)

var (
	searchPersonas = [2]int{130, 76}
)

// TestInputMethod types Japanese by a real input method (uim with Anthy, by XIM). The keys that it takes for itself, Enter,
// Backspace, arrows and Escape, must neither send, delete, move nor close anything, though the toolkit reports them too.
func TestInputMethod(t *testing.T) {
	r := newRobot(t)
	r.inputMethod()
	r.change(func(s *persona.Settings) { s.Language = "ja" })
	r.start()
	r.await("welcome shown")
	r.clickAt(welcomeDemo)
	r.await("welcome left")

	r.clickAt(input)
	r.key("shift+space") // from here on, letters are kana
	messages := []struct {
		about string
		keys  []string
		want  string
	}{
		{"Enter confirms a candidate", words("nihongo", "space Return"), "日本語"},
		{"an arrow moves among the segments, not the caret", words("kyou", "space Return", "nihongo", "space Left Return"), "今日日本語"},
		{"Backspace deletes what is unfinished", words("kyou", "space Return", "nihongo", "BackSpace BackSpace", "ngo", "space Return"), "今日日本語"},
		{"the next word confirms the last one", words("nihongo", "space", "kyou", "space Return"), "日本語今日"},
	}
	for _, m := range messages {
		r.key(m.keys...)
		r.holds(input, m.want)
		r.key("Return")
		r.await("said")
		r.await("replied")
	}

	r.key(words("kyou", "space Return", "nihongo", "Escape Escape")...) // the first Escape takes back, the second is ours
	r.holds(input, "今日")
	r.clickAt(searchPersonas)
	r.key(words("nihongo", "space Return", "ka", "BackSpace")...)
	r.holds(searchPersonas, "日本語")
	r.quit()

	want := make([]string, 0, len(messages))
	for _, m := range messages {
		want = append(want, m.want)
	}
	if said := texts(r.entries("ミント"), talk.User); strings.Join(said, "|") != strings.Join(want, "|") {
		t.Errorf("the store has the user's words %q, want %q", said, want)
	}
}

// inputMethod starts the input method and has the programs of this display use it. Its protocol asks for a Japanese locale,
// which a machine need not have, so one is made.
func (r *robot) inputMethod() {
	r.t.Helper()
	locales := r.t.TempDir()
	if out, err := exec.Command("localedef", "-i", "ja_JP", "-f", "UTF-8", filepath.Join(locales, "ja_JP.UTF-8")).CombinedOutput(); err != nil {
		r.t.Fatalf("localedef (make test installs it): %v: %s", err, out)
	}
	r.env = []string{"LOCPATH=" + locales, "LC_ALL=ja_JP.UTF-8", "LANG=ja_JP.UTF-8", "XMODIFIERS=@im=uim"}
	xim := r.command("uim-xim", "--engine=anthy-utf8")
	xim.Env = append(xim.Env, "HOME="+r.t.TempDir()) // where it keeps what it learns
	if err := xim.Start(); err != nil {
		r.t.Fatalf("uim-xim (make test installs it): %v", err)
	}
	r.t.Cleanup(func() { stop(xim) })
	r.until("the input method answers", func() bool {
		out, err := r.command("xprop", "-root", "XIM_SERVERS").Output()
		return err == nil && strings.Contains(string(out), "@server=uim")
	})
}

// words spells its first, third, ... argument as letters and takes the others as names of keys.
func words(parts ...string) []string {
	var keys []string
	for i, part := range parts {
		if i%2 == 0 {
			keys = append(keys, strings.Split(part, "")...)
		} else {
			keys = append(keys, strings.Fields(part)...)
		}
	}
	return keys
}

// holds waits until the text field at that place, which has the focus, holds just that text.
func (r *robot) holds(field [2]int, want string) {
	r.t.Helper()
	got := ""
	r.until("the field holds "+want, func() bool {
		clip := r.command("xclip", "-selection", "clipboard")
		clip.Stdin = strings.NewReader("nothing copied")
		if err := clip.Run(); err != nil {
			r.t.Fatal(err)
		}
		r.key("ctrl+a", "ctrl+c", "End")
		out, err := r.command("xclip", "-selection", "clipboard", "-o").Output()
		if err != nil {
			r.t.Fatal(err)
		}
		got = string(out)
		return got == want
	})
	r.t.Logf("the field at %v holds %q", field, got)
}

// until asks again and again until done says so.
func (r *robot) until(what string, done func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(patience); !done(); <-time.After(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("waited in vain: %s", what)
		}
	}
}
