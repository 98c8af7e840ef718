package history_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
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

// writeTalk writes an export of one talk with n entries of 300 bytes.
func writeTalk(w io.Writer, n int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, `{"bonbon":"export","version":1}`)
	fmt.Fprintln(b, `{"type":"persona","persona":{"id":"p","name":"Mina"}}`)
	fmt.Fprintln(b, `{"type":"talk","talk":{"id":"t","persona":"p"}}`)
	text, err := json.Marshal(strings.Repeat("x", 300))
	if err != nil {
		return err
	}
	start := time.Now().Add(-time.Duration(n) * time.Minute)
	for i := range n {
		role := []string{"user", "assistant"}[i%2]
		fmt.Fprintf(b, `{"type":"entry","talk_id":"t","entry":{"id":%d,"parent":%d,"role":%q,"time":%q,"text":%s,"tokens":75,"encoding":"o200k_base"}}`+"\n",
			i+1, i, role, start.Add(time.Duration(i)*time.Minute).Format(time.RFC3339), text)
	}
	return b.Flush()
}

// big returns a talk with n entries in a real file.
func big(b *testing.B, n int) *history.Talk {
	b.Helper()
	s, err := history.Open(b.TempDir(), history.Options{NoSync: true})
	must(b, err)
	b.Cleanup(func() { must(b, s.Close()) })
	r, w := io.Pipe()
	go func() { w.CloseWithError(writeTalk(w, n)) }()
	report, err := s.Import(r, history.ImportOptions{})
	must(b, err)
	if report.Entries != n {
		b.Fatalf("%+v", report)
	}
	return s.Talk("t")
}

// BenchmarkView reads what planning reads: the newest 500 headers, in talks of very different length. One talk of a million
// entries serves all of it.
func BenchmarkView(b *testing.B) {
	for _, n := range []int{1_000, 1_000_000} {
		tk := big(b, n)
		b.Run(fmt.Sprintf("headers-500/%d", n), func(b *testing.B) {
			for b.Loop() {
				must(b, tk.View(func(h tokens.History) error {
					sum := 0
					for x := range h.Before(h.Len()) {
						if sum += x.Tokens; h.Len()-int(x.Pos) == 500 {
							return nil
						}
					}
					return nil
				}))
			}
		})
		b.Run(fmt.Sprintf("since/%d", n), func(b *testing.B) {
			edge := time.Now().Add(-8 * time.Hour).UnixMilli()
			for b.Loop() {
				must(b, tk.View(func(h tokens.History) error {
					if h.Since(edge) == 0 {
						b.Fatal("no edge")
					}
					return nil
				}))
			}
		})
		b.Run(fmt.Sprintf("page-50/%d", n), func(b *testing.B) {
			for b.Loop() {
				page, err := tk.Page(n/2, 50)
				must(b, err)
				if len(page) != 50 {
					b.Fatal(len(page))
				}
			}
		})
		b.Run(fmt.Sprintf("append-nosync/%d", n), func(b *testing.B) {
			for b.Loop() {
				_, err := tk.Append(talk.Entry{Role: talk.User, Text: "word", Tokens: 1})
				must(b, err)
			}
		})
	}
}

// BenchmarkPlan plans a prompt of 40 000 tokens over talks of a thousand, a hundred thousand and a million entries in real
// files, each beside a bare read of as many headers as the plan keeps, turn about, so that all meet the same machine. It
// reports the medians, what they are to each other, and the allocations.
func BenchmarkPlan(b *testing.B) {
	in := tokens.Input{
		Now: time.Now(), Settings: tokens.Settings{Threshold: 40_000}, Fixed: tokens.Fixed{System: 600}, Greeting: true,
	}
	kept := 0
	plan := func(h tokens.History) error {
		view, err := tokens.Plan(in, h)
		kept = len(view.Kept)
		return err
	}
	bare := func(h tokens.History) error {
		all := make([]talk.Header, 0, kept)
		for x := range h.Before(h.Len()) {
			if all = append(all, x); len(all) == kept {
				break
			}
		}
		return nil
	}
	names := []string{"1k", "100k", "1M"}
	talks := []*history.Talk{big(b, 1_000), big(b, 100_000), big(b, 1_000_000)}
	took := map[string][]time.Duration{}
	measure := func(name string, tk *history.Talk, read func(tokens.History) error) {
		start := time.Now()
		must(b, tk.View(read))
		took[name] = append(took[name], time.Since(start))
	}
	for b.Loop() {
		for i, tk := range talks {
			measure("plan-"+names[i], tk, plan)
			measure("bare-"+names[i], tk, bare)
		}
	}
	median := func(name string) float64 {
		slices.Sort(took[name])
		return float64(took[name][len(took[name])/2].Nanoseconds()) / 1000
	}
	for i, tk := range talks {
		b.ReportMetric(median("plan-"+names[i]), "plan-"+names[i]+"-µs")
		b.ReportMetric(median("bare-"+names[i]), "bare-"+names[i]+"-µs")
		b.ReportMetric(testing.AllocsPerRun(20, func() { must(b, tk.View(plan)) }), "plan-"+names[i]+"-allocs")
		b.ReportMetric(testing.AllocsPerRun(20, func() { must(b, tk.View(bare)) }), "bare-"+names[i]+"-allocs")
	}
	b.ReportMetric(float64(kept), "kept")
	b.ReportMetric(median("plan-1M")/median("plan-1k"), "1M/1k")
	b.ReportMetric(median("plan-1M")/median("bare-1M"), "plan/bare")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkImport reads a talk of 100 000 entries from an export.
func BenchmarkImport(b *testing.B) {
	const n = 100_000
	for b.Loop() {
		s, err := history.Open(b.TempDir(), history.Options{})
		must(b, err)
		r, w := io.Pipe()
		go func() { w.CloseWithError(writeTalk(w, n)) }()
		_, err = s.Import(r, history.ImportOptions{})
		must(b, err)
		must(b, s.Close())
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "entries/s")
}

// BenchmarkOpen opens a store with 200 personas and lists them.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	s := historytest.OpenWith(b, dir, history.Options{NoSync: true})
	for range 200 {
		_, _, err := s.CreatePersona(persona.Persona{Name: "Mina", Prompt: strings.Repeat("x", 2000)}, talk.Entry{Text: "hello"})
		must(b, err)
	}
	must(b, s.Close())
	for b.Loop() {
		s, err := history.Open(dir, history.Options{})
		must(b, err)
		list, err := s.Personas()
		must(b, err)
		if len(list) != 200 {
			b.Fatal(len(list))
		}
		must(b, s.Close())
	}
}
