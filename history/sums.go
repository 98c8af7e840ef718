package history

import (
	"bytes"
	"strconv"
	"sync"

	"bonbon/tokens"
)

// sums knows what the active path costs of talks whose record does not say so yet: those stored before the sum was kept. Such a
// path is added up once, for the first reader or at the talk's next write, which puts the sum into the record. As long as the
// record has none, no write has changed the path, so what is remembered here is right. The zero sums knows nothing.
type sums struct {
	mu    sync.Mutex
	known map[string]int // by the talk's id
}

// of returns what the path of t with its n entries costs.
func (s *sums) of(t *tree, n int) (int, error) {
	if t.Tokens != nil {
		return *t.Tokens, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if sum, ok := s.known[t.ID]; ok {
		return sum, nil
	}
	sum := 0
	c := t.path.Cursor()
	for k, v := c.First(); k != nil && n > 0; k, v = c.Next() {
		h, err := getHeader(k, v)
		if err != nil {
			return 0, err
		}
		sum += tokens.Cost(h)
		n--
	}
	if s.known == nil {
		s.known = make(map[string]int)
	}
	s.known[t.ID] = sum
	return sum, nil
}

// storedSum finds the sum in a record without decoding the rest, which would take as long as planning does. The name with its quotes
// cannot stand in a text, where quotes are escaped, and no other object in a record has such a field.
func storedSum(record []byte) (sum int, ok bool) {
	_, rest, found := bytes.Cut(record, []byte(`,"path_tokens":`))
	end := bytes.IndexAny(rest, ",}")
	if !found || end < 0 {
		return 0, false
	}
	sum, err := strconv.Atoi(string(rest[:end]))
	return sum, err == nil
}

// settle puts the sum into a record that has none, before a write can change the path.
func (s *sums) settle(t *tree) error {
	if t.Tokens != nil {
		return nil
	}
	sum, err := s.of(t, t.Count)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.known, t.ID)
	t.Tokens = &sum
	return nil
}

// forget drops everything: another file has taken the place of the one that it was about.
func (s *sums) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known = nil
}
