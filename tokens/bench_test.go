package tokens

import (
	"iter"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
)

// counted counts the headers that are read.
type counted struct {
	Slice
	read int
}

func (c *counted) Before(pos int) iter.Seq[talk.Header] {
	return func(yield func(talk.Header) bool) {
		for h := range c.Slice.Before(pos) {
			if c.read++; !yield(h) {
				return
			}
		}
	}
}

// longPath returns n headers of user and persona in turn, ten minutes apart, of 20 to 219 tokens.
func longPath(n int) Slice {
	path := make(Slice, n)
	for i := range path {
		path[i] = talk.Header{
			Pos: uint64(i), ID: talk.EntryID(i + 1), Role: talk.User + talk.Role(i%2), Encoding: talk.O200kBase,
			Time: noon.Add(-time.Duration(n-1-i) * 10 * time.Minute).UnixMilli(), Tokens: 20 + i*7919%200, Bytes: 400,
		}
	}
	path[n-1].Role = talk.User
	return path
}

// The view of a history at 40 000 tokens. "bare" reads as many headers and does nothing else.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		entries := longPath(n)
		path := Summed(entries) // as a store keeps the sum
		all := Input{Now: noon, Settings: Settings{Threshold: 40_000}, Greeting: true}
		aged, head, steps := all, all, all
		steps.Settings.Steps, steps.Anchor = true, talk.Anchor{ID: entries[n-301].ID, Pos: uint64(n - 301), Ceiling: 40_000}
		aged.Settings.PastHours = 24
		head.Settings.PastHours, head.Settings.BeforeSummary = 24, true
		head.Summary = entries[500].Effective()
		for _, bench := range []struct {
			name string
			in   Input
		}{{"trim", all}, {"age", aged}, {"head", head}, {"steps", steps}} {
			b.Run(bench.name+"/"+strconv.Itoa(n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					v, err := Plan(bench.in, path)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(len(v.Kept)), "kept")
				}
			})
		}
		v, err := Plan(all, path)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("bare/"+strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				read := make([]talk.Header, 0, len(v.Kept))
				for h := range path.Before(n) {
					if len(read) == len(v.Kept) {
						break
					}
					read = append(read, h)
				}
			}
		})
	}
}

func BenchmarkCount(b *testing.B) {
	texts := map[string]string{}
	for name, text := range plainTexts {
		if text != "" {
			texts[name] = strings.Repeat(text, 1+100_000/len(text))
		}
	}
	texts["100KB-one-kana"] = strings.Repeat("あ", 33_334)
	texts["100KB-spaces"] = strings.Repeat(" ", 100_000)
	texts["200KB-ideographs"] = strings.Repeat("猫犬鳥魚馬", 13_333) // no piece like the one before: the slowest
	texts["1MB-unbroken"] = strings.Repeat("x7Fq^", 200_000)
	c := NewCounter()
	c.Count(talk.O200kBase, "load")
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.Count(talk.O200kBase, text)
			}
		})
	}
}

// The window's goroutine estimates what is typed or pasted with every key, so an unbroken megabyte must not stall it.
func BenchmarkEstimate(b *testing.B) {
	texts := maps.Clone(plainTexts)
	texts["1MB-one-kana"] = strings.Repeat("あ", 333_334)
	texts["1MB-unbroken"] = strings.Repeat("x7Fq^", 200_000)
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				EstimateText(text)
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		t := table{name: talk.O200kBase}
		if _, err := t.get(); err != nil {
			b.Fatal(err)
		}
	}
}
