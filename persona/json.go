package persona

import (
	"encoding/json"
	"fmt"
	"slices"

	"bonbon/tokens"
)

// MarshalJSON writes p with the unknown fields that it was read with.
func (p Persona) MarshalJSON() ([]byte, error) {
	type plain Persona
	return encode(plain(p), p.Extra)
}

// UnmarshalJSON reads p as ReadPersona does, without the report. Fields that data does not have keep their values. It is an
// error only if data is no JSON object.
func (p *Persona) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	_, err := p.decode(data)
	return err
}

// Unknown returns the names of the fields in Extra, dotted and sorted.
func (p Persona) Unknown() []string { return names("", p.Extra) }

func (p *Persona) decode(data []byte) ([]Problem, error) {
	type plain Persona
	var d decoder
	extra, err := d.object(data, (*plain)(p))
	if err != nil {
		return nil, err
	}
	p.Extra = extra
	p.Sampling.hold(&d)
	if !slices.Contains(Shapes, p.Shape) {
		d.report("message_shape", ProblemValue, mustJSON(p.Shape))
		p.Shape = ShapeAuto
	}
	hold(&d, "cutoff.talk_history_cutoff_threshold", p.Cutoff.Threshold, 0, tokens.MaxThreshold)
	hold(&d, "cutoff.talk_history_cutoff_by_past_hours", p.Cutoff.PastHours, 0, tokens.MaxPastHours)
	hold(&d, "cutoff.photo_cutoff", p.Cutoff.PhotoCutoff, 0, tokens.MaxPhotoCutoff)
	hold(&d, "cutoff.model_context_length", p.Cutoff.ContextLength, 0, tokens.MaxContextLength)
	hold(&d, "cutoff.max_output_tokens", p.Cutoff.MaxOutput, 0, tokens.MaxMaxOutput)
	return d.problems, nil
}

// MarshalJSON writes s with the unknown fields that it was read with.
func (s Settings) MarshalJSON() ([]byte, error) {
	type plain Settings
	return encode(plain(s), s.Extra)
}

// UnmarshalJSON reads s as ReadSettings does, without the report. Fields that data does not have keep their values. It is an
// error only if data is no JSON object.
func (s *Settings) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	_, err := s.decode(data)
	return err
}

// Unknown returns the names of the fields in Extra, dotted and sorted. Those of a connection stand under its id.
func (s Settings) Unknown() []string { return names("", s.Extra) }

func (s *Settings) decode(data []byte) ([]Problem, error) {
	type plain Settings
	var d decoder
	extra, err := d.object(data, (*plain)(s))
	if err != nil {
		return nil, err
	}
	s.Extra = extra
	if s.TextSize == 0 {
		s.TextSize = DefaultSettings().TextSize
	}
	hold(&d, "text_size", &s.TextSize, MinTextSize, MaxTextSize)
	if s.Column != 0 {
		hold(&d, "column_width", &s.Column, MinColumn, MaxColumn)
	}
	if s.PictureSide != 0 {
		hold(&d, "picture_side", &s.PictureSide, MinPictureSide, MaxPictureSide)
	}
	hold(&d, "cutoff.talk_history_cutoff_threshold", &s.Cutoff.Threshold, 0, tokens.MaxThreshold)
	hold(&d, "cutoff.talk_history_cutoff_by_past_hours", &s.Cutoff.PastHours, 0, tokens.MaxPastHours)
	hold(&d, "cutoff.photo_cutoff", &s.Cutoff.PhotoCutoff, 0, tokens.MaxPhotoCutoff)
	hold(&d, "cutoff.model_context_length", &s.Cutoff.ContextLength, 0, tokens.MaxContextLength)
	hold(&d, "cutoff.max_output_tokens", &s.Cutoff.MaxOutput, 0, tokens.MaxMaxOutput)
	for i := range s.Connections {
		l := &s.Connections[i].Limits
		at := fmt.Sprintf("connections.%d.limits.", i)
		hold(&d, at+"connect", &l.Connect, 0, MaxLimit)
		hold(&d, at+"first_byte", &l.FirstByte, 0, MaxLimit)
		hold(&d, at+"silence", &l.Silence, 0, MaxLimit)
	}
	if !slices.Contains([]string{"", "light", "dark", "contrast"}, s.Theme) {
		d.report("theme", ProblemValue, mustJSON(s.Theme))
		s.Theme = ""
	}
	if !slices.ContainsFunc(s.Connections, func(c Connection) bool { return c.ID == DemoConnection }) {
		s.Connections = append(DefaultSettings().Connections, s.Connections...)
	}
	return d.problems, nil
}

// encode writes known, a struct, with the fields of extra that it does not have itself.
func encode(known any, extra map[string]json.RawMessage) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	for name, raw := range extra {
		if !json.Valid(raw) {
			return nil, fmt.Errorf("persona: field %q of Extra is no JSON", name)
		}
	}
	return overlay(data, extra), nil
}

// overlay adds to the object data the fields of extra that it does not have. Where it has one, extra holds what to add inside:
// to an object by name, to a list by the id of the element.
func overlay(data json.RawMessage, extra map[string]json.RawMessage) json.RawMessage {
	fields, ok := unpack(data)
	if !ok {
		return data
	}
	for name, more := range extra {
		inside, isObject := unpack(more)
		own, taken := fields[name]
		switch {
		case !taken:
			fields[name] = more
		case isObject && own[0] == '[':
			fields[name] = overlayList(own, inside)
		case isObject:
			fields[name] = overlay(own, inside)
		}
	}
	return pack(fields)
}

func overlayList(data json.RawMessage, byID map[string]json.RawMessage) json.RawMessage {
	var elements []json.RawMessage
	if json.Unmarshal(data, &elements) != nil {
		return data
	}
	for i, element := range elements {
		var named struct{ ID string }
		if json.Unmarshal(element, &named) != nil {
			continue
		}
		if more, ok := unpack(byID[named.ID]); ok {
			elements[i] = overlay(element, more)
		}
	}
	return mustJSON(elements)
}

// names returns the dotted names of the fields of extra. An object is named by its fields, as only they are known to be
// unknown when it stands in for a part of a known one.
func names(path string, extra map[string]json.RawMessage) []string {
	var out []string
	for name, raw := range extra {
		if inside, ok := unpack(raw); ok && len(inside) > 0 {
			out = append(out, names(path+name+".", inside)...)
			continue
		}
		out = append(out, path+name)
	}
	slices.Sort(out)
	return out
}

// unpack returns the fields of raw and whether it is an object.
func unpack(raw json.RawMessage) (map[string]json.RawMessage, bool) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, false
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return nil, false
	}
	return fields, true
}

func pack(fields map[string]json.RawMessage) json.RawMessage { return mustJSON(fields) }

// mustJSON encodes values that always can be: texts and JSON that was read before.
func mustJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic("persona: " + err.Error())
	}
	return data
}
