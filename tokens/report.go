package tokens

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
	ReasonAge    Reason = "age"    // older than PastHours
	ReasonTokens Reason = "tokens" // did not fit
	ReasonBoth   Reason = "both"   // some are too old, newer ones did not fit
)

// Fixed is what every request of a persona carries besides the history, in tokens.
type Fixed struct {
	System  int // system prompt and persona text
	Memory  int
	Summary int
	Tools   int // tool schemas
}

// Total returns the sum.
func (f Fixed) Total() int { return f.System + f.Memory + f.Summary + f.Tools }

// Report says what a plan sends and what it leaves out. Token counts are estimates until the server reports its own.
type Report struct {
	Limit     int    // largest prompt in tokens, as we count
	Rule      Rule   // what set Limit
	Window    int    // the model's context length; 0 is unknown
	Reserve   int    // kept free for the reply
	Overhead  int    // allowance for framing and automatic text
	Fixed     Fixed  //
	History   int    // tokens of the entries as they are sent, framing included
	Total     int    // entries on the path
	Kept      int    // entries sent
	CutByAge  int    // entries left out by the time cutoff
	CutByTrim int    // entries left out by the token trim
	Reason    Reason //
	First     int    // position of the first entry sent; with a protected head, of the first after the gap
	Oldest    int64  // effective time of the oldest entry sent, milliseconds since 1970
	Encoding  string // table of the counts; "mixed" if entries differ
	Elided    int    // tool results that are sent as a placeholder
	Saved     int    // tokens that this saves
	Uncounted bool   // counting failed: the last messages are sent, whatever they have
	Moved     bool   // cut in steps: the anchor is another one than before
}

// Prompt returns the estimated tokens of the whole prompt.
func (r Report) Prompt() int { return r.Fixed.Total() + r.History + r.Overhead }
