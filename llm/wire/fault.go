package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// maxMessage bounds the words kept of a server's error, in bytes.
const maxMessage = 2000

// parseFault reads an error in any of the shapes in use: {"error":{…}}, {"error":"…"}, a list of those, {"message":…},
// {"detail":…}, with the wrapped error of a gateway inside, or plain words.
func parseFault(body []byte) *ServerError {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	f := &ServerError{}
	var v any
	if len(body) <= maxFault && json.Unmarshal(body, &v) == nil {
		f.fill(v, 0)
	} else {
		f.Message = string(body[:min(len(body), 2*maxMessage)])
	}
	f.Message = clean(f.Message)
	return f
}

// fill takes from v what is still unknown. What is wrapped deeper is nearer to the cause and goes first.
func (f *ServerError) fill(v any, depth int) {
	if depth > 8 {
		return
	}
	switch v := v.(type) {
	case string:
		f.fillString(v, depth)
	case []any:
		for _, item := range v[:min(len(v), 4)] {
			f.fill(item, depth+1)
		}
	case map[string]any:
		f.fillObject(v, depth)
	}
}

func (f *ServerError) fillString(s string, depth int) {
	var wrapped any
	if strings.HasPrefix(s, "{") && json.Unmarshal([]byte(s), &wrapped) == nil {
		f.fill(wrapped, depth+1)
	}
	if f.Message == "" {
		f.Message = s
	}
}

func (f *ServerError) fillObject(o map[string]any, depth int) {
	for _, key := range []string{"error", "errors"} {
		f.fill(o[key], depth+1)
	}
	if meta, ok := o["metadata"].(map[string]any); ok {
		f.fill(meta["raw"], depth+1)
	}
	if details, ok := o["details"].([]any); ok {
		f.fillDetails(details)
	}
	for _, key := range []string{"message", "msg", "detail", "error_description", "title"} {
		if f.Message == "" {
			f.fill(o[key], depth+1)
		}
	}
	setString(&f.Type, o["type"])
	setString(&f.Type, o["status"])
	setString(&f.Code, o["code"])
	setString(&f.Param, o["param"])
	if place, ok := o["loc"].([]any); ok && len(place) > 0 { // FastAPI: the path to the field, from "body" on
		setString(&f.Param, place[len(place)-1])
	}
	setCount(&f.Asked, o["n_prompt_tokens"])
	setCount(&f.Limit, o["n_ctx"])
	for _, key := range []string{"code", "status", "status_code"} {
		if n, ok := o[key].(float64); ok && f.Status == 0 && n >= 400 && n < 600 {
			f.Status = int(n)
		}
	}
}

// fillDetails looks for the wait that Google's error details name.
func (f *ServerError) fillDetails(details []any) {
	for _, d := range details {
		if o, ok := d.(map[string]any); ok {
			s, _ := o["retryDelay"].(string)
			if wait, err := time.ParseDuration(s); err == nil && wait > 0 {
				f.RetryDelay = wait
			}
		}
	}
}

func setString(to *string, v any) {
	if *to != "" {
		return
	}
	switch v := v.(type) {
	case string:
		*to = clean(v)
	case float64:
		*to = strconv.FormatFloat(v, 'f', -1, 64)
	}
}

func setCount(to *int, v any) {
	if n, ok := v.(float64); ok && *to == 0 && n > 0 && n < 1<<53 {
		*to = int(n)
	}
}

// clean makes a server's words fit for one line: valid UTF-8, control characters as spaces, runs of spaces as one.
func clean(s string) string {
	if len(s) > 2*maxMessage {
		s = s[:2*maxMessage]
	}
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	if len(s) > maxMessage {
		s = strings.ToValidUTF8(s[:maxMessage], "")
	}
	return s
}

func looksHTML(body []byte) bool {
	body = bytes.TrimSpace(body)
	return len(body) > 0 && body[0] == '<'
}
