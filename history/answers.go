package history

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// The answers of servers are kept for the newest replies of the whole store, in a ring that is bounded twice.
const (
	maxAnswers     = 100
	maxAnswerBytes = 8 << 20 // as stored, for all together
	maxTake        = 1 << 20 // of one answer when it is read again
)

// answerKey is the number in the order of storing, then whose answers they are.
func answerKey(number uint64, of string, id talk.EntryID) []byte {
	return append(binary.BigEndian.AppendUint64(key(number), uint64(id)), of...)
}

// keepAnswers puts one more into the ring and drops the oldest.
func keepAnswers(tx *bolt.Tx, of string, id talk.EntryID, packed []byte) error {
	b, err := tx.CreateBucketIfNotExists(bucketAnswers)
	if err != nil {
		return err
	}
	b.FillPercent = fill
	number, err := b.NextSequence()
	if err != nil {
		return err
	}
	if err := b.Put(answerKey(number, of, id), packed); err != nil {
		return err
	}
	var old [][]byte
	count, size := 0, 0
	c := b.Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		if count, size = count+1, size+len(v); count > maxAnswers || size > maxAnswerBytes {
			old = append(old, bytes.Clone(k))
		}
	}
	return deleteAll(b, old)
}

// findAnswers returns the newest value of a reply, nil if there is none. It is valid as long as tx.
func findAnswers(tx *bolt.Tx, of string, id talk.EntryID) []byte {
	b := tx.Bucket(bucketAnswers)
	if b == nil {
		return nil
	}
	want := answerKey(0, of, id)[8:]
	c := b.Cursor()
	for k, v := c.Last(); k != nil; k, v = c.Prev() {
		if len(k) > 8 && bytes.Equal(k[8:], want) {
			return v
		}
	}
	return nil
}

// removeAnswers removes what the ring holds of a talk that is removed for good.
func removeAnswers(tx *bolt.Tx, of string) error {
	b := tx.Bucket(bucketAnswers)
	if b == nil {
		return nil
	}
	var gone [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil; k, _ = c.Next() {
		if len(k) > 16 && string(k[16:]) == of {
			gone = append(gone, bytes.Clone(k))
		}
	}
	return deleteAll(b, gone)
}

func deleteAll(b *bolt.Bucket, keys [][]byte) error {
	for _, k := range keys {
		if err := b.Delete(k); err != nil {
			return err
		}
	}
	return nil
}

// packed is the line before the bytes of one answer.
type packed struct {
	talk.Take
	Bytes int `json:"bytes"`
}

// packAnswers writes answers as gzip: for each a line of JSON, then its bytes as they came.
func packAnswers(takes []talk.Take) ([]byte, error) {
	if len(takes) == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	for _, t := range takes {
		line, err := encode(packed{t, len(t.Body)})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(append(append(line, '\n'), t.Body...)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func unpackAnswers(data []byte) (takes []talk.Take, err error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, damaged("answers", "%w", err)
	}
	r := bufio.NewReader(z)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return takes, nil
		}
		var p packed
		if err == nil {
			err = json.Unmarshal(line, &p)
		}
		if err != nil || p.Bytes < 0 || p.Bytes > maxTake {
			return nil, damaged("answers", "answer of %d bytes: %w", p.Bytes, err)
		}
		p.Body = make([]byte, p.Bytes)
		if _, err := io.ReadFull(r, p.Body); err != nil {
			return nil, damaged("answers", "%w", err)
		}
		takes = append(takes, p.Take)
	}
}
