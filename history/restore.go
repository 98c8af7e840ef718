package history

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"bonbon/history/talk"
	"bonbon/persona"
)

// Contents is what a backup holds.
type Contents struct {
	Backup   Backup
	Personas []HeldPersona // those in the trash come last
	Talks    int           // those in the trash, by themselves or with their persona, are not counted
	Entries  int           // messages on the active paths of these
	Newest   time.Time     // when the newest message was said; zero if there is none
}

// HeldPersona is a persona of a backup with its talks, the one that was used last first.
type HeldPersona struct {
	Persona persona.Persona
	Talks   []talk.Info
}

// Peek looks into a backup of the store in dir, which need not be open. It reads records and no messages. ErrNotFound if there is no
// such backup, ErrBackup if it cannot be read, ErrNewer.
func Peek(dir, name string) (p Contents, err error) {
	b, path, err := findBackup(dir, name)
	if err != nil {
		return p, err
	}
	c, err := openCopy(path, Options{})
	if err != nil {
		return p, ErrBackup.about(name, err)
	}
	p.Backup = b
	err = errors.Join(c.view(p.read), c.Close())
	if err != nil {
		err = ErrBackup.about(name, err)
	}
	return p, err
}

func (p *Contents) read(tx *bolt.Tx) error {
	at := map[string]int{}
	var trashed []HeldPersona
	if err := eachPersona(tx, func(who persona.Persona) error {
		if who.Trashed.IsZero() {
			p.Personas = append(p.Personas, HeldPersona{Persona: who})
		} else {
			trashed = append(trashed, HeldPersona{Persona: who})
		}
		return nil
	}); err != nil {
		return err
	}
	p.Personas = append(p.Personas, trashed...)
	for i, one := range p.Personas {
		at[one.Persona.ID] = i
	}
	err := eachTalk(tx, func(r record) error {
		i, ok := at[r.Persona]
		if !ok {
			return nil
		}
		p.Personas[i].Talks = append(p.Personas[i].Talks, r.Info)
		if !r.Trashed.IsZero() || !p.Personas[i].Persona.Trashed.IsZero() {
			return nil
		}
		p.Talks, p.Entries = p.Talks+1, p.Entries+r.Count
		if r.Count > 0 && r.Last.After(p.Newest) {
			p.Newest = r.Last
		}
		return nil
	})
	for _, one := range p.Personas {
		slices.SortStableFunc(one.Talks, byUse)
	}
	return err
}

// findBackup returns a backup and its path. The name cannot lead out of the folder: it has the form of a backup's.
func findBackup(dir, name string) (b Backup, path string, err error) {
	all, err := Backups(dir)
	if err != nil {
		return b, "", err
	}
	for _, b := range all {
		if b.Name == name {
			return b, filepath.Join(BackupFolder(dir), name), nil
		}
	}
	return b, "", ErrNotFound.about(name, nil)
}

// Restore puts everything back to what a backup holds: personas, talks and settings. A backup of the present is made before, so nothing
// is lost; then the copy is verified and takes the database's place with one rename. Handles of talks stay valid; those of talks that the
// backup does not hold give ErrNotFound. What runs meanwhile may write before or after, so end turns first. After an error everything is
// as it was.
func (s *Store) Restore(name string) error {
	s.backing.Lock()
	defer s.backing.Unlock()
	_, path, err := findBackup(s.dir, name)
	if err != nil {
		return err
	}
	if _, err := s.backup(BeforeRestore, name); err != nil {
		return ErrBackup.about(string(BeforeRestore), classify("backup", err))
	}
	if err := bringAttachments(s.dir); err != nil {
		return classify(attachmentFolder, err)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	err = s.replaceFile(func(_ *bolt.DB, temp string) error { return fillFrom(path, temp) })
	if err != nil {
		return classify(name, err)
	}
	s.sums.forget()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.talks {
		t.failed.Store(nil) // of the file that is no more
	}
	return nil
}

// fillFrom writes a copy of a backup into a file, brings it up to date and gives it a mark of its own.
func fillFrom(backup, path string) error {
	if err := copyWhole(backup, path); err != nil {
		return err
	}
	c, err := openCopy(path, Options{})
	if err != nil {
		return ErrBackup.about(filepath.Base(backup), err)
	}
	var n uint64
	err = c.view(func(tx *bolt.Tx) (err error) {
		n, err = schemaOf(tx)
		return err
	})
	if err := errors.Join(err, c.Close()); err != nil {
		return ErrBackup.about(filepath.Base(backup), err)
	}
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoStatistics: true})
	if err != nil {
		return err
	}
	err = upgrade(db, n)
	if err == nil {
		err = db.Update(func(tx *bolt.Tx) error {
			meta, err := bucket(tx, bucketMeta)
			if err != nil {
				return err
			}
			return newLife(meta)
		})
	}
	return errors.Join(err, db.Close())
}

