package history

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	backupFolder = "backups"
	// locationFile holds the path of another folder for backups. It lies beside the database and not in it, so that a broken one can be
	// restored from there.
	locationFile = "backups.location"
	// tempPrefix begins the names of files that are not whole yet; writeNew uses it too.
	tempPrefix = ".new-"

	backupTime = "20060102T150405.000Z"
)

// backupName is how the file of a backup is named.
var backupName = regexp.MustCompile(`^bonbon-(\d{8}T\d{6}\.\d{3}Z)-([a-z]+)(-flawed)?-([0-9a-f]{32}-\d+)\.db$`)

func (b Backup) fileName() string {
	flawed := ""
	if b.Flawed {
		flawed = "-flawed"
	}
	return fmt.Sprintf("bonbon-%s-%s%s-%s.db", b.Time.UTC().Format(backupTime), b.Why, flawed, b.mark)
}

func parseBackup(name string) (b Backup, ok bool) {
	m := backupName.FindStringSubmatch(name)
	if m == nil {
		return b, false
	}
	at, err := time.Parse(backupTime, m[1])
	return Backup{Name: name, Time: at, Why: Why(m[2]), Flawed: m[3] != "", mark: m[4]}, err == nil
}

func tempName() string { return tempPrefix + rand.Text() }

// BackupFolder returns the folder of the backups of the store in dir: "backups" in it, or what SetBackupFolder chose.
func BackupFolder(dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, locationFile)) // #nosec G304 -- a fixed name in the data folder
	if folder := strings.TrimSuffix(string(data), "\n"); err == nil && filepath.IsAbs(folder) {
		return folder
	}
	return filepath.Join(dir, backupFolder)
}

// SetBackupFolder chooses another folder for the backups of the store in dir, an absolute path; empty is "backups" in dir. The folder
// should hold no other store's. Backups that were made stay where they are. ErrNoFolder, ErrReadOnly or ErrFull if nothing can be
// written there; then nothing changed.
func SetBackupFolder(dir, folder string) error {
	place := filepath.Join(dir, locationFile)
	if folder == "" {
		if err := os.Remove(place); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return classify(place, err)
		}
		return nil
	}
	if !filepath.IsAbs(folder) || strings.ContainsAny(folder, "\n\x00") {
		return ErrNoFolder.about(folder, nil)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return folderError(folder, err)
	}
	probe, err := os.CreateTemp(folder, tempPrefix+"*")
	if err != nil {
		return folderError(folder, err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return folderError(folder, err)
	}
	return WriteFile(place, func(w io.Writer) error {
		_, err := io.WriteString(w, folder+"\n")
		return err
	})
}

// openBackups opens the folder of backups, and makes it if it is the usual one and make is set. One that the user chose is not made: it
// may lie on a disk that is not there now. Nothing outside it can be reached through the handle.
func openBackups(dir string, make bool) (*os.Root, error) {
	folder := BackupFolder(dir)
	if make && folder == filepath.Join(dir, backupFolder) {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, folderError(folder, err)
		}
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, folderError(folder, err)
	}
	return root, nil
}

// Backups lists the backups of the store in dir, the newest first; the store need not be open. It reads no more than the folder. A
// folder that is not there holds none.
func Backups(dir string) ([]Backup, error) {
	folder, err := openBackups(dir, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer folder.Close() //nolint:errcheck // a folder handle; nothing is buffered
	all, err := listBackups(folder)
	return all, classify(folder.Name(), err)
}

// Backups lists the backups of the store, the newest first.
func (s *Store) Backups() ([]Backup, error) { return Backups(s.dir) }

func listBackups(folder *os.Root) (all []Backup, err error) {
	names, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		b, ok := parseBackup(n.Name())
		if !ok || !n.Type().IsRegular() {
			continue
		}
		info, err := n.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		b.Size = info.Size()
		all = append(all, b)
	}
	slices.SortFunc(all, func(a, b Backup) int {
		if n := b.Time.Compare(a.Time); n != 0 {
			return n
		}
		return strings.Compare(b.Name, a.Name)
	})
	return all, nil
}

// removeTemps removes what a kill left behind. What cannot be removed only takes room.
func removeTemps(folder *os.Root) {
	names, err := fs.ReadDir(folder.FS(), ".")
	if err != nil {
		return
	}
	for _, n := range names {
		if strings.HasPrefix(n.Name(), tempPrefix) {
			folder.Remove(n.Name()) // #nosec G104 -- see above
		}
	}
}

// How many backups are kept.
const (
	KeepDays   = 7 // days, the newest backup of each
	KeepWeeks  = 4 // weeks before, the newest backup of each
	KeepBefore = 3 // that were made before a migration, a restore or an import
)

// Keep says which of the backups are kept: of the KeepDays newest days that have any, in UTC, the newest backup of each; of the
// KeepWeeks newest weeks that have others from before those days likewise; and the KeepBefore newest of those that were made before something changed much. A flawed one is kept only
// if it is the newest of all. It depends on no clock, so one that is wrong cannot make good backups go. all may be in any order.
func Keep(all []Backup) (keep, drop []Backup) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Backup) int { return b.Time.Compare(a.Time) })
	days, weeks, before := map[string]bool{}, map[string]bool{}, 0
	take := func(seen map[string]bool, name string, most int) bool {
		if seen[name] || len(seen) >= most {
			return false
		}
		seen[name] = true
		return true
	}
	for i, b := range all {
		if b.Flawed {
			if i == 0 {
				keep = append(keep, b)
			} else {
				drop = append(drop, b)
			}
			continue
		}
		year, week := b.Time.UTC().ISOWeek()
		date := b.Time.UTC().Format(time.DateOnly)
		earlier := len(days) == KeepDays && !days[date]
		day := take(days, date, KeepDays)
		ofWeek := earlier && take(weeks, fmt.Sprint(year, "-", week), KeepWeeks)
		special := b.Why.before() && before < KeepBefore
		if special {
			before++
		}
		if day || ofWeek || special {
			keep = append(keep, b)
		} else {
			drop = append(drop, b)
		}
	}
	return keep, drop
}
