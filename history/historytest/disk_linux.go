package historytest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Disk is a small file system of a test's own, in memory.
type Disk struct {
	Dir string
	t   testing.TB
}

const diskEnv = "HISTORYTEST_DISK"

// OnDisk runs the rest of a test on a disk of this many bytes. A file system can be mounted without rights only in a namespace of users
// and mounts, so the test runs once more in a process that has both, and its verdict is that process's. Nothing that was set up before
// is there: call it first.
func OnDisk(t *testing.T, bytes int, f func(*Disk)) {
	t.Helper()
	if dir := os.Getenv(diskEnv); dir != "" {
		d := &Disk{dir, t}
		d.must(syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""))
		d.must(syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", bytes)))
		t.Cleanup(func() { d.must(syscall.Unmount(dir, syscall.MNT_DETACH)) })
		f(d)
		return
	}
	c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1", "-test.timeout=5m", "-test.v") // #nosec G204 G702 -- a test starts itself
	c.Env = append(os.Environ(), diskEnv+"="+t.TempDir())
	c.SysProcAttr = &syscall.SysProcAttr{
		Pdeathsig:   syscall.SIGKILL,
		Cloneflags:  syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Fatalf("on a disk of %d bytes: %v\n%s", bytes, err, out)
	}
}

func (d *Disk) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// Fill takes all the room that is left.
func (d *Disk) Fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.filler(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	d.must(err)
	for piece := make([]byte, 64<<10); len(piece) > 0 && err == nil; {
		if _, err = f.Write(piece); errors.Is(err, syscall.ENOSPC) {
			piece, err = piece[:len(piece)/2], nil
		}
	}
	d.must(errors.Join(err, f.Close()))
}

// Free gives the room back.
func (d *Disk) Free() {
	d.t.Helper()
	d.must(os.Remove(d.filler()))
}

// ReadOnly makes the disk read-only, or not. No file on it may be open for writing.
func (d *Disk) ReadOnly(on bool) {
	d.t.Helper()
	flags := uintptr(syscall.MS_REMOUNT)
	if on {
		flags |= syscall.MS_RDONLY
	}
	d.must(syscall.Mount("", d.Dir, "", flags, ""))
}

func (d *Disk) filler() string { return filepath.Join(d.Dir, "filler") }
