package history_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
)

// ofSchema unpacks the store that the last version with a schema wrote: one persona with a memory, a talk of two branches with a summary and a
// draft, and a talk in the trash.
func ofSchema(t *testing.T, n int) (dir string, data []byte) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", fmt.Sprintf("schema%d.db.gz", n)))
	must(t, err)
	defer f.Close() //nolint:errcheck // only read
	z, err := gzip.NewReader(f)
	must(t, err)
	data, err = io.ReadAll(z)
	must(t, err)
	dir = t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, history.FileName), data, 0o600))
	return dir, data
}

// A file of every older schema opens, is whole, and was backed up as it was before it was changed.
func TestEveryOlderSchemaIsBroughtUp(t *testing.T) {
	for n := 1; n < history.Schema; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			dir, _ := ofSchema(t, n)
			s := historytest.OpenWith(t, dir, history.Options{})
			list, err := s.Personas()
			must(t, err)
			if len(list) != 1 || list[0].Persona.Name != "Mira" {
				t.Fatalf("%+v", list)
			}
			tk := s.Talk(list[0].Talk)
			wantTexts(t, tk, "hello word 0 word 1 another")
			must(t, s.Check())
			if d, err := s.Draft(tk.ID()); err != nil || d.Text != "not sent" {
				t.Errorf("draft %+v, %v", d, err)
			}
			all := backups(t, s)
			if len(all) != 1 || all[0].Why != history.BeforeMigration {
				t.Fatalf("backups %+v", all)
			}
			say(t, tk, "new words")
			must(t, s.Restore(all[0].Name)) // it is brought up, too
			wantTexts(t, tk, "hello word 0 word 1 another")
			got, err := s.BringBack(all[0].Name, tk.ID())
			must(t, err)
			wantTexts(t, s.Talk(got.ID), "hello word 0 word 1 another")
			must(t, s.Close())

			s = historytest.OpenWith(t, dir, history.Options{})
			for _, b := range backups(t, s)[1:] {
				if b.Why == history.BeforeMigration && b != all[0] {
					t.Errorf("migrated again: %+v", b)
				}
			}
		})
	}
}

// Without a backup nothing is migrated, and the file stays as it was.
func TestNoMigrationWithoutABackup(t *testing.T) {
	dir, data := ofSchema(t, history.Schema-1)
	must(t, os.WriteFile(filepath.Join(dir, "backups"), nil, 0o600)) // a file where the folder would be
	if _, err := history.Open(dir, history.Options{}); !errors.Is(err, history.ErrBackup) {
		t.Fatalf("got %v", err)
	}
	after, err := os.ReadFile(filepath.Join(dir, history.FileName))
	if err != nil || !bytes.Equal(after, data) {
		t.Errorf("the file was changed: %v", err)
	}
	must(t, os.Remove(filepath.Join(dir, "backups")))
	must(t, historytest.OpenWith(t, dir, history.Options{}).Check())
}
