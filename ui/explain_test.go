package ui

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/llm"
	"bonbon/picture"
	"bonbon/tokens"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// codes reads every constant whose name begins with Code from the source of packages, so that a new one cannot be forgotten.
func codes(t *testing.T, dirs ...string) []string {
	t.Helper()
	var all []string
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		must(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			must(t, err)
			file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
			must(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				v, ok := n.(*ast.ValueSpec)
				if !ok || len(v.Values) != len(v.Names) {
					return true
				}
				for i, id := range v.Names {
					text, ok := v.Values[i].(*ast.BasicLit)
					if !ok || text.Kind != token.STRING || !strings.HasPrefix(id.Name, "Code") {
						continue
					}
					code, err := strconv.Unquote(text.Value)
					must(t, err)
					all = append(all, code)
				}
				return true
			})
		}
	}
	return all
}

// bare is an error that carries nothing but its code.
type bare string

func (b bare) Error() string { return "inside words of " + string(b) }
func (b bare) Code() string  { return string(b) }

func TestEveryCodeHasWords(t *testing.T) {
	found := codes(t, "../llm", "../llm/keys", "../persona", "../tokens")
	for _, want := range []string{llm.CodeBadKey, llm.CodeHistoryCutOff, llm.CodeNothingSaid, "keys.file"} {
		if !slices.Contains(found, want) {
			t.Fatalf("the search does not find %s among %d", want, len(found))
		}
	}
	all := append(found, history.Codes()...)
	all = append(all, picture.Codes()...)
	for _, lang := range words.Tags {
		uitest.App(t, "light", lang)
		for _, code := range all {
			if _, ok := remedies[code]; !ok {
				t.Errorf("%s has no row in remedies", code)
				continue
			}
			wrapped := fmt.Errorf("outer: %w", errors.Join(bare(code)))
			a := explain(wrapped, map[string]any{"Address": "http://shelf/v1", "Connection": "Shelf", "Model": "m"})
			if a.Code != code {
				t.Errorf("%s is explained as %s", code, a.Code)
			}
			for _, text := range []string{a.Title, a.Text} {
				if strings.TrimSpace(text) == "" && code != llm.CodeRefusal || strings.Contains(text, "{{") || strings.Contains(text, "<no value>") ||
					strings.Contains(text, "error.") {
					t.Errorf("%s in %s reads %q / %q", code, lang, a.Title, a.Text)
				}
			}
			if a.Remedy != noRemedy && !words.Has(string(a.Remedy)) {
				t.Errorf("the button %s has no words in %s", a.Remedy, lang)
			}
		}
	}
	for code := range remedies {
		if !slices.Contains(all, code) {
			t.Errorf("remedies has %s, which no package knows", code)
		}
	}
}

// kinds are the ways in which a turn goes wrong that a person can tell apart.
var kinds = map[string]string{
	"unreachable": llm.CodeUnreachable, "refused": llm.CodeRefused, "DNS": llm.CodeDNS, "certificate": llm.CodeTLS,
	"changed certificate": llm.CodeTLSChanged, "proxy": llm.CodeProxy, "timeout of the connection": llm.CodeTimeoutConnect,
	"timeout of the first byte": llm.CodeTimeoutFirst, "timeout by silence": llm.CodeTimeoutIdle, "wrong key": llm.CodeBadKey,
	"no credit": llm.CodeNoCredit, "forbidden": llm.CodeForbidden, "no such model": llm.CodeNoModel, "not found": llm.CodeNotFound,
	"rate limit": llm.CodeRateLimit, "over-limit": llm.CodeOverLimit, "nothing left to send": llm.CodeHistoryCutOff,
	"bad request": llm.CodeBadRequest, "server error": llm.CodeServer, "HTML": llm.CodeNotAServer, "empty reply": llm.CodeEmpty,
	"only reasoning": llm.CodeOnlyReasoning, "interrupted": llm.CodeCutOff, "refused by the model": llm.CodeRefusal,
	"stopped": llm.CodeStopped, "template": llm.CodeRoles, "only calls": llm.CodeOnlyCalls, "too large": llm.CodeTooLarge,
	"no pictures": llm.CodeNoPictures,
}

// Each kind has a code, a title and words of its own in every language, and one thing to do; what a server said comes last, so that it
// runs into no sentence of ours, whatever it ends with.
func TestEveryKindOfTroubleIsTold(t *testing.T) {
	for _, lang := range words.Tags {
		uitest.App(t, "light", lang)
		titles, texts := map[string]string{}, map[string]string{}
		for kind, code := range kinds {
			a := explain(codedError{code, "no full stop"}, map[string]any{"Address": "http://shelf/v1", "Connection": "Shelf", "Model": "m"})
			if a.Remedy == noRemedy || a.Code != code {
				t.Errorf("%s is explained as %+v", kind, a)
			}
			if other := titles[a.Title]; other != "" {
				t.Errorf("%s and %s have the title %q", kind, other, a.Title)
			}
			if other := texts[a.Text]; other != "" {
				t.Errorf("%s and %s have the text %q", kind, other, a.Text)
			}
			titles[a.Title], texts[a.Text] = kind, kind
		}
		for code := range remedies {
			if !strings.HasPrefix(code, "llm.") {
				continue // its detail is no server's
			}
			a := explain(codedError{code, "no full stop"}, nil)
			if _, after, ok := strings.Cut(a.Text, "no full stop"); ok && strings.Trim(after, "”」") != "" {
				t.Errorf("%s in %s reads %q", code, lang, a.Text)
			}
		}
	}
	for _, code := range []string{llm.CodeBadRequest, llm.CodeRateLimit, llm.CodeServer, llm.CodeRefusal, llm.CodeBadKey} {
		if a := explain(codedError{code, "no full stop"}, nil); !strings.Contains(a.Text, "no full stop") {
			t.Errorf("%s leaves out the server's words: %q", code, a.Text)
		}
	}
}

func TestUnknownErrorsAreShownWithTheirOwnWords(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, err := range []error{errors.New("the cat sat on it"), bare("cat.sat")} {
		if a := explain(err, nil); a.Title == "" || !strings.Contains(a.Text, err.Error()) {
			t.Errorf("%v reads %q / %q", err, a.Title, a.Text)
		}
	}
}

func TestSentencesHoldTheErrorsValues(t *testing.T) {
	uitest.App(t, "light", "en")
	cut := &llm.HistoryCutOffError{Diagnosis: tokens.Diagnosis{Limit: 1200}}
	if a := explain(cut, nil); !strings.Contains(a.Text, words.Number(1200)) {
		t.Errorf("the limit is missing: %q", a.Text)
	}
	if a := explain(codedError{llm.CodeBadKey, "key expired"}, map[string]any{"Connection": "Shelf"}); !strings.Contains(a.Text, "Shelf") ||
		!strings.Contains(a.Text, "key expired") {
		t.Errorf("reads %q", a.Text)
	}
}
