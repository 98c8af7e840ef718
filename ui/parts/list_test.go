package parts

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"bonbon/ui/uitest"
)

// rowsUnder is the content of a list under test: rows whose heights depend on the width, as text does.
type rowsUnder struct {
	heights []float32 // at width 400
	bound   int       // Binds so far
	alive   int       // rows made
	list    *List
}

func (c *rowsUnder) height(i int, width float32) float32 {
	return max(1, float32(int(c.heights[i]*400/width)))
}

type testRow struct {
	*canvas.Rectangle
	c           *rowsUnder
	index       int
	top, bottom float32
}

func (r *testRow) Bind(i int, width float32) float32 {
	r.c.bound++
	r.index = i
	return r.c.height(i, width)
}
func (r *testRow) Seen(top, bottom float32) { r.top, r.bottom = top, bottom }
func (r *testRow) Release()                 { r.index = -1 }

func newRows(heights ...float32) *rowsUnder {
	c := &rowsUnder{heights: heights}
	c.list = NewList(func() Row {
		c.alive++
		return &testRow{Rectangle: canvas.NewRectangle(nil), c: c}
	})
	test.WidgetRenderer(c.list)
	c.list.Resize(fyne.NewSize(400, 300))
	c.list.Reset(len(heights), 50)
	return c
}

func even(n int, height float32) []float32 {
	h := make([]float32, n)
	for i := range h {
		h[i] = height
	}
	return h
}

// check tells what is wrong with what the list shows: rows must follow each other without gaps, fill the view as far as there
// are rows, and nothing else may be shown.
func (c *rowsUnder) check() error {
	l := c.list
	size := l.Size()
	first, last := l.Range()
	if len(c.heights) == 0 {
		if last >= first || len(l.box.Objects) > 0 {
			return fmt.Errorf("an empty list shows %d … %d", first, last)
		}
		return nil
	}
	if len(l.box.Objects) != last-first+1 {
		return fmt.Errorf("%d objects for rows %d … %d", len(l.box.Objects), first, last)
	}
	y := l.box.Objects[0].Position().Y
	if y > 0.01 {
		return fmt.Errorf("gap of %v above row %d", y, first)
	}
	for k, o := range l.box.Objects {
		r := o.(*testRow)
		if r.index != first+k || o.Position().Y-y > 0.01 || y-o.Position().Y > 0.01 {
			return fmt.Errorf("place %d shows row %d at %v, want %d at %v", k, r.index, o.Position().Y, first+k, y)
		}
		want := c.height(r.index, size.Width)
		if o.Size().Height != want {
			return fmt.Errorf("row %d is %v high, want %v", r.index, o.Size().Height, want)
		}
		if y+want <= 0 && len(l.box.Objects) > 1 || y >= size.Height {
			return fmt.Errorf("row %d at %v is not in view", r.index, y)
		}
		y += want
	}
	if y < size.Height-0.01 && (last != len(c.heights)-1 || first > 0) {
		return fmt.Errorf("gap of %v below row %d", size.Height-y, last)
	}
	if l.AtEnd() && last != len(c.heights)-1 {
		return fmt.Errorf("at the end, but the last row is %d", last)
	}
	return nil
}

func (c *rowsUnder) must(t interface{ Fatal(...any) }) {
	if err := c.check(); err != nil {
		t.Fatal(err)
	}
}

func TestOpensAtTheEnd(t *testing.T) {
	uitest.App(t, "light", "en")
	c := newRows(even(1000, 70)...)
	c.must(t)
	if first, last := c.list.Range(); last != 999 || first < 990 {
		t.Errorf("shows %d … %d", first, last)
	}
	if c.bound > 10 {
		t.Errorf("%d rows bound to open", c.bound)
	}
}

func TestShortListStartsAtTheTop(t *testing.T) {
	uitest.App(t, "light", "en")
	c := newRows(20, 30)
	c.must(t)
	if y := c.list.RowTop(0); y != 0 || !c.list.AtEnd() {
		t.Errorf("first row at %v, at end %v", y, c.list.AtEnd())
	}
}

