package md

import (
	"unicode"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// emphasisParser reads * and _ as CommonMark does, except that a Chinese, Japanese or Korean character beside the run
// counts as a word's edge: **「はい」**と works, which by the letter of the standard it does not.
type emphasisParser struct{}

func (emphasisParser) Trigger() []byte { return []byte{'*', '_'} }

func (emphasisParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	return delimiter(block, pc, 1, emphasisRuns{})
}

// strikeParser reads ~~struck~~ text. A single ~ is left alone: in a chat it means "about".
type strikeParser struct{}

func (strikeParser) Trigger() []byte { return []byte{'~'} }

func (strikeParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if block.PrecendingCharacter() == '~' {
		return nil
	}
	if line, _ := block.PeekLine(); len(line) > 2 && line[2] == '~' {
		return nil
	}
	return delimiter(block, pc, 2, strikeRuns{})
}

func delimiter(block text.Reader, pc parser.Context, least int, runs parser.DelimiterProcessor) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, least, runs)
	if d == nil {
		return nil
	}
	if d.Char != '_' {
		after := ' '
		if d.OriginalLength < len(line) {
			after = util.ToRune(line, d.OriginalLength)
		}
		d.CanOpen = d.CanOpen || isCJK(before) && !util.IsSpaceRune(after)
		d.CanClose = d.CanClose || isCJK(after) && !util.IsSpaceRune(before)
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

func isCJK(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff00 && r <= 0xffef ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

type emphasisRuns struct{}

func (emphasisRuns) IsDelimiter(b byte) bool { return b == '*' || b == '_' }
func (emphasisRuns) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}
func (emphasisRuns) OnMatch(consumes int) ast.Node { return ast.NewEmphasis(consumes) }

type strikeRuns struct{}

func (strikeRuns) IsDelimiter(b byte) bool { return b == '~' }
func (strikeRuns) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}
func (strikeRuns) OnMatch(int) ast.Node { return east.NewStrikethrough() }
