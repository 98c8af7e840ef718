// Package persona says who speaks: a persona, its own settings and the app's settings that it inherits from.
// It is pure: values in, values out. It must not know the store, the network or the window.
package persona

import (
	"encoding/json"
	"time"

	"bonbon/tokens"
)

// Persona is one character to talk with. Fields that this version does not know are kept in Extra and written back.
type Persona struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Picture    string    `json:"picture,omitempty"`    // "asset:<name>", "sha256:<hex>" or "" (a tile with the first letter)
	Background string    `json:"background,omitempty"` // picture behind the talk: "sha256:<hex>" or "" (none)
	Prompt     string    `json:"prompt,omitempty"`
	Greeting   string    `json:"greeting,omitempty"`
	PostPrompt string    `json:"post_prompt,omitempty"` // sent after the newest message of every request, never stored with it
	TellTime   bool      `json:"tell_time,omitempty"`   // the newest message is sent with the current time
	Connection string    `json:"connection,omitempty"`  // id of a Connection; "" is the app's default
	Model      string    `json:"model,omitempty"`       // "" is the connection's default
	Sampling   Sampling  `json:"sampling,omitzero"`
	Shape      Shape     `json:"message_shape,omitempty"`
	Cutoff     Cutoff    `json:"cutoff,omitzero"`
	Created    time.Time `json:"created,omitzero"`
	Trashed    time.Time `json:"trashed,omitzero"` // when it went to the trash; zero for a live persona

	Extra map[string]json.RawMessage `json:"-"`
}

// Cutoff holds a persona's own cutoff values; nil takes the app's default. Names are those of the exchange format.
type Cutoff struct {
	Threshold       *int  `json:"talk_history_cutoff_threshold,omitempty"`
	PastHours       *int  `json:"talk_history_cutoff_by_past_hours,omitempty"`
	BeforeSummary   *bool `json:"talk_history_cutoff_before_summary,omitempty"`
	SummaryReplaces *bool `json:"talk_history_summary_replaces,omitempty"`
	Steps           *bool `json:"talk_history_cutoff_steps,omitempty"`
	ElideToolOutput *bool `json:"elide_tool_output,omitempty"`
	PhotoCutoff     *int  `json:"photo_cutoff,omitempty"`
	ContextLength   *int  `json:"model_context_length,omitempty"`
	MaxOutput       *int  `json:"max_output_tokens,omitempty"`
}

// Resolve returns the cutoff settings that a turn with this persona uses: its own values where set, else the defaults,
// each clamped to its range.
func Resolve(defaults tokens.Settings, own Cutoff) tokens.Settings {
	s := defaults
	pick(&s.Threshold, own.Threshold)
	pick(&s.PastHours, own.PastHours)
	pick(&s.BeforeSummary, own.BeforeSummary)
	pick(&s.SummaryReplaces, own.SummaryReplaces)
	if own.BeforeSummary != nil && *own.BeforeSummary && own.SummaryReplaces == nil {
		s.SummaryReplaces = false // the persona's own choice of the two, against the app's
	}
	pick(&s.Steps, own.Steps)
	pick(&s.ElideToolOutput, own.ElideToolOutput)
	pick(&s.PhotoCutoff, own.PhotoCutoff)
	pick(&s.ContextLength, own.ContextLength)
	pick(&s.MaxOutput, own.MaxOutput)
	return s.Clamp()
}

func pick[T any](to *T, own *T) {
	if own != nil {
		*to = *own
	}
}
