package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// Fields are members of the request's JSON object. They replace those that the client library wrote, so values that it
// would omit (temperature 0) or refuse for a model's name are sent all the same.
type Fields map[string]any

// Complete adds the fields of more that f does not have.
func (f Fields) Complete(more Fields) {
	for name, value := range more {
		if _, ok := f[name]; !ok {
			f[name] = value
		}
	}
}

type fieldsKey struct{}

// With returns a context that makes Transport merge the fields into the body of requests made with it.
func With(ctx context.Context, f Fields) context.Context {
	return context.WithValue(ctx, fieldsKey{}, f)
}

// outgoing completes a request that may be changed: its query, its headers and its body.
func (t *Transport) outgoing(req *http.Request) (*http.Request, error) {
	if t.RawQuery != "" {
		if req.URL.RawQuery != "" {
			req.URL.RawQuery += "&"
		}
		req.URL.RawQuery += t.RawQuery
	}
	for name, values := range t.Header {
		req.Header[name] = values
	}
	fields, ok := req.Context().Value(fieldsKey{}).(Fields)
	if !ok || req.Body == nil {
		return req, nil
	}
	old, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, fmt.Errorf("wire: read the request: %w", err)
	}
	if err := req.Body.Close(); err != nil {
		return nil, fmt.Errorf("wire: read the request: %w", err)
	}
	body, err := merge(old, fields)
	if err != nil {
		return nil, fmt.Errorf("wire: complete the request: %w", err)
	}
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.Body, err = req.GetBody()
	return req, err
}

// merge sets fields in a JSON object and gives each message the content that the library leaves out when it is empty.
func merge(body []byte, fields Fields) ([]byte, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(body, &object); err != nil {
		return nil, err
	}
	for name, value := range fields {
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		object[name] = raw
	}
	if raw, ok := object["messages"]; ok {
		whole, err := fillContents(raw)
		if err != nil {
			return nil, err
		}
		object["messages"] = whole
	}
	return json.Marshal(object)
}

func fillContents(raw json.RawMessage) (json.RawMessage, error) {
	var messages []map[string]json.RawMessage
	if err := json.Unmarshal(raw, &messages); err != nil {
		return nil, err
	}
	changed := false
	for _, m := range messages {
		if _, ok := m["content"]; !ok && m != nil {
			m["content"] = json.RawMessage(`""`)
			changed = true
		}
	}
	if !changed {
		return raw, nil
	}
	return json.Marshal(messages)
}
