package llm

import (
	"encoding/json"
	"maps"
	"net"
	"net/url"
	"strings"

	"bonbon/llm/wire"
)

// fieldMessages is the field of a request that holds the messages.
const fieldMessages = "messages"

// prefilling says how a server is told that the last message is the beginning of its reply.
type prefilling uint8

const (
	prefillNone   prefilling = iota // it answers anew, or refuses
	prefillPlain                    // it goes on by itself
	prefillLocal                    // a program of the user's own: some go on by themselves, vLLM wants two fields
	prefillPrefix                   // the message carries a mark
)

// hostedPrefill lists the services which are known to go on with a reply.
var hostedPrefill = map[string]prefilling{
	"openrouter.ai": prefillPlain, "anthropic.com": prefillPlain,
	"deepseek.com/beta": prefillPrefix, "mistral.ai": prefillPrefix,
}

// prefillOf tells by a server's address how it may be given the beginning of a reply. It is a guess, for no server says:
// one that refuses, or answers from anew, is asked in words.
func prefillOf(base string) prefilling {
	u, err := url.Parse(base)
	if err != nil {
		return prefillNone
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); isLoopback(host) || ip != nil && ip.IsPrivate() || strings.HasSuffix(host, ".local") {
		return prefillLocal
	}
	for name, way := range hostedPrefill {
		domain, path, _ := strings.Cut(name, "/")
		if (host == domain || strings.HasSuffix(host, "."+domain)) && strings.Contains(u.Path, path) {
			return way
		}
	}
	return prefillNone
}

// addPrefill adds what the server at base needs to go on with the last of the messages.
func addPrefill(f wire.Fields, base string, ms []message) {
	switch prefillOf(base) {
	case prefillLocal:
		f["add_generation_prompt"], f["continue_final_message"] = false, true
	case prefillPrefix:
		f[fieldMessages] = prefixed(ms)
	}
}

// prefixed returns the messages with the mark on the last one.
func prefixed(ms []message) []any {
	out := make([]any, len(ms))
	for i, m := range ms {
		out[i] = m
	}
	last := len(ms) - 1
	var fields map[string]any
	if data, err := json.Marshal(ms[last]); err == nil && json.Unmarshal(data, &fields) == nil {
		fields = maps.Clone(fields)
		fields["prefix"] = true
		out[last] = fields
	}
	return out
}
