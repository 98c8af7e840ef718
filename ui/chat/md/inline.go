package md

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"bonbon/ui/parts/flow"
)

func itoa(n int) string { return strconv.Itoa(n) }

// inliner collects the spans of one block.
type inliner struct {
	src   []byte
	spans []flow.Span
	text  []byte // of the span that is being made
	span  flow.Span
	link  string
	style flow.Style
}

// inline returns the spans of a node's children.
func (c *converter) inline(n ast.Node) []flow.Span {
	in := inliner{src: c.src}
	in.children(n)
	in.flush()
	return in.spans
}

func (in *inliner) children(n ast.Node) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		in.node(k)
	}
}

// put adds text in the present style.
func (in *inliner) put(text string) {
	if text == "" {
		return
	}
	if in.span.Style != in.style || in.span.Link != in.link {
		in.flush()
		in.span = flow.Span{Style: in.style, Link: in.link}
	}
	in.text = append(in.text, text...)
}

// flush ends the span that is being made.
func (in *inliner) flush() {
	if len(in.text) > 0 {
		in.span.Text = string(in.text)
		in.spans = append(in.spans, in.span)
		in.text = in.text[:0]
	}
}

// with runs f in a style added to the present one.
func (in *inliner) with(s flow.Style, link string, f func()) {
	style, was := in.style, in.link
	in.style |= s
	if link != "" {
		in.link = link
	}
	f()
	in.style, in.link = style, was
}

func (in *inliner) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		in.words(n)
	case *ast.String:
		in.put(string(n.Value))
	case *ast.CodeSpan:
		in.with(flow.Mono, "", func() { in.codeSpan(n) })
	case *ast.Emphasis:
		in.emphasis(n)
	case *east.Strikethrough:
		in.with(flow.Strike, "", func() { in.children(n) })
	case *ast.Link:
		in.linkTo(n)
	case *ast.Image:
		in.image(n)
	case *ast.AutoLink:
		in.autoLink(n)
	case *east.TaskCheckBox: // its list shows it
	default:
		in.children(n)
	}
}

// words adds the words of a text node, its entities and escapes resolved. A newline in the source is a line break.
func (in *inliner) words(n *ast.Text) {
	value := n.Segment.Value(in.src)
	if n.IsRaw() {
		in.put(string(value))
	} else {
		in.put(unescape(value))
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		in.put("\n")
	}
}

// unescape resolves entities and backslash escapes. The backslash stays before brackets and the like: \( and \[ open a
// formula, which is shown as its source.
func unescape(b []byte) string {
	var out strings.Builder
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && util.IsPunct(b[i+1]) && !strings.ContainsRune("()[]{},;:", rune(b[i+1])) {
			i++
			out.WriteByte(b[i])
			continue
		}
		if b[i] == '&' {
			if end := strings.IndexByte(string(b[i:min(len(b), i+40)]), ';'); end > 0 {
				entity := b[i : i+end+1]
				out.Write(util.ResolveEntityNames(util.ResolveNumericReferences(entity)))
				i += end
				continue
			}
		}
		out.WriteByte(b[i])
	}
	return out.String()
}

func (in *inliner) codeSpan(n *ast.CodeSpan) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		if t, ok := k.(*ast.Text); ok {
			in.put(string(t.Segment.Value(in.src)))
		}
	}
}

// emphasis is italic or bold. Italic text that begins a line or follows a finished sentence is an action of role-play:
// it is muted too.
func (in *inliner) emphasis(n *ast.Emphasis) {
	style := flow.Italic
	if n.Level > 1 {
		style = flow.Bold
	} else if in.atSentence() {
		style |= flow.Muted
	}
	in.with(style, "", func() { in.children(n) })
}

// atSentence says whether what comes next stands at the start of a line or a sentence.
func (in *inliner) atSentence() bool {
	last := in.text
	if len(last) == 0 && len(in.spans) > 0 {
		last = []byte(in.spans[len(in.spans)-1].Text)
	}
	if len(last) == 0 || last[len(last)-1] == '\n' {
		return true
	}
	last = bytes.TrimRight(last, " \u3000")
	for _, end := range []string{".", "!", "?", "…", "。", "！", "？", "」", "』", "”", `"`, "~", "～", "♪", "）", ")"} {
		if bytes.HasSuffix(last, []byte(end)) {
			return true
		}
	}
	return false
}

func (in *inliner) linkTo(n *ast.Link) {
	dest := string(n.Destination)
	to, ok := SafeURL(dest)
	if !ok {
		in.put("[")
		in.children(n)
		in.put("](" + dest + title(n.Title) + ")")
		return
	}
	words, hasImage := wordsOf(n, in.src)
	in.with(flow.Linked, to.String(), func() { in.children(n) })
	if hasImage {
		in.put(" ")
	}
	if hasImage || strings.TrimSpace(words) == "" {
		in.with(flow.Linked, to.String(), func() { in.put(to.String()) })
	} else if posesAs(words, to) {
		in.with(flow.Muted, "", func() { in.put(" (" + to.Host + ")") })
	}
	if len(n.Title) > 0 {
		in.with(flow.Muted, "", func() { in.put(title(n.Title)) })
	}
}

func title(t []byte) string {
	if len(t) == 0 {
		return ""
	}
	return ` "` + unescape(t) + `"`
}

// wordsOf returns the plain words in a node and whether there is a picture among them.
func wordsOf(n ast.Node, src []byte) (words string, image bool) {
	var out strings.Builder
	_ = ast.Walk(n, func(k ast.Node, enter bool) (ast.WalkStatus, error) { // the function never fails
		switch k := k.(type) {
		case *ast.Text:
			if enter {
				out.Write(k.Segment.Value(src))
			}
		case *ast.Image:
			image = true
		}
		return ast.WalkContinue, nil
	})
	return out.String(), image
}

// image shows a picture's words and its address; it is never fetched.
func (in *inliner) image(n *ast.Image) {
	dest := string(n.Destination)
	to, ok := SafeURL(dest)
	if !ok {
		in.put("![")
		in.children(n)
		in.put("](" + dest + title(n.Title) + ")")
		return
	}
	in.with(0, "", func() {
		in.children(n)
		in.put(" ")
	})
	in.style |= flow.Linked
	in.with(flow.Linked, to.String(), func() { in.put(to.String()) })
	in.style &^= flow.Linked
	in.put(title(n.Title))
}

func (in *inliner) autoLink(n *ast.AutoLink) {
	label := string(n.Label(in.src))
	dest := string(n.URL(in.src))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(dest), "mailto:") {
		dest = "mailto:" + dest
	}
	to, ok := SafeURL(dest)
	if !ok {
		if at := n.Pos(); at >= 0 && at < len(in.src) && in.src[at] == '<' {
			label = "<" + label + ">"
		}
		in.put(label)
		return
	}
	in.with(flow.Linked, to.String(), func() { in.put(label) })
}
