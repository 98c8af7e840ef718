package code

import (
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// Patterns that many languages share. None of them can be matched in two ways, so that a match takes one pass.
const (
	slashes  = `//[^\n]*`
	hash     = `(?<![\w$])#[^\n]*`
	dashes   = `--[^\n]*`
	stars    = `/\*[\s\S]*?(?:\*/|\z)`
	double   = `"(?:\\[\s\S]|[^"\\\n])*"?`
	single   = `'(?:\\[\s\S]|[^'\\\n])*'?`
	ticks    = "`(?:\\\\[\\s\\S]|[^`\\\\])*`?"
	raw      = "`[^`]*`?"
	triple   = `"""[\s\S]*?(?:"""|\z)`
	triple1  = `'''[\s\S]*?(?:'''|\z)`
	number   = `(?<![\w.])(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\w{0,4}\b`
	call     = `[A-Za-z_$][\w$]*(?=\()`
	name     = `[A-Za-z_$][\w$]*`
	markName = `</?[A-Za-z][\w:.-]*`
)

// common makes the rules of a language of words: comments, texts, numbers, calls and names, and first what is its own.
func common(comments, texts []string, own ...chroma.Rule) chroma.Rules {
	root := []chroma.Rule{{Pattern: `\s+`, Type: chroma.TextWhitespace}}
	root = append(root, own...)
	for _, p := range comments {
		root = append(root, chroma.Rule{Pattern: p, Type: chroma.Comment})
	}
	for _, p := range texts {
		root = append(root, chroma.Rule{Pattern: p, Type: chroma.LiteralString})
	}
	return chroma.Rules{"root": append(root,
		chroma.Rule{Pattern: number, Type: chroma.LiteralNumber},
		chroma.Rule{Pattern: call, Type: chroma.NameFunction},
		chroma.Rule{Pattern: name, Type: chroma.Name},
		chroma.Rule{Pattern: `[^\w\s"'` + "`" + `/#<$-]+|[\s\S]`, Type: chroma.Text},
	)}
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func words(keywords, values string, rules chroma.Rules) *language {
	return &language{rules: rules, keywords: set(keywords), values: set(values)}
}

func folded(l *language) *language {
	l.folded = true
	return l
}

var (
	cComments = []string{slashes, stars}
	preproc   = chroma.Rule{Pattern: `^[ \t]*#[a-z]+`, Type: chroma.Keyword}
	markup    = chroma.Rules{
		"root": {
			{Pattern: `<!--[\s\S]*?(?:-->|\z)`, Type: chroma.Comment},
			{Pattern: `<[!?][^>]*>?`, Type: chroma.Comment},
			{Pattern: markName, Type: chroma.NameTag, Mutator: chroma.Push("tag")},
			{Pattern: `&[#\w]{1,32};`, Type: chroma.LiteralNumber},
			{Pattern: `[^<&]+|[\s\S]`, Type: chroma.Text},
		},
		"tag": {
			{Pattern: `\s+`, Type: chroma.TextWhitespace},
			{Pattern: `/?>`, Type: chroma.NameTag, Mutator: chroma.Pop(1)},
			{Pattern: `[\w:@.-]+`, Type: chroma.Name},
			{Pattern: double, Type: chroma.LiteralString},
			{Pattern: single, Type: chroma.LiteralString},
			{Pattern: `[\s\S]`, Type: chroma.Text},
		},
	}
)

const (
	cWords = `auto break case char const continue default do double else enum extern float for goto if inline int long register
		restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool`
	javaWords = `abstract assert boolean break byte case catch char class const continue default do double else enum extends final
		finally float for if implements import instanceof int interface long native new package private protected public record
		return short static super switch synchronized this throw throws try var void volatile while yield sealed permits`
	jsWords = `abstract as async await break case catch class const continue debugger declare default delete do else enum export
		extends finally for from function get if implements import in instanceof interface keyof let namespace new of package
		private protected public readonly return satisfies set static super switch this throw try type typeof var void while
		with yield any boolean number string never unknown object`
)

// languages are the languages with colours, by their names.
var languages = map[string]*language{
	"go golang": words(`break case chan const continue default defer else fallthrough for func go goto if import interface map
		package range return select struct switch type var any bool byte error float32 float64 int int8 int16 int32 int64 rune
		string uint uint8 uint16 uint32 uint64 uintptr`, `true false nil iota`, common(cComments, []string{double, single, raw})),
	"python py python3": words(`and as assert async await break case class continue def del elif else except finally for from
		global if import in is lambda match nonlocal not or pass raise return try while with yield`, `True False None self cls`,
		common([]string{hash}, []string{triple, triple1, double, single}, chroma.Rule{Pattern: `@[\w.]+`, Type: chroma.NameFunction})),
	"javascript js jsx mjs typescript ts tsx node": words(jsWords, `true false null undefined NaN Infinity`,
		common(cComments, []string{double, single, ticks})),
	"java": words(javaWords, `true false null`, common(cComments, []string{triple, double, single}, chroma.Rule{Pattern: `@\w+`, Type: chroma.NameFunction})),
	"kotlin kt": words(javaWords+` fun val when object is in as companion data override open internal suspend by init typealias
		lateinit reified String Int Boolean`, `true false null`, common(cComments, []string{triple, double, single})),
	"swift": words(javaWords+` func let guard struct protocol extension where in is as init deinit defer inout lazy weak async
		await some any String Int Bool mutating override fileprivate internal open associatedtype`, `true false nil self Self`,
		common(cComments, []string{triple, double})),
	"c h": words(cWords, `true false NULL`, common(cComments, []string{double, single}, preproc)),
	"cpp c++ cc hpp cxx arduino objc": words(cWords+` class namespace template typename public private protected virtual override
		final new delete this throw try catch using operator friend constexpr consteval noexcept nullptr_t concept requires
		co_await co_return co_yield decltype explicit mutable static_cast dynamic_cast auto`, `true false nullptr NULL`,
		common(cComments, []string{double, single}, preproc)),
	"csharp c# cs": words(javaWords+` async await base bool checked decimal delegate event explicit fixed foreach get implicit in
		init internal is lock namespace object operator out override params readonly ref sbyte sealed set sizeof string struct
		typeof uint ulong unchecked unsafe ushort using virtual when where partial required`, `true false null`,
		common(cComments, []string{triple, `[@$]{1,2}"(?:""|[^"])*"?`, double, single})),
	"rust rs": words(`as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut
		pub ref return static struct super trait type unsafe use where while bool char f32 f64 i8 i16 i32 i64 i128 isize str u8
		u16 u32 u64 u128 usize String Vec Option Result Box`, `true false self Self None Some Ok Err`,
		common(cComments, []string{double, `'(?:\\[\s\S]|[^'\\\n])'`}, chroma.Rule{Pattern: `'[a-z_]\w*\b(?!')`, Type: chroma.NameVariable},
			chroma.Rule{Pattern: `#!?\[[^\]\n]*\]?`, Type: chroma.Comment}, chroma.Rule{Pattern: `[a-z_]\w*!`, Type: chroma.NameFunction})),
	"ruby rb": words(`alias and begin break case class def defined do else elsif end ensure for if in module next not or redo
		rescue retry return super then undef unless until when while yield require attr_accessor attr_reader private`,
		`true false nil self`, common([]string{hash}, []string{double, single}, chroma.Rule{Pattern: `:[A-Za-z_]\w*`, Type: chroma.LiteralNumber},
			chroma.Rule{Pattern: `@{1,2}\w+`, Type: chroma.NameVariable})),
	"php": folded(words(javaWords+` echo elseif endif endforeach endwhile fn foreach function global isset list namespace
		print require require_once include trait unset use mixed array string bool`, `true false null`,
		common([]string{slashes, stars, hash}, []string{double, single}, chroma.Rule{Pattern: `\$\w+`, Type: chroma.NameVariable},
			chroma.Rule{Pattern: `<\?(?:php|=)?|\?>`, Type: chroma.Keyword}))),
	"lua": words(`and break do else elseif end for function goto if in local not or repeat return then until while`, `true false nil self`,
		common([]string{`--\[\[[\s\S]*?(?:\]\]|\z)`, dashes}, []string{`\[\[[\s\S]*?(?:\]\]|\z)`, double, single})),
	"bash sh shell zsh console shell-session": words(`case do done elif else esac export fi for function if in local return select
		set source then until while alias cd echo exit printf read sudo unset test`, `true false`,
		common([]string{hash}, []string{`"(?:\\[\s\S]|[^"\\])*"?`, `'[^']*'?`},
			chroma.Rule{Pattern: `\$(?:\{[^}\n]*\}?|\w+|[@#?*!$-])`, Type: chroma.NameVariable}, chroma.Rule{Pattern: `(?<!\w)--?[A-Za-z][\w-]*`, Type: chroma.NameAttribute})),
	"powershell ps1 pwsh": folded(words(`begin break catch class continue do else elseif end exit filter finally for foreach function
		if in param process return switch throw trap try until while`, ``,
		common([]string{`<#[\s\S]*?(?:#>|\z)`, hash}, []string{"\"(?:`[\\s\\S]|[^\"`])*\"?", `'[^']*'?`},
			chroma.Rule{Pattern: `\$[\w:]+`, Type: chroma.NameVariable}, chroma.Rule{Pattern: `[A-Za-z]+-[A-Za-z]+\b`, Type: chroma.NameFunction}))),
	"sql mysql postgresql postgres sqlite psql": folded(words(`add all alter and as asc begin between by case check column commit
		constraint create cross database default delete desc distinct drop else end exists foreign from full group having if in
		index inner insert into is join key left like limit not offset on or order outer primary references returning right
		rollback select set table then transaction trigger union unique update using values view when where with int integer
		bigint text varchar char boolean date timestamp numeric decimal real serial`, `true false null`,
		common([]string{dashes, stars}, []string{`'(?:''|[^'])*'?`, double, raw}))),
	"html xml svg xhtml vue svelte rss": {rules: markup},
	"css scss less sass": {rules: chroma.Rules{"root": {
		{Pattern: `\s+`, Type: chroma.TextWhitespace}, {Pattern: stars, Type: chroma.Comment}, {Pattern: `//[^\n]*`, Type: chroma.Comment},
		{Pattern: double, Type: chroma.LiteralString}, {Pattern: single, Type: chroma.LiteralString},
		{Pattern: `@[\w-]+`, Type: chroma.Keyword}, {Pattern: `#[\da-fA-F]{3,8}\b`, Type: chroma.LiteralNumber},
		{Pattern: `-?\d+(?:\.\d+)?[a-z%]*`, Type: chroma.LiteralNumber}, {Pattern: `[\w-]{1,80}(?=\s{0,4}:)`, Type: chroma.NameAttribute},
		{Pattern: `[.#][\w-]+`, Type: chroma.NameTag}, {Pattern: `[\w-]+`, Type: chroma.Name}, {Pattern: `[\s\S]`, Type: chroma.Text},
	}}},
	"json json5 jsonc jsonl": words(``, `true false null`, common(cComments, []string{double},
		chroma.Rule{Pattern: `"(?:\\[\s\S]|[^"\\\n])*"(?=\s{0,4}:)`, Type: chroma.NameAttribute})),
	"yaml yml": folded(words(``, `true false null yes no on off`, common([]string{hash}, []string{double, single},
		chroma.Rule{Pattern: `[\w./-]{1,80}(?=:(?:\s|$))`, Type: chroma.NameAttribute}, chroma.Rule{Pattern: `[&*!][\w-]+`, Type: chroma.NameVariable}))),
	"toml ini conf properties env dotenv editorconfig": folded(words(``, `true false`, common([]string{hash, `;[^\n]*`}, []string{triple, triple1, double, single},
		chroma.Rule{Pattern: `^\[[^\]\n]*\]?`, Type: chroma.NameTag}, chroma.Rule{Pattern: `[\w.-]{1,80}(?=[ \t]{0,8}=)`, Type: chroma.NameAttribute}))),
	"dockerfile docker": folded(words(`add arg cmd copy entrypoint env expose from healthcheck label onbuild run shell stopsignal user volume workdir as`, ``,
		common([]string{hash}, []string{double, single}, chroma.Rule{Pattern: `\$(?:\{[^}\n]*\}?|\w+)`, Type: chroma.NameVariable},
			chroma.Rule{Pattern: `(?<!\w)--[\w-]+`, Type: chroma.NameAttribute}))),
	"makefile make": words(`ifeq ifneq ifdef endif else include define endef export`, ``, common([]string{hash}, []string{double, single},
		chroma.Rule{Pattern: `^[\w./%-]{1,80}(?=:)`, Type: chroma.NameTag}, chroma.Rule{Pattern: `\$[({]?\w+[)}]?`, Type: chroma.NameVariable})),
	"diff patch": {rules: chroma.Rules{"root": {
		{Pattern: `^(?:---|\+\+\+|diff|index)[^\n]*`, Type: chroma.Comment}, {Pattern: `^@@[^\n]*`, Type: chroma.GenericHeading},
		{Pattern: `^\+[^\n]*`, Type: chroma.GenericInserted}, {Pattern: `^-[^\n]*`, Type: chroma.GenericDeleted},
		{Pattern: `[^\n]+|\n`, Type: chroma.Text},
	}}},
}

var byName = func() map[string]*language {
	m := map[string]*language{}
	for names, l := range languages {
		for n := range strings.FieldsSeq(names) {
			m[n] = l
		}
	}
	return m
}()
