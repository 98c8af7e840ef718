package wire

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"
)

const secret = "sk-marked-key-0123456789"

// taped sends a request with the secret key and reads its answer to the end.
func taped(ctx context.Context, t *testing.T, tr *Transport, body string) {
	t.Helper()
	r := newRequest(t, ctx, body)
	r.Header.Set("Authorization", "Bearer "+secret)
	res, err := tr.RoundTrip(r)
	if err != nil {
		return // a failure status
	}
	_, _ = io.ReadAll(res.Body) // how the stream ends is not what is tested
	if err := res.Body.Close(); err != nil {
		t.Error(err)
	}
}

func TestTape(t *testing.T) {
	stream := `data: {"model":"served-` + secret + `","choices":[{"delta":{"content":"a"}}]}` + "\n\n" +
		`data: {"choices":[{"delta":{},"finish_reason":"end_turn"}]}` + "\n\ndata: [DONE]\n\n"
	var tape Tape
	ctx := WithTape(With(t.Context(), Fields{"a": 1}), &tape)
	taped(ctx, t, answer(500, strings.NewReader("broken, "+secret), "X-Request-Id", secret, "Set-Cookie", "c"), "{}")
	taped(ctx, t, answer(200, strings.NewReader(stream), "Content-Type", "text/event-stream"), "{}")
	takes := tape.Takes()
	if len(takes) != 2 {
		t.Fatalf("%d takes", len(takes))
	}
	all := fmt.Sprintf("%+v", tape.Last())
	for _, k := range takes {
		all += fmt.Sprint(string(k.Body), k.Header, k.Model, k.Finish)
	}
	if strings.Contains(all, secret) || strings.Contains(all, "Cookie") {
		t.Errorf("the tape gives out what is secret: %s", all)
	}
	bad, good := takes[0], takes[1]
	if bad.Status != 500 || string(bad.Body) != "broken, ••••" || bad.Header["X-Request-Id"] != "••••" {
		t.Errorf("failure: %+v", bad)
	}
	if want := strings.ReplaceAll(stream, secret, "••••"); string(good.Body) != want || good.Cut || good.Status != 200 {
		t.Errorf("answer: %+v", good)
	}
	if good.Model != "served-••••" || good.Finish != "end_turn" || good.Size != len(`{"a":1}`) || good.Sum != sha256.Sum256([]byte(`{"a":1}`)) {
		t.Errorf("answer: %+v", good)
	}
	if last := tape.Last(); last.Finish != "end_turn" || last.Body != nil {
		t.Errorf("last: %+v", last)
	}
}

// A key in the request itself is masked before the sum is made, so that the sum says nothing of the key.
func TestTapeOfARequestWithTheKey(t *testing.T) {
	var tape Tape
	taped(WithTape(With(t.Context(), Fields{"a": secret}), &tape), t, answer(200, strings.NewReader("")), "{}")
	if tape.Last().Sum != sha256.Sum256([]byte(`{"a":"••••"}`)) {
		t.Error("the sum is not that of the masked body")
	}
}

func TestTapeIsBounded(t *testing.T) {
	var tape Tape
	// the key lies across the end of what is kept
	long := strings.Repeat("x", maxTake-10) + secret + strings.Repeat("y", 1<<20)
	for range maxTakes + 3 {
		taped(WithTape(t.Context(), &tape), t, answer(200, strings.NewReader(long)), "{}")
	}
	takes := tape.Takes()
	if len(takes) != maxTakes {
		t.Errorf("%d takes are kept", len(takes))
	}
	for _, k := range takes {
		if len(k.Body) != maxTake || !k.Cut || bytes.Contains(k.Body, []byte(secret[:8])) {
			t.Fatalf("%d bytes, cut %v, end %q", len(k.Body), k.Cut, k.Body[len(k.Body)-40:])
		}
	}
}

// What is cut is masked before, so that no beginning of a key is left.
func TestTapeMasksBeforeItCuts(t *testing.T) {
	across := strings.Repeat("x", maxValue-12) + secret
	var tape Tape
	taped(WithTape(t.Context(), &tape), t, answer(200, strings.NewReader(`data: {"model":"`+across+`","choices":[{"finish_reason":"`+across+`"}]}`+"\n\n"), "X-Request-Id", across), "{}")
	last := tape.Last()
	for _, got := range []string{last.Model, last.Finish, last.Header["X-Request-Id"]} {
		if strings.Contains(got, secret[:8]) || len(got) < maxValue-12 {
			t.Errorf("kept %q", got)
		}
	}
}

func TestNoTape(t *testing.T) {
	taped(WithTape(t.Context(), nil), t, answer(200, strings.NewReader("data: [DONE]\n\n")), "{}")
	var tape Tape
	if got := tape.Last(); got.Size != 0 || got.Status != 0 || len(tape.Takes()) != 0 {
		t.Errorf("an unused tape holds %+v", got)
	}
}
