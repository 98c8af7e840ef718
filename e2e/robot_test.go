package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
)

const (
	patience = 60 * time.Second // for anything that the program does; generous, since a test machine may be busy
	width    = 1280
	height   = 820
)

// robot owns one virtual display and the program that runs on it.
type robot struct {
	t       testing.TB
	display string
	window  string
	data    string
	env     []string  // what the programs of this display find in their environment beside the usual
	x       *exec.Cmd // the display
	alone   bool      // the program gets a network of its own that leads nowhere
	program *exec.Cmd
	log     *logbook
	exited  chan error
}

// newRobot starts a virtual display with a window manager.
func newRobot(t testing.TB) *robot {
	t.Helper()
	r := &robot{t: t, data: filepath.Join(t.TempDir(), "data")}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width+40, height+60), "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{write}
	if err := x.Start(); err != nil {
		t.Fatalf("Xvfb does not start (make test installs it): %v", err)
	}
	r.x = x
	t.Cleanup(func() { stop(x) })
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb names no display: %v", err)
	}
	r.display = ":" + strings.TrimSpace(number)
	wm := r.command("openbox")
	if err := wm.Start(); err != nil {
		t.Fatalf("openbox does not start (make test installs it): %v", err)
	}
	t.Cleanup(func() { stop(wm) })
	return r
}

func stop(c *exec.Cmd) {
	_ = c.Process.Kill()
	_ = c.Wait()
}

func (r *robot) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+r.display, "LC_ALL=C.UTF-8", "LANG=C.UTF-8", "FYNE_SCALE=1",
		"XDG_CONFIG_HOME="+r.data+"-config", "DBUS_SESSION_BUS_ADDRESS=disabled:")
	c.Env = append(c.Env, r.env...)
	return c
}

// start opens the program and waits until its window shows a talk.
func (r *robot) start(args ...string) {
	r.t.Helper()
	r.launch(args...)
	r.await("window shown")
	r.find()
	r.resize(width, height)
	r.settle()
}

// launch starts the program and waits for nothing.
func (r *robot) launch(args ...string) {
	r.t.Helper()
	r.program = r.command(binary, append([]string{"--data", r.data, "--log", "debug"}, args...)...)
	if r.alone {
		isolate(r.program)
	}
	out, err := r.program.StderrPipe()
	if err != nil {
		r.t.Fatal(err)
	}
	if err := r.program.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.log = newLogbook(out)
	r.exited = make(chan error, 1)
	program, exited := r.program, r.exited
	go func() { <-r.log.ended; exited <- program.Wait() }()
	r.t.Cleanup(func() {
		_ = program.Process.Kill()
		if r.t.Failed() {
			r.t.Logf("the program's log:\n%s", r.log.text())
		}
	})
}

// find finds the program's newest window and gives it the keys.
func (r *robot) find() {
	r.t.Helper()
	found := strings.Fields(r.xdotool("search", "--sync", "--onlyvisible", "--name", "^Bonbon$"))
	r.window = found[len(found)-1]
	r.xdotool("windowactivate", "--sync", r.window)
}

// resize gives the window's content another size.
func (r *robot) resize(w, h int) {
	r.t.Helper()
	r.xdotool("windowsize", "--sync", r.window, strconv.Itoa(w), strconv.Itoa(h))
	r.settle()
}

// quit closes the window as a person does and waits for the program's end.
func (r *robot) quit() {
	r.t.Helper()
	r.key("ctrl+q")
	select {
	case err := <-r.exited:
		if err != nil {
			r.t.Fatalf("the program ended badly: %v", err)
		}
	case <-time.After(patience):
		r.t.Fatal("the program does not end")
	}
}

