package persona

import (
	"slices"
	"strings"
)

// Sampling holds what a persona sets for the model's choice of words; nil and the empty value leave it to the server.
// 0 is a value. Names are those of the chat completion protocol. The length of a reply is Cutoff.MaxOutput.
type Sampling struct {
	Temperature       *float64 `json:"temperature,omitempty"`        // 0 … 2
	TopP              *float64 `json:"top_p,omitempty"`              // 0 … 1
	TopK              *int     `json:"top_k,omitempty"`              // 0 … 1000; 0 is no limit
	MinP              *float64 `json:"min_p,omitempty"`              // 0 … 1
	FrequencyPenalty  *float64 `json:"frequency_penalty,omitempty"`  // -2 … 2
	PresencePenalty   *float64 `json:"presence_penalty,omitempty"`   // -2 … 2
	RepetitionPenalty *float64 `json:"repetition_penalty,omitempty"` // 0.1 … 2; 1 is none
	Seed              *int     `json:"seed,omitempty"`               // -1 … 2^53-1; -1 is another one each time, where it is known
	Stop              []string `json:"stop,omitempty"`               // at most 8 texts of at most 200 bytes, none empty
	ReasoningEffort   string   `json:"reasoning_effort,omitempty"`   // one of Efforts
	KeepTags          bool     `json:"keep_tags,omitempty"`          // marks of thinking, as <think>, stay in the text; else what is in them is folded away
}

// Limits of Sampling.
const (
	MaxTemperature          = 2.0
	MaxTopK                 = 1000
	MaxPenalty              = 2.0 // of frequency and presence, either way
	MinRepetition           = 0.1
	MaxRepetition           = 2.0
	MaxSeed                 = 1<<53 - 1 // the largest number that every reader of JSON takes whole
	MaxStops, MaxStopLength = 8, 200    // texts, and bytes of one
)

// Efforts are the values of Sampling.ReasoningEffort, the least first.
var Efforts = []string{"none", "minimal", "low", "medium", "high", "xhigh"}

// Clamp returns s with every value in its range: numbers at the nearest value, texts that cannot be sent left out.
func (s Sampling) Clamp() Sampling {
	var d decoder
	s = s.clone()
	s.hold(&d)
	return s
}

// clone returns a copy that shares nothing with s.
func (s Sampling) clone() Sampling {
	for _, v := range []**float64{&s.Temperature, &s.TopP, &s.MinP, &s.FrequencyPenalty, &s.PresencePenalty, &s.RepetitionPenalty} {
		*v = own(*v)
	}
	s.TopK, s.Seed = own(s.TopK), own(s.Seed)
	s.Stop = slices.Clone(s.Stop)
	return s
}

func own[T any](v *T) *T {
	if v == nil {
		return nil
	}
	c := *v
	return &c
}

// hold moves the values into their ranges and reports those that were outside.
func (s *Sampling) hold(d *decoder) {
	hold(d, "sampling.temperature", s.Temperature, 0, MaxTemperature)
	hold(d, "sampling.top_p", s.TopP, 0, 1)
	hold(d, "sampling.top_k", s.TopK, 0, MaxTopK)
	hold(d, "sampling.min_p", s.MinP, 0, 1)
	hold(d, "sampling.frequency_penalty", s.FrequencyPenalty, -MaxPenalty, MaxPenalty)
	hold(d, "sampling.presence_penalty", s.PresencePenalty, -MaxPenalty, MaxPenalty)
	hold(d, "sampling.repetition_penalty", s.RepetitionPenalty, MinRepetition, MaxRepetition)
	hold(d, "sampling.seed", s.Seed, -1, MaxSeed)
	if stops := CleanStops(s.Stop); len(stops) != len(s.Stop) {
		d.report("sampling.stop", ProblemRange, mustJSON(s.Stop))
		s.Stop = stops
	}
	if len(s.Stop) == 0 {
		s.Stop = nil
	}
	if s.ReasoningEffort != "" && !slices.Contains(Efforts, s.ReasoningEffort) {
		d.report("sampling.reasoning_effort", ProblemValue, mustJSON(s.ReasoningEffort))
		s.ReasoningEffort = ""
	}
}

// CleanStops returns the stop texts that can be sent: none empty, too long or twice, and no more than MaxStops.
func CleanStops(all []string) []string {
	var out []string
	for _, s := range all {
		if s != "" && len(s) <= MaxStopLength && !slices.Contains(out, s) && strings.ToValidUTF8(s, "") == s && len(out) < MaxStops {
			out = append(out, s)
		}
	}
	return out
}

// Shape says in which form a model's template takes the messages of a request. It is a persona's, not a connection's: the
// template belongs to the model, and a persona chooses the model.
type Shape string

// The shapes. Each of the last two does all that the one before it does.
const (
	ShapeAuto     Shape = ""          // as they are, until the server refuses that
	ShapeStrict   Shape = "strict"    // the user first and last, taking turns with the assistant
	ShapeNoSystem Shape = "no_system" // and what the system message says stands in the user's first one
)

// Shapes are all shapes.
var Shapes = []Shape{ShapeAuto, ShapeStrict, ShapeNoSystem}
