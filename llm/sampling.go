package llm

import (
	"bonbon/llm/wire"
	"bonbon/persona"
)

// Names of the request fields that carry persona.Sampling. Servers have two names for one of them.
const (
	fieldTemperature = "temperature"
	fieldTopP        = "top_p"
	fieldTopK        = "top_k"
	fieldMinP        = "min_p"
	fieldFrequency   = "frequency_penalty"
	fieldPresence    = "presence_penalty"
	fieldRepetition  = "repetition_penalty" // vLLM, OpenRouter
	fieldRepeat      = "repeat_penalty"     // llama.cpp, LM Studio
	fieldSeed        = "seed"
	fieldStop        = "stop"
	fieldEffort      = "reasoning_effort"
)

// addSampling adds what is set to a request. They travel as fields, since the client library leaves out every 0.
func addSampling(f wire.Fields, s persona.Sampling) {
	s = s.Clamp()
	add(f, fieldTemperature, s.Temperature)
	add(f, fieldTopP, s.TopP)
	add(f, fieldTopK, s.TopK)
	add(f, fieldMinP, s.MinP)
	add(f, fieldFrequency, s.FrequencyPenalty)
	add(f, fieldPresence, s.PresencePenalty)
	add(f, fieldRepetition, s.RepetitionPenalty)
	add(f, fieldRepeat, s.RepetitionPenalty)
	add(f, fieldSeed, s.Seed)
	if len(s.Stop) > 0 {
		f[fieldStop] = s.Stop
	}
	if s.ReasoningEffort != "" {
		f[fieldEffort] = s.ReasoningEffort
	}
}

func add[T any](f wire.Fields, name string, v *T) {
	if v != nil {
		f[name] = *v
	}
}
