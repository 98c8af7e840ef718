package md

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Bounds of what is read as Markdown. Reading costs the square of some of these counts, so text that exceeds one is shown
// as it was written. No text that a person wrote comes near them.
const (
	maxSource   = 1 << 20 // bytes
	maxNesting  = 200     // quotes and items opened by one line
	maxBrackets = 1000    // [ in one paragraph
	maxMarks    = 3000    // * _ ~ in one paragraph
	maxCells    = 20_000  // of one table: short rows are filled up to the width of the head
	maxDepth    = 10      // containers that are drawn; deeper ones only keep their markers
)

// tooHard says whether reading a text as Markdown could take long.
func tooHard(source string) bool {
	if len(source) > maxSource {
		return true
	}
	brackets, marks, fence := 0, 0, ""
	for line := range strings.Lines(source) {
		if fence != "" {
			if closesFence(line, fence) {
				fence = ""
			}
			continue
		}
		if fence = opensFence(line); fence != "" {
			continue
		}
		if strings.TrimSpace(line) == "" {
			brackets, marks = 0, 0
			continue
		}
		brackets += strings.Count(line, "[")
		for i := range len(line) {
			if c := line[i]; c == '*' || c == '_' || c == '~' {
				marks++
			}
		}
		if brackets > maxBrackets || marks > maxMarks || nesting(line) > maxNesting {
			return true
		}
	}
	return false
}

// opensFence returns the fence that a line opens, empty if it opens none.
func opensFence(line string) string {
	rest := strings.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || rest == "" || rest[0] != '`' && rest[0] != '~' {
		return ""
	}
	info := strings.TrimLeft(rest, rest[:1])
	fence := rest[:len(rest)-len(info)]
	if len(fence) < 3 || fence[0] == '`' && strings.Contains(info, "`") {
		return ""
	}
	return fence
}

func closesFence(line, fence string) bool {
	rest := strings.TrimLeft(line, " ")
	return len(line)-len(rest) <= 3 && strings.HasPrefix(rest, fence) && strings.TrimSpace(strings.TrimLeft(rest, fence[:1])) == ""
}

// nesting returns how many containers a line could open at most: markers at its start, and two spaces as one.
func nesting(line string) int {
	n, spaces := 0, 0
	for i := range len(line) {
		switch c := line[i]; c {
		case ' ':
			spaces++
		case '\t':
			spaces += 4
		case '>':
			n++
		case '-', '*', '+', '.', ')':
			if i+1 < len(line) && (line[i+1] == ' ' || line[i+1] == '\t') {
				n++
			}
		default:
			if c < '0' || c > '9' {
				return n + spaces/2
			}
		}
	}
	return n
}

// smallTables makes tables of paragraphs unless that would make too many cells.
type smallTables struct{ inner parser.ParagraphTransformer }

func newSmallTables() smallTables { return smallTables{extension.NewTableParagraphTransformer()} }

// Transform implements parser.ParagraphTransformer.
func (s smallTables) Transform(n *ast.Paragraph, r text.Reader, pc parser.Context) {
	widest := 0
	lines := n.Lines()
	for i := range min(lines.Len(), maxCells) {
		line := lines.At(i)
		widest = max(widest, bytes.Count(line.Value(r.Source()), []byte("|"))+1)
	}
	if widest > 1 && widest*lines.Len() <= maxCells {
		s.inner.Transform(n, r, pc)
	}
}
