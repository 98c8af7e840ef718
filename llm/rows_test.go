package llm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
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

// library lists what go-openai alone makes wrong of an answer, each with the quirks or tests that show it made right.
var library = map[string][]string{
	"comments, then text":            {"1 comments and blank lines", "1 more comments than any limit of lines"},
	"a comment, text, an error":      {"library: a comment, text, then an error"},
	"event: error":                   {"3 event: error", "4 overflow as words in a stream"},
	"error as a string":              {"library: error as a string in a stream", "15 error as a string"},
	"error after a space":            {"library: error with a space"},
	"error not the first key":        {"2 error beside choices", "2 error as the last key, with text in its chunk"},
	"plain JSON error, 200":          {"library: plain JSON error, status 200", "14 errors in a list, status 200"},
	"plain completion, 200":          {"22 a whole completion", "1 blank lines before a JSON body"},
	"HTML, 200":                      {"15 a web page"},
	"last line without newline":      {"library: last line without newline"},
	"cut without [DONE]":             {"21 closed without a finish reason", "21 the connection breaks"},
	"half a JSON line":               {"library: half a JSON line"},
	"delta.reasoning, delta.images":  {"7 reasoning", "library: pictures beside text"},
	"content as an array":            {"18 content as parts"},
	"arguments as an object":         {"library: arguments as an object, index as a string"},
	"numbers as floats, id as int":   {"27 numbers as floats and strings"},
	"byte order mark":                {"library: byte order mark"},
	"data over several lines, empty": {"library: data over several lines", "library: empty data"},
	"a call without index":           {"library: call without index in two pieces", "11 calls without index, with a signature"},
	"Retry-After":                    {"TestPausesAreTheServers"},
	"models as a bare array":         {"TestParseModels"},
	"temperature 0":                  {"TestSamplingIsSent"},
	"an empty message's content":     {"TestEncodedMessages"},
	"names refused here":             {"TestNoModelNameIsRefusedHere"},
	"extra fields of the body":       {"TestFieldsAreTheBody", "TestRequestsHoldTheConnectionsOwn"},
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
	for what, by := range library {
		for _, name := range by {
			if !tests[name] && !slices.ContainsFunc(quirks, func(q quirk) bool { return q.name == name }) {
				t.Errorf("%s is to be shown by %q, which is not there", what, name)
			}
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
