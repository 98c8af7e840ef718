package demo

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

type lang uint8

const (
	unknown lang = iota
	english
	japanese
)

type tone uint8

const (
	polite tone = iota
	casual
)

// maxFold bounds what the rules read of one message, in runes: an answer needs its beginning only.
const maxFold = 2000

// fold brings a message into the one form that the rules are written for: NFKC (full-width letters and digits become
// plain ones), straight apostrophes, single spaces, valid UTF-8 of at most maxFold runes.
func fold(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxFold {
			s = s[:i]
			break
		}
	}
	s = norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.NewReplacer("’", "'", "‘", "'", "\x00", "").Replace(s)
	return strings.Join(strings.Fields(s), " ")
}

// languageOf returns the user's language: that of the newest message which shows one, else that of the system prompt,
// else English.
func languageOf(in inbox) lang {
	for i := len(in.messages) - 1; i >= 0; i-- {
		if m := in.messages[i]; m.role == "user" {
			if l := scriptOf(m.text); l != unknown {
				return l
			}
		}
	}
	return max(scriptOf(in.system()), english)
}

// scriptOf tells Japanese from everything else by its script; text without letters is unknown.
func scriptOf(s string) lang {
	found := unknown
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han):
			return japanese
		case unicode.IsLetter(r):
			found = english
		}
	}
	return found
}

// Words by which a system prompt asks for a manner of speaking. An order ("speak casually") outweighs the manner in
// which the prompt itself is written.
var (
	asksCasual = compiled(`(?i)\b(casual|casually|informal|slang|playful|laid-back|buddy|best friend)\b|タメ口|ため口|くだけた|砕けた|フランク|友達口調|だよ|だね`)
	asksPolite = compiled(`(?i)\b(polite|politely|formal|formally|courteous|butler|respectful)\b|敬語|丁寧|です・ます|ですます|礼儀|執事`)
)

func toneOf(system string) tone {
	if len(asksCasual().FindAllString(system, -1)) > len(asksPolite().FindAllString(system, -1)) {
		return casual
	}
	return polite
}

// Ways in which a system prompt gives the persona its name.
var namings = []lazy{
	compiled(`(?:[Yy]ou are|[Yy]our name is|[Nn]ame:|[Aa]ct as) (\p{Lu}[\p{L}'-]{0,30})`),
	compiled(`あなたの?名前は「?([^\s「」、。はがのです]{1,20})`),
	compiled(`あなたは「([^」\s]{1,20})」`),
	compiled(`あなたは([\p{Katakana}ー]{2,20}|\p{Han}{1,4})(?:です|という|。)`),
}

func nameIn(system string) string {
	for _, re := range namings {
		if m := re().FindStringSubmatch(fold(system)); m != nil {
			return m[1]
		}
	}
	return ""
}
