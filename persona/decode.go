package persona

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Problem is one field that was not taken as it was written.
type Problem struct {
	Field string // dotted path, as "cutoff.talk_history_cutoff_threshold"
	Code  ProblemCode
	Value string // what was written, as JSON, at most 80 bytes; empty for unknown fields: it may be a secret
}

// ProblemCode says what happened to a field.
type ProblemCode string

// The codes.
const (
	ProblemUnknown ProblemCode = "unknown" // not a field of this version; kept and written back
	ProblemValue   ProblemCode = "value"   // no value for this field; the field keeps its default
	ProblemRange   ProblemCode = "range"   // moved to the nearest value of its range
	ProblemID      ProblemCode = "id"      // a missing or repeated id; a new one was made
)

var errNotObject = errors.New("persona: not a JSON object")

// decoder reads JSON field by field, so that one bad field costs that field and nothing else.
type decoder struct{ problems []Problem }

// object decodes the fields of data into the struct to, a pointer, whose present values are the defaults. It returns the
// fields that have no place in it.
func (d *decoder) object(data []byte, to any) (map[string]json.RawMessage, error) {
	if data = bytes.TrimSpace(data); len(data) == 0 || data[0] != '{' {
		return nil, errNotObject
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, fmt.Errorf("persona: %w", err)
	}
	return d.fields("", fields, reflect.ValueOf(to).Elem()), nil
}

func (d *decoder) fields(path string, fields map[string]json.RawMessage, to reflect.Value) map[string]json.RawMessage {
	var unknown map[string]json.RawMessage
	keep := func(name string, raw json.RawMessage) {
		if unknown == nil {
			unknown = map[string]json.RawMessage{}
		}
		unknown[name] = bytes.Clone(raw)
	}
	known := fieldsOf(to.Type())
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		field, ok := known[name]
		if !ok {
			d.report(path+name, ProblemUnknown, nil)
			keep(name, fields[name])
			continue
		}
		if rest := d.value(path+name, fields[name], to.FieldByIndex(field.Index)); rest != nil {
			keep(name, rest)
		}
	}
	return unknown
}

// value decodes raw into to and returns, as an object, what of raw has no place in it; nil if all has.
func (d *decoder) value(path string, raw json.RawMessage, to reflect.Value) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	var rest map[string]json.RawMessage
	switch value := to.Addr().Interface().(type) {
	case json.Unmarshaler:
		d.plain(path, raw, value)
	case *[]Connection:
		rest = d.connections(path, raw, value)
	default:
		if to.Kind() != reflect.Struct {
			d.plain(path, raw, value)
			break
		}
		var fields map[string]json.RawMessage
		if d.plain(path, raw, &fields) {
			rest = d.fields(path+".", fields, to)
		}
	}
	if rest == nil {
		return nil
	}
	return pack(rest)
}

// plain decodes raw whole. If that fails, to keeps the value that it had.
func (d *decoder) plain(path string, raw json.RawMessage, to any) bool {
	fresh := reflect.New(reflect.TypeOf(to).Elem())
	if err := json.Unmarshal(raw, fresh.Interface()); err != nil {
		d.report(path, ProblemValue, raw)
		return false
	}
	reflect.ValueOf(to).Elem().Set(fresh.Elem())
	return true
}

// connections decodes a list in which every element gets an id that no other has. What has no place is returned by id.
func (d *decoder) connections(path string, raw json.RawMessage, to *[]Connection) map[string]json.RawMessage {
	var elements []json.RawMessage
	if !d.plain(path, raw, &elements) {
		return nil
	}
	var rest map[string]json.RawMessage
	taken := map[string]bool{}
	list := make([]Connection, 0, len(elements))
	for i, element := range elements {
		var c Connection
		more := d.value(fmt.Sprintf("%s.%d", path, i), element, reflect.ValueOf(&c).Elem())
		if c == (Connection{}) && more == nil {
			continue
		}
		if c.ID == "" || taken[c.ID] {
			d.report(fmt.Sprintf("%s.%d.id", path, i), ProblemID, nil)
			c.ID = newID(c, taken)
		}
		taken[c.ID] = true
		list = append(list, c)
		if more != nil {
			if rest == nil {
				rest = map[string]json.RawMessage{}
			}
			rest[c.ID] = more
		}
	}
	*to = list
	return rest
}

// newID returns an id for c that is not taken: from its name, else a number.
func newID(c Connection, taken map[string]bool) string {
	base := strings.Join(strings.FieldsFunc(strings.ToLower(c.Name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	}), "-")
	base = cmp.Or(base, "connection")
	id := base
	for n := 2; taken[id] || id == DemoConnection; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	return id
}

func (d *decoder) report(field string, code ProblemCode, raw json.RawMessage) {
	const longest = 80
	value := string(raw)
	if len(value) > longest {
		value = strings.ToValidUTF8(value[:longest], "")
	}
	d.problems = append(d.problems, Problem{Field: field, Code: code, Value: value})
}

// hold moves *v into lo … hi and reports it if it was outside.
func hold[T cmp.Ordered](d *decoder, field string, v *T, lo, hi T) {
	if v == nil || *v >= lo && *v <= hi {
		return
	}
	d.report(field, ProblemRange, json.RawMessage(fmt.Sprint(*v)))
	*v = min(max(*v, lo), hi)
}

// fieldsOf returns the fields of a struct type by their JSON names.
func fieldsOf(t reflect.Type) map[string]reflect.StructField {
	fields := map[string]reflect.StructField{}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			fields[name] = f
		}
	}
	return fields
}
