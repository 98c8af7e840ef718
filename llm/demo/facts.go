package demo

import (
	"slices"
	"strings"
)

// facts are what the user told about themselves in the messages of this one request.
type facts struct {
	name  string
	likes []string // oldest first, each once
}

const maxLikes = 12

var (
	sentence = compiled(`[^.!?。！？]+[.!?。！？]*`)
	asking   = compiled(`[?？]\s*$|か[。]?\s*$`)

	namesEN = []lazy{
		compiled(`(?i:\bmy name is|\bmy name's|\bi am called|\bi'm called|\bplease call me|^call me) (\p{L}[\p{L}'-]{0,30}(?: \p{Lu}[\p{L}'-]{1,30})?)`),
		compiled(`^(?i:hi|hello|hey)?[, ]*(?i:i'm|i am|this is) (\p{Lu}\p{Ll}{1,30})[.!]?$`),
	}
	namesJA = []lazy{
		compiled(`名前は[、 ]?「?([^\s、。!?「」]{1,20}?)」?(?:です|でございます|だよ|だ$|だ[。!]|と[言い]い?ます|といいます|っていう|[。!]|$)`),
		compiled(`(?:^|[、 ]|は|を)「?([^\s、。!?「」はを]{1,16}?)」?(?:と|って)(?:呼んで|よんで|いいます|言います|申します|もうします)`),
	}
	notNames = compiled(`(?i)^(not|a|an|the|back|later|when|if|what|unknown|secret|very|so)$|^(何|なに|なん|誰|だれ|わか|分か|知|覚え|おぼえ|秘密|まだ)`)

	likesEN  = compiled(`(?i)\b(?:i (?:really |also |just |do )*(?:like|love|enjoy|adore)|my favou?rite \w+ is) ([^.!?,;]{1,60})`)
	likesJA  = compiled(`(?:^|[、 ])([^\s。、!?]{1,30}?)(?:が|は|も)(?:大好き|だいすき|好き|すき)([^。、!?]*)`)
	subject1 = compiled(`^(私|わたし|僕|ぼく|俺|おれ|あたし|うち)[はもがの]`)
	notLikes = compiled(`(?i)^(you|it|that|this|him|her|them|how|your \w+)$|^(あなた|君|きみ|それ|これ|あれ|私|僕|俺|何|なに|誰)$`)
	denied   = compiled(`^(じゃ|では|くな|で(は)?な)`)
)

// gather reads the user's messages from oldest to newest. Questions tell nothing.
func gather(ms []message) facts {
	var f facts
	for _, m := range ms {
		if m.role != "user" {
			continue
		}
		for _, s := range sentence().FindAllString(fold(m.text), -1) {
			if s = strings.TrimSpace(s); !asking().MatchString(s) {
				f.hear(s)
			}
		}
	}
	return f
}

func (f *facts) hear(s string) {
	if name := nameTold(s); name != "" {
		f.name = name
	}
	if like := likeTold(s); like != "" {
		f.likes = slices.DeleteFunc(f.likes, func(l string) bool { return strings.EqualFold(l, like) })
		f.likes = append(f.likes, like)
		f.likes = f.likes[max(0, len(f.likes)-maxLikes):]
	}
}

// nameTold returns the name by which a sentence says that its speaker is called, "" if it says none.
func nameTold(s string) string {
	for _, re := range slices.Concat(namesEN, namesJA) {
		if m := re().FindStringSubmatch(s); m != nil && !notNames().MatchString(m[1]) {
			return m[1]
		}
	}
	return ""
}

// likeTold returns what a sentence says that its speaker likes, "" if it says nothing of the kind.
func likeTold(s string) string {
	if m := likesEN().FindStringSubmatch(s); m != nil {
		return liked(m[1])
	}
	if m := likesJA().FindStringSubmatch(s); m != nil && !denied().MatchString(m[2]) {
		return liked(subject1().ReplaceAllString(m[1], ""))
	}
	return ""
}

func liked(s string) string {
	s = strings.TrimSpace(s)
	if notLikes().MatchString(s) {
		return ""
	}
	return s
}
