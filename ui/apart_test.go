package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/llm"
	"bonbon/persona"
)

// TestOldSecretsLeaveTheDatabase: a connection from before that holds secrets in the open is mended at the start. What it is reached with
// stays the same, and no byte of the database holds a secret any more.
func TestOldSecretsLeaveTheDatabase(t *testing.T) {
	dir := t.TempDir()
	old := persona.Connection{
		ID: "server", BaseURL: "http://127.0.0.1:1/v1?tag=a&key=marked-one", Model: "m", Query: "token=marked-two",
		Headers: "X-Api-Key: marked-three", Proxy: "http://me:marked-four@127.0.0.1:2",
	}
	store := historytest.OpenWith(t, dir, history.Options{})
	set, err := store.Settings()
	must(t, err)
	set.Connections = append(set.Connections, old)
	must(t, store.PutSettings(set))
	must(t, store.PutLearned(history.Learned{Connection: old.ID, BaseURL: old.BaseURL, Model: "m", Window: 4096}))
	must(t, store.Close())
	if !strings.Contains(database(t, dir), "marked-") {
		t.Fatal("no secret is in the database before")
	}

	d := setup{dir: dir}.open(t)
	d.settle()
	if text := database(t, dir); strings.Contains(text, "marked-") {
		t.Error("a secret is still in the database")
	}
	want := persona.Connection{
		ID: "server", BaseURL: "http://127.0.0.1:1/v1", Model: "m", Query: "token&tag=a&key", Headers: "X-Api-Key:", Proxy: "http://me@127.0.0.1:2",
	}
	got, err := d.Store.Settings()
	must(t, err)
	if got.Find("server") != want || d.settings.Find("server") != want {
		t.Errorf("stored %+v\nshown %+v", got.Find("server"), d.settings.Find("server"))
	}
	stored, err := d.Keys.Stored("server")
	must(t, err)
	secret := llm.Secret{Query: "token=marked-two&key=marked-one", Headers: "X-Api-Key: marked-three", Proxy: "marked-four"}
	if llm.UnpackSecret(stored) != secret {
		t.Errorf("with the keys is %+v", llm.UnpackSecret(stored))
	}
	learned, err := d.Store.Learned()
	if err != nil || len(learned) != 1 || learned[0].BaseURL != want.BaseURL || d.lessons.of(want, "m").Window != 4096 {
		t.Errorf("what was learned is %+v, %v", learned, err)
	}
}

// TestSecretThatCannotBeKeptStays: a secret is not lost because there is no place for it.
func TestSecretThatCannotBeKeptStays(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "keys.json"), 0o700)) // a folder where the file of the keys should be
	old := persona.Connection{ID: "server", BaseURL: "http://127.0.0.1:1/v1", Query: "token=marked"}
	d := setup{dir: dir, settings: func(s *persona.Settings) { s.Connections = append(s.Connections, old) }}.open(t)
	d.settle()
	got, err := d.Store.Settings()
	if must(t, err); got.Find("server") != old || d.settings.Find("server") != old {
		t.Errorf("stored %+v", got.Find("server"))
	}
}

// database returns every byte of the store's file.
func database(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "bonbon.db"))
	must(t, err)
	return string(data)
}
