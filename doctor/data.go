package doctor

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"bonbon/history"
)

// Least room on the disk of the data, in bytes.
const (
	lowRoom = 500 << 20
	noRoom  = 20 << 20
)

// farKinds are file systems that lie on another machine or are copied to one. Locks do not hold on all of them.
var farKinds = map[string]bool{"nfs": true, "cifs": true, "smb2": true, "fuse": true, "9p": true}

func (e *exam) folder() {
	info, err := os.Stat(e.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.say(Note, "folder.missing", "Folder", e.Dir)
		return
	case err != nil || !info.IsDir():
		e.say(Trouble, "folder.unread", "Folder", e.Dir)
		return
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode&0o077 != 0 {
		e.say(Note, "folder.open", "Folder", e.Dir, "Mode", mode.String())
	} else {
		e.say(OK, "folder", "Folder", e.Dir)
	}
	if !writable(e.Dir) {
		e.say(Trouble, "folder.readOnly", "Folder", e.Dir)
	}
	e.disk()
	for _, name := range Conflicts(e.Dir) {
		e.say(Note, "folder.conflict", "File", name)
	}
}

func (e *exam) disk() {
	kind, room, err := disk(e.Dir)
	if err != nil {
		e.say(Note, "disk.unread")
		return
	}
	switch {
	case room < noRoom:
		e.say(Trouble, "disk.full", "Kind", kind, "Room", room)
	case room < lowRoom:
		e.say(Note, "disk.low", "Kind", kind, "Room", room)
	default:
		e.say(OK, "disk", "Kind", kind, "Room", room)
	}
	if farKinds[kind] {
		e.say(Note, "disk.far", "Kind", kind)
	}
}

// Conflicts returns the names of files in dir that a program which copies folders between machines put beside the database because it was
// changed on two of them: Dropbox, Syncthing, OneDrive, iCloud, Nextcloud and ownCloud. They are named and never opened.
func Conflicts(dir string) (names []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	stem := strings.TrimSuffix(history.FileName, ".db")
	for _, entry := range entries {
		name := entry.Name()
		rest, ours := strings.CutPrefix(name, stem)
		if ours && rest != ".db" && !strings.HasPrefix(rest, ".db.") && isConflict(rest) || name == "."+history.FileName+".icloud" {
			names = append(names, name)
		}
	}
	return names
}

// isConflict looks at what stands between "bonbon" and the end of a name.
func isConflict(rest string) bool {
	low := strings.ToLower(rest)
	if !strings.Contains(low, ".db") {
		return false
	}
	for _, sign := range []string{"conflicted copy", ".sync-conflict-", "(conflict", "_conflict-", "競合コピー"} {
		if strings.Contains(low, sign) {
			return true
		}
	}
	middle := strings.TrimSuffix(rest, ".db")
	if middle == rest {
		return false
	}
	if n, ok := strings.CutPrefix(middle, " "); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		return true // iCloud: "bonbon 2.db"
	}
	machine, ok := strings.CutPrefix(middle, "-") // OneDrive: the name of the machine
	return ok && machine != "" && !strings.ContainsAny(machine, ". ")
}

func (e *exam) database() {
	in, err := history.Inspect(e.Dir)
	switch {
	case errors.Is(err, history.ErrMissing):
		e.say(Trouble, "database.missing")
	case errors.Is(err, fs.ErrNotExist):
		e.say(Note, "database.none")
	case errors.Is(err, history.ErrDamaged):
		e.say(Trouble, "database.damaged", "Bytes", in.Size)
	case err != nil:
		e.say(Trouble, "database.unread", "Code", code(err))
	case in.Schema > in.Newest:
		e.say(Trouble, "database.newer", "Schema", in.Schema, "Newest", in.Newest)
	case in.Schema == 0:
		e.say(Trouble, "database.foreign")
	default:
		e.say(OK, "database", "Bytes", in.Size, "Free", in.Free, "Schema", in.Schema)
	}
	if err == nil && runtime.GOOS != "windows" && in.Mode.Perm()&0o077 != 0 {
		e.say(Note, "database.open", "Mode", in.Mode.Perm().String())
	}
	if in.InUse {
		e.say(OK, "database.inUse")
	}
	e.settings = in.Settings
	if kept, err := history.KeptFiles(e.Dir); err == nil && len(kept) > 0 {
		e.say(Note, "database.kept", "Count", len(kept), "File", kept[0].Name)
	}
}

func (e *exam) backups() {
	all, err := history.Backups(e.Dir)
	switch {
	case err != nil:
		e.say(Trouble, "backups.unread", "Folder", history.BackupFolder(e.Dir), "Code", code(err))
		return
	case len(all) == 0:
		e.say(Note, "backups.none", "Folder", history.BackupFolder(e.Dir))
		return
	}
	newest := all[0]
	day := newest.Time.Local().Format("2006-01-02 15:04")
	if err := history.VerifyBackup(e.Dir, newest.Name); err != nil {
		e.say(Trouble, "backups.bad", "File", newest.Name, "Count", len(all))
		return
	}
	e.say(OK, "backups", "Count", len(all), "Day", day, "Folder", history.BackupFolder(e.Dir))
}
