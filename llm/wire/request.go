package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
)

// Fields are the members of a request's JSON object. The client library refuses some values by the name of a model, omits others
// (temperature 0) and escapes what needs no escape, so what it wrote is not sent.
type Fields map[string]any

// fieldMessages is the member that is written last: the others are short, and whoever reads a request wants to see them.
const fieldMessages = "messages"

// Complete adds the fields of more that f does not have.
func (f Fields) Complete(more Fields) {
	for name, value := range more {
		if _, ok := f[name]; !ok {
			f[name] = value
		}
	}
}

type fieldsKey struct{}

// With returns a context that makes Transport send the fields as the body of requests made with it, as Body writes them.
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
	if err := req.Body.Close(); err != nil {
		return nil, fmt.Errorf("wire: drop the library's request: %w", err)
	}
	body, err := Body(fields)
	if err != nil {
		return nil, fmt.Errorf("wire: encode the request: %w", err)
	}
	req.ContentLength = int64(len(body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	req.Body, err = req.GetBody()
	return req, err
}

// Body encodes fields as the one body that stands for them: compact JSON, the names sorted but the messages last, < > & as they
// are. The same fields give the same bytes.
func Body(f Fields) ([]byte, error) {
	names := slices.Sorted(maps.Keys(f))
	if i := slices.Index(names, fieldMessages); i >= 0 {
		names = append(slices.Delete(names, i, i+1), fieldMessages)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, name := range names {
		b.WriteByte("{,"[min(i, 1)])
		if err := encode(e, &b, name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encode(e, &b, f[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(names) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode writes a value without the line break that an Encoder puts after it.
func encode(e *json.Encoder, b *bytes.Buffer, v any) error {
	if err := e.Encode(v); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1)
	return nil
}
