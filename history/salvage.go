package history

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/pages"
	"bonbon/history/talk"
	"bonbon/persona"
)

// Salvaged says what was read from a broken file and what was not.
type Salvaged struct {
	Kept     string // the name under which the broken file was kept
	Settings bool   // whether the app's settings came over
	Personas []persona.Persona
	Memories int
	Talks    []SalvagedTalk
	Faults   []error // places that could not be read, at most maxFaults; none: everything came over
}

// SalvagedTalk is a talk of which at least one message came over.
type SalvagedTalk struct {
	Info    talk.Info
	Entries int // messages that came over, on all branches
	Lost    int // messages that did not; -1 if it is not known how many there were
}

const (
	maxFaults    = 100
	salvageBatch = 4 << 20 // bytes of one transaction
)

// Salvage reads what can be read from the broken database in dir, which must not be open, into a new file, makes that a consistent store
// and puts it in place; the broken file is kept. Talks whose persona is lost go to a new one with the given name. Messages whose
// predecessor is lost follow the one that was stored before them. ErrDamaged if neither a persona nor a message can be read; then, and
// after any other error, everything is as it was.
func Salvage(dir, name string, opt Options) (Salvaged, error) {
	v := &salvage{opt: opt.withDefaults(), name: name}
	kept, err := supplant(dir, opt, func(temp string) error { return v.run(filepath.Join(dir, FileName), temp) })
	v.report.Kept = kept
	return v.report, err
}

// salvage is one run of Salvage.
type salvage struct {
	opt    Options
	name   string
	report Salvaged

	db   *bolt.DB
	tx   *bolt.Tx
	size int // bytes in tx
	err  error
}

func (v *salvage) run(from, to string) error {
	f, err := os.Open(from) // #nosec G304 -- a fixed name in the data folder
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	stat, err := f.Stat()
	if err != nil {
		return err
	}
	states, err := pages.States(f, stat.Size())
	if err != nil {
		return ErrDamaged.about(from, err)
	}
	if err := fillEmpty(to); err != nil {
		return err
	}
	if v.db, err = bolt.Open(to, 0o600, &bolt.Options{NoSync: true, NoStatistics: true}); err != nil {
		return err
	}
	for _, state := range states {
		before := len(v.report.Faults)
		if err = v.read(state); err != nil || len(v.report.Faults) == before {
			break // what the older state has beyond a whole one was removed
		}
	}
	if err == nil {
		err = v.settle()
	}
	if err == nil && len(v.report.Personas)+len(v.report.Talks) == 0 {
		err = damaged(from, "nothing can be read")
	}
	if err := errors.Join(err, v.db.Close()); err != nil {
		return err
	}
	if err := syncFile(to); err != nil {
		return err
	}
	return checkPages(to)
}

// read puts what one state of the file holds into the new one, unless something is there already.
func (v *salvage) read(state *pages.File) error {
	tx, err := v.db.Begin(true)
	if err != nil {
		return err
	}
	v.tx = tx
	state.Walk(pages.Visitor{
		Bucket: func([][]byte, uint64) {},
		Value: func(path [][]byte, k, v2 []byte) {
			if v.err == nil {
				v.err = v.value(path, k, v2)
			}
		},
		Fault: func(path [][]byte, err error) bool {
			v.fault(damaged(printable(bytes.Join(path, []byte("/"))), "%w", err))
			return v.err == nil
		},
	})
	if v.err != nil {
		return errors.Join(v.err, v.tx.Rollback())
	}
	return v.tx.Commit()
}

func (v *salvage) fault(err error) {
	if len(v.report.Faults) < maxFaults {
		v.report.Faults = append(v.report.Faults, err)
	}
}

// value takes over one value if it is what it should be.
func (v *salvage) value(path [][]byte, k, data []byte) error {
	if len(k) == 0 || len(k) > bolt.MaxKeySize || len(path) == 0 {
		return nil
	}
	good, wanted := sound(path, k, data)
	if !wanted {
		return nil
	}
	if !good {
		v.fault(damaged(printable(bytes.Join(append(path[:len(path):len(path)], k), []byte("/"))), "record cannot be read"))
		return nil
	}
	b := v.tx.Bucket(path[0])
	for _, name := range path[1:] {
		var err error
		if b, err = b.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	b.FillPercent = fill
	if b.Get(k) != nil {
		return nil
	}
	if err := b.Put(k, bytes.Clone(data)); err != nil {
		return err
	}
	if v.size += len(k) + len(data); v.size < salvageBatch {
		return nil
	}
	v.size = 0
	if err := v.tx.Commit(); err != nil {
		return err
	}
	tx, err := v.db.Begin(true)
	v.tx = tx
	return err
}

// sound says whether a value is taken over, and whether it can be read. What is made of the rest, the path and the index of children, is
// made anew; answers are not worth it.
func sound(path [][]byte, k, data []byte) (good, wanted bool) {
	switch at := string(path[0]); {
	case len(path) == 1 && at == string(bucketSettings):
		var set persona.Settings
		if string(k) == string(keyApp) {
			return json.Unmarshal(data, &set) == nil, true
		}
		return json.Valid(data), true
	case len(path) == 1 && at == string(bucketPersonas):
		var p persona.Persona
		return json.Unmarshal(data, &p) == nil && p.ID == string(k), true
	case len(path) == 2 && at == string(bucketMemories):
		var m talk.Memory
		return json.Unmarshal(data, &m) == nil && m.ID == string(k), true
	case len(path) == 2 && at == string(bucketTalks):
		return json.Valid(data), true
	case len(path) == 3 && at == string(bucketTalks):
		return soundPart(string(path[2]), k, data)
	}
	return false, false
}

func soundPart(of string, k, data []byte) (good, wanted bool) {
	switch of {
	case string(bucketEntries):
		var e talk.Entry
		ok := len(k) == 8 && json.Unmarshal(data, &e) == nil && uint64(e.ID) == binary.BigEndian.Uint64(k)
		if ok {
			_, err := e.Role.MarshalText()
			ok = err == nil && e.ID > 0
		}
		return ok, true
	case string(bucketSummaries):
		var su talk.Summary
		return json.Unmarshal(data, &su) == nil && su.ID == string(k), true
	case string(bucketTexts):
		return true, true
	}
	return false, false
}
