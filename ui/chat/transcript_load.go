package chat

import (
	"time"

	"bonbon/history/talk"
)

// load reads the length and the newest page of src and then calls show.
func (t *Transcript) load(src Source, show func()) {
	gen := t.pages.reset(src)
	if src == nil {
		return
	}
	t.opening, t.again = true, false
	t.env.Go(func() func() {
		n := src.Len()
		from := max(n-1, 0) / pageSize * pageSize
		p, err := readPage(src, from)
		return func() {
			if !t.pages.current(gen) {
				return
			}
			if t.again {
				t.load(src, show)
				return
			}
			t.n, t.opening = n, false
			if err != nil {
				t.failed(err)
			} else {
				t.pages.put(p)
			}
			t.placeLive()
			show()
		}
	})
}

// message returns entry i, nil if it is not loaded yet; it is then being read.
func (t *Transcript) message(i int) *message {
	if i == t.liveAt && t.live != nil {
		return t.live
	}
	if i < 0 || i >= t.n {
		return nil
	}
	m := t.pages.get(i)
	if m == nil {
		t.want(i)
	}
	return m
}

// timeBefore returns the time of the entry before i, false if there is none or it is not known.
func (t *Transcript) timeBefore(i int) (time.Time, bool) {
	if i == 0 {
		return time.Time{}, false
	}
	return t.pages.timeOf(i - 1)
}

// want reads the page of entry i.
func (t *Transcript) want(i int) {
	src, from := t.pages.src, i/pageSize*pageSize
	ticket, ok := t.pages.begin(from)
	if !ok || src == nil {
		return
	}
	t.env.Go(func() func() {
		p, err := readPage(src, from)
		return func() {
			if !t.pages.finish(from, ticket) {
				return
			}
			if err != nil {
				t.failed(err)
				return
			}
			first, last := t.list.Range()
			t.pages.put(p)
			t.pages.trim(first, last)
			t.arrived(p)
		}
	})
}

// arrived shows a page that was read.
func (t *Transcript) arrived(p *page) {
	t.guess(p)
	t.list.Changed(p.from, p.from+len(p.items)+1)
	t.seek()
}

// guess estimates the heights of a page's rows.
func (t *Transcript) guess(p *page) {
	if p == nil {
		return
	}
	_, column := t.style.columnIn(t.list.Size().Width)
	for k, m := range p.items {
		if i := p.from + k; i < t.n && i < t.list.Len() {
			bytes := m.entry.Bytes()
			if m.entry.Role == talk.Tool { // it is folded
				bytes = 0
			}
			_, _, pictures := framesOf(m.entry.Pictures, column*0.82-2*bubblePadX)
			t.list.Guess(i, guessHeight(min(bytes, mostFolded), column)+pictures)
		}
	}
}

// guessHeight estimates a row's height from the bytes of its text.
func guessHeight(bytes int, column float32) float32 {
	perLine := max(column-avatarStep-2*bubblePadX, 80) / 7.2 // bytes of Latin text; a kana takes three bytes and twice the room
	lines := float32(int(float32(bytes)/perLine)) + 1
	return rowHead + 2*bubblePadY + 22*lines + rowFoot
}

func (t *Transcript) failed(err error) {
	if t.env.OnError != nil {
		t.env.OnError(err)
	}
}

// moved reads what comes next and shows or hides the way back to the end.
func (t *Transcript) moved() {
	first, last := t.list.Range()
	for _, i := range []int{first - pageSize/2, last + pageSize/2} {
		if i >= 0 && i < t.n && i != t.liveAt && t.pages.get(i) == nil {
			t.want(i)
		}
	}
	if t.list.AtEnd() == t.end.Visible() {
		if t.list.AtEnd() {
			t.end.Hide()
		} else {
			t.end.Show()
		}
	}
}
