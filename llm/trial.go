package llm

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http/httptrace"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// The steps of Client.Test, in order.
const (
	StepAddress     = "address"     // something answers there
	StepCertificate = "certificate" // it shows a certificate that is accepted; only with https
	StepKey         = "key"         // it does not refuse the key, or that there is none
	StepModels      = "models"      // it lists its models, or says that it has no list
	StepReply       = "reply"       // a model says something
)

// TestStep is one step of a connection test.
type TestStep struct {
	Name string // one of the Step constants
	Err  error  // nil: the step went well; else an *Error
	Took time.Duration

	Certificate *Certificate // of StepCertificate: what was accepted or not; nil if the server showed none
	Models      int          // of StepModels: how many there are
	Reply       string       // of StepReply: the first words of the model
	Model       string       // of StepReply: which was asked; empty: none was named
}

// TestResult is what a connection test found. Steps after a failed one are missing.
type TestResult struct {
	BaseURL string // the address that was used
	Steps   []TestStep
	Models  []Model
}

// Err returns the error of the step that failed, nil if the test went well.
func (r TestResult) Err() error {
	for _, s := range r.Steps {
		if s.Err != nil {
			return s.Err
		}
	}
	return nil
}

// testTokens is the largest length of a test's reply.
const testTokens = 32

// testWords is how much of the reply a test waits for, in bytes.
const testWords = 40

// Test tries the connection the whole way: its address and certificate, its key, its list of models, one short streamed
// reply by the connection's model, else by the first of the list. Each step is reported when it is over, on the caller's
// goroutine; report may be nil. The end of ctx ends the test with CodeStopped.
func (c *Client) Test(ctx context.Context, report func(TestStep)) TestResult {
	t := trial{report: report, begin: time.Now(), r: TestResult{BaseURL: c.base}}
	models, err := c.Models(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: t.reached}))
	t.r.Models = models
	if !t.judge(err) {
		return t.r
	}
	t.step(TestStep{Name: StepModels, Models: len(models)})
	model := c.model
	if model == "" && len(models) > 0 {
		model = models[0].ID
	}
	if model == "" {
		t.step(TestStep{Name: StepReply, Err: newError(CodeNoModel, nil)})
		return t.r
	}
	words, err := c.firstWords(ctx, model)
	t.step(TestStep{Name: StepReply, Err: err, Reply: words, Model: model})
	return t.r
}

// trial is a test under way.
type trial struct {
	r      TestResult
	report func(TestStep)
	begin  time.Time
}

func (t *trial) step(s TestStep) {
	s.Took = time.Since(t.begin)
	t.begin = time.Now()
	t.r.Steps = append(t.r.Steps, s)
	if t.report != nil {
		t.report(s)
	}
}

// reached is called when a connection to the server, or a tunnel to it, stands.
func (t *trial) reached(got httptrace.GotConnInfo) {
	if len(t.r.Steps) > 0 {
		return // a second connection, after a redirect
	}
	t.step(TestStep{Name: StepAddress})
	if secure, ok := got.Conn.(*tls.Conn); ok {
		s := TestStep{Name: StepCertificate}
		if shown := secure.ConnectionState().PeerCertificates; len(shown) > 0 {
			s.Certificate = describe(shown[0])
		}
		t.step(s)
	}
}

// judge reports what the answer to the question for models says. It returns false if a step failed.
func (t *trial) judge(err error) bool {
	var e *Error
	errors.As(err, &e)
	reached := len(t.r.Steps) > 0 || e == nil || e.Status != 0
	switch {
	case e != nil && (e.Code() == CodeTLS || e.Code() == CodeTLSChanged):
		if !reached {
			t.step(TestStep{Name: StepAddress})
		}
		t.step(TestStep{Name: StepCertificate, Err: e, Certificate: e.Certificate})
		return false
	case !reached:
		t.step(TestStep{Name: StepAddress, Err: e})
		return false
	case len(t.r.Steps) == 0: // the trace saw nothing: the transport is no net/http one
		t.step(TestStep{Name: StepAddress})
	}
	switch {
	case e == nil:
		t.step(TestStep{Name: StepKey})
		return true
	case e.Code() == CodeBadKey || e.Code() == CodeForbidden:
		t.step(TestStep{Name: StepKey, Err: e})
	default:
		t.step(TestStep{Name: StepModels, Err: e})
	}
	return false
}

// firstWords asks a model for a greeting. Thinking counts as an answer: a test need not wait for its end.
func (c *Client) firstWords(ctx context.Context, model string) (string, error) {
	request := ChatRequest{
		Model:     model,
		Messages:  []openai.ChatCompletionMessage{{Role: openai.ChatMessageRoleUser, Content: "Say hello."}},
		MaxOutput: testTokens,
	}
	var words strings.Builder
	for chunk, err := range c.Stream(ctx, request) {
		var e *Error
		switch {
		case errors.As(err, &e) && e.Code() == CodeOnlyReasoning:
			return words.String(), nil
		case err != nil:
			return words.String(), err
		}
		words.WriteString(chunk.Text)
		if words.Len() >= testWords {
			break
		}
	}
	return strings.TrimSpace(words.String()), nil
}