// copyWhole copies a file over another one and syncs it.
func copyWhole(from, to string) error {
	in, err := os.Open(from) // #nosec G304 -- a backup that findBackup found in its folder
	if err != nil {
		return err
	}
	defer in.Close()                                           //nolint:errcheck // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, 0o600) // #nosec G304 -- a new file of our own in the data folder
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// bringAttachments gives the store in dir every attachment that its backups have. What is not needed is swept away later.
func bringAttachments(dir string) error {
	from, err := os.OpenRoot(filepath.Join(BackupFolder(dir), attachmentFolder))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close() //nolint:errcheck // a folder handle; nothing is buffered
	to, err := attachmentsIn(dir)
	if err != nil {
		return err
	}
	defer to.Close() //nolint:errcheck // a folder handle; nothing is buffered
	return shareAttachments(from, to)
}

// BringBack copies one talk out of a backup, as a new talk beside what is there, with all its branches and summaries. If its persona is
// not in the store any more, it comes too, with its memories; if it lies in the trash, it is taken out. A backup of the present is made
// before.
func (s *Store) BringBack(name, id string) (info talk.Info, err error) {
	_, path, err := findBackup(s.dir, name)
	if err != nil {
		return info, err
	}
	s.backing.Lock()
	_, err = s.backup(BeforeRestore, name)
	s.backing.Unlock()
	if err != nil {
		return info, ErrBackup.about(string(BeforeRestore), classify("backup", err))
	}
	if err := bringAttachments(s.dir); err != nil {
		return info, classify(attachmentFolder, err)
	}
	temp, err := newFile(s.dir)
	if err != nil {
		return info, classify(s.dir, err)
	}
	defer os.Remove(temp) //nolint:errcheck // what stays is removed by the next Open
	if err := fillFrom(path, temp); err != nil {
		return info, classify(name, err)
	}
	c, err := openCopy(temp, s.opt)
	if err != nil {
		return info, err
	}
	err = c.view(func(from *bolt.Tx) error {
		return s.update(func(to *bolt.Tx) error {
			info, err = s.bring(from, to, id)
			return err
		})
	})
	return info, errors.Join(err, c.Close())
}

func (s *Store) bring(from, to *bolt.Tx, id string) (info talk.Info, err error) {
	t, err := readTree(from, id)
	if err != nil {
		return info, err
	}
	who, err := readPersona(to, t.Persona)
	if errors.Is(err, ErrNotFound) {
		if who, err = readPersona(from, t.Persona); err == nil {
			err = bringMemories(from, to, who.ID)
		}
	}
	if err != nil {
		return info, err
	}
	who.Trashed = time.Time{}
	if err := writePersona(to, who); err != nil {
		return info, err
	}
	talks, err := bucket(to, bucketTalks)
	if err != nil {
		return info, err
	}
	info = t.Info
	info.ID, info.Trashed, info.Archived = newID(), time.Time{}, time.Time{}
	return info, copyTalk(talks, t, info)
}

func bringMemories(from, to *bolt.Tx, id string) error {
	all, err := bucket(from, bucketMemories)
	if err != nil {
		return err
	}
	memories, err := bucket(to, bucketMemories)
	if err != nil || all.Bucket([]byte(id)) == nil || memories.Bucket([]byte(id)) != nil {
		return err
	}
	b, err := memories.CreateBucket([]byte(id))
	if err != nil {
		return err
	}
	return copyBucket(all.Bucket([]byte(id)), b)
}
