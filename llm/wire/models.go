package wire

import (
	"cmp"
	"encoding/json"
	"strings"
)

// maxModels bounds a list of models.
const maxModels = 5000

// Model is one entry of a server's list of models.
type Model struct {
	ID            string
	ContextLength int    // in tokens; 0 if the server does not say
	Owner         string // whom the server names as its owner, at most 300 bytes
}

// ParseModels reads a list of models in any of the shapes in use: {"data":[…]}, {"models":[…]} or a bare list, of
// objects or of names. Nameless and repeated entries are left out. ok is false if the body is no such list.
func ParseModels(body []byte) (models []Model, ok bool) {
	items, ok := modelItems(body)
	seen := make(map[string]bool)
	for _, raw := range items {
		item := parseListed(raw)
		name := item.name()
		if name == "" || seen[name] || len(models) == maxModels {
			continue
		}
		seen[name] = true
		w := item.window()
		models = append(models, Model{ID: name, ContextLength: cmp.Or(w.Served, w.Most), Owner: string(item.Owner[:min(len(item.Owner), 300)])})
	}
	return models, ok
}

// modelItems returns the entries of a list of models, ok if the body is one.
func modelItems(body []byte) (items []json.RawMessage, ok bool) {
	if json.Unmarshal(body, &items) == nil {
		return items, true
	}
	var wrapped struct {
		Object       text
		Data, Models *[]json.RawMessage
	}
	if decode(body, &wrapped) != nil {
		return nil, false
	}
	switch {
	case wrapped.Data != nil:
		return *wrapped.Data, true
	case wrapped.Models != nil:
		return *wrapped.Models, true
	}
	return nil, wrapped.Object == "list" // Ollama without a model: "data" is null
}

// listed is an entry of a list of models, whoever made it.
type listed struct {
	ID, Name, Model text
	Owner           text   `json:"owned_by"`
	Loaded          number `json:"loaded_context_length"`
	MaxModelLen     number `json:"max_model_len"`
	ContextLength   number `json:"context_length"`
	ContextWindow   number `json:"context_window"`
	MaxContext      number `json:"max_context_length"`
	InputLimit      number `json:"inputTokenLimit"`
	Meta            struct {
		NCtx    number `json:"n_ctx"`
		Trained number `json:"n_ctx_train"`
	}
}

func parseListed(raw json.RawMessage) listed {
	var m listed
	switch {
	case len(raw) > 0 && raw[0] == '"':
		m.ID = text(unquote(raw))
	case decode(raw, &m) != nil:
		return listed{}
	}
	return m
}

// name returns what a request calls the model, "" if that is not to be found.
func (m *listed) name() string {
	for _, name := range []text{m.ID, m.Name, m.Model} {
		if s := strings.TrimSpace(string(name)); s != "" && len(s) <= 300 {
			return s
		}
	}
	return ""
}

func (m *listed) window() Window {
	w := Window{Most: cmp.Or(m.MaxContext.count(), m.Meta.Trained.count())}
	for _, n := range []number{m.Loaded, m.Meta.NCtx, m.MaxModelLen, m.ContextLength, m.ContextWindow, m.InputLimit} {
		if w.Served == 0 {
			w.Served = n.count()
		}
	}
	return w
}

func (m *listed) isLlamaCpp() bool { return m.Meta.NCtx.set || m.Meta.Trained.set }
