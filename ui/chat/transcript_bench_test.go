package chat

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history/talk"
	"bonbon/ui/uitest"
)

var sizes = []int{1_000, 100_000, 1_000_000}

// BenchmarkOpen measures from the press on a talk to its first layout, the reading of a page in memory included.
func BenchmarkOpen(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			uitest.App(b, "light", "en")
			src := chatter(n)
			t := opened(b, src, wide, nil)
			for b.Loop() {
				t.Open(src, mint, nil)
				t.settle()
			}
		})
	}
}

// BenchmarkWheel measures one step of the wheel, with the pages read on the way.
func BenchmarkWheel(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			uitest.App(b, "light", "en")
			t := opened(b, chatter(n), wide, nil)
			for b.Loop() {
				t.list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 40)})
				t.settle()
				if t.list.RowTop(0) >= 0 {
					t.ScrollToEnd()
				}
			}
		})
	}
}

// BenchmarkJump measures a jump into the middle, to another place every time.
func BenchmarkJump(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			uitest.App(b, "light", "en")
			t := opened(b, chatter(n), wide, nil)
			at := 0
			for b.Loop() {
				at = (at + 7919) % n
				t.ScrollTo(at)
				t.settle()
			}
		})
	}
}

// BenchmarkResize measures another width in the middle of the talk.
func BenchmarkResize(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			uitest.App(b, "light", "en")
			t := opened(b, chatter(n), wide, nil)
			t.ScrollTo(n / 2)
			t.settle()
			i := 0
			for b.Loop() {
				i++
				t.Resize(fyne.NewSize(500+float32(i%200), 600))
			}
		})
	}
}

// BenchmarkStream measures one flush into a reply of 40 KB that is in view at its end.
func BenchmarkStream(b *testing.B) {
	uitest.App(b, "light", "en")
	t := opened(b, chatter(1000), wide, nil)
	reply := said(2000, talk.Assistant, noon, "")
	reply.State = talk.Writing
	t.Append(reply)
	text := strings.Repeat(sampler, 40_000/len(sampler))
	t.Stream(text, "")
	n := 0
	for b.Loop() {
		if n++; n%200 == 0 {
			text = text[:40_000/len(sampler)*len(sampler)]
		}
		text += "a few words "
		t.Stream(text, "")
	}
}
