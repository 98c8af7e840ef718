package look

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"bonbon/assets"
)

// iconNames are all constants of the type IconName, read from the source: a name without a drawing would show as a broken picture.
func iconNames(t *testing.T) []IconName {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "icons.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []IconName
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		if lit, ok := spec.Values[0].(*ast.BasicLit); ok {
			name, _ := strconv.Unquote(lit.Value)
			names = append(names, IconName(name))
		}
		return true
	})
	return names
}

func TestEveryIconNameHasADrawing(t *testing.T) {
	names := iconNames(t)
	if len(names) < 20 {
		t.Fatalf("found only %v", names)
	}
	for _, name := range names {
		if _, err := fs.Stat(assets.Icons, "icons/"+string(name)+".svg"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEveryIconIsDrawnInTheThemesColour(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(New(Options{Variant: "light"}))
	files, err := fs.Glob(assets.Icons, "icons/*.svg")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d icons, %v", len(files), err)
	}
	for _, file := range files {
		name := IconName(strings.TrimSuffix(strings.TrimPrefix(file, "icons/"), ".svg"))
		res := IconIn(name, Accent)
		if !bytes.Contains(res.Content(), []byte("#9a4f2a")) || bytes.Contains(res.Content(), []byte("currentColor")) {
			t.Errorf("%s does not take the colour:\n%s", name, res.Content())
		}
	}
	before := Icon(IconPlus).Name()
	app.Settings().SetTheme(New(Options{Variant: "dark"}))
	if after := Icon(IconPlus).Name(); before == after {
		t.Errorf("both variants would be kept as one picture, %s", after)
	}
}
