package history

import (
	"bytes"
	"errors"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// Draft is what stands in a talk's input and was not sent.
type Draft struct {
	Text  string   // typed
	Aside []string // long texts that were pasted and set aside
	// Pictures are attached; their content lies with the store's attachments.
	Pictures []talk.Picture
}

// Empty tells whether there is nothing.
func (d Draft) Empty() bool { return d.Text == "" && len(d.Aside)+len(d.Pictures) == 0 }

// What was typed changes with every pause, what was pasted hardly ever and may be large: each has a key of its own.
var (
	keyDraft    = []byte("draft")
	keyAside    = []byte("aside")
	keyPictured = []byte("pictured")
)

// Draft returns what was last kept of a talk's input; a zero Draft if nothing was.
func (s *Store) Draft(id string) (d Draft, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		t, err := openTree(tx, id)
		if err != nil {
			return err
		}
		for k, to := range map[string]any{string(keyDraft): &d.Text, string(keyAside): &d.Aside, string(keyPictured): &d.Pictures} {
			if err := get(t.b, []byte(k), to); err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
		}
		return nil
	})
	return d, err
}

// PutDraft keeps what stands in a talk's input, in one synced transaction; a zero Draft keeps nothing. It lies with the talk, goes
// with it, and is in no export and no copy.
func (s *Store) PutDraft(id string, d Draft) error {
	var texts [3][]byte
	for i, v := range []any{clean(d.Text), cleanAll(d.Aside), cleanEntry(talk.Entry{Pictures: d.Pictures}).Pictures} {
		data, err := encode(v)
		if err != nil {
			return err
		}
		if len(data) > MaxEntry {
			return ErrTooLarge.about(id, nil)
		}
		texts[i] = data
	}
	if d.Text == "" {
		texts[0] = nil
	}
	if len(d.Aside) == 0 {
		texts[1] = nil
	}
	if len(d.Pictures) == 0 {
		texts[2] = nil
	}
	return s.update(func(tx *bolt.Tx) error {
		t, err := openTree(tx, id)
		if err != nil {
			return err
		}
		for i, k := range [][]byte{keyDraft, keyAside, keyPictured} {
			if err := replaceValue(t.b, k, texts[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// replaceValue writes a value where it differs from what is there; nil removes it.
func replaceValue(b *bolt.Bucket, k, v []byte) error {
	switch {
	case v == nil:
		return b.Delete(k)
	case bytes.Equal(b.Get(k), v):
		return nil
	}
	return b.Put(k, v)
}

func cleanAll(texts []string) []string {
	all := make([]string, len(texts))
	for i, s := range texts {
		all[i] = clean(s)
	}
	return all
}
