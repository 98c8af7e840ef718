package demo

import (
	"slices"
	"strings"
	"time"
)

// note is the block in which the program tells the time behind the newest message. It is not what the user said.
var note = compiled(`\s*<context>\s*Current time: ([^\n<]*)\s*</context>`)

// noteTime is how the time is written there.
const noteTime = "Monday, 2006-01-02 15:04 (UTC-07:00)"

// withoutNotes takes the notes out of what the user said, and returns the time that the newest message tells; zero: none.
func withoutNotes(ms []message) (said []message, now time.Time) {
	said = slices.Clone(ms)
	for i, m := range said {
		if m.role != "user" {
			continue
		}
		now = time.Time{}
		if told := note().FindStringSubmatch(m.text); told != nil {
			now, _ = time.Parse(noteTime, strings.TrimSpace(told[1])) // else there is no clock
			said[i].text = note().ReplaceAllString(m.text, "")
		}
	}
	return said, now
}

var telltime = subject{
	name: "time",
	en: []rule{{when: on(`\bwhat(?:'s| is) the (?:time|date)|what (?:time|day) is it|which day`), tell: func(h heard, _ []string) string {
		if h.now.IsZero() {
			return ""
		}
		return "It is " + h.now.Format("15:04 on Monday, 2 January 2006") + ". I have no clock myself: the time came with your message."
	}}},
	ja: []rule{{when: on(`何時|何日|何曜日|今日は何|日付`), tell: func(h heard, _ []string) string {
		if h.now.IsZero() {
			return ""
		}
		now := h.now.Format("2006年1月2日") + "（" + string([]rune("日月火水木金土")[h.now.Weekday()]) + "）の" + h.now.Format("15時04分")
		return pickTone(h, now+"です。時計はないのですが、メッセージに時刻が添えられていました。", now+"だよ。時計はないけど、メッセージに時刻が添えてあったんだ。")
	}}},
}
