package llm

import (
	"regexp"
	"strconv"
	"strings"

	"bonbon/llm/wire"
)

// overLimitWords are parts of what servers say when a request exceeds the context of a model.
var overLimitWords = []string{
	"context_length_exceeded", "exceed_context_size", "maximum context length", "maximum prompt length",
	"available context size", "context size has been exceeded", "context length", "context window", "context limit",
	"prompt is too long", "prompt too long", "input is too long", "input too long", "too many tokens",
	"input token count", "model token limit", "max_seq_len", "maximum context", "range of input length",
	"reduce the length of the messages", "request too large", "`max_new_tokens` must be", "string_above_max_length",
	"tokens to keep from the initial prompt",
}

// notOverLimit are parts of complaints that have such words and mean something else.
var notOverLimit = []string{"context length must be", "invalid context", "unsupported context"}

// isOverLimit reports whether a server's words say that the request exceeds the context.
func isOverLimit(f *wire.ServerError) bool {
	if f.Status == 401 || f.Status == 402 || f.Status == 403 {
		return false
	}
	said := strings.ToLower(f.Code + "\n" + f.Type + "\n" + f.Message)
	return f.Status == 413 || containsAny(said, overLimitWords) && !containsAny(said, notOverLimit)
}

const tokenNumber = `([0-9][0-9,_]*)` // #nosec G101 -- a pattern of a number of tokens

// overLimitNumbers find the tokens in the wordings of servers. The groups are what was asked for and the limit, in the
// order that the pattern says.
var overLimitNumbers = []struct {
	re         *regexp.Regexp
	limitFirst bool
}{
	// OpenAI, vLLM, OpenRouter, DeepSeek: maximum context length is L tokens. However, you requested A
	{numbers(`(?:context|prompt) length is N.*?(?:requested|resulted in|contains|passed)(?: about)? N`), true},
	// llama.cpp: request (A tokens) exceeds the available context size (L tokens)
	{numbers(`\(N tokens\) exceeds? the available context size \(N`), false},
	// Anthropic: prompt is too long: A tokens > L maximum
	{numbers(`too long: N tokens > N`), false},
	// Gemini: input token count (A) exceeds the maximum number of tokens allowed (L)
	{numbers(`token count \(?N\)? exceeds the maximum number of tokens allowed \(?N`), false},
	// LM Studio, vLLM: first A tokens …; passed A input tokens … context length is only L tokens
	{numbers(`N (?:input )?tokens .*?context length (?:of|is) only N`), false},
	// Mistral: Prompt contains A tokens …, too large for model with L maximum context length
	{numbers(`contains N tokens.*? with N maximum context`), false},
	// Groq: Limit L, Requested A
	{numbers(`limit N, requested N`), true},
	// text-generation-inference: must be <= L. Given: A
	{numbers("must be <= N\\. given: N"), true},
	// TabbyAPI: length A is greater than max_seq_len L
	{numbers(`length N is greater than max_seq_len N`), false},
	// only the limit is named
	{numbers(`(?:token limit|cannot exceed|maximum context length(?: is| of)?|allowed):? N`), true},
}

func numbers(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?is)` + strings.ReplaceAll(pattern, "N", tokenNumber))
}

// setTokens fills the arguments of an over-limit error from the server's fields, else from its words.
func (e *Error) setTokens(f *wire.ServerError) {
	asked, limit := f.Asked, f.Limit
	for _, p := range overLimitNumbers {
		if asked > 0 || limit > 0 {
			break
		}
		m := p.re.FindStringSubmatch(f.Message)
		if m == nil {
			continue
		}
		first, second := tokenCount(m[1]), 0
		if len(m) > 2 {
			second = tokenCount(m[2])
		}
		if asked, limit = first, second; p.limitFirst {
			asked, limit = second, first
		}
	}
	if asked > 0 {
		e.with("asked", asked)
	}
	if limit > 0 {
		e.with("limit", limit)
	}
}

// tokenCount reads a number with separators, 0 if it is out of range.
func tokenCount(s string) int {
	n, err := strconv.Atoi(strings.NewReplacer(",", "", "_", "").Replace(s))
	if err != nil || n > 1<<40 {
		return 0
	}
	return n
}
