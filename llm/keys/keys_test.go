package keys

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"
)

const secret = "sk-very-secret"

// both runs a test with a keyring that works and with one that does not.
func both(t *testing.T, f func(t *testing.T, k *Keys, dir string)) {
	t.Run("keyring", func(t *testing.T) {
		keyring.MockInit()
		dir := t.TempDir()
		f(t, Open(dir), dir)
	})
	t.Run("file", func(t *testing.T) {
		keyring.MockInitWithError(errors.New("no bus"))
		dir := t.TempDir()
		f(t, Open(dir), dir)
	})
}

func get(t *testing.T, k *Keys, id, want string, wantErr error) {
	t.Helper()
	got, err := k.Get(id)
	if got != want || !errors.Is(err, wantErr) {
		t.Errorf("Get(%q) = %q, %v; want %q, %v", id, got, err, want, wantErr)
	}
}

func TestKeys(t *testing.T) {
	both(t, func(t *testing.T, k *Keys, dir string) {
		get(t, k, "a", "", ErrNotFound)
		for _, set := range []struct{ id, key string }{{"a", "old"}, {"a", secret}, {"b", "other"}, {"名前/..", "third"}} {
			if err := k.Set(set.id, set.key); err != nil {
				t.Fatal(err)
			}
		}
		get(t, k, "a", secret, nil)
		get(t, Open(dir), "b", "other", nil)
		get(t, k, "名前/..", "third", nil)
		if err := k.Delete("a"); err != nil {
			t.Fatal(err)
		}
		if err := k.Delete("a"); err != nil {
			t.Errorf("deleting twice: %v", err)
		}
		if err := k.Set("b", ""); err != nil {
			t.Fatal(err)
		}
		get(t, k, "a", "", ErrNotFound)
		get(t, k, "b", "", ErrNotFound)
	})
}

func TestPlace(t *testing.T) {
	both(t, func(t *testing.T, k *Keys, dir string) {
		if err := k.Set("a", secret); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(filepath.Join(dir, "keys.json"))
		switch k.Place() {
		case Keyring:
			if !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a key in the keyring left a file: %v", err)
			}
		case File:
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("file mode %v, %v", info, err)
			}
		default:
			t.Errorf("Place = %q", k.Place())
		}
		if want := strings.TrimPrefix(t.Name(), "TestPlace/"); k.Place() != want {
			t.Errorf("Place = %q, want %q", k.Place(), want)
		}
	})
}

func TestEnvironment(t *testing.T) {
	both(t, func(t *testing.T, k *Keys, _ string) {
		t.Setenv("BONBON_API_KEY_OPEN_ROUTER_2", secret)
		get(t, k, "open-router.2", secret, nil)
	})
	both(t, func(t *testing.T, k *Keys, _ string) {
		if err := k.Set("c1", "stored\napi-key: kept"); err != nil {
			t.Fatal(err)
		}
		t.Setenv("BONBON_API_KEY_MY_SHELF", secret)
		t.Setenv("BONBON_API_KEY___", "of a name without letters")
		for name, want := range map[string]string{"My Shelf": secret + "\napi-key: kept", "名前": "stored\napi-key: kept", "": "stored\napi-key: kept"} {
			if got, err := k.Get("c1", name); err != nil || got != want {
				t.Errorf("%q: Get = %q, %v", name, got, err)
			}
		}
		if got, err := k.Stored("c1"); err != nil || got != "stored\napi-key: kept" {
			t.Errorf("Stored = %q, %v", got, err)
		}
		if variable, key := Override("x", "my-shelf"); variable != "BONBON_API_KEY_MY_SHELF" || key != secret {
			t.Errorf("Override = %q, %q", variable, key)
		}
	})
	if got := Env("aZ9 é"); got != "BONBON_API_KEY_AZ9__" {
		t.Errorf("Env = %q", got)
	}
}

// TestKeyringReturns checks the way from a file to a keyring that appears later.
func TestKeyringReturns(t *testing.T) {
	dir := t.TempDir()
	keyring.MockInitWithError(errors.New("no bus"))
	if err := Open(dir).Set("a", "old"); err != nil {
		t.Fatal(err)
	}
	keyring.MockInit()
	k := Open(dir)
	get(t, k, "a", "old", nil)
	if err := k.Set("a", secret); err != nil {
		t.Fatal(err)
	}
	get(t, k, "a", secret, nil)
	b, err := os.ReadFile(filepath.Join(dir, "keys.json"))
	if err != nil || strings.Contains(string(b), "old") {
		t.Errorf("the file still holds the key: %s, %v", b, err)
	}
}

func TestSilentKeyring(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		release := make(chan struct{})
		_, err := bounded(limit, func() (string, error) {
			<-release
			return secret, nil
		})
		if !errors.Is(err, errTimeout) || time.Since(begin) != limit {
			t.Errorf("err = %v after %v", err, time.Since(begin))
		}
		close(release)
	})
}

func TestBadFile(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	for name, content := range map[string]string{"not JSON": `{"a":"` + secret, "wrong shape": `{"a":{"k":"` + secret + `"}}`} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "keys.json")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			k := Open(dir)
			_, err := k.Get("a")
			if err == nil || errors.Is(err, ErrNotFound) || strings.Contains(err.Error(), secret) {
				t.Errorf("Get = %v", err)
			}
			if err := k.Set("b", "x"); err == nil {
				t.Error("a broken file was overwritten")
			}
			if b, err := os.ReadFile(path); err != nil || string(b) != content {
				t.Errorf("the file became %s, %v", b, err)
			}
		})
	}
}

func TestNoFolder(t *testing.T) {
	keyring.MockInitWithError(errors.New("no bus"))
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Open(filepath.Join(blocked, "data")).Set("a", secret); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("Set = %v", err)
	}
	dir := filepath.Join(t.TempDir(), "new", "data")
	if err := Open(dir).Set("a", secret); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, ".keys-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func FuzzFile(f *testing.F) {
	keyring.MockInitWithError(errors.New("no bus"))
	f.Add("id", "key")
	f.Add("", "\"}\n")
	f.Add("日本", "鍵")
	f.Fuzz(func(t *testing.T, id, key string) {
		fl := &file{path: filepath.Join(t.TempDir(), "keys.json")}
		if err := fl.set(id, key); err != nil {
			t.Fatal(err)
		}
		got, err := fl.get(id)
		if key == "" {
			if !errors.Is(err, ErrNotFound) {
				t.Errorf("get = %q, %v", got, err)
			}
			return
		}
		b, merr := json.Marshal(map[string]string{id: key})
		want := map[string]string{}
		if merr != nil || json.Unmarshal(b, &want) != nil {
			t.Fatal(merr)
		}
		for wantID, wantKey := range want { // JSON replaces invalid UTF-8, in both
			if got, err := fl.get(wantID); err != nil || got != wantKey {
				t.Errorf("get(%q) = %q, %v; want %q", wantID, got, err, wantKey)
			}
		}
	})
}
