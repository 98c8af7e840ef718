// Package tokens says what a request costs and what of a talk is sent: counting, budget, time cutoff, elision, token trim, diagnosis.
//
// Planning is pure: no I/O, no clock, no locks. The caller passes the time and a History, which reads entry headers newest
// first; stored history is never changed, and the same input gives the same view. Only a Counter has state: the token tables,
// which are part of the program and loaded once. The package must not know texts of prompts, servers, the store or the window.
package tokens

// Settings are the cutoff values that one turn uses, already resolved between a persona and the app's defaults.
// The JSON names are those of the exchange format.
type Settings struct {
	Threshold       int  `json:"talk_history_cutoff_threshold"`      // hard ceiling of the whole prompt, in tokens; 0 … 2 000 000
	PastHours       int  `json:"talk_history_cutoff_by_past_hours"`  // entries older than this are not sent; 0 is off; 0 … 87 600 hours
	BeforeSummary   bool `json:"talk_history_cutoff_before_summary"` // true: entries from before the latest summary are kept whatever their age
	SummaryReplaces bool `json:"talk_history_summary_replaces"`      // true: entries that the latest summary covers are not sent, the summary stands for them; excludes BeforeSummary
	Steps           bool `json:"talk_history_cutoff_steps"`          // true: cut rarely and in large steps, so that the prompt's beginning stays the same; false: exactly, every turn
	ElideToolOutput bool `json:"elide_tool_output"`                  // old, long tool output is left out before any message is
	PhotoCutoff     int  `json:"photo_cutoff"`                       // only the newest so many messages are sent with their pictures; 0 is all; 0 … 10 000
	ContextLength   int  `json:"model_context_length"`               // the model's window in tokens; 0 is unknown; 0 … 10 000 000
	MaxOutput       int  `json:"max_output_tokens"`                  // longest reply in tokens; 0 leaves it to the server; 0 … 1 000 000
}

// Limits of Settings.
const (
	MaxThreshold     = 2_000_000
	MaxPastHours     = 87_600
	MaxPhotoCutoff   = 10_000
	MaxContextLength = 10_000_000
	MaxMaxOutput     = 1_000_000
)

// Defaults returns the values of a first start: 40 000 tokens, no time cutoff, cut in steps, old tool output
// first, the pictures of the newest ten messages.
func Defaults() Settings {
	return Settings{Threshold: 40_000, Steps: true, ElideToolOutput: true, PhotoCutoff: 10}
}

// Clamp returns s with every value moved into its range. SummaryReplaces and BeforeSummary exclude each other: the first wins.
func (s Settings) Clamp() Settings {
	s.Threshold = min(max(s.Threshold, 0), MaxThreshold)
	s.PastHours = min(max(s.PastHours, 0), MaxPastHours)
	s.PhotoCutoff = min(max(s.PhotoCutoff, 0), MaxPhotoCutoff)
	s.BeforeSummary = s.BeforeSummary && !s.SummaryReplaces
	s.ContextLength = min(max(s.ContextLength, 0), MaxContextLength)
	s.MaxOutput = min(max(s.MaxOutput, 0), MaxMaxOutput)
	return s
}
