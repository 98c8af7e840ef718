package personas

import (
	"bonbon/history/talk"
	"bonbon/ui/words"
)

// metricFacts are what all replies of a talk took together.
func metricFacts(m talk.Metrics) []fact {
	facts := []fact{
		{words.T("exchange.metrics.replies"), num(m.Replies)},
		{words.T("exchange.metrics.trimmed"), num(m.Trimmed)},
		{words.T("exchange.metrics.messages"), of(m.Kept, m.Messages)},
		{words.T("exchange.metrics.tokens"), of(m.After, m.Before)},
		{words.T("exchange.metrics.lastMessages"), of(m.Last.Kept, m.Last.Messages)},
		{words.T("exchange.metrics.lastTokens"), of(m.Last.After, m.Last.Before)},
		{words.T("exchange.metrics.elided"), num(m.Elided)},
		{words.T("exchange.metrics.moves"), num(m.Moves)},
		{words.T("exchange.metrics.fallbacks"), num(m.Fallbacks)},
	}
	if m.Counted == 0 {
		return facts
	}
	cached := num(m.Cached)
	if m.Prompt > 0 {
		share := int(float64(m.Cached)/float64(m.Prompt)*100 + 0.5)
		cached = words.T("exchange.metrics.share", map[string]any{"Part": cached, "Percent": num(share)})
	}
	return append(facts,
		fact{words.T("exchange.metrics.prompt"), num(m.Prompt)},
		fact{words.T("exchange.metrics.cached"), cached},
		fact{words.T("exchange.metrics.completion"), num(m.Completion)},
	)
}

// of says how many of all.
func of(part, whole int) string {
	return words.T("panels.details.of", map[string]any{"Part": num(part), "Whole": num(whole)})
}
