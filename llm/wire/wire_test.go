package wire

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// tripper answers requests from a function.
type tripper func(*http.Request) (*http.Response, error)

func (t tripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// answer returns a transport whose server sends this body.
func answer(status int, body io.Reader, header ...string) *Transport {
	return &Transport{Base: tripper(func(*http.Request) (*http.Response, error) {
		h := http.Header{}
		for i := 0; i+1 < len(header); i += 2 {
			h.Set(header[i], header[i+1])
		}
		return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: h, Body: io.NopCloser(body)}, nil
	})}
}

// ask sends a request for a stream and reads the answer to its end.
func ask(t testing.TB, tr *Transport) (string, error) {
	t.Helper()
	res, err := tr.RoundTrip(newRequest(t, t.Context(), `{"model":"m"}`))
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(res.Body)
	if cerr := res.Body.Close(); cerr != nil {
		t.Error(cerr)
	}
	return string(body), err
}

func newRequest(t testing.TB, ctx context.Context, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://server/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Authorization", "Bearer sk-secret-key")
	return r
}

// pieces is a body that arrives in the pieces given.
type pieces [][]byte

func (p *pieces) Read(b []byte) (int, error) {
	for len(*p) > 0 && len((*p)[0]) == 0 {
		*p = (*p)[1:]
	}
	if len(*p) == 0 {
		return 0, io.EOF
	}
	n := copy(b, (*p)[0])
	(*p)[0] = (*p)[0][n:]
	return n, nil
}

// cut splits data at the lengths that cuts names, over and over.
func cut(data, cuts []byte) *pieces {
	data = bytes.Clone(data)
	var p pieces
	for i := 0; len(data) > 0; i++ {
		n := len(data)
		if len(cuts) > 0 {
			n = min(n, 1+int(cuts[i%len(cuts)])%64)
		}
		p = append(p, data[:n])
		data = data[n:]
	}
	return &p
}
