package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkStart measures the time from the start of the process to its first frame, and the resident memory two seconds
// later, for the program and for a bare window with a list and an entry, turn by turn in the same run. The aim is 1.3
// times the bare window for both.
func BenchmarkStart(b *testing.B) {
	bare := filepath.Join(b.TempDir(), "bare")
	if out, err := exec.Command("go", "build", "-tags", "x11", "-o", bare, "bonbon/e2e/bare").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	r := newRobot(b)
	var ours, theirs starts
	b.ResetTimer()
	for range b.N {
		theirs.add(b, r.command(bare))
		ours.add(b, r.command(binary, "--data", r.data, "--log", "debug"))
	}
	ours.report(b, "bonbon")
	theirs.report(b, "bare")
	b.ReportMetric(0, "ns/op")
}

// starts collects what starts of one program cost.
type starts struct {
	ms, mb []float64
}

func (s *starts) add(b *testing.B, c *exec.Cmd) {
	b.Helper()
	out, err := c.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	log := newLogbook(out)
	if _, err := log.next(patience, "first frame"); err != nil {
		b.Fatalf("%s: %v\n%s", c.Path, err, log.text())
	}
	s.ms = append(s.ms, float64(time.Since(begin).Microseconds())/1000)
	<-time.After(2 * time.Second)
	s.mb = append(s.mb, resident(b, c.Process.Pid))
	stop(c)
}

func (s *starts) report(b *testing.B, name string) {
	b.ReportMetric(median(s.ms), name+"-ms")
	b.ReportMetric(median(s.mb), name+"-MB")
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// resident returns the resident memory of a process in MB.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); f[0] == "VmRSS:" {
			kb, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				b.Fatal(err)
			}
			return kb / 1024
		}
	}
	b.Fatal("no resident memory reported")
	return 0
}
