package history_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
)

// large makes a store of about 100 MB.
func large(b *testing.B) (dir string, s *history.Store, tk *history.Talk) {
	b.Helper()
	dir = b.TempDir()
	s, err := history.Open(dir, history.Options{NoSync: true})
	must(b, err)
	tk = beginIn(b, s, "hello")
	text := strings.Repeat("word ", 4000)
	for range 4800 {
		say(b, tk, text)
	}
	must(b, s.Close())
	s, err = history.Open(dir, history.Options{})
	must(b, err)
	b.Cleanup(func() { must(b, s.Close()) })
	return dir, s, s.Talk(tk.ID())
}

// longest appends until stop says so, and returns the longest time that one message took.
func longest(b *testing.B, tk *history.Talk, stop *atomic.Bool) (longest time.Duration, n int) {
	for ; !stop.Load(); n++ {
		start := time.Now()
		if _, err := tk.Append(talk.Entry{Role: talk.User, Text: "a short message"}); err != nil {
			b.Error(err)
		}
		longest = max(longest, time.Since(start))
	}
	return longest, n
}

// The longest that a message waits while 100 MB are backed up, written anew, or while nothing else is done.
func BenchmarkAppendMeanwhile(b *testing.B) {
	_, s, tk := large(b)
	for what, do := range map[string]func() error{
		"backup":  func() error { _, err := s.Backup(history.Asked); return err },
		"compact": s.Compact,
		"nothing": func() error { <-time.After(time.Second); return nil },
	} {
		b.Run(what, func(b *testing.B) {
			worst, sum := time.Duration(0), 0
			for b.Loop() {
				say(b, tk, "something new")
				var stop atomic.Bool
				done := make(chan struct{})
				go func() {
					defer close(done)
					w, n := longest(b, tk, &stop)
					worst, sum = max(worst, w), sum+n
				}()
				must(b, do())
				stop.Store(true)
				<-done
			}
			b.ReportMetric(float64(worst.Milliseconds()), "ms/longest")
			b.ReportMetric(float64(sum)/float64(b.N), "messages/op")
		})
	}
}

// Opening a store of 100 MB, with the check of its whole structure.
func BenchmarkOpenLarge(b *testing.B) {
	dir, s, _ := large(b)
	must(b, s.Close())
	for b.Loop() {
		s, err := history.Open(dir, history.Options{})
		must(b, err)
		must(b, s.Close())
	}
}

// Many short messages in 100 MB: more pages that are looked at.
func BenchmarkOpenManyMessages(b *testing.B) {
	tk := big(b, 200_000)
	dir := tk.Store().Dir()
	must(b, tk.Store().Close())
	stat, err := os.Stat(filepath.Join(dir, history.FileName))
	must(b, err)
	b.SetBytes(stat.Size())
	for b.Loop() {
		s, err := history.Open(dir, history.Options{})
		must(b, err)
		must(b, s.Close())
	}
}
