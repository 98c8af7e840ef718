package llm

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/persona"
)

// Found is a model server on this machine.
type Found struct {
	Name    string // of the program that usually listens there
	BaseURL string
	Models  []string
}

// localServer is a program that serves models on a port of its own.
type localServer struct {
	name string
	port int
}

var localServers = []localServer{
	{"Ollama", 11434}, {"LM Studio", 1234}, {"llama.cpp", 8080}, {"KoboldCpp", 5001}, {"vLLM", 8000},
}

// localWait is how long a server on this machine may take to list its models.
const localWait = 300 * time.Millisecond

// FindLocal looks for model servers on 127.0.0.1, on the ports of Ollama, LM Studio, llama.cpp, KoboldCpp and vLLM, all
// at once and for at most 300 ms. It is meant for a user's click, never for start-up.
func FindLocal(ctx context.Context) []Found { return findLocal(ctx, localServers, localWait) }

func findLocal(ctx context.Context, servers []localServer, wait time.Duration) []Found {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	results := make([]*Found, len(servers))
	var all sync.WaitGroup
	for i, s := range servers {
		all.Go(func() { results[i] = probe(ctx, s) })
	}
	all.Wait()
	var found []Found
	for _, r := range results {
		if r != nil {
			found = append(found, *r)
		}
	}
	return found
}

// probe returns what listens at one port, nil unless it lists models.
func probe(ctx context.Context, s localServer) *Found {
	base := "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) + "/v1"
	c, err := NewClient(persona.Connection{BaseURL: base}, "", ClientOptions{MaxBytes: 1 << 20})
	if err != nil {
		return nil
	}
	models, err := c.Models(ctx)
	if err != nil || len(models) == 0 {
		return nil
	}
	f := &Found{Name: s.name, BaseURL: base}
	for _, m := range models {
		f.Models = append(f.Models, m.ID)
	}
	return f
}

// The steps of Client.Test, in order.
const (
	StepAddress = "address" // something answers there
	StepModels  = "models"  // it lists its models, or says that it has no list
	StepReply   = "reply"   // a model says something
)

// TestStep is one step of a connection test.
type TestStep struct {
	Name string // one of the Step constants
	Err  error  // nil: the step went well; else an *Error
	Took time.Duration
}

// TestResult is what a connection test found. Steps after a failed one are missing.
type TestResult struct {
	BaseURL string // the address that was used
	Steps   []TestStep
	Models  []Model
	Model   string // the model that was asked for a reply
	Reply   string // its first words
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

// Test tries the connection: its address, its list of models, one short streamed reply by the connection's model, else
// by the first of the list.
func (c *Client) Test(ctx context.Context) TestResult {
	r := TestResult{BaseURL: c.base}
	begin := time.Now()
	step := func(name string, err error) bool {
		r.Steps = append(r.Steps, TestStep{Name: name, Err: err, Took: time.Since(begin)})
		begin = time.Now()
		return err == nil
	}
	models, err := c.Models(ctx)
	r.Models = models
	if !answered(err) {
		step(StepAddress, err)
		return r
	}
	if !step(StepAddress, nil) || !step(StepModels, err) {
		return r
	}
	r.Model = c.model
	if r.Model == "" && len(models) > 0 {
		r.Model = models[0].ID
	}
	if r.Model == "" {
		step(StepReply, newError(CodeNoModel, nil))
		return r
	}
	r.Reply, err = c.firstWords(ctx, r.Model)
	step(StepReply, err)
	return r
}

// answered reports whether a model server was reached, whatever it said.
func answered(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return true
	}
	return e.Status != 0 && e.Code() != CodeNotAServer
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