func TestWhatIsSeenStaysPut(t *testing.T) {
	uitest.App(t, "light", "en")
	c := newRows(even(1000, 70)...)
	l := c.list
	l.ScrollTo(500)
	l.ScrollBy(-130)
	mark, _ := l.Range()
	mark++ // the first row that is whole
	y := l.RowTop(mark)

	l.Guess(3, 4000) // above, out of view
	l.Guess(900, 10)
	l.Changed(0, 1)
	if got := l.RowTop(mark); got != y {
		t.Errorf("a guess above moved row %d from %v to %v", mark, y, got)
	}
	c.heights[mark-1] = 200 // above, partly in view
	l.Changed(mark-1, mark)
	c.must(t)
	if got := l.RowTop(mark); got != y {
		t.Errorf("a row above grew and moved row %d from %v to %v", mark, y, got)
	}
	c.heights = append(c.heights, 90)
	l.Grow()
	if got := l.RowTop(mark); got != y || l.AtEnd() {
		t.Errorf("a new row moved row %d from %v to %v", mark, y, got)
	}
	l.Resize(fyne.NewSize(250, 300))
	c.must(t)
	if got := l.RowTop(mark); got != y {
		t.Errorf("another width moved row %d from %v to %v", mark, y, got)
	}
}

func TestTallRowKeepsItsShare(t *testing.T) {
	uitest.App(t, "light", "en")
	c := newRows(50, 8000, 50)
	l := c.list
	l.ScrollTo(1)
	l.ScrollBy(4000)
	l.Resize(fyne.NewSize(200, 300))
	c.must(t)
	if y := l.RowTop(1); y != -8000 {
		t.Errorf("the middle of a row of twice the height is at %v", y)
	}
	r := l.box.Objects[0].(*testRow)
	if r.top != 8000 || r.bottom != 8300 {
		t.Errorf("row was told %v … %v", r.top, r.bottom)
	}
}

func TestFollowsTheEndOnlyFromTheEnd(t *testing.T) {
	uitest.App(t, "light", "en")
	c := newRows(even(50, 70)...)
	l := c.list
	grow := func(h float32) {
		c.heights = append(c.heights, h)
		l.Grow()
	}
	grow(100)
	if _, last := l.Range(); last != 50 || !l.AtEnd() {
		t.Error("did not follow")
	}
	l.ScrollBy(-400)
	top := l.RowTop(40)
	for range 20 {
		grow(35)
		c.heights[len(c.heights)-1] += 100
		l.Changed(len(c.heights)-1, len(c.heights))
	}
	if got := l.RowTop(40); got != top || l.AtEnd() {
		t.Errorf("moved from %v to %v while scrolled up", top, got)
	}
	l.ScrollToEnd()
	grow(35)
	if _, last := l.Range(); last != len(c.heights)-1 {
		t.Error("does not follow again")
	}
	c.must(t)
}

func TestKeys(t *testing.T) {
	uitest.App(t, "light", "en")
	c := newRows(even(300, 70)...)
	l := c.list
	for _, k := range []fyne.KeyName{fyne.KeyPageUp, fyne.KeyHome, fyne.KeyPageDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyEnd} {
		if !l.Key(k) {
			t.Errorf("%s is not taken", k)
		}
		c.must(t)
		switch first, last := l.Range(); {
		case k == fyne.KeyHome && first != 0, k == fyne.KeyEnd && last != 299:
			t.Errorf("%s shows %d … %d", k, first, last)
		}
	}
	if l.Key(fyne.KeyA) {
		t.Error("takes any key")
	}
}

