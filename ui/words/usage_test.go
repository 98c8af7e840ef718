package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"bonbon/assets"
)

// shelf holds the texts of each language by key, without the toolkit's.
func shelf(t *testing.T) map[string]map[string]forms {
	t.Helper()
	all := map[string]map[string]forms{}
	err := fs.WalkDir(assets.Lang, "lang", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name := strings.Split(path.Base(file), ".")
		if len(name) != 3 || name[2] != "json" || !slices.Contains(Tags, name[1]) {
			t.Errorf("%s is not named <subject>.<tag>.json", file)
			return nil
		}
		data, err := assets.Lang.ReadFile(file)
		if err != nil {
			return err
		}
		texts, err := parseTexts(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if name[0] == toolkitSubject {
			return nil
		}
		if all[name[1]] == nil {
			all[name[1]] = map[string]forms{}
		}
		for key, text := range texts {
			if _, twice := all[name[1]][key]; twice {
				t.Errorf("%s: %s is in another file too", file, key)
			}
			all[name[1]][key] = text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestLanguagesAgree(t *testing.T) {
	all := shelf(t)
	for _, tag := range Tags {
		for key, text := range all[tag] {
			for _, second := range Tags {
				there, ok := all[second][key]
				if !ok {
					t.Errorf("%s is in %s and not in %s", key, tag, second)
					continue
				}
				if a, b := fields(text), fields(there); !slices.Equal(a, b) {
					t.Errorf("%s names %v in %s and %v in %s", key, a, tag, b, second)
				}
			}
		}
	}
}

func TestEveryKeyIsThereAndUsed(t *testing.T) {
	texts := shelf(t)[fallback]
	src := readSource(t)
	for _, c := range src.calls {
		switch text, ok := texts[c.key]; {
		case !ok:
			t.Errorf("%s: no text for %q", c.at, c.key)
		case c.plural && !plural(text):
			t.Errorf("%s: %q has no plural forms", c.at, c.key)
		case !c.plural && plural(text):
			t.Errorf("%s: %q has plural forms, use N", c.at, c.key)
		case !c.plural && !c.data && len(fields(text)) > 0:
			t.Errorf("%s: %q wants %v", c.at, c.key, fields(text))
		}
	}
	for key := range texts {
		used := src.literals[key] || slices.ContainsFunc(src.prefixes, func(p string) bool { return strings.HasPrefix(key, p) })
		if !used {
			t.Errorf("nothing uses %q", key)
		}
	}
}

// source is what the code of the window says about keys.
type source struct {
	calls    []call          // words.T("…") and words.N("…")
	literals map[string]bool // any other string: a key may come from a table
	prefixes []string        // words.T("error." + code)
}

type call struct {
	at, key      string
	plural, data bool
}

func readSource(t *testing.T) source {
	t.Helper()
	src := source{literals: map[string]bool{}}
	set := token.NewFileSet()
	read := func(file string) {
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if s, ok := literal(n); ok {
					src.literals[s] = true
				}
			case *ast.CallExpr:
				src.add(set, n)
			}
			return true
		})
	}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			read(file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mains, err := filepath.Glob("../../*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range mains {
		read(file)
	}
	return src
}

func (s *source) add(set *token.FileSet, n *ast.CallExpr) {
	f, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || len(n.Args) == 0 {
		return
	}
	pkg, ok := f.X.(*ast.Ident)
	if !ok || pkg.Name != "words" || (f.Sel.Name != "T" && f.Sel.Name != "N") {
		return
	}
	key, whole := literal(n.Args[0])
	first := n.Args[0]
	for sum, ok := first.(*ast.BinaryExpr); ok; sum, ok = first.(*ast.BinaryExpr) {
		first = sum.X
	}
	if prefix, ok := literal(first); ok && !whole && prefix != "" {
		s.prefixes = append(s.prefixes, prefix)
	}
	if !whole {
		return
	}
	c := call{at: set.Position(n.Pos()).String(), key: key, plural: f.Sel.Name == "N", data: len(n.Args) > 1}
	s.calls = append(s.calls, c)
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

// fields returns the names that a text takes from its data, sorted. "one" may do without the number, so "other" decides.
func fields(f forms) []string {
	var names []string
	if f[other].template == nil {
		return nil
	}
	for _, node := range f[other].template.Root.Nodes {
		if action, ok := node.(*parse.ActionNode); ok {
			names = append(names, action.String())
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func plural(f forms) bool {
	_, ok := f[one]
	return ok
}
