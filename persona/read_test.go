package persona

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestReadSettingsFiles(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		code         string
		line, column int
	}{
		"bom_crlf":       {},
		"utf16le":        {},
		"utf16be":        {},
		"comment":        {FileSyntax, 1, 1},
		"dup_keys":       {FileDuplicate, 1, 29},
		"empty":          {FileEmpty, 1, 1},
		"nul_tail":       {FileTrailing, 10, 2},
		"trailing_comma": {FileSyntax, 10, 1},
		"two_docs":       {FileTrailing, 10, 2},
	}
	files, err := filepath.Glob("testdata/B053_settings_*.json")
	if err != nil || len(files) != len(tests) {
		t.Fatalf("%d files, %d expected, %v", len(files), len(tests), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "B053_settings_"), ".json")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := tests[name]
		s, problems, err := ReadSettings(data)
		if want.code != "" {
			wantFault(t, name, err, want.code, want.line, want.column)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		c := s.Find("local")
		if s.Theme != "dark" || c.BaseURL != "http://127.0.0.1:8080/v1" || c.Name != "local" {
			t.Errorf("%s: read as %+v", name, s)
		}
		if !slices.Equal(s.Unknown(), []string{"version"}) {
			t.Errorf("%s: unknown %v", name, s.Unknown())
		}
		wantProblems := []Problem{{"connections.0.id", ProblemID, ""}, {"version", ProblemUnknown, ""}}
		if !slices.Equal(problems, wantProblems) {
			t.Errorf("%s: problems %v", name, problems)
		}
		if s.Find(DemoConnection).ID != DemoConnection || s.TextSize != 100 {
			t.Errorf("%s: defaults are gone: %+v", name, s)
		}
	}
}

func TestReadFaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text         string
		code         string
		line, column int
	}{
		"white space only":      {" \n\t", FileEmpty, 2, 2},
		"a list":                {"\n [1]", FileNotObject, 2, 2},
		"null":                  {"null", FileNotObject, 1, 1},
		"cut off":               {`{"theme": "da`, FileSyntax, 1, 13},
		"no text":               {"{\"theme\": \"\xff\"}", FileNotText, 1, 12},
		"half of UTF-16":        {"\xff\xfe{\x00}", FileNotText, 1, 1},
		"twice, deep inside":    {"{\"a\": [1, {\"b\": {}, \"c\": 2,\n\"b\": 3}]}", FileDuplicate, 2, 1},
		"column in characters":  {`{"日本": あ}`, FileSyntax, 1, 8},
		"too deep":              {strings.Repeat("[", 20_000), FileSyntax, 1, 10_001},
		"same in another place": {`{"a": {"x": 1}, "b": {"x": 1}, "c": ["x", "x"]}`, "", 0, 0},
		"the value is a name":   {`{"a": "a", "b": "a"}`, "", 0, 0},
		"too large":             {`{"a": "` + strings.Repeat("x", MaxFile) + `"}`, FileTooLarge, 1, 1},
	}
	for name, tt := range tests {
		_, _, err := ReadPersona([]byte(tt.text))
		if tt.code == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		wantFault(t, name, err, tt.code, tt.line, tt.column)
	}
}

func wantFault(t *testing.T, name string, err error, code string, line, column int) {
	t.Helper()
	var fault *FileError
	if !errors.As(err, &fault) {
		t.Errorf("%s: error %v, want %s", name, err, code)
		return
	}
	if fault.Code() != code || fault.Line != line || fault.Column != column || fault.Detail == "" {
		t.Errorf("%s: %v, want %s at %d:%d", name, fault, code, line, column)
	}
	if args := fault.Args(); args["Line"] != line || !strings.Contains(fault.Error(), code) {
		t.Errorf("%s: arguments %v of %q", name, args, fault)
	}
}

func FuzzReadSettings(f *testing.F) {
	files, err := filepath.Glob("testdata/B053_*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"cutoff":{"talk_history_cutoff_steps":true},"connections":[{"id":"a","x":1},{"id":"a"},3]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, _, err := ReadSettings(data)
		if err != nil {
			return
		}
		written, err := s.MarshalJSON()
		if err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		again, problems, err := ReadSettings(written)
		if err != nil {
			t.Fatalf("%v in %s", err, written)
		}
		for _, p := range problems {
			if p.Code != ProblemUnknown {
				t.Fatalf("problem %v in %s", p, written)
			}
		}
		if twice, err := again.MarshalJSON(); err != nil || string(twice) != string(written) {
			t.Fatalf("first %s\nthen %s (%v)", written, twice, err)
		}
	})
}
