package demo

import (
	"fmt"
	"strings"
)

// recalling answers from the facts of this request, and says so when they are not (or no longer) among what arrived.
var recalling = subject{
	name: "recalling",
	en: []rule{
		{
			when: on(`what(?:'s| is) my name|(?:know|remember|forgot|forgotten) my name|who am i\b|what am i called`),
			tell: func(h heard, _ []string) string {
				if h.facts.name == "" {
					return fmt.Sprintf("I do not know your name: among the %d messages that reached me, none tells it. Either you have not said it, or that message is cut off by now.", len(h.messages))
				}
				return "You are " + h.facts.name + ". You told me in a message that I can still see."
			},
		},
		{
			when: on(`what (?:do|did) i (?:say i )?(?:like|love|enjoy)|(?:know|remember) what i (?:like|love|enjoy)|my favou?rite .*\?`),
			tell: func(h heard, _ []string) string {
				if len(h.facts.likes) == 0 {
					return "Nothing that reached me says what you like. Tell me, and I will know it for as long as that message is sent."
				}
				return "You like " + listEN(h.facts.likes) + "."
			},
		},
		{
			when: on(`what (?:do|can) you (?:remember|know about me|recall)|do you remember (?:me|anything)`),
			tell: func(h heard, _ []string) string { return memoriesEN(h.facts, len(h.messages)) },
		},
	},
	ja: []rule{
		{
			when: on(`(?:私|わたし|僕|ぼく|俺|おれ|あたし)の(?:お)?名前.*(?:何|なに|なん|覚え|おぼえ|分か|わか|知|言え|\?|は$)|(?:私|わたし|僕|ぼく|俺|おれ)(?:は|って|が)(?:誰|だれ)|名前(?:を)?(?:覚え|おぼえ)`),
			tell: func(h heard, _ []string) string {
				switch {
				case h.facts.name == "":
					return pickTone(h,
						"お名前が分かりません。届いたメッセージの中に見当たらないのです。まだうかがっていないか、その言葉がもうカットオフされたのだと思います。",
						"名前、分からないんだ。届いたメッセージのどこにもなくて。まだ聞いてないか、もうカットオフされちゃったのかも。")
				default:
					return pickTone(h,
						honour(h.facts.name, polite)+"ですよね。教えてくださった言葉が、まだ手元に届いています。",
						h.facts.name+"でしょ。教えてくれた言葉、まだちゃんと届いてるよ。")
				}
			},
		},
		{
			when: on(`(?:私|わたし|僕|ぼく|俺|おれ|あたし)の?(?:が|は)?(?:好き|すき)な(?:もの|物|の|こと|食べ物)?.*(?:何|なに|なん|覚え|おぼえ|分か|わか|知|\?)|何が好き(?:だった|か覚え|って言)`),
			tell: func(h heard, _ []string) string {
				if len(h.facts.likes) == 0 {
					return pickTone(h,
						"届いた言葉の中に、お好きなものの話はありません。教えてくだされば、その言葉が届いている間は覚えていますよ。",
						"届いた言葉の中に、好きなものの話はないみたい。教えてくれたら、その言葉が届いてる間は覚えてるよ。")
				}
				return pickTone(h, listJA(h.facts.likes)+"がお好きなんですよね。", listJA(h.facts.likes)+"が好きなんだよね。")
			},
		},
		{
			when: on(`(?:何|なに)を?.*(?:覚え|おぼえ)|(?:私|わたし|僕|ぼく|俺|おれ)のこと.*(?:覚え|おぼえ|知)|^覚えて(?:る|いる|い?ます)`),
			tell: func(h heard, _ []string) string { return memoriesJA(h, len(h.messages)) },
		},
	},
}

// telling thanks for a fact in the message that brings it.
var telling = subject{
	name: "telling",
	en: []rule{
		{when: on(`.`), tell: func(h heard, _ []string) string {
			if name := toldNow(h, nameTold); name != "" {
				return fmt.Sprintf("Nice to meet you, %s! I will know your name for as long as this message is among those that are sent.", name)
			}
			return ""
		}},
		{when: on(`.`), tell: func(h heard, _ []string) string {
			if like := toldNow(h, likeTold); like != "" {
				w := []string{
					"Good to know that you like %s! How did that begin?",
					"%s, then. What is the best thing about it?",
					"I can tell that %s means something to you. When did you last have time for it?",
				}
				return upperFirst(fmt.Sprintf(w[h.seed%uint64(len(w))], turnRound(like, english)))
			}
			return ""
		}},
	},
	ja: []rule{
		{when: on(`.`), tell: func(h heard, _ []string) string {
			if name := toldNow(h, nameTold); name != "" {
				return pickTone(h,
					honour(name, polite)+"とおっしゃるんですね。はじめまして。この言葉が届いている間は、お名前を覚えていますよ。",
					name+"っていうんだね、よろしく！この言葉が届いてる間は、ちゃんと覚えてるよ。")
			}
			return ""
		}},
		{when: on(`.`), tell: func(h heard, _ []string) string {
			if like := toldNow(h, likeTold); like != "" {
				w := []string{
					pickTone(h, "%sがお好きなんですね。きっかけは何だったんですか。", "%sが好きなんだ。きっかけは何だったの？"),
					pickTone(h, "%s、いいですね。どんなところに惹かれますか。", "%s、いいね。どんなところが好き？"),
				}
				return fmt.Sprintf(w[h.seed%uint64(len(w))], like)
			}
			return ""
		}},
	},
}

// toldNow asks the sentences of the newest message.
func toldNow(h heard, told func(string) string) string {
	for _, s := range sentence().FindAllString(h.said, -1) {
		if s = strings.TrimSpace(s); !asking().MatchString(s) {
			if fact := told(s); fact != "" {
				return fact
			}
		}
	}
	return ""
}

func memoriesEN(f facts, messages int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "From the %d messages that reached me:\n", messages)
	if f.name != "" {
		fmt.Fprintf(&b, "\n- your name is %s", f.name)
	}
	for _, l := range f.likes {
		fmt.Fprintf(&b, "\n- you like %s", turnRound(l, english))
	}
	if f.name == "" && len(f.likes) == 0 {
		return fmt.Sprintf("Nothing yet. The %d messages that reached me tell neither your name nor what you like.", messages)
	}
	return b.String()
}

func memoriesJA(h heard, messages int) string {
	f := h.facts
	if f.name == "" && len(f.likes) == 0 {
		return fmt.Sprintf(pickTone(h,
			"まだ何も。届いた %d 件のメッセージには、お名前もお好きなものも出てきません。",
			"まだ何も。届いた %d 件のメッセージには、名前も好きなものも出てこないんだ。"), messages)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "届いた %d 件のメッセージから分かるのは、\n", messages)
	if f.name != "" {
		fmt.Fprintf(&b, "\n- お名前は%s", honour(f.name, h.tone))
	}
	for _, l := range f.likes {
		fmt.Fprintf(&b, "\n- %sが好き", l)
	}
	return b.String()
}

func pickTone(h heard, politely, casually string) string {
	if h.tone == casual {
		return casually
	}
	return politely
}

func listEN(s []string) string {
	mirrored := make([]string, len(s))
	for i, v := range s {
		mirrored[i] = turnRound(v, english)
	}
	if n := len(mirrored); n > 1 {
		return strings.Join(mirrored[:n-1], ", ") + " and " + mirrored[n-1]
	}
	return strings.Join(mirrored, "")
}

func listJA(s []string) string { return strings.Join(s, "、") }

func upperFirst(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
