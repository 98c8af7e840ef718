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
	Settings bool   // whether the app's settings came over, or none were stored
	Personas []persona.Persona
	Memories int
	Talks    []SalvagedTalk
	Unsure   bool    // what was found outside of any talk may be older versions of messages, or removed ones
	Faults   []error // places that could not be read, at most maxFaults; none: everything came over
}

// SalvagedTalk is a talk of which at least one message came over.
type SalvagedTalk struct {
	Info    talk.Info
	Entries int // messages that came over, on all branches
	Lost    int // messages that did not; -1 if it is not known how many there were
	// Found: the messages lay outside of any talk, so this one was made for them. It has the name that Salvage was given.
	Found bool
}

const (
	maxFaults    = 100
	salvageBatch = 4 << 20 // bytes of one transaction
)

// Salvage reads what can be read from the broken database in dir, which must not be open, into a new file, makes that a consistent store
// and puts it in place; the broken file is kept. Talks whose persona is lost go to a new one with the given name. Messages whose
// predecessor is lost follow the one that was stored before them. Pages that a broken one led to are looked for in the whole file; what they
// hold goes to its talk if that can be told, else to a new talk with the given name. Free pages are left out. ErrDamaged if neither a persona nor a message can be read; then, and
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

	settings bool   // the settings were come by
	spoilt   bool   // something of them cannot be read
	whole    bool   // it was come by whether something was removed for good that may still stand in the file
	erased   bool   // it was
	found    string // the talk of what was found outside of any talk
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
	if err == nil && len(v.report.Faults) > 0 {
		err = v.strays(states[0])
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
	return v.within(func() { state.Walk(v.visitor()) })
}

func (v *salvage) visitor() pages.Visitor {
	ofSettings := func(path [][]byte) bool { return len(path) > 0 && bytes.Equal(path[0], bucketSettings) }
	return pages.Visitor{
		Bucket: func(path [][]byte, _ uint64) { v.settings = v.settings || ofSettings(path) },
		Value: func(path [][]byte, k, data []byte) {
			if v.err != nil {
				return
			}
			faults := len(v.report.Faults)
			v.err = v.value(path, k, data)
			v.spoilt = v.spoilt || ofSettings(path) && len(v.report.Faults) > faults
		},
		Fault: func(path [][]byte, err error) bool {
			v.spoilt = v.spoilt || ofSettings(path)
			v.fault(damaged(printable(bytes.Join(path, []byte("/"))), "%w", err))
			return v.err == nil
		},
	}
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
	if bytes.Equal(path[0], bucketMeta) {
		v.whole, v.erased = v.whole || bytes.Equal(k, keySchema), v.erased || bytes.Equal(k, keyErase)
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
		return soundEntry(k, data, &e), true
	case string(bucketPath): // made anew, and until then it tells which messages there were
		_, err := getHeader(k, data)
		return err == nil, true
	case string(bucketSummaries):
		var su talk.Summary
		return json.Unmarshal(data, &su) == nil && su.ID == string(k), true
	case string(bucketTexts):
		return true, true
	}
	return false, false
}

func soundEntry(k, data []byte, e *talk.Entry) bool {
	if len(k) != 8 || json.Unmarshal(data, e) != nil || uint64(e.ID) != binary.BigEndian.Uint64(k) || e.ID == 0 {
		return false
	}
	_, err := e.Role.MarshalText()
	return err == nil
}
