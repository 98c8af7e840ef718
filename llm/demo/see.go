package demo

import (
	"fmt"
	"strings"
)

// seeing shows what a request brought, so that a cutoff can be watched at work.
var seeing = subject{
	name: "seeing",
	en: []rule{{
		when: on(`what (?:do|can|did) you (?:see|get|receive)|how (?:much|many messages|many tokens) (?:do|can|did) you (?:see|get|receive)|show me what you see`),
		tell: func(h heard, _ []string) string { return seenEN(h) },
	}},
	ja: []rule{{
		when: on(`(?:何|なに)[がを]?(?:見え|みえ|見て|受け取|届い)|どこまで(?:見え|みえ|覚え)|(?:いくつ|何通|何件).*(?:見え|届|受け取)`),
		tell: func(h heard, _ []string) string { return seenJA(h) },
	}},
}

func seenEN(h heard) string {
	n := h.count()
	text := fmt.Sprintf("This request brought me **%d messages, about %d tokens** (at most %d fit): %d of system text, %d from you, %d of mine.",
		len(h.messages), h.tokens, h.context, n.system, n.user, n.assistant)
	if oldest, ok := h.oldest(); ok {
		whose := "yours"
		if oldest.role == "assistant" {
			whose = "mine"
		}
		text += fmt.Sprintf("\n\nThe oldest one is %s:\n\n> %s\n\nIf anything was said before that, it did not reach me, and I do not know it.", whose, quote(oldest.text))
	}
	return text
}

func seenJA(h heard) string {
	n := h.count()
	text := fmt.Sprintf("今回わたしに届いたのは **%d 件のメッセージ、約 %d トークン**（上限 %d）です。内訳は、設定の文章が %d 件、あなたの言葉が %d 件、わたしの言葉が %d 件。",
		len(h.messages), h.tokens, h.context, n.system, n.user, n.assistant)
	if oldest, ok := h.oldest(); ok {
		whose := "あなた"
		if oldest.role == "assistant" {
			whose = "わたし"
		}
		text += fmt.Sprintf("\n\nいちばん古いのは、%sのこの言葉です。\n\n> %s\n\nこれより前に話したことがあっても、届いていないので、わたしには分かりません。", whose, quote(oldest.text))
	}
	return text
}

type tally struct{ system, user, assistant int }

func (in inbox) count() (n tally) {
	for _, m := range in.messages {
		switch m.role {
		case "system":
			n.system++
		case "user":
			n.user++
		default:
			n.assistant++
		}
	}
	return n
}

// oldest returns the first message that is part of the talk.
func (in inbox) oldest() (message, bool) {
	for _, m := range in.messages {
		if m.role != "system" {
			return m, true
		}
	}
	return message{}, false
}

// quote returns the beginning of a text on one line.
func quote(s string) string {
	const most = 80
	s = fold(s)
	if r := []rune(s); len(r) > most {
		s = strings.TrimSpace(string(r[:most])) + "…"
	}
	return s
}
