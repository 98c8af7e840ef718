package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestFailureStatus(t *testing.T) {
	tests := []struct {
		name   string
		status int
		body   string
		want   ServerError
	}{
		{"OpenAI", 401, `{"error":{"message":"bad key sk-secret-key","type":"auth","code":"invalid_api_key","param":null}}`,
			ServerError{Message: "bad key ••••", Type: "auth", Code: "invalid_api_key"}},
		{"llama.cpp", 400, `{"error":{"code":400,"message":"too big","type":"exceed_context_size_error","n_prompt_tokens":6029,"n_ctx":4096}}`,
			ServerError{Message: "too big", Type: "exceed_context_size_error", Code: "400", Asked: 6029, Limit: 4096}},
		{"Ollama", 404, `{"error":"model not found"}`, ServerError{Message: "model not found"}},
		{"vLLM", 400, `{"object":"error","message":"no","type":"BadRequestError","param":"model","code":400}`,
			ServerError{Message: "no", Type: "BadRequestError", Param: "model", Code: "400"}},
		{"FastAPI", 422, `{"detail":[{"loc":["body","x"],"msg":"extra field","type":"extra"}]}`, ServerError{Message: "extra field", Type: "extra", Param: "x"}},
		{"OpenRouter", 502, `{"error":{"message":"Provider returned error","code":502,"metadata":{"raw":"{\"error\":{\"message\":\"upstream is down\"}}"}}}`,
			ServerError{Message: "upstream is down", Code: "502"}},
		{"Google", 429, `[{"error":{"code":429,"message":"wait","status":"RESOURCE_EXHAUSTED","details":[{},{"retryDelay":"31s"}]}}]`,
			ServerError{Message: "wait", Type: "RESOURCE_EXHAUSTED", Code: "429", RetryDelay: 31 * time.Second}},
		{"plain", 503, " upstream\n\tbusy \x00", ServerError{Message: "upstream busy"}},
		{"page", 502, "<html>Bad Gateway</html>", ServerError{Message: "<html>Bad Gateway</html>", HTML: true}},
		{"empty", 500, "", ServerError{}},
		{"empty object", 429, "{}", ServerError{}},
		{"null", 500, "null", ServerError{}},
		{"broken UTF-8", 500, "a\xff", ServerError{Message: "a\uFFFD"}},
		{"deep", 500, strings.Repeat(`{"error":`, 5000) + `"x"` + strings.Repeat("}", 5000), ServerError{}},
		{"long", 500, strings.Repeat("é", 100000), ServerError{Message: strings.Repeat("é", 1000)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ask(t, answer(tt.status, strings.NewReader(tt.body), "X-Test", "1"))
			var got *ServerError
			if !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			if got.Header.Get("X-Test") != "1" {
				t.Error("the headers are lost")
			}
			tt.want.Status, tt.want.Header = tt.status, got.Header
			if !reflect.DeepEqual(*got, tt.want) {
				t.Errorf("got  %.500s\nwant %.500s", fmt.Sprintf("%+v", *got), fmt.Sprintf("%+v", tt.want))
			}
		})
	}
}

func TestRedirectAndOtherBodiesPass(t *testing.T) {
	res, err := answer(307, strings.NewReader("moved"), "Location", "/x").RoundTrip(newRequest(t, t.Context(), "{}"))
	if err != nil || res.StatusCode != 307 {
		t.Fatalf("redirect: %v, %v", res, err)
	}
	r := newRequest(t, t.Context(), "{}")
	r.Header.Set("Accept", "application/json")
	res, err = answer(200, strings.NewReader(`[1]`)).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(res.Body); err != nil || string(body) != `[1]` {
		t.Errorf("body: %q, %v", body, err)
	}
}

