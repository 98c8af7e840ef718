package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bonbon/doctor"
	"bonbon/persona"
	"bonbon/ui/words"
)

// The help shows what the doctor says, in a worker and without a server's being asked, and copies it without keys and texts.
func TestHelp(t *testing.T) {
	const text = "the harbour bell rang twice"
	d := with(t, persona.Connection{Name: markedKey, BaseURL: "http://user:" + "sk-marked" + "@models.invalid/v1", Model: "m"}, persona.Persona{Name: "Mira", Prompt: text})
	d.composer.SetDraft(d.open.talk, text)
	must(t, os.WriteFile(d.Store.Dir()+"/bonbon.sync-conflict-20260101-120000-ABCDEFG.db", nil, 0o600))
	d.showHelp()
	d.sees(words.T("help.looking"))
	d.settle()
	d.sees(words.T("doctor.verdict.well"), words.T("doctor.tables"), words.T("doctor.connection.unasked"), "sync-conflict")
	d.press("help.copy")
	got := d.App.Clipboard().Content()
	for _, secret := range []string{markedKey, "sk-marked", text} {
		if strings.Contains(got, secret) || strings.Contains(d.shows(), secret) {
			t.Errorf("%q is shown or copied", secret)
		}
	}
	if !strings.Contains(got, words.T("doctor.database.inUse")) || !strings.Contains(got, words.T("doctor.folder.conflict.do")) {
		t.Errorf("copied %q", got)
	}
	d.press("help.ask")
	d.settle()
	d.sees(words.T("doctor.verdict.trouble"), words.T("doctor.connection.bad.do"))
	d.escape()
	if d.help != nil {
		t.Error("the help is still open")
	}
}

// Every finding that the doctor can give has words in every language, without gaps, and every trouble says what to do.
func TestEveryFindingHasWords(t *testing.T) {
	values := map[string]any{"Mode": "-rw-r--r--", "Number": 2, "Count": 2, "Models": 2, "Code": "history.locked", "Room": int64(1 << 30), "Bytes": int64(1 << 20), "Schema": uint64(2), "Newest": uint64(3)}
	all := findings(t)
	if len(all) < 45 {
		t.Errorf("only %d findings are in the source", len(all))
	}
	defer func() { must(t, words.Use("en")) }()
	for _, tag := range words.Tags {
		must(t, words.Use(tag))
		for _, f := range all {
			for name := range f.Args {
				if f.Args[name] = values[name]; f.Args[name] == nil {
					f.Args[name] = "«" + name + "»"
				}
			}
			grade, said, advice := findingWords(f)
			text := grade + said + advice
			if strings.Contains(text, "doctor.") || strings.Contains(text, "no value") || strings.Contains(text, "{{") || said == "" {
				t.Errorf("%s: %s is %q", tag, f.Code, text)
			}
			if f.Grade == doctor.Trouble && advice == "" {
				t.Errorf("%s: %s does not say what to do", tag, f.Code)
			}
		}
	}
}

// findings reads from the doctor's source everything that it can say, with the names of the values.
func findings(t *testing.T) (all []doctor.Finding) {
	t.Helper()
	files, err := filepath.Glob("../doctor/*.go")
	must(t, err)
	set := token.NewFileSet()
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree, err := parser.ParseFile(set, file, nil, 0)
		must(t, err)
		ast.Inspect(tree, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if fun, ok := call.Fun.(*ast.SelectorExpr); !ok || fun.Sel.Name != "say" {
				return true
			}
			grade, ok := call.Args[0].(*ast.Ident)
			code, text := call.Args[1].(*ast.BasicLit)
			if !ok || !text {
				t.Errorf("%s: what is said must stand there word for word", set.Position(n.Pos()))
				return true
			}
			f := doctor.Finding{Grade: map[string]doctor.Grade{"OK": doctor.OK, "Note": doctor.Note, "Trouble": doctor.Trouble}[grade.Name], Args: map[string]any{}}
			f.Code, err = strconv.Unquote(code.Value)
			must(t, err)
			for i := 2; i < len(call.Args); i += 2 {
				name, err := strconv.Unquote(call.Args[i].(*ast.BasicLit).Value)
				must(t, err)
				f.Args[name] = nil
			}
			all = append(all, f)
			return true
		})
	}
	return all
}
