package history

import (
	"bytes"
	"encoding/json"

	bolt "go.etcd.io/bbolt"

	"bonbon/tokens"
)

// Learned is what use has taught about one model of a connection. It can be learned again: it is not exported.
type Learned struct {
	Connection string `json:"connection"`
	BaseURL    string `json:"base_url"` // of the server that taught it: another one behind the connection knows better
	Model      string `json:"model,omitempty"`
	Window     int    `json:"window,omitempty"` // context length that the server told, in tokens; 0: it did not
	Served     bool   `json:"served,omitempty"` // the server runs the model with Window; false: it may run it with less
	Limit      int    `json:"limit,omitempty"`  // largest prompt that an over-limit error leaves, as we count; 0: none

	Guess   int `json:"guess,omitempty"`   // largest prompt that got a reply after a longer one got an empty one, as we count; 0: none
	Guessed int `json:"guessed,omitempty"` // how often in a row that happened, up to 2: the guess holds from the second time on

	Factor tokens.Factor `json:"factor,omitzero"` // how the server counts
	Ratio  tokens.Ratio  `json:"ratio,omitempty"` // bytes of a request for each of its tokens

	Refused   string `json:"refused,omitempty"`    // names of request fields that it does not take, sorted, parted by spaces
	Shape     string `json:"shape,omitempty"`      // the form in which it wants the messages, a persona.Shape
	NoPrefill bool   `json:"no_prefill,omitempty"` // it does not go on with a reply that is the last message
	Thinking  bool   `json:"thinking,omitempty"`   // it wants the thinking before calls of tools back
	Blind     bool   `json:"blind,omitempty"`      // it takes no pictures, and the user goes on without them
}

// prefixLearned begins the keys of what was learned, in the bucket of the settings.
var prefixLearned = []byte("learned/")

// Learned returns all that was learned. What cannot be read is left out, for it will be learned again.
func (s *Store) Learned() (all []Learned, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		c := b.Cursor()
		for k, v := c.Seek(prefixLearned); bytes.HasPrefix(k, prefixLearned); k, v = c.Next() {
			var l Learned
			if json.Unmarshal(v, &l) == nil {
				all = append(all, l)
			}
		}
		return nil
	})
	return all, err
}

// PutLearned replaces what was learned about l's model of l's connection. A value without anything learned removes it.
func (s *Store) PutLearned(l Learned) error {
	k := append(bytes.Clone(prefixLearned), clean(l.Connection+"\n"+l.Model)...)
	if len(k) > bolt.MaxKeySize {
		return ErrTooLarge.about("learned", nil)
	}
	return s.update(func(tx *bolt.Tx) error {
		b, err := bucket(tx, bucketSettings)
		if err != nil {
			return err
		}
		if l == (Learned{Connection: l.Connection, BaseURL: l.BaseURL, Model: l.Model}) {
			return b.Delete(k)
		}
		return put(b, k, l)
	})
}

// forgetLearned removes all that was learned by a connection.
func forgetLearned(settings *bolt.Bucket, connection string) error {
	prefix := append(bytes.Clone(prefixLearned), clean(connection+"\n")...)
	var keys [][]byte
	c := settings.Cursor()
	for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
		keys = append(keys, bytes.Clone(k))
	}
	for _, k := range keys {
		if err := settings.Delete(k); err != nil {
			return err
		}
	}
	return nil
}
