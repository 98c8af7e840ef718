package llm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"bonbon/llm/wire"
)

func TestClassify(t *testing.T) {
	tests := []struct {
		name string
		f    wire.ServerError
		want string
	}{
		{"OpenAI key", wire.ServerError{Status: 401, Code: "invalid_api_key"}, CodeBadKey},
		{"Gemini key", wire.ServerError{Status: 400, Message: "API key not valid. Please pass a valid API key."}, CodeBadKey},
		{"any 401", wire.ServerError{Status: 401, HTML: true}, CodeBadKey},
		{"OpenAI credit", wire.ServerError{Status: 429, Code: "insufficient_quota", Message: "You exceeded your current quota"}, CodeNoCredit},
		{"DeepSeek credit", wire.ServerError{Status: 402, Message: "Insufficient Balance"}, CodeNoCredit},
		{"Anthropic credit", wire.ServerError{Status: 400, Message: "Your credit balance is too low to access the API"}, CodeNoCredit},
		{"Gemini rate", wire.ServerError{Status: 429, Type: "RESOURCE_EXHAUSTED", Message: "You exceeded your current quota. Please retry in 31s."}, CodeRateLimit},
		{"any 429", wire.ServerError{Status: 429}, CodeRateLimit},
		{"rate in a stream", wire.ServerError{Status: 200, Type: "rate_limit_error"}, CodeRateLimit},
		{"OpenAI model", wire.ServerError{Status: 404, Code: "model_not_found"}, CodeNoModel},
		{"Ollama model", wire.ServerError{Status: 404, Message: `model "x" not found, try pulling it first`}, CodeNoModel},
		{"vLLM model", wire.ServerError{Status: 404, Message: "The model `x` does not exist."}, CodeNoModel},
		{"OpenRouter model", wire.ServerError{Status: 400, Message: "x is not a valid model ID"}, CodeNoModel},
		{"LM Studio model", wire.ServerError{Status: 400, Message: "No models loaded. Please load a model"}, CodeNoModel},
		{"parameter of a model", wire.ServerError{Status: 422, Message: "this model: field not supported"}, CodeBadRequest},
		{"parameter not for this model", wire.ServerError{Status: 400, Message: "Unsupported parameter: 'max_tokens' is not supported with this model."}, CodeBadRequest},
		{"path", wire.ServerError{Status: 404, Message: "Not Found"}, CodeNotFound},
		{"method", wire.ServerError{Status: 405}, CodeNotFound},
		{"web server", wire.ServerError{Status: 404, HTML: true, Message: "<html>"}, CodeNotAServer},
		{"region", wire.ServerError{Status: 403, Message: "Country not supported"}, CodeForbidden},
		{"filter", wire.ServerError{Status: 400, Code: "content_filter"}, CodeRefusal},
		{"gateway", wire.ServerError{Status: 502, HTML: true}, CodeServer},
		{"loading", wire.ServerError{Status: 503, Message: "Loading model", Type: "unavailable_error"}, CodeServer},
		{"overloaded", wire.ServerError{Status: 529, Type: "overloaded_error"}, CodeServer},
		{"parameter", wire.ServerError{Status: 400, Message: "Unsupported parameter: 'x'"}, CodeBadRequest},
		{"request in a stream", wire.ServerError{Status: 200, Type: "invalid_request_error"}, CodeBadRequest},
		{"unknown in a stream", wire.ServerError{Status: 200, Message: "hm"}, CodeServer},
	}
	for _, tt := range tests {
		if got := classify(&tt.f); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// overLimitWordings is how servers say that a request is too long, with the numbers in it.
var overLimitWordings = []struct {
	message      string
	asked, limit int
}{
	{"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.", 9000, 8192},
	{"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the messages, 1000 in the completion).", 5000, 4096},
	{"This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (39000 of text input, 1000 in the output).", 40000, 32768},
	{"You passed 4097 input tokens and requested 100 output tokens. However, the model's context length is only 4096 tokens", 4097, 4096},
	{"request (6029 tokens) exceeds the available context size (4096 tokens), try increasing it", 6029, 4096},
	{"the request exceeds the available context size. try increasing the context size or enable context shift", 0, 0},
	{"prompt is too long: 210,000 tokens > 200,000 maximum", 210000, 200000},
	{"The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).", 1048577, 1048576},
	{"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens", 5000, 4096},
	{"Context size has been exceeded.", 0, 0},
	{"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length", 40000, 32768},
	{"Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7000, please reduce your message size", 7000, 6000},
	{"`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 512 `max_new_tokens`", 5000, 4097},
	{"This model's maximum prompt length is 131072 but the request contains 200000 tokens.", 200000, 131072},
	{"Prompt length 5000 is greater than max_seq_len 4096", 5000, 4096},
	{"Invalid request: Your request exceeded model token limit: 8192", 0, 8192},
	{"too many tokens: total number of tokens in the prompt cannot exceed 4081", 0, 4081},
	{"Input is too long for requested model.", 0, 0},
	{"prompt too long; exceeded max context length by 4 tokens", 0, 0},
	{"Range of input length should be [1, 30720]", 0, 0},
}

func TestOverLimit(t *testing.T) {
	for _, tt := range overLimitWordings {
		e := explain(t.Context(), fmt.Errorf("x: %w", &wire.ServerError{Status: 400, Message: tt.message}))
		if e.Code() != CodeOverLimit {
			t.Errorf("%q: %s", tt.message, e.Code())
		}
		asked, _ := e.Args()["asked"].(int)
		limit, _ := e.Args()["limit"].(int)
		if asked != tt.asked || limit != tt.limit {
			t.Errorf("%q: asked %d, limit %d; want %d, %d", tt.message, asked, limit, tt.asked, tt.limit)
		}
	}
	fields := explain(t.Context(), &wire.ServerError{Status: 500, Type: "exceed_context_size_error", Asked: 7, Limit: 5})
	if fields.Args()["asked"] != 7 || fields.Args()["limit"] != 5 {
		t.Errorf("fields: %v", fields.Args())
	}
	if e := explain(t.Context(), &wire.ServerError{Status: 413}); e.Code() != CodeOverLimit {
		t.Errorf("413: %s", e.Code())
	}
}

func TestExplainNetwork(t *testing.T) {
	dial := func(err error) error { return &net.OpError{Op: "dial", Err: err} }
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"refused", dial(syscall.ECONNREFUSED), CodeRefused},
		{"no such host", dial(&net.DNSError{Name: "nowhere.example", IsNotFound: true}), CodeDNS},
		{"slow DNS", dial(&net.DNSError{IsTimeout: true}), CodeTimeoutConnect},
		{"slow dial", dial(context.DeadlineExceeded), CodeTimeoutConnect},
		{"no route", dial(syscall.EHOSTUNREACH), CodeUnreachable},
		{"proxy", &proxyError{host: "p:1", cause: dial(syscall.ECONNREFUSED)}, CodeProxy},
		{"closed before the answer", io.EOF, CodeUnreachable},
		{"certificate", &tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{}}, CodeTLS},
		{"not TLS", tls.RecordHeaderError{}, CodeTLS},
		{"first byte", wire.ErrFirstByte, CodeTimeoutFirst},
		{"idle", wire.ErrIdle, CodeTimeoutIdle},
		{"size", wire.ErrTooLarge, CodeTooLarge},
	}
	for _, tt := range tests {
		e := explain(t.Context(), fmt.Errorf("post: %w", tt.err))
		if e.Code() != tt.want || !errors.Is(e, e.Unwrap()) {
			t.Errorf("%s: %v, want %s", tt.name, e, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if e := explain(ctx, io.ErrUnexpectedEOF); e.Code() != CodeStopped || !errors.Is(e, context.Canceled) {
		t.Errorf("stopped: %v", e)
	}
}

func TestErrorShowsWhatItKnows(t *testing.T) {
	e := &Error{code: CodeRateLimit, Status: 429, Detail: "slow down", RetryAfter: 2600e6}
	e.with("x", 1)
	if got := e.Error(); got != "llm.rate_limit (status 429): slow down" {
		t.Error(got)
	}
	args := e.Args()
	if args["seconds"] != 3 || args["status"] != 429 || args["detail"] != "slow down" || args["x"] != 1 {
		t.Error(args)
	}
	args["x"] = 2
	if e.Args()["x"] != 1 {
		t.Error("Args is not a copy")
	}
	if got := newError(CodeRefused, io.EOF).Error(); got != "llm.refused: EOF" {
		t.Error(got)
	}
	if !e.Temporary() || newError(CodeBadKey, nil).Temporary() {
		t.Error("Temporary is wrong")
	}
}

func TestShort(t *testing.T) {
	for _, n := range []int{0, 1, 299, 300, 301, 5000} {
		s := short(strings.Repeat("語", n))
		if got := utf8.RuneCountInString(s); got != min(n, maxDetail) || !utf8.ValidString(s) {
			t.Errorf("%d characters become %d", n, got)
		}
	}
	if s := short(" a\xff "); s != "a\uFFFD" {
		t.Errorf("%q", s)
	}
}
