package tokens

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bonbon/history/talk"
)

// Part names a part of a prompt.
type Part string

// The parts of a prompt.
const (
	PartSystem   Part = "system"   // system prompt and persona text
	PartMemory   Part = "memory"   //
	PartSummary  Part = "summary"  //
	PartTools    Part = "tools"    // tool schemas
	PartPost     Part = "post"     // post prompt, and the block with the time
	PartMessage  Part = "message"  // the newest user message
	PartPictures Part = "pictures" // the pictures of the newest user message
	PartFollowUp Part = "followup" // what already follows it: replies, calls and results
	PartCeiling  Part = "ceiling"  // no text: the user's threshold, as a remedy
	PartReply    Part = "reply"    // no text: the longest reply, as a remedy
	PartWindow   Part = "window"   // no text: the window with which the server runs the model, as a remedy
)

// LowCeiling is the threshold in tokens under which a persona soon has too little room: the dialog warns.
const LowCeiling = 32_000

// Remedy is one way to make the newest message fit.
type Remedy struct {
	Part   Part // what to raise (PartCeiling, PartWindow), lower (PartReply), take out (PartPictures) or shorten (the others)
	Gain   int  // tokens that it gains at the most
	Enough bool // it alone can be enough
}

// Diagnosis says in tokens why not even the newest turn fits. It holds no prose.
type Diagnosis struct {
	Limit    int  // largest prompt
	Named    int  // the same in the server's tokens, as it is set; 0: it is Limit
	Rule     Rule // what set Limit
	Window   int  // the model's context length; 0 is unknown
	Reserve  int  // kept free for the reply
	Overhead int  // allowance for framing and automatic text
	Fixed    Fixed
	Message  int // the newest user message, framing included, without its pictures
	Pictures int // the pictures of the newest user message
	FollowUp int // what follows it and cannot be parted from it, framing included
	Needed   int // smallest limit that would do
	Over     int // Needed - Limit

	Factor float64 // tokens of the server for each of ours, if that makes Named

	ToolCount   int // tools that are offered
	LargestTool Tool

	Largest       Part // the part of the prompt that takes the most
	LargestTokens int
	Threshold     int      // ceiling that would do, rounded up; 0: no ceiling helps
	FixedAlone    bool     // the fixed part alone is over: deleting history does not help
	LowCeiling    bool     // the user's ceiling is under 32 000
	Remedies      []Remedy // those that gain anything: first those that are enough, then by gain
}

// CutOffError reports that the newest user turn does not fit, so that nothing can be sent.
type CutOffError struct{ Diagnosis Diagnosis }

// Error says by how much.
func (e *CutOffError) Error() string {
	d := e.Diagnosis
	return fmt.Sprintf("tokens: conversation history was cut off entirely: %d tokens needed, limit %d (%s)", d.Needed, d.Limit, d.Rule)
}

// Code returns the stable code "tokens.cut_off".
func (e *CutOffError) Code() string { return "tokens.cut_off" }

// Args returns the numbers that a sentence about the error needs.
func (e *CutOffError) Args() map[string]any {
	d := e.Diagnosis
	return map[string]any{
		"Limit": d.Limit, "Rule": string(d.Rule), "Window": d.Window, "Reserve": d.Reserve, "Overhead": d.Overhead,
		"System": d.Fixed.System, "Memory": d.Fixed.Memory, "Summary": d.Fixed.Summary, "Tools": d.Fixed.Tools, "Post": d.Fixed.Post,
		"ToolCount": d.ToolCount, "LargestTool": d.LargestTool.Name, "LargestToolTokens": d.LargestTool.Tokens, "Pictures": d.Pictures,
		"Message": d.Message, "FollowUp": d.FollowUp, "Needed": d.Needed, "Over": d.Over,
		"Largest": string(d.Largest), "LargestTokens": d.LargestTokens, "Threshold": d.Threshold,
	}
}

// diagnose explains why the turn of the newest user entry does not fit.
func diagnose(in Input, h History, newest talk.Header) Diagnosis {
	b := in.budget()
	d := Diagnosis{
		Limit: b.Limit, Named: in.named(b), Rule: b.Rule, Window: b.Window, Reserve: b.Reserve,
		Overhead: in.overhead(), Fixed: in.Fixed.sane(), Message: framed(newest),
		Pictures: pictures(newest, 0), ToolCount: in.ToolCount, LargestTool: in.LargestTool,
	}
	if d.Named > 0 {
		d.Factor = in.Factor
	}
	w := walker{limit: math.MaxInt}
	for turn := range w.turns(stretch(h, span{int(newest.Pos), h.Len()})) {
		d.FollowUp = turn.Tokens - d.Message - d.Pictures
	}
	base := d.Fixed.Total() + d.Overhead
	d.Needed = base + d.Message + d.Pictures + d.FollowUp
	d.Over = d.Needed - d.Limit
	d.FixedAlone = base > d.Limit
	d.LowCeiling = in.Settings.Clamp().Threshold < LowCeiling

	texts := []Remedy{
		{Part: PartSystem, Gain: d.Fixed.System}, {Part: PartMemory, Gain: d.Fixed.Memory},
		{Part: PartSummary, Gain: d.Fixed.Summary}, {Part: PartTools, Gain: d.Fixed.Tools},
		{Part: PartPost, Gain: d.Fixed.Post},
		{Part: PartMessage, Gain: d.Message - PerMessage}, {Part: PartPictures, Gain: d.Pictures},
		{Part: PartFollowUp, Gain: d.FollowUp},
	}
	largest := slices.MaxFunc(texts, byGain)
	d.Largest, d.LargestTokens = largest.Part, largest.Gain
	raised := in.limitWith(func(s *Settings) { s.Threshold = MaxThreshold })
	if raised >= d.Needed && d.Rule == RuleCeiling {
		d.Threshold = roundUp(Theirs(d.Needed, in.Factor))
	}
	d.Remedies = d.rank(append(texts,
		Remedy{Part: PartCeiling, Gain: raised - d.Limit},
		Remedy{Part: PartReply, Gain: in.limitWith(func(s *Settings) { s.MaxOutput = 0 }) - d.Limit},
		Remedy{Part: PartWindow, Gain: in.widened() - d.Limit}))
	return d
}

// rank returns the remedies that gain anything, the best first.
func (d Diagnosis) rank(all []Remedy) []Remedy {
	var out []Remedy
	for _, r := range all {
		r.Enough = r.Gain >= d.Over
		if r.Part == PartMessage && d.Pictures == 0 {
			r.Enough = r.Gain > d.Over // something must be left to say
		}
		if r.Gain > 0 {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b Remedy) int {
		if a.Enough != b.Enough {
			if a.Enough {
				return -1
			}
			return 1
		}
		return byGain(b, a)
	})
	return out
}

func byGain(a, b Remedy) int { return cmp.Compare(a.Gain, b.Gain) }

// widened returns the limit if the server ran the model with any window that is asked of it.
func (in Input) widened() int {
	in.ServerLimit = 0
	return in.limitWith(func(s *Settings) { s.ContextLength = 0 })
}

// limitWith returns the limit under changed settings.
func (in Input) limitWith(change func(*Settings)) int {
	change(&in.Settings)
	return in.budget().Limit
}

// roundUp returns a threshold of at least n tokens that is easy to read: whole thousands, from 100 000 on two digits. It
// stays within the range of the setting, which must hold n.
func roundUp(n int) int {
	step := 1000
	for n > 100*step {
		step *= 10
	}
	return min((n+step-1)/step*step, MaxThreshold)
}
