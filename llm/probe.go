package llm

import (
	"context"
	"time"
)

// Found is a model server on this machine.
type Found struct {
	Name    string // of the program that usually listens there
	BaseURL string
	Models  []string
}

// FindLocal looks for model servers on 127.0.0.1, on the ports of Ollama, LM Studio, llama.cpp, KoboldCpp and vLLM, all
// at once and for at most 300 ms. It is meant for a user's click, never for start-up.
func FindLocal(ctx context.Context) []Found { return nil }

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

// Test tries the connection: its address, its list of models, one short streamed reply.
func (c *Client) Test(ctx context.Context) TestResult { return TestResult{BaseURL: c.base} }
