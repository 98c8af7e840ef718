package history_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
)

// BenchmarkAppend stores one message of 300 bytes beside a bare write and fsync of as many bytes, turn about, so that both meet
// the same disk.
func BenchmarkAppend(b *testing.B) {
	_, tk := begin(b, "hello")
	f, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	must(b, err)
	defer f.Close()
	text := strings.Repeat("x", 300)
	var bare, ours []time.Duration
	for b.Loop() {
		start := time.Now()
		_, err := f.WriteString(text)
		must(b, err)
		must(b, f.Sync())
		bare = append(bare, time.Since(start))

		start = time.Now()
		_, err = tk.Append(talk.Entry{Role: talk.User, Text: text, Tokens: 75})
		must(b, err)
		ours = append(ours, time.Since(start))
	}
	for name, d := range map[string][]time.Duration{"bare": bare, "append": ours} {
		slices.Sort(d)
		b.ReportMetric(float64(d[len(d)/2].Microseconds()), name+"-p50-µs")
		b.ReportMetric(float64(d[len(d)*99/100].Microseconds()), name+"-p99-µs")
	}
}
