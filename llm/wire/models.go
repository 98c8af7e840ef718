package wire

import (
	"encoding/json"
	"strings"
)

// maxModels bounds a list of models.
const maxModels = 5000

// Model is one entry of a server's list of models.
type Model struct {
	ID            string
	ContextLength int // in tokens; 0 if the server does not say
}

// ParseModels reads a list of models in any of the shapes in use: {"data":[…]}, {"models":[…]} or a bare list, of
// objects or of names. Nameless and repeated entries are left out. ok is false if the body is no such list.
func ParseModels(body []byte) (models []Model, ok bool) {
	var items []json.RawMessage
	if json.Unmarshal(body, &items) != nil {
		var wrapped struct{ Data, Models *[]json.RawMessage }
		if decode(body, &wrapped) != nil {
			return nil, false
		}
		switch {
		case wrapped.Data != nil:
			items = *wrapped.Data
		case wrapped.Models != nil:
			items = *wrapped.Models
		default:
			return nil, false
		}
	}
	seen := make(map[string]bool)
	for _, item := range items {
		m := parseModel(item)
		if m.ID == "" || seen[m.ID] || len(models) == maxModels {
			continue
		}
		seen[m.ID] = true
		models = append(models, m)
	}
	return models, true
}

func parseModel(item json.RawMessage) Model {
	var m struct {
		ID, Name, Model text
		Loaded          number `json:"loaded_context_length"`
		MaxModelLen     number `json:"max_model_len"`
		ContextLength   number `json:"context_length"`
		ContextWindow   number `json:"context_window"`
		MaxContext      number `json:"max_context_length"`
		InputLimit      number `json:"inputTokenLimit"`
		Meta            struct {
			NCtx number `json:"n_ctx"`
		}
	}
	if len(item) > 0 && item[0] == '"' {
		m.ID = text(unquote(item))
	} else if decode(item, &m) != nil {
		return Model{}
	}
	out := Model{}
	for _, name := range []text{m.ID, m.Name, m.Model} {
		if s := strings.TrimSpace(string(name)); out.ID == "" && len(s) <= 300 {
			out.ID = s
		}
	}
	for _, n := range []number{m.Loaded, m.Meta.NCtx, m.MaxModelLen, m.ContextLength, m.ContextWindow, m.MaxContext, m.InputLimit} {
		if out.ContextLength == 0 {
			out.ContextLength = n.count()
		}
	}
	return out
}
