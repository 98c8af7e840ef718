package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"bonbon/history/talk"
	"bonbon/persona"
)

// tempting is a reply with all that might make a careless program fetch something.
const tempting = "![a picture](https://example.org/picture.png) and ![one by http](http://example.com/x.gif)\n\n" +
	"<img src=\"https://example.net/pixel.png\"> <script src=\"//example.org/x.js\"></script> <iframe src=\"https://example.org\"></iframe>\n\n" +
	"[a link](https://example.org/page), https://example.com/bare, [mail](mailto:a@example.org), [a file](file:///etc/passwd)\n\n" +
	"[![both](https://example.org/in.png)](https://example.org/out)\n\n[ref]: https://example.org/ref\n\nThe [ref] itself."

// TestNoNetwork runs the program in a network of its own that leads nowhere and visits every screen. The kernel counts there what
// was tried: no address beyond this machine, no question to a name server. The offline model is reached, so the count counts.
func TestNoNetwork(t *testing.T) {
	r := newRobot(t)
	r.alone = true
	r.start()
	r.await("welcome shown")
	r.clickAt(welcomeDemo)
	r.await("welcome left")
	r.quit()

	s := r.open()
	people, err := s.Personas()
	if err == nil {
		_, err = s.Talk(people[0].Talk).Append(talk.Entry{Role: talk.Assistant, Text: tempting})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	r.change(func(s *persona.Settings) { s.UserName = "Robin" })
	r.start()
	r.await("talk shown")
	r.clickAt(input)
	r.say("Hello!")
	for _, at := range [][2]int{{1004, 32}, {1144, 32}, {1210, 32}, {1075, 32}} { // the tabs at the right
		r.visit("tab", func() { r.clickAt(at) })
	}
	r.visit("settings", func() { r.key("ctrl+comma") })
	r.await("settings shown")
	for _, at := range [][2]int{{463, 135}, {532, 135}, {604, 135}, {362, 135}} { // and those of the settings
		r.visit("settings", func() { r.clickAt(at) })
	}
	r.visit("settings closed", func() { r.key("Escape") })
	r.visit("search", func() { r.key("ctrl+shift+f") })
	r.visit("found", func() { r.write("picture") })
	r.visit("search closed", func() { r.key("Escape") })
	r.visit("find", func() { r.key("ctrl+f") })
	r.visit("find closed", func() { r.key("Escape") })
	r.visit("menu", func() { r.xdotool("mousemove", "--window", r.window, "450", "130", "click", "3") })
	r.visit("menu closed", func() { r.key("Escape") })
	r.visit("new persona", func() { r.key("ctrl+shift+n") })

	seen := r.tried()
	r.quit()
	if seen["TcpActiveOpens"] == 0 {
		t.Error("not even the offline model was reached")
	}
	for _, name := range []string{"IpOutNoRoutes", "Ip6OutNoRoutes", "UdpOutDatagrams", "UdpNoPorts", "Udp6OutDatagrams", "Udp6NoPorts"} {
		if seen[name] != 0 {
			t.Errorf("%s: %d; the program reached for the network", name, seen[name])
		}
	}
}

// visit does something that changes what is shown.
func (r *robot) visit(what string, do func()) {
	r.t.Helper()
	before := r.sum()
	do()
	r.settle()
	if r.sum() == before {
		r.t.Errorf("%s: nothing changed in the window", what)
	}
}

// tried returns the kernel's counters of the program's own network.
func (r *robot) tried() map[string]int {
	r.t.Helper()
	seen := map[string]int{}
	read := func(name string) []string {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", r.program.Process.Pid, name))
		if err != nil {
			r.t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	set := func(name, value string) {
		n := 0
		if _, err := fmt.Sscan(value, &n); err != nil {
			r.t.Fatal(err)
		}
		seen[name] = n
	}
	lines := read("snmp") // pairs of lines: the names, and their values
	for i := 0; i+1 < len(lines); i += 2 {
		names, values := strings.Fields(lines[i]), strings.Fields(lines[i+1])
		for j := 1; j < len(names); j++ {
			if values[j] != "-1" {
				set(strings.TrimSuffix(names[0], ":")+names[j], values[j])
			}
		}
	}
	for _, line := range read("snmp6") {
		if f := strings.Fields(line); len(f) == 2 {
			set(f[0], f[1])
		}
	}
	return seen
}

// isolate gives a command a network of its own. This binary runs first, raises the loopback there and becomes the program.
func isolate(c *exec.Cmd) {
	c.Args = append([]string{os.Args[0]}, c.Args...)
	c.Path = os.Args[0]
	c.Env = append(c.Env, "E2E_ISOLATED=1")
	c.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if id := os.Getuid(); id != 0 {
		c.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		c.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
		c.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		c.SysProcAttr.AmbientCaps = []uintptr{12} // CAP_NET_ADMIN, to raise the loopback
	}
}

// becomeIsolated is what isolate starts. It returns only on failure.
func becomeIsolated() error {
	runtime.LockOSThread()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	request := struct { // struct ifreq
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}{name: [syscall.IFNAMSIZ]byte{'l', 'o'}, flags: syscall.IFF_UP | syscall.IFF_RUNNING}
	if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, uintptr(socket), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request))); no != 0 {
		return fmt.Errorf("raise the loopback: %w", no)
	}
	return syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
}
