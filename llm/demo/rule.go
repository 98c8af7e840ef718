package demo

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// A rule answers one kind of sentence with one of a few wordings.
//
// In a wording {1} … {3} stand for what the pattern's groups caught, seen from the other side ("my dog" becomes "your
// dog"), {user} for an address with the user's name or nothing, {me} for the persona's name.
type rule struct {
	when   lazy
	say    []string                              // the plain or polite wordings
	casual []string                              // for a persona who speaks casually; none: say
	tell   func(h heard, groups []string) string // computes the answer instead; "" passes to the next rule
}

// A subject holds the rules about one thing in both languages.
type subject struct {
	name   string
	en, ja []rule
}

// lazy is a pattern that is compiled when it is first asked for. Together they take long, and most starts never talk with the
// demo.
type lazy func() *regexp.Regexp

func compiled(pattern string) lazy {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// on makes a pattern that ignores case.
func on(pattern string) lazy { return compiled(`(?i)` + pattern) }

// answer returns the answer of the first rule that has one, "" if no rule does.
func (s subject) answer(h heard, last string) string {
	rules := s.en
	if h.lang == japanese {
		rules = s.ja
	}
	for _, r := range rules {
		groups := r.when().FindStringSubmatch(h.said)
		if groups == nil {
			continue
		}
		if text := r.answer(h, groups, last); text != "" {
			return text
		}
	}
	return ""
}

func (r rule) answer(h heard, groups []string, last string) string {
	if r.tell != nil {
		return r.tell(h, groups)
	}
	wordings := r.say
	if h.tone == casual && len(r.casual) > 0 {
		wordings = r.casual
	}
	return choose(wordings, h, groups, last)
}

// choose picks a wording by the request's content, and the one after it if that would repeat the last reply.
func choose(wordings []string, h heard, groups []string, last string) string {
	first := h.seed % uint64(len(wordings))
	text := fill(wordings[first], h, groups)
	if text == last {
		text = fill(wordings[(first+1)%uint64(len(wordings))], h, groups)
	}
	return text
}

// fill puts what was heard into a wording.
func fill(wording string, h heard, groups []string) string {
	pairs := []string{"{user}", address(h), "{me}", h.me}
	for i, g := range groups {
		if i > 0 {
			pairs = append(pairs, "{"+strconv.Itoa(i)+"}", turnRound(g, h.lang))
		}
	}
	return strings.NewReplacer(pairs...).Replace(wording)
}

// address returns ", Ann" in English and 「アンさん、」 in Japanese, "" while the name is not known.
func address(h heard) string {
	switch {
	case h.facts.name == "":
		return ""
	case h.lang == japanese:
		return honour(h.facts.name, h.tone) + "、"
	default:
		return ", " + h.facts.name
	}
}

var honoured = compiled(`(さん|ちゃん|くん|君|様|さま|先生)$`)

// honour adds 「さん」 in polite speech, unless the name brings its own.
func honour(name string, t tone) string {
	if t == casual || honoured().MatchString(name) {
		return name
	}
	return name + "さん"
}

// Whole words and what they become in the listener's mouth.
var (
	mirrorEN = map[string]string{
		"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are", "i'm": "you're",
		"i've": "you've", "i'd": "you'd", "i'll": "you'll", "was": "were", "you": "me", "your": "my", "yours": "mine",
		"yourself": "myself", "you're": "I'm", "you've": "I've", "you'll": "I'll",
	}
	wordEN   = compiled(`[\pL']+`)
	mirrorJA = strings.NewReplacer("私", "あなた", "わたし", "あなた", "僕", "あなた", "ぼく", "あなた", "俺", "あなた",
		"あたし", "あなた", "あなた", "わたし", "君", "わたし")
)

// turnRound says a fragment from the other side and drops the punctuation at its ends.
func turnRound(s string, l lang) string {
	s = strings.Trim(s, " .,!?;:…。、！？「」\"")
	if l == japanese {
		return mirrorJA.Replace(s)
	}
	return wordEN().ReplaceAllStringFunc(s, func(w string) string {
		if m, ok := mirrorEN[strings.ToLower(w)]; ok {
			return m
		}
		return w
	})
}
