package wire

import (
	"encoding/json"
	"strings"
)

// Window is what a server says about how much a model can read, in tokens; 0 is not said.
type Window struct {
	Served int // what the server runs the model with
	Most   int // what the model was made for; a server may run it with less
}

// ParseWindow reads what a list of models says about one of them: a list for ParseModels, LM Studio's /api/v0/models, or
// Ollama's /api/ps. Without a tag, an Ollama name means its tag "latest". A list of one answers for the empty name too,
// and that of llama.cpp, which serves its only model under every name, for any.
func ParseWindow(body []byte, model string) Window {
	items, _ := modelItems(body)
	var tagged *listed
	for _, raw := range items {
		item := parseListed(raw)
		name := item.name()
		if name == "" {
			continue
		}
		if name == model || len(items) == 1 && (model == "" || item.isLlamaCpp()) {
			return item.window()
		}
		if name == model+":latest" {
			tagged = &item
		}
	}
	if tagged == nil {
		return Window{}
	}
	return tagged.window()
}

// ParseProps reads the answer of llama.cpp's /props, which other programs imitate.
func ParseProps(body []byte) Window {
	var p struct {
		Settings struct {
			NCtx number `json:"n_ctx"`
		} `json:"default_generation_settings"`
	}
	if decode(body, &p) != nil {
		return Window{}
	}
	return Window{Served: p.Settings.NCtx.count()}
}

// ParseShow reads the answer of Ollama's /api/show: the num_ctx that the model is run with if its description sets one, and
// the length that it was trained for.
func ParseShow(body []byte) Window {
	var s struct {
		Parameters text
		Info       json.RawMessage `json:"model_info"`
	}
	if decode(body, &s) != nil {
		return Window{}
	}
	var w Window
	for line := range strings.Lines(string(s.Parameters)) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "num_ctx" {
			w.Served = countOf(json.RawMessage(f[1]))
		}
	}
	var info map[string]json.RawMessage
	if json.Unmarshal(s.Info, &info) == nil {
		w.Most = countOf(info[unquote(info["general.architecture"])+".context_length"])
	}
	return w
}

// countOf reads a count from any JSON value, 0 from what is none.
func countOf(raw json.RawMessage) int {
	var n number
	if n.UnmarshalJSON(raw) != nil {
		return 0
	}
	return n.count()
}