func TestFieldsAreTheBody(t *testing.T) {
	var sent *http.Request
	var body []byte
	tr := &Transport{RawQuery: "v=1", Base: tripper(func(r *http.Request) (*http.Response, error) {
		sent = r
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			t.Error(err)
		}
		return nil, io.ErrUnexpectedEOF
	})}
	fields := Fields{"model": "o1", "temperature": 0.0, "messages": json.RawMessage(`[{"role":"user","content":"<b> & 猫"}]`), "stream": true}
	r := newRequest(t, With(t.Context(), fields), `{"model":"-","stream":true}`)
	r.URL.RawQuery = "a=b"
	if _, err := tr.RoundTrip(r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	want := `{"model":"o1","stream":true,"temperature":0,"messages":[{"role":"user","content":"<b> & 猫"}]}`
	if string(body) != want {
		t.Errorf("sent %s, want %s", body, want)
	}
	if sent.URL.RawQuery != "a=b&v=1" || r.URL.RawQuery != "a=b" {
		t.Errorf("queries: sent %q, own %q", sent.URL.RawQuery, r.URL.RawQuery)
	}
	if again, err := sent.GetBody(); err != nil {
		t.Error(err)
	} else if b, err := io.ReadAll(again); err != nil || int64(len(b)) != sent.ContentLength {
		t.Errorf("the body cannot be sent again: %d bytes, %v", len(b), err)
	}
}

func TestBody(t *testing.T) {
	tests := []struct {
		name string
		f    Fields
		want string
	}{
		{"nothing", nil, `{}`},
		{"one", Fields{"a<b": "x&y"}, `{"a<b":"x&y"}`},
		{"messages last", Fields{"z": 1, "messages": []string{"m"}, "a": nil}, `{"a":null,"z":1,"messages":["m"]}`},
		{"raw stays", Fields{"r": json.RawMessage(`{"b":1.50,"a":"\u003c"}`)}, `{"r":{"b":1.50,"a":"\u003c"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Body(tt.f)
			if err != nil || string(got) != tt.want {
				t.Errorf("got %s, %v; want %s", got, err, tt.want)
			}
		})
	}
	tr := answer(200, strings.NewReader(""))
	if _, err := tr.RoundTrip(newRequest(t, With(t.Context(), Fields{"x": func() {}}), "{}")); err == nil {
		t.Error("a function was sent")
	}
}

func TestParseModels(t *testing.T) {
	tests := []struct {
		name, body string
		want       []Model
		ok         bool
	}{
		{"OpenAI", `{"object":"list","data":[{"id":"a","created":1.5},{"id":"b"},{"id":"a"}]}`, []Model{{ID: "a"}, {ID: "b"}}, true},
		{"bare", `[{"id":"a","context_length":8192}]`, []Model{{"a", 8192, ""}}, true},
		{"names", `["a","b"]`, []Model{{ID: "a"}, {ID: "b"}}, true},
		{"Ollama", `{"models":[{"name":"a","model":"x"}]}`, []Model{{ID: "a"}}, true},
		{"llama.cpp", `{"models":[{"name":"f"}],"data":[{"id":"a","meta":{"n_ctx":4096,"n_ctx_train":131072}}]}`, []Model{{"a", 4096, ""}}, true},
		{"vLLM", `{"data":[{"id":"a","max_model_len":"32768"}]}`, []Model{{"a", 32768, ""}}, true},
		{"LM Studio", `{"data":[{"id":"a","max_context_length":131072,"loaded_context_length":4096}]}`, []Model{{"a", 4096, ""}}, true},
		{"odd entries", `{"data":[null,7,{},{"id":""},{"id":5},{"id":"a","context_length":-1}]}`, []Model{{ID: "5"}, {ID: "a"}}, true},
		{"empty", `{"data":[]}`, nil, true},
		{"null", `{"data":null}`, nil, false},
		{"other", `{"status":"ok"}`, nil, false},
		{"page", `<html>`, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := ParseModels([]byte(tt.body))
			if ok != tt.ok || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, %v; want %v, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}