func (r *robot) xdotool(args ...string) string {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := r.command("xdotool", args...)
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
			_ = c.Process.Kill()
		case <-done:
		}
	}()
	out, err := c.CombinedOutput()
	close(done)
	if err != nil {
		r.t.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (r *robot) key(names ...string) {
	r.t.Helper()
	r.xdotool(append([]string{"key", "--delay", "60"}, names...)...)
}

// write types text. What no key has, such as Japanese, comes through the clipboard.
func (r *robot) write(text string) {
	r.t.Helper()
	if strings.IndexFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) < 0 {
		r.xdotool("type", "--delay", "25", text)
		return
	}
	clip := r.command("xclip", "-selection", "clipboard")
	clip.Stdin = strings.NewReader(text)
	if err := clip.Run(); err != nil {
		r.t.Fatalf("xclip (make test installs it): %v", err)
	}
	r.key("ctrl+v")
}

func (r *robot) click(x, y int) {
	r.t.Helper()
	r.xdotool("mousemove", "--window", r.window, strconv.Itoa(x), strconv.Itoa(y), "sleep", "0.2", "click", "1")
	r.settle()
}
func (r *robot) scroll(x, y, clicks int) {
	r.t.Helper()
	button := "4"
	if clicks < 0 {
		button, clicks = "5", -clicks
	}
	r.xdotool("mousemove", "--window", r.window, strconv.Itoa(x), strconv.Itoa(y), "click", "--repeat", strconv.Itoa(clicks), "--delay", "30", button)
	r.settle()
}

// await waits for a line of the program's log that holds all the words, and that no earlier await has used.
func (r *robot) await(words ...string) string {
	r.t.Helper()
	line, err := r.log.next(patience, words...)
	if err != nil {
		r.t.Fatalf("waiting for %q in the log: %v", words, err)
	}
	return line
}

// settle waits until two pictures of the screen are the same, so that a click never meets a window in motion. What never
// rests, such as the dots of a reply that is awaited, is given two seconds.
func (r *robot) settle() {
	r.t.Helper()
	deadline := time.Now().Add(2 * time.Second)
	last := ""
	for time.Now().Before(deadline) {
		now := r.sum()
		if now == last {
			return
		}
		last = now
		<-time.After(120 * time.Millisecond)
	}
}

// sum returns a checksum of what the screen shows.
func (r *robot) sum() string {
	r.t.Helper()
	out, err := r.command("sh", "-c", "import -window root rgb:- | md5sum").Output()
	if err != nil {
		r.t.Fatal(err)
	}
	return string(out)
}

// picture saves what the window shows under this name, if pictures are wanted.
func (r *robot) picture(name string) {
	r.t.Helper()
	dir := os.Getenv("BONBON_PICTURES")
	if dir == "" {
		return
	}
	r.settle()
	if out, err := r.command("import", "-window", r.window, "-strip", filepath.Join(dir, name+".png")).CombinedOutput(); err != nil {
		r.t.Fatalf("picture %s: %v: %s", name, err, out)
	}
}

// logbook collects the program's log lines and lets a test wait for one.
type logbook struct {
	mu    sync.Mutex
	lines []string
	used  int
	news  chan struct{}
	ended chan struct{}
}

func newLogbook(from io.Reader) *logbook {
	l := &logbook{news: make(chan struct{}, 1), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		scan := bufio.NewScanner(from)
		scan.Buffer(nil, 1<<20)
		for scan.Scan() {
			l.mu.Lock()
			l.lines = append(l.lines, scan.Text())
			l.mu.Unlock()
			select {
			case l.news <- struct{}{}:
			default:
			}
		}
	}()
	return l
}

func (l *logbook) next(limit time.Duration, words ...string) (string, error) {
	timeout := time.After(limit)
	for {
		l.mu.Lock()
		for i := l.used; i < len(l.lines); i++ {
			if containsAll(l.lines[i], words) {
				l.used = i + 1
				line := l.lines[i]
				l.mu.Unlock()
				return line, nil
			}
		}
		l.mu.Unlock()
		select {
		case <-l.news:
		case <-l.ended:
			return "", errors.New("the program ended")
		case <-timeout:
			return "", errors.New("it does not come")
		}
	}
}

func (l *logbook) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "\n")
}

func containsAll(s string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(s, w) {
			return false
		}
	}
	return true
}
