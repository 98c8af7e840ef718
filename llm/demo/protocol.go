package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// maxBody bounds a request's body in bytes. No prompt that fits the context comes near it.
const maxBody = 64 << 20

// request is the part of a chat request that the demo reads; other fields are ignored, as other servers do.
type request struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string  `json:"role"`
		Content content `json:"content"`
	} `json:"messages"`
	Stream  bool `json:"stream"`
	Options struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens           int `json:"max_tokens"`
	MaxCompletionTokens int `json:"max_completion_tokens"`

	inbox    []message
	pictures int // of the newest user message
}

// limit returns the longest reply that the client asked for; 0 is none.
func (r *request) limit() int { return max(r.MaxTokens, r.MaxCompletionTokens) }

// content is a message's text, and how many pictures came with it: a JSON string, null, or an array of parts of which the texts are read
// and the pictures counted.
type content struct {
	text     string
	pictures int
}

// UnmarshalJSON reads any of the three forms.
func (c *content) UnmarshalJSON(b []byte) error {
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if len(b) > 0 && b[0] == '[' {
		if err := json.Unmarshal(b, &parts); err != nil {
			return err
		}
		var texts []string
		for _, p := range parts {
			switch p.Type {
			case "text":
				texts = append(texts, p.Text)
			case "image_url":
				c.pictures++
			}
		}
		c.text = strings.Join(texts, "\n")
		return nil
	}
	return json.Unmarshal(b, &c.text)
}

var roles = map[string]string{"system": "system", "developer": "system", "user": "user", "assistant": "assistant", "tool": "tool"}

func readRequest(w http.ResponseWriter, r *http.Request) (*request, *fault) {
	var req request
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&req); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return nil, &fault{status: http.StatusRequestEntityTooLarge, kind: "invalid_request_error", text: fmt.Sprintf("the request is larger than %d bytes", tooLarge.Limit)}
		}
		return nil, badRequest("the request is not valid JSON: %v", err)
	}
	if req.Model != "" && req.Model != Model {
		return nil, &fault{status: http.StatusNotFound, kind: "invalid_request_error", code: "model_not_found", text: fmt.Sprintf("the model %q does not exist; the only one is %q", req.Model, Model)}
	}
	if len(req.Messages) == 0 {
		return nil, badRequest("'messages' must hold at least one message")
	}
	for i, m := range req.Messages {
		role, ok := roles[m.Role]
		if !ok {
			return nil, badRequest("messages[%d] has the unknown role %q", i, m.Role)
		}
		req.inbox = append(req.inbox, message{role, m.Content.text})
		if role == "user" {
			req.pictures = m.Content.pictures
		}
	}
	return &req, nil
}

// fault is an error as the protocol writes it.
type fault struct {
	status      int
	kind, code  string
	text        string
	prompt, ctx int // of a prompt over the context length
}

func badRequest(format string, args ...any) *fault {
	return &fault{status: http.StatusBadRequest, kind: "invalid_request_error", text: fmt.Sprintf(format, args...)}
}

// overContext is worded and numbered like llama.cpp's, which clients know how to read.
func overContext(prompt, context int) *fault {
	return &fault{
		status: http.StatusBadRequest, kind: "exceed_context_size_error", prompt: prompt, ctx: context,
		text: fmt.Sprintf("request (%d tokens) exceeds the available context size (%d tokens), try increasing it", prompt, context),
	}
}

func refuse(w http.ResponseWriter, f *fault) {
	e := map[string]any{"message": f.text, "type": f.kind, "code": f.status}
	if f.code != "" {
		e["code"] = f.code
	}
	if f.ctx > 0 {
		e["n_prompt_tokens"], e["n_ctx"] = f.prompt, f.ctx
	}
	answer(w, f.status, map[string]any{"error": e})
}

// answer writes one JSON value. A client that is gone cannot be told anything, so errors of writing are dropped.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
