package llm

import "bonbon/persona"

// Preset is a service or program whose address need not be typed.
type Preset struct {
	Name     string
	BaseURL  string
	NeedsKey bool
	KeyURL   string // the page where its users get a key; empty if it needs none
	Headers  persona.Headers
}

// Presets returns what people most often talk to, hosted services first. It asks nobody: a page is opened, and a server
// reached, only when the user wants it.
func Presets() []Preset {
	return []Preset{
		{Name: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", NeedsKey: true, KeyURL: "https://openrouter.ai/settings/keys"},
		{Name: "OpenAI", BaseURL: "https://api.openai.com/v1", NeedsKey: true, KeyURL: "https://platform.openai.com/api-keys"},
		{Name: "Gemini", BaseURL: "https://generativelanguage.googleapis.com/v1beta/openai", NeedsKey: true, KeyURL: "https://aistudio.google.com/apikey"},
		{Name: "Anthropic", BaseURL: "https://api.anthropic.com/v1", NeedsKey: true, KeyURL: "https://platform.claude.com/settings/keys", Headers: "anthropic-version: 2023-06-01\nx-api-key: {key}"},
		{Name: "Mistral", BaseURL: "https://api.mistral.ai/v1", NeedsKey: true, KeyURL: "https://console.mistral.ai/api-keys"},
		{Name: "DeepSeek", BaseURL: "https://api.deepseek.com/v1", NeedsKey: true, KeyURL: "https://platform.deepseek.com/api_keys"},
		{Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1"},
		{Name: "LM Studio", BaseURL: "http://127.0.0.1:1234/v1"},
		{Name: "llama.cpp", BaseURL: "http://127.0.0.1:8080/v1"},
		{Name: "KoboldCpp", BaseURL: "http://127.0.0.1:5001/v1"},
		{Name: "vLLM", BaseURL: "http://127.0.0.1:8000/v1"},
	}
}
