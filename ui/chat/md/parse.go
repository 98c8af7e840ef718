package md

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"bonbon/ui/parts/flow"
)

// reader is goldmark without HTML and reference definitions, with our emphasis.
var reader = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(parser.NewListParser(), 300),
		util.Prioritized(parser.NewListItemParser(), 400),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(parser.NewBlockquoteParser(), 800),
		util.Prioritized(paragraphParser{parser.NewParagraphParser()}, 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(taskParser{extension.NewTaskCheckBoxParser()}, 0),
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(emphasisParser{}, 500),
		util.Prioritized(strikeParser{}, 500),
		util.Prioritized(extension.NewLinkifyParser(), 999),
	),
	parser.WithParagraphTransformers(util.Prioritized(newSmallTables(), 200)),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
)

// paragraphParser begins paragraphs with indented lines too. By the letter of the standard such lines are code; goldmark, which
// reads no such code here, would end the document at them.
type paragraphParser struct{ parser.BlockParser }

// CanAcceptIndentedLine implements parser.BlockParser.
func (paragraphParser) CanAcceptIndentedLine() bool { return true }

// taskParser takes [x] for the box of a task only before a space: - [x](address) is a link.
type taskParser struct{ parser.InlineParser }

// Parse implements parser.InlineParser.
func (p taskParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, _ := block.PeekLine(); len(line) < 4 || !util.IsSpace(line[3]) {
		return nil
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// top is one top-level block of the document.
type top struct {
	start int // first byte of its first line
	first int // its first Block
}

// parse reads a text and says where its top-level blocks are. base is where the text starts in its document.
func parse(source string, base int) ([]Block, []top) {
	if tooHard(source) {
		blocks := Plain(source)
		blocks[0].From, blocks[0].To = base, base+len(source)
		return blocks, nil
	}
	src := []byte(source)
	if n := len(src); n > 0 && src[n-1] != '\n' { // goldmark loses a language of one letter at the very end
		src = append(src, '\n')
	}
	c := converter{src: src, base: base}
	root := reader.Parse(text.NewReader(src))
	var tops []top
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		start := max(n.Pos(), 0)
		start = bytes.LastIndexByte(src[:start], '\n') + 1
		tops = append(tops, top{start: start, first: len(c.blocks)})
		c.gap = true
		c.block(n, nil)
	}
	for i := range tops {
		end, last := len(src), len(c.blocks)
		if i+1 < len(tops) {
			end, last = tops[i+1].start, tops[i+1].first
		}
		for k := tops[i].first; k < last; k++ {
			c.blocks[k].From, c.blocks[k].To = base+tops[i].start, base+min(end, len(source))
		}
	}
	return c.blocks, tops
}

// converter turns the tree of goldmark into blocks.
type converter struct {
	src    []byte
	blocks []Block
	base   int  // of src in its document
	gap    bool // the next block stands apart from the one before it
}

func (c *converter) add(b Block, path []Frame) {
	b.Path = append([]Frame(nil), path...)
	for i := range path {
		path[i].Marker = "" // only the first block of an item has it
	}
	b.Tight = !c.gap
	c.gap = true
	if deep := len(b.Path) - maxDepth; deep > 0 {
		b.Spans = append(markers(b.Path[maxDepth:]), b.Spans...)
		b.Path = b.Path[:maxDepth]
	}
	c.blocks = append(c.blocks, b)
}

// markers returns the markers of frames that are too deep to be drawn.
func markers(frames []Frame) []flow.Span {
	var out []flow.Span
	for _, f := range frames {
		if f.Marker != "" {
			out = append(out, flow.Span{Text: f.Marker + " ", Style: flow.Muted})
		}
	}
	return out
}

// block adds the blocks of one node.
func (c *converter) block(n ast.Node, path []Frame) {
	switch n := n.(type) {
	case *ast.Heading:
		c.add(Block{Kind: Heading, Level: n.Level, Spans: c.inline(n)}, path)
	case *ast.ThematicBreak:
		c.add(Block{Kind: Rule}, path)
	case *ast.FencedCodeBlock:
		c.code(n, path)
	case *ast.Blockquote:
		c.children(n, append(path, Frame{Quote: true, ID: c.base + n.Pos()}))
	case *ast.List:
		c.list(n, path)
	case *east.Table:
		c.table(n, path)
	default: // paragraphs and the text of tight lists
		c.add(Block{Spans: speech(c.inline(n))}, path)
	}
}

func (c *converter) children(n ast.Node, path []Frame) {
	if n.FirstChild() == nil {
		c.add(Block{}, path)
	}
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		c.block(k, path)
	}
}

func (c *converter) list(n *ast.List, path []Frame) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		f := Frame{ID: c.base + item.Pos(), Marker: "•"}
		if n.IsOrdered() {
			f.Marker = itoa(number) + string(n.Marker)
			number++
		}
		if box := checkBox(item); box != nil {
			f.Marker = Unchecked
			if box.IsChecked {
				f.Marker = Checked
			}
		}
		if n.IsTight && (item != n.FirstChild() || len(path) > 0) {
			c.gap = false
		}
		before := len(c.blocks)
		c.children(item, append(path, f))
		if n.IsTight {
			for i := before + 1; i < len(c.blocks); i++ {
				c.blocks[i].Tight = true
			}
		}
	}
	c.gap = true
}

// checkBox returns the box at the start of a task list's item.
func checkBox(item ast.Node) *east.TaskCheckBox {
	if k := item.FirstChild(); k != nil {
		if box, ok := k.FirstChild().(*east.TaskCheckBox); ok {
			return box
		}
	}
	return nil
}

func (c *converter) code(n *ast.FencedCodeBlock, path []Frame) {
	var body strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		body.Write(line.Value(c.src))
	}
	b := Block{Kind: Code, Text: body.String()}
	if n.Info != nil {
		b.Lang = strings.TrimSpace(string(n.Info.Segment.Value(c.src)))
	}
	c.add(b, path)
}

func (c *converter) table(n *east.Table, path []Frame) {
	var rows []Row
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		var row Row
		for cell := r.FirstChild(); cell != nil; cell = cell.NextSibling() {
			tc, ok := cell.(*east.TableCell)
			row.Cells = append(row.Cells, c.inline(cell))
			row.Right = append(row.Right, ok && tc.Alignment == east.AlignRight)
		}
		if more := c.beyond(r.LastChild()); more != "" {
			last := len(row.Cells) - 1
			row.Cells[last] = append(row.Cells[last], flow.Span{Text: " | " + more})
		}
		rows = append(rows, row)
	}
	c.add(Block{Kind: Table, Rows: rows}, path)
}

// beyond returns what stands in a table's row after its last cell: goldmark leaves out cells that the head has no column for.
func (c *converter) beyond(last ast.Node) string {
	if last == nil || last.Lines() == nil || last.Lines().Len() == 0 {
		return ""
	}
	rest := c.src[last.Lines().At(0).Stop:]
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	rest = bytes.TrimPrefix(bytes.TrimSpace(rest), []byte("|"))
	return string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("|"))))
}