func TestBarReachesBothEndsAndStaysUnderThePointer(t *testing.T) {
	uitest.App(t, "light", "en")
	heights := even(2000, 60)
	for i := range heights {
		heights[i] += float32(i % 300) // unlike the guess
	}
	c := newRows(heights...)
	b := c.list.bar
	drag := func(y, by float32) {
		e := &fyne.DragEvent{Dragged: fyne.NewDelta(0, by)}
		e.Position = fyne.NewPos(4, y)
		b.Dragged(e)
	}
	drag(295, -5)
	for y := float32(290); y > -20; y -= 5 {
		drag(y, -5)
		c.must(t)
		if y > 30 && (b.top > y || b.top+b.height < y) {
			t.Fatalf("pointer at %v, thumb %v … %v", y, b.top, b.top+b.height)
		}
	}
	if first, _ := c.list.Range(); first != 0 {
		t.Errorf("dragged to the top, shows %d", first)
	}
	drag(400, 420)
	b.DragEnd()
	if !c.list.AtEnd() {
		t.Error("dragged to the bottom, is not at the end")
	}
	b.Tapped(&fyne.PointEvent{Position: fyne.NewPos(4, 10)})
	if c.list.AtEnd() {
		t.Error("a press above the thumb went nowhere")
	}
	c.must(t)
}

// Whatever happens, the view is filled without gaps; and what happens out of view moves nothing in it.
func TestListLaws(t *testing.T) {
	uitest.App(t, "light", "en")
	rapid.Check(t, func(t *rapid.T) {
		height := rapid.Map(rapid.IntRange(1, 700), func(n int) float32 { return float32(n) })
		c := newRows(rapid.SliceOfN(height, 0, 40).Draw(t, "heights")...)
		l := c.list
		row := func(t *rapid.T) int { return rapid.IntRange(0, max(len(c.heights)-1, 0)).Draw(t, "row") }
		t.Repeat(map[string]func(*rapid.T){
			"scroll": func(t *rapid.T) { l.ScrollBy(float32(rapid.IntRange(-2000, 2000).Draw(t, "by"))) },
			"wheel":  func(t *rapid.T) { l.ScrollBy(float32(rapid.IntRange(-60, 60).Draw(t, "by"))) },
			"to":     func(t *rapid.T) { l.ScrollTo(row(t)) },
			"end":    func(*rapid.T) { l.ScrollToEnd() },
			"size": func(t *rapid.T) {
				l.Resize(fyne.NewSize(float32(rapid.IntRange(100, 900).Draw(t, "w")), float32(rapid.IntRange(50, 900).Draw(t, "h"))))
			},
			"grow":     func(t *rapid.T) { c.heights = append(c.heights, height.Draw(t, "h")); l.Grow() },
			"truncate": func(t *rapid.T) { n := row(t); c.heights = c.heights[:n]; l.Truncate(n) },
			"change": func(t *rapid.T) {
				if i := row(t); i < len(c.heights) {
					first, last := l.Range()
					mark, end := max(first, 0), l.AtEnd()
					y := l.RowTop(mark)
					c.heights[i] = height.Draw(t, "h")
					l.Changed(i, i+1)
					if (i < first || i > last) && !end && len(c.heights) > 0 && l.RowTop(mark) != y {
						t.Fatalf("row %d out of view changed, row %d moved from %v to %v", i, mark, y, l.RowTop(mark))
					}
				}
			},
			"": func(t *rapid.T) { c.must(t) },
		})
	})
}

func BenchmarkList(b *testing.B) {
	uitest.App(b, "light", "en")
	for _, n := range []int{1_000, 1_000_000} {
		heights := even(n, 70)
		b.Run(fmt.Sprintf("open/%d", n), func(b *testing.B) {
			c := newRows(heights...)
			for b.Loop() {
				c.list.Reset(n, 50)
			}
		})
		b.Run(fmt.Sprintf("wheel/%d", n), func(b *testing.B) {
			c := newRows(heights...)
			for b.Loop() {
				if c.list.ScrollBy(-40); c.list.RowTop(0) == 0 {
					c.list.ScrollToEnd()
				}
			}
		})
	}
}
