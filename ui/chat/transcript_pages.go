package chat

import (
	"fmt"
	"time"

	"bonbon/history/talk"
)

// Bounds of what is kept of a talk.
const (
	pageSize = 32       // entries
	mostPage = 24       // pages kept
	mostText = 16 << 20 // bytes of text kept, the pages in view not counted
)

// page is a stretch of entries as read.
type page struct {
	from   int
	items  []*message
	before time.Time // of the entry before the first; zero if there is none
	bytes  int
	used   int // for dropping the least used
}

// readPage reads a page and its Markdown. It runs on a worker.
func readPage(src Source, from int) (*page, error) {
	start := max(from-1, 0)
	entries, err := src.Page(start, from-start+pageSize)
	if err != nil {
		return nil, fmt.Errorf("chat: entries from %d: %w", start, err)
	}
	p := &page{from: from}
	if start < from && len(entries) > 0 {
		p.before, entries = entries[0].Time, entries[1:]
	}
	versions, err := versionsOf(src, entries)
	if err != nil {
		return nil, fmt.Errorf("chat: versions from %d: %w", start, err)
	}
	for i, e := range entries {
		if e.State == talk.Writing {
			e.State = talk.CutOff // nobody writes it any more
		}
		m := read(e)
		m.version = versions[i]
		p.items = append(p.items, m)
		p.bytes += len(e.Text) + len(e.Reasoning)
	}
	return p, nil
}

// pages keeps the pages around what is in view. A talk of any length costs the same.
type pages struct {
	src     Source
	gen     int // of the source; what an older one brings is not taken
	loaded  map[int]*page
	loading map[int]int // ticket of the read under way, by first entry
	ticket  int
	clock   int
}

func newPages() *pages {
	return &pages{loaded: map[int]*page{}, loading: map[int]int{}}
}

// reset forgets everything and returns the number of the new generation.
func (p *pages) reset(src Source) int {
	p.src = src
	p.gen++
	clear(p.loaded)
	clear(p.loading)
	return p.gen
}

func (p *pages) current(gen int) bool { return p.gen == gen }

// begin says whether a page is to be read now, and under which ticket. One that came shorter than it should be is not read
// again and again.
func (p *pages) begin(from int) (ticket int, ok bool) {
	if _, busy := p.loading[from]; busy || p.loaded[from] != nil {
		return 0, false
	}
	p.ticket++
	p.loading[from] = p.ticket
	return p.ticket, true
}

// finish says whether what was read under a ticket is still wanted.
func (p *pages) finish(from, ticket int) bool {
	if p.loading[from] != ticket {
		return false
	}
	delete(p.loading, from)
	return true
}

func (p *pages) put(pg *page) {
	p.clock++
	pg.used = p.clock
	p.loaded[pg.from] = pg
}

// trim drops the pages used longest ago until what is kept is within bounds; those of the entries first … last and the pages
// beside them stay.
func (p *pages) trim(first, last int) {
	for {
		total, oldest := 0, (*page)(nil)
		for _, pg := range p.loaded {
			if pg.from+2*pageSize > first && pg.from <= last+pageSize {
				continue
			}
			total += pg.bytes
			if oldest == nil || pg.used < oldest.used {
				oldest = pg
			}
		}
		if oldest == nil || len(p.loaded) <= mostPage && total <= mostText {
			return
		}
		delete(p.loaded, oldest.from)
	}
}

// get returns entry i if it is loaded.
func (p *pages) get(i int) *message {
	pg := p.loaded[i/pageSize*pageSize]
	if pg == nil || i-pg.from >= len(pg.items) {
		return nil
	}
	p.clock++
	pg.used = p.clock
	return pg.items[i-pg.from]
}

// last returns the page with the newest entries that are loaded.
func (p *pages) last() *page {
	var last *page
	for _, pg := range p.loaded {
		if last == nil || pg.from > last.from {
			last = pg
		}
	}
	return last
}

// timeOf returns the time of entry i if it is known.
func (p *pages) timeOf(i int) (time.Time, bool) {
	if m := p.get(i); m != nil {
		return m.entry.Time, true
	}
	if next := p.loaded[i+1]; next != nil && !next.before.IsZero() {
		return next.before, true
	}
	return time.Time{}, false
}

// add puts entry i into its page. A page that is not loaded is left to be read; one that is being read is read again.
func (p *pages) add(i int, m *message) {
	from := i / pageSize * pageSize
	delete(p.loading, from)
	pg := p.loaded[from]
	if pg == nil {
		if i != from {
			return
		}
		pg = &page{from: from}
		if before, ok := p.timeOf(i - 1); ok {
			pg.before = before
		}
		p.loaded[from] = pg
	}
	switch k := i - from; {
	case k < len(pg.items):
		pg.items[k] = m
	case k == len(pg.items):
		pg.items = append(pg.items, m)
	default:
		delete(p.loaded, from)
		return
	}
	pg.bytes += len(m.entry.Text) + len(m.entry.Reasoning)
}

// find returns the loaded entry with an id.
func (p *pages) find(id talk.EntryID) (int, *message) {
	for _, pg := range p.loaded {
		for k, m := range pg.items {
			if m.entry.ID == id {
				return pg.from + k, m
			}
		}
	}
	return 0, nil
}

// truncate forgets the entries from n on.
func (p *pages) truncate(n int) {
	clear(p.loading)
	for from, pg := range p.loaded {
		switch {
		case from >= n:
			delete(p.loaded, from)
		case from+len(pg.items) > n:
			pg.items = pg.items[:n-from]
		}
	}
}
