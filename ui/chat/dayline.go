package chat

import (
	"strings"
	"time"

	"bonbon/ui/look"
	"bonbon/ui/parts/flow"
	"bonbon/ui/words"
)

// bindDay places the day above the first entry of a day.
func (r *row) bindDay(i int, left, column, y float32) float32 {
	if r.msg == nil {
		return y
	}
	at := r.msg.entry.Time
	if before, ok := r.t.timeBefore(i); ok && sameDay(before, at) {
		return y
	}
	size := look.Size(look.SmallText) + 1
	s := flow.Text([]flow.Span{{Text: dayName(at, r.t.env.Now()), Style: flow.Muted}}, column, size, plainInk)
	if i > 0 {
		y += 4
	}
	r.add(left+float32(int((column-s.Width)/2)), y, s)
	return y + s.Height + 12
}

func sameDay(a, b time.Time) bool {
	a, b = a.Local(), b.Local()
	return a.YearDay() == b.YearDay() && a.Year() == b.Year()
}

// dayName says a day as people do: Today, Yesterday, Sunday, 3 May, with the year if it is not this one.
func dayName(at, now time.Time) string {
	at, now = at.Local(), now.Local()
	switch {
	case sameDay(at, now):
		return words.T("chat.today")
	case sameDay(at, now.AddDate(0, 0, -1)):
		return words.T("chat.yesterday")
	}
	data := map[string]any{
		"Day": at.Day(), "Year": at.Year(),
		"Month":   listed("chat.months", int(at.Month())-1),
		"Weekday": listed("chat.weekdays", int(at.Weekday())),
	}
	if at.Year() != now.Year() {
		return words.T("chat.date_year", data)
	}
	return words.T("chat.date", data)
}

// listed returns one of the comma-separated words of a key.
func listed(key string, i int) string {
	list := strings.Split(words.T(key), ",")
	if i >= len(list) {
		return ""
	}
	return list[i]
}

// clock says a time of day.
func clock(at time.Time) string { return at.Local().Format("15:04") }
