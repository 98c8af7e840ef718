package llm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
)

// elsewhere are the rows of the list of what servers do that are not, or not only, about the bytes of an answer, with the tests that
// hold them.
var elsewhere = map[string]string{
	"6":  "TestTruncatedPrompt",
	"10": "TestSentBack TestDemandedThinkingIsLearned TestThoughtsGoBack",
	"11": "TestSentBack",
	"19": "TestRefusedFieldsAreLeftOut TestRequestLeavesOutWhatWasNotSet",
	"20": "TestNoModelNameIsRefusedHere TestRefusedFieldsAreLeftOut",
	"25": "TestRetryAfter",
	"26": "TestSilenceEndsAnAnswer TestDefaultLimits",
	"28": "TestShapes TestShapeIsLearned TestRolesErrors",
	"29": "TestParseModels",
	"30": "TestRequestsHoldTheConnectionsOwn",
	"31": "TestNormalizeBaseURLForms TestChatURL",
	"32": "TestAMessageCausesOneRequest",
}

// rows is how many rows that list has.
const rows = 32

// Every row is held by a quirk or by a test that is there.
func TestEveryRowIsHeld(t *testing.T) {
	held := map[string]bool{}
	for _, q := range quirks {
		number, _, _ := strings.Cut(q.name, " ")
		held[number] = true
	}
	tests := map[string]bool{}
	for _, pattern := range []string{"*_test.go", "wire/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
					tests[f.Name.Name] = true
				}
			}
		}
	}
	for row, names := range elsewhere {
		for name := range strings.FieldsSeq(names) {
			if !tests[name] {
				t.Errorf("row %s is to be held by %s, which is not there", row, name)
			}
			held[row] = true
		}
	}
	for row := range rows {
		if n := strconv.Itoa(row + 1); !held[n] {
			t.Errorf("nothing holds row %s", n)
		}
	}
}

// A turn asks for its reply and for nothing else: a title or a summary on the side would drive the talk out of a local server's cache.
func TestAMessageCausesOneRequest(t *testing.T) {
	s := llmtest.Serve(t, nil)
	req := request("Hello")
	req.Connection.BaseURL = s.URL
	if _, err := play(t, NewDriver(Options{Counter: counter}), newLog(), req); err != nil || len(s.Requests()) != 1 {
		t.Errorf("%d requests, %v", len(s.Requests()), err)
	}
}
