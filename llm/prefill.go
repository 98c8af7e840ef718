package llm

import (
	"bytes"
	"encoding/json"
	"net"
	"net/url"
	"slices"
	"strings"

	"bonbon/llm/wire"
)

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

// addPrefill adds what the server at base needs to go on with the last of the encoded messages, and returns them.
func addPrefill(f wire.Fields, base string, ms []json.RawMessage) []json.RawMessage {
	switch prefillOf(base) {
	case prefillLocal:
		f["add_generation_prompt"], f["continue_final_message"] = false, true
	case prefillPrefix:
		return prefixed(ms)
	}
	return ms
}

// prefixed returns the messages with the mark on the last one.
func prefixed(ms []json.RawMessage) []json.RawMessage {
	last := len(ms) - 1
	if last < 0 {
		return ms
	}
	out := slices.Clone(ms)
	out[last] = append(bytes.TrimSuffix(slices.Clone(ms[last]), []byte("}")), `,"prefix":true}`...)
	return out
}
