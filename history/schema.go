package history

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
)

// The schema. All integers are big-endian, so that keys sort by value.
//
//	meta                      "schema" -> uint64
//	                          "life" -> 16 bytes that no other file has: made with the file, and anew by a compaction and a restore
//	                          "erase" -> something was removed for good since the last compaction; may be missing
//	settings                  "app" -> persona.Settings as JSON
//	                          "learned/<connection>\n<model>" -> Learned as JSON
//	personas                  id -> persona.Persona as JSON
//	talks/<id>                "info" -> record as JSON, with the sum of what its path costs, which older versions leave out
//	                          "draft", "aside", "pictured" -> what stands in its input, as JSON; may be missing
//	                          "steps" -> Steps as JSON; may be missing
//	talks/<id>/path           position uint64 -> header, 32 bytes
//	talks/<id>/entries        entry id uint64 -> talk.Entry as JSON; the bucket's sequence is the last id given out
//	talks/<id>/children       parent id uint64, child id uint64 -> empty; no row for a child whose id is its parent's plus one,
//	                          so a talk without branches has none and an append writes one page less
//	talks/<id>/summaries      id -> talk.Summary as JSON
//	talks/<id>/texts          SHA-256 -> what requests said before the history; the bucket may be missing
//	memories/<persona>        id -> talk.Memory as JSON
//	answers                   number uint64, entry id uint64, talk id -> servers' answers as received, gzip; the bucket may be missing
const schema = 2

var (
	bucketMeta     = []byte("meta")
	bucketSettings = []byte("settings")
	bucketPersonas = []byte("personas")
	bucketTalks    = []byte("talks")
	bucketMemories = []byte("memories")
	bucketAnswers  = []byte("answers")

	bucketPath      = []byte("path")
	bucketEntries   = []byte("entries")
	bucketChildren  = []byte("children")
	bucketSummaries = []byte("summaries")
	bucketTexts     = []byte("texts")

	keySchema = []byte("schema")
	keyLife   = []byte("life")
	keyErase  = []byte("erase")
	keyApp    = []byte("app")
	keyInfo   = []byte("info")
	keySteps  = []byte("steps")
)

// fill is how full pages are packed in buckets that only grow at their end; bbolt's 0.5 would double the file.
const fill = 0.95

// headerSize is the length of a stored header:
//
//	 0  uint64  entry id
//	 8  int64   effective time, milliseconds since 1970
//	16  uint32  tokens
//	20  uint32  bytes
//	24  uint8   role
//	25  uint8   encoding
//	26  uint16  flags
//	28  uint32  tokens of its pictures; zero in headers from before there were any
const headerSize = 32

// maxPos is the highest position that a file is believed to hold, so that a position fits every kind of number.
const maxPos = 1<<31 - 2

func putHeader(h talk.Header) []byte {
	b := make([]byte, headerSize)
	binary.BigEndian.PutUint64(b[0:], uint64(h.ID))
	binary.BigEndian.PutUint64(b[8:], uint64(h.Time)) // #nosec G115 -- the same bits come back in getHeader
	binary.BigEndian.PutUint32(b[16:], clip(h.Tokens))
	binary.BigEndian.PutUint32(b[20:], clip(h.Bytes))
	b[24], b[25] = byte(h.Role), byte(h.Encoding)
	binary.BigEndian.PutUint16(b[26:], uint16(h.Flags))
	binary.BigEndian.PutUint32(b[28:], clip(h.Pictures))
	return b
}

func getHeader(key, b []byte) (talk.Header, error) {
	if len(key) != 8 || len(b) < headerSize {
		return talk.Header{}, damaged("path", "header of %d bytes under key %x", len(b), key)
	}
	pos := binary.BigEndian.Uint64(key)
	if pos > maxPos {
		return talk.Header{}, damaged("path", "no talk is so long: position %d", pos)
	}
	return talk.Header{
		Pos:      pos,
		ID:       talk.EntryID(binary.BigEndian.Uint64(b[0:])),
		Time:     int64(binary.BigEndian.Uint64(b[8:])), // #nosec G115 -- the same bits as in putHeader
		Tokens:   int(binary.BigEndian.Uint32(b[16:])),
		Bytes:    int(binary.BigEndian.Uint32(b[20:])),
		Role:     talk.Role(b[24]),
		Encoding: talk.Encoding(b[25]),
		Flags:    talk.Flags(binary.BigEndian.Uint16(b[26:])),
		Pictures: int(binary.BigEndian.Uint32(b[28:])),
	}, nil
}

// clip fits a count into its field: a negative one is none, one past 32 bits is the largest.
func clip(n int) uint32 { return uint32(min(max(int64(n), 0), 1<<32-1)) }

// at is the key of a position on a path, which is never negative.
func at(pos int) []byte { return key(uint64(pos)) } // #nosec G115 -- never negative

func key(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func childKey(parent, child talk.EntryID) []byte {
	return binary.BigEndian.AppendUint64(key(uint64(parent)), uint64(child))
}

// encode writes v as compact JSON. Unlike json.Marshal it leaves < > & as they are.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, ErrBadRecord.about(fmt.Sprintf("%T", v), err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func put(b *bolt.Bucket, key []byte, v any) error {
	data, err := encode(v)
	if err != nil {
		return err
	}
	return b.Put(key, data)
}

// get reads the value under key into v: ErrNotFound if there is none, ErrDamaged if it cannot be read.
func get(b *bolt.Bucket, key []byte, v any) error {
	data := b.Get(key)
	if data == nil {
		return ErrNotFound.about(printable(key), nil)
	}
	return decode(key, data, v)
}

func decode(key, data []byte, v any) error {
	if err := json.Unmarshal(data, v); err != nil {
		return ErrDamaged.about(printable(key), err)
	}
	return nil
}

// bucket returns a sub-bucket that must be there.
func bucket(in interface{ Bucket([]byte) *bolt.Bucket }, name []byte) (*bolt.Bucket, error) {
	b := in.Bucket(name)
	if b == nil {
		return nil, damaged(printable(name), "bucket is missing")
	}
	return b, nil
}

func printable(key []byte) string {
	if len(key) == 8 && key[0] == 0 {
		return fmt.Sprint(binary.BigEndian.Uint64(key))
	}
	return fmt.Sprintf("%.64q", key)
}
