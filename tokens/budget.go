package tokens

// Budget says how large a prompt may be, in tokens.
type Budget struct {
	Limit   int  // largest prompt
	Rule    Rule // what set Limit
	Window  int  // the model's context length; 0 is unknown
	Reserve int  // kept free for the reply; 0 with an unknown window
}

// NewBudget divides the model's window between prompt and reply and applies the user's ceiling.
//
//	reserve = max(15 % of the window, MaxOutput)
//	limit   = min(Threshold, window - reserve)
//
// With an unknown window the limit is the threshold. A reserve never takes more than 85 % of the window: a MaxOutput as large
// as the window would leave no room for any prompt, and ReplyLimit lowers it anyway.
func NewBudget(s Settings) Budget {
	s = s.Clamp()
	b := Budget{Limit: s.Threshold, Rule: RuleCeiling, Window: s.ContextLength}
	if b.Window == 0 {
		return b
	}
	part := (b.Window*15 + 99) / 100
	b.Reserve = min(max(part, s.MaxOutput), b.Window-part)
	if room := b.Window - b.Reserve; room < b.Limit {
		b.Limit, b.Rule = room, RuleWindow
	}
	return b
}

// ReplyLimit returns the longest reply to ask the server for after a prompt of so many tokens: s.MaxOutput, lowered to what
// the prompt leaves of a known window, at least 1. 0 means that the request names no limit, because s.MaxOutput is 0.
func ReplyLimit(s Settings, prompt int) int {
	s = s.Clamp()
	if s.MaxOutput == 0 || s.ContextLength == 0 {
		return s.MaxOutput
	}
	return max(min(s.MaxOutput, s.ContextLength-sane(prompt)), 1)
}
