package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"bonbon/history/pages"
)

// Trouble names what is wrong with a file that Open refused.
type Trouble string

// These are the troubles. Window words belong to each.
const (
	Missing   Trouble = "missing" // there is none, where one was
	Empty     Trouble = "empty"   // it has no bytes
	Cut       Trouble = "cut"     // its end is missing
	Foreign   Trouble = "foreign" // it is no database, or another program's
	BadPages  Trouble = "pages"   // parts of it are overwritten
	BadRecord Trouble = "record"  // the pages are right and hold what makes no sense
	Unread    Trouble = "unread"  // the disk did not give it out
	Other     Trouble = "other"   // nothing that these functions mend: it is locked, newer, on a full disk
)

// Damage is what is wrong with the database and what can be done about it: RestoreBackup, Salvage or StartNew.
type Damage struct {
	What    Trouble
	Err     error     // what Open said
	Backups []Backup  // all, the newest first
	Good    *Contents // the newest backup that was read as a whole and is right; nil if there is none
	Kept    []Kept    // broken files that were kept earlier
}

// Diagnose says what can be done after Open returned cause. It changes nothing. It reads backups as a whole, the newest first, until one
// is right.
func Diagnose(dir string, cause error) (d Damage) {
	d = Damage{What: trouble(cause), Err: cause}
	if d.What == Other {
		return d
	}
	d.Kept, _ = KeptFiles(dir)  //nolint:errcheck // what cannot be listed cannot be offered
	d.Backups, _ = Backups(dir) //nolint:errcheck // likewise
	s := newStore(dir, Options{})
	for _, b := range d.Backups {
		if b.Flawed {
			continue
		}
		flaws, err := s.verify(filepath.Join(BackupFolder(dir), b.Name))
		if flaws != nil || err != nil {
			continue
		}
		if p, err := Peek(dir, b.Name); err == nil {
			d.Good = &p
			return d
		}
	}
	return d
}

func trouble(err error) Trouble {
	switch {
	case errors.Is(err, ErrMissing):
		return Missing
	case errors.Is(err, ErrIO):
		return Unread
	case !errors.Is(err, ErrDamaged):
		return Other
	case errors.Is(err, pages.ErrEmpty):
		return Empty
	case errors.Is(err, pages.ErrForeign):
		return Foreign
	case errors.Is(err, pages.ErrCut):
		return Cut
	case errors.Is(err, pages.ErrPages):
		return BadPages
	}
	return BadRecord
}

// Kept is a broken database file that was put aside, in the data folder.
type Kept struct {
	Name string
	Time time.Time // when it was put aside
	Size int64
}

var keptName = regexp.MustCompile(`^` + regexp.QuoteMeta(FileName) + `\.broken-(\d{8}T\d{6}\.\d{3}Z)(-\d+)?$`)

// KeptFiles lists the broken files that were put aside, the newest first.
func KeptFiles(dir string) (all []Kept, err error) {
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	for _, n := range names {
		m := keptName.FindStringSubmatch(n.Name())
		if m == nil {
			continue
		}
		at, err := time.Parse(backupTime, m[1])
		info, err2 := n.Info()
		if err == nil && err2 == nil && info.Mode().IsRegular() {
			all = append(all, Kept{n.Name(), at, info.Size()})
		}
	}
	slices.SortFunc(all, func(a, b Kept) int { return strings.Compare(b.Name, a.Name) })
	return all, nil
}

// RemoveKept removes a broken file that was put aside.
func RemoveKept(dir, name string) error {
	if !keptName.MatchString(name) {
		return ErrNotFound.about(name, nil)
	}
	err := os.Remove(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound.about(name, err)
	}
	return classify(name, err)
}

// RestoreBackup puts a backup in the place of the database in dir, which must not be open. What stood there is kept under another name,
// which is returned; empty if there was nothing. The copy is verified before. After an error everything is as it was.
func RestoreBackup(dir, name string, opt Options) (kept string, err error) {
	_, path, err := findBackup(dir, name)
	if err != nil {
		return "", err
	}
	return supplant(dir, opt, func(temp string) error {
		return errors.Join(fillFrom(path, temp), bringAttachments(dir))
	})
}

// StartNew puts an empty store in the place of the database in dir, which must not be open. What stood there is kept under another name,
// which is returned; empty if there was nothing.
func StartNew(dir string, opt Options) (kept string, err error) {
	return supplant(dir, opt, func(temp string) error { return fillEmpty(temp) })
}

// supplant keeps the database of dir under another name and puts a file that build fills in its place. Until the one rename at the end
// the old file is in its place; after a kill it is kept twice at worst.
func supplant(dir string, opt Options, build func(temp string) error) (kept string, err error) {
	opt = opt.withDefaults()
	path := filepath.Join(dir, FileName)
	release, err := hold(path, opt.LockTimeout)
	if err != nil {
		return "", classify(path, err)
	}
	defer release()
	temp, err := newFile(dir)
	if err != nil {
		return "", folderError(dir, err)
	}
	defer os.Remove(temp) //nolint:errcheck // after the rename there is nothing to remove
	if err := build(temp); err != nil {
		return "", classify(path, err)
	}
	if kept, err = putAside(dir, opt.Now()); err != nil {
		return "", classify(path, err)
	}
	if err := errors.Join(os.Rename(temp, path), syncFolder(dir)); err != nil {
		return kept, classify(path, err)
	}
	opt.Log.Warn("another database file was put in place", "kept", kept)
	return kept, nil
}

// putAside gives the database a second name that says when. Where there are no hard links it is renamed.
func putAside(dir string, now time.Time) (string, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	base := FileName + ".broken-" + now.UTC().Format(backupTime)
	name := base
	for n := 2; ; n++ {
		_, err := os.Lstat(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			break
		}
		if err != nil {
			return "", err
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
	to := filepath.Join(dir, name)
	if err := os.Link(path, to); err != nil {
		if err := os.Rename(path, to); err != nil {
			return "", err
		}
	}
	return name, nil
}
