package tokens

import "bonbon/history/talk"

// Rule names what set the limit of a prompt.
type Rule string

// The rules.
const (
	RuleCeiling Rule = "ceiling" // the user's threshold
	RuleWindow  Rule = "window"  // the model's context length less the reserve
	RuleServer  Rule = "server"  // a server's error said so
)

// Reason says why the entries above the first sent one are not sent.
type Reason string

// The reasons. An empty reason: everything is sent.
const (
	ReasonAge           Reason = "age"            // older than PastHours
	ReasonTokens        Reason = "tokens"         // did not fit
	ReasonBoth          Reason = "both"           // some are too old, newer ones did not fit
	ReasonSummary       Reason = "summary"        // the summary stands for them
	ReasonSummaryAge    Reason = "summary_age"    // the summary stands for some, newer ones are too old
	ReasonSummaryTokens Reason = "summary_tokens" // the summary stands for some, newer ones did not fit
	ReasonSummaryBoth   Reason = "summary_both"   // the summary stands for some, newer ones are too old or did not fit
	ReasonChosen        Reason = "chosen"         // the user chose where the sent part begins, and all from there on is sent
)

// Fixed is what every request of a persona carries besides the history, in tokens.
type Fixed struct {
	System  int // system prompt and persona text
	Memory  int
	Summary int
	Tools   int // tool schemas
	Post    int // what follows the newest message: the block with the time and the post prompt
}

// Tool is what one tool's schema costs.
type Tool struct {
	Name   string
	Tokens int
}

// Total returns the sum.
func (f Fixed) Total() int { return f.System + f.Memory + f.Summary + f.Tools + f.Post }

// Report says what a plan sends and what it leaves out. Token counts are estimates until the server reports its own.
type Report struct {
	Limit    int   // largest prompt in tokens, as we count
	Named    int   // the same in the server's tokens, as it is set; 0: it is Limit
	Rule     Rule  // what set Limit
	Window   int   // the model's context length; 0 is unknown
	Reserve  int   // kept free for the reply
	Overhead int   // allowance for framing and automatic text
	Fixed    Fixed //
	History  int   // tokens of the entries as they are sent, framing included
	Total    int   // entries on the path
	// TotalTokens is what the whole path would take before any cut, framing and all pictures included.
	TotalTokens int
	Kept        int // entries sent
	CutByAge    int // entries left out by the time cutoff
	CutByTrim   int // entries left out by the token trim, or because they lie before what the user chose
	// CutBySummary is how many entries the summary stands for: they are left out whatever their age.
	CutBySummary int
	Reason       Reason //
	First        int    // position of the first entry sent; with a protected head, of the first after the gap
	HeadFrom     int    // with a protected head: position of the first entry of it that is sent
	HeadTo       int    // position after the last one; HeadFrom if none is
	Oldest       int64  // effective time of the oldest entry sent, milliseconds since 1970
	Encoding     string // table of the counts; "mixed" if entries differ
	Elided       int    // tool results that are sent as a placeholder
	ElidedTo     int    // position after the newest of them, 0: none; of the sent results before it, all that are LongOutput are elided
	Saved        int    // tokens that this saves
	Uncounted    bool   // counting failed: the last messages are sent, whatever they have
	Moved        bool   // cut in steps: the anchor is another one than before

	Pictures     int // messages that are sent with their pictures
	PicturesLeft int // messages that are sent without theirs
	PhotosFrom   int // entries at places before this one are sent without their pictures; Total or more: none has them
	ToolCount    int // tools that are offered
	LargestTool  Tool

	Factor float64 // tokens of the server for each of ours that the plan reckoned with; with an anchor as it was when that was chosen
	Ratio  Ratio   // bytes of a request for each of the server's tokens, likewise
}

// Prompt returns the estimated tokens of the whole prompt.
func (r Report) Prompt() int { return r.Fixed.Total() + r.History + r.Overhead }

// leave takes in which of the kept entries are elided, and how many tokens that saves.
func (r *Report) leave(kept []talk.Header, elided []int, saved int) {
	r.Elided, r.Saved, r.History = len(elided), saved, r.History-saved
	if len(elided) > 0 {
		r.ElidedTo = int(kept[elided[len(elided)-1]].Pos) + 1
	}
}
