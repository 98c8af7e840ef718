package llm

import (
	"net/url"
	"testing"

	"bonbon/persona"
)

// TestPresets: every preset is a connection as it stands, and says where to get a key exactly if one is needed.
func TestPresets(t *testing.T) {
	names := map[string]bool{}
	for _, p := range Presets() {
		if names[p.Name] {
			t.Errorf("%s is there twice", p.Name)
		}
		names[p.Name] = true
		if base, err := NormalizeBaseURL(p.BaseURL); err != nil || base != p.BaseURL {
			t.Errorf("%s: %q, %v", p.Name, base, err)
		}
		if faults := CheckConnection(persona.Connection{Headers: p.Headers}); len(faults) > 0 {
			t.Errorf("%s: %v", p.Name, faults[0].Args())
		}
		page, err := url.Parse(p.KeyURL)
		if err != nil || p.NeedsKey != (page.Scheme == "https" && page.Host != "") {
			t.Errorf("%s: a key from %q", p.Name, p.KeyURL)
		}
		u, err := url.Parse(p.BaseURL)
		if err != nil || p.NeedsKey == isLoopback(u.Hostname()) {
			t.Errorf("%s is at %q", p.Name, p.BaseURL)
		}
	}
	for _, want := range []string{
		"OpenRouter", "OpenAI", "Gemini", "Anthropic", "Mistral", "DeepSeek", "Ollama", "LM Studio", "llama.cpp", "KoboldCpp", "vLLM",
	} {
		if !names[want] {
			t.Errorf("no preset for %s", want)
		}
	}
	for _, s := range localServers[:5] {
		if !names[s.name] {
			t.Errorf("%s is looked for and has no preset", s.name)
		}
	}
}
