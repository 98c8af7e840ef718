package chat

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// times collects how long steps took.
type times []time.Duration

func (t *times) step(f func()) {
	begin := time.Now()
	f()
	*t = append(*t, time.Since(begin))
}

// warm loads the fonts, which a program does once, when a style is first shown.
func warm() {
	for style := range flow.Style(8) {
		flow.Width("x", style, textSize())
	}
}

// report tells the middle, the 99th of 100, the worst and the sum, in milliseconds.
func (t times) report(b *testing.B, name string) {
	slices.Sort(t)
	sum := time.Duration(0)
	for _, d := range t {
		sum += d
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(t[len(t)/2]), name+"-p50-ms")
	b.ReportMetric(ms(t[len(t)*99/100]), name+"-p99-ms")
	b.ReportMetric(ms(t[len(t)-1]), name+"-worst-ms")
	b.ReportMetric(ms(sum), name+"-total-ms")
}

// BenchmarkWheelSteps measures 2 000 steps of the wheel up a talk, of which every 16th message is the sampler with all kinds of blocks.
// What a worker does is not counted, what it hands back is.
func BenchmarkWheelSteps(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			uitest.App(b, "light", "en")
			warm()
			plain := chatter(n)
			src := &fakeTalk{n: n, entry: func(i int) talk.Entry {
				e := plain.entry(i)
				if i%16 == 1 {
					e.Text = sampler
				}
				return e
			}}
			for b.Loop() {
				t := opened(b, src, wide, nil)
				var steps times
				for range 2000 {
					steps.step(func() { t.list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 40)}) })
					for len(t.w.jobs) > 0 {
						done := t.w.jobs[0]()
						t.w.jobs = t.w.jobs[1:]
						if done != nil {
							steps.step(done)
						}
					}
				}
				steps.report(b, "step")
			}
		})
	}
}

// BenchmarkDeltas measures a reply of 40 KB of Markdown that comes in 4 000 pieces, every piece shown, and a key typed after each 40th.
func BenchmarkDeltas(b *testing.B) {
	uitest.App(b, "light", "en")
	warm()
	text := strings.Repeat(sampler, 40_000/len(sampler)+1)[:40_000]
	for b.Loop() {
		t := opened(b, chatter(1000), wide, nil)
		c := NewComposer(tokens.EstimateText)
		uitest.Window(b, c, fyne.NewSize(692, 200))
		reply := said(2000, talk.Assistant, noon, "")
		reply.State = talk.Writing
		t.Append(reply)
		var flushes, keys times
		for i := range 4000 {
			flushes.step(func() { t.Stream(text[:(i+1)*10], "") })
			t.settle()
			if i%40 == 0 {
				keys.step(func() { c.entry.TypedRune('x') })
			}
		}
		flushes.report(b, "flush")
		keys.report(b, "key")
	}
}

// BenchmarkGrowingParagraph measures the last pieces of a paragraph of 500 KB without an end.
func BenchmarkGrowingParagraph(b *testing.B) {
	for name, word := range map[string]string{"words": "The ships will see us. ", "unbroken": "x"} {
		b.Run(name, func(b *testing.B) {
			uitest.App(b, "light", "en")
			t := opened(b, chatter(1000), wide, nil)
			reply := said(2000, talk.Assistant, noon, "")
			reply.State = talk.Writing
			t.Append(reply)
			text := strings.Repeat(word, 500_000/len(word))
			var flushes times
			for n := 1000; n < len(text); n += 1000 {
				flushes.step(func() { t.Stream(text[:n], "") })
			}
			for b.Loop() {
				t.Stream(text, "")
			}
			flushes.report(b, "flush")
		})
	}
}

// BenchmarkShow measures how long the window is held by showing, selecting and resizing one long message, and by each press on
// "show more" until it is whole.
func BenchmarkShow(b *testing.B) {
	for name, text := range map[string]string{
		"paragraph_500k": strings.Repeat("The ships will see us. ", 500_000/23),
		"line_100k":      strings.Repeat("x", 100_000),
		"newlines_200k":  strings.Repeat("\n", 200_000),
		"carets_1m":      strings.Repeat("^", 1_000_000),
		"code_200k":      "```go\n" + strings.Repeat("for range time.Tick(12) { lamp.Flash() }\n", 5000) + "```\n",
	} {
		for who, role := range map[string]talk.Role{"own": talk.User, "persona": talk.Assistant} {
			b.Run(name+"/"+who, func(b *testing.B) {
				uitest.App(b, "light", "en")
				for b.Loop() {
					t := opened(b, of(said(1, role, noon, text), said(2, talk.User, noon, "Long!")), wide, nil)
					m := t.pages.get(0)
					var show, more times
					m.lay = nil
					show.step(func() { t.list.Changed(0, 3) })
					show.step(func() { t.selectAll() })
					show.step(func() { t.Resize(fyne.NewSize(600, 600)) })
					show.step(func() { t.ScrollTo(0) })
					for range 12 {
						more.step(func() {
							m.showMore()
							t.list.Changed(0, 1)
						})
					}
					show.report(b, "show")
					more.report(b, "more")
				}
			})
		}
	}
}

// BenchmarkMemory measures what a talk adds to an empty transcript, after a look at its middle and its start.
func BenchmarkMemory(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			uitest.App(b, "light", "en")
			t := opened(b, of(), wide, nil)
			before := heap()
			for b.Loop() {
				t.Open(chatter(n), mint, nil)
				t.settle()
				for _, at := range []int{n / 2, n / 3, 0} {
					t.ScrollTo(at)
					t.settle()
				}
			}
			b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
			runtime.KeepAlive(t)
		})
	}
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc) //nolint:gosec // far below
}

// BenchmarkSelect measures one move of the pointer while a selection is drawn out over a talk of a million messages.
func BenchmarkSelect(b *testing.B) {
	uitest.App(b, "light", "en")
	t := opened(b, chatter(1_000_000), wide, nil)
	t.begin(t.startOf(0), byCharacter)
	t.drag.on = true
	y := float32(0)
	for b.Loop() {
		y = float32(int(y+7) % 400)
		t.dragTo(fyne.NewPos(300, 100+y))
	}
}
