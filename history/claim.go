package history

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"slices"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// lacking is a talk that came over, perhaps without some of its messages.
type lacking struct {
	id            string
	path, entries *bolt.Bucket
	had, here     int // messages: that it once had, -1 if that is not known, and that came over
	given         map[talk.EntryID]bool
}

func (l *lacking) has(id talk.EntryID) bool {
	return l.given[id] || l.entries.Get(key(uint64(id))) != nil
}

func (l *lacking) give(s *stray) {
	s.home = l.id
	for _, h := range s.headers {
		l.given[h.ID] = true
	}
}

// claim finds out to which of the talks that came over each stray page belongs.
func claim(tx *bolt.Tx, all []*stray) error {
	talks, err := lackings(tx)
	if err != nil {
		return err
	}
	of := map[talk.EntryID][]*stray{}
	for _, s := range all {
		for _, h := range s.headers {
			of[h.ID] = append(of[h.ID], s)
		}
	}
	best, owner := map[*stray]int{}, map[*stray]*lacking{}
	for _, l := range talks {
		votes, err := l.votes(of)
		if err != nil {
			return err
		}
		for s, n := range votes {
			if n > best[s] {
				best[s], owner[s] = n, l
			}
		}
	}
	for s, l := range owner {
		l.give(s)
	}
	for again := true; again; {
		again = false
		for _, s := range all {
			if l := only(talks, s); s.home == "" && l != nil {
				l.give(s)
				again = true
			}
		}
	}
	return nil
}

func lackings(tx *bolt.Tx) (all []*lacking, err error) {
	talks, err := bucket(tx, bucketTalks)
	if err != nil {
		return nil, err
	}
	err = talks.ForEachBucket(func(id []byte) error {
		all = append(all, &lacking{id: string(id), had: -1, given: map[talk.EntryID]bool{}})
		return nil
	})
	for _, l := range all {
		b, r := talks.Bucket([]byte(l.id)), record{}
		var err1, err2 error
		l.path, err1 = b.CreateBucketIfNotExists(bucketPath)
		l.entries, err2 = b.CreateBucketIfNotExists(bucketEntries)
		if err = errors.Join(err, err1, err2); err != nil {
			return nil, err
		}
		if get(b, keyInfo, &r) == nil {
			l.had = r.Entries
		}
		l.here = l.entries.Stats().KeyN
	}
	return all, err
}

// votes says how much speaks for each page's being of this talk: much for each message that it lacks and its path lists, a little for each
// that it has.
func (l *lacking) votes(of map[talk.EntryID][]*stray) (map[*stray]int, error) {
	const much = 1 << 16 // more than a page holds
	votes := map[*stray]int{}
	count := func(id talk.EntryID, weight int, same func(s *stray, i int) bool) {
		for _, s := range of[id] {
			i, ok := slices.BinarySearchFunc(s.headers, id, func(h talk.Header, id talk.EntryID) int { return cmp.Compare(h.ID, id) })
			if ok && same(s, i) {
				votes[s] += weight
			}
		}
	}
	err := l.path.ForEach(func(k, v []byte) error {
		if h, err := getHeader(k, v); err == nil && !l.has(h.ID) {
			count(h.ID, much, func(s *stray, i int) bool {
				own := s.headers[i]
				return own.Role == h.Role && own.Bytes == h.Bytes && own.Time == h.Time
			})
		}
		return nil
	})
	for id := range of {
		if v := l.entries.Get(key(uint64(id))); v != nil {
			sum := sha256.Sum256(v)
			count(id, 1, func(s *stray, i int) bool { return s.sums[i] == sum })
		}
	}
	return votes, err
}

// only returns the one talk that lacks messages of just the numbers that a page holds, nil if there is none or more.
func only(talks []*lacking, s *stray) (found *lacking) {
	first, last := s.headers[0].ID, s.headers[len(s.headers)-1].ID
	for _, l := range talks {
		fits := l.had < 0 || l.here < l.had && last <= talk.EntryID(max(l.had, 0))
		if !fits || first > 1 && !l.has(first-1) && !l.has(last+1) ||
			slices.ContainsFunc(s.headers, func(h talk.Header) bool { return l.has(h.ID) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = l
	}
	return found
}
