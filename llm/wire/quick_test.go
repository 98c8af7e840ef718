package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestQuickKnowsServers holds the usual chunk of each server: if one is no longer recognised, its replies cost four times
// as much to read.
func TestQuickKnowsServers(t *testing.T) {
	for name, chunk := range map[string]string{
		"OpenAI":     `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1760000000,"model":"m","service_tier":"default","system_fingerprint":"fp_1","choices":[{"index":0,"delta":{"content":"A"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"xy"}`,
		"llama.cpp":  `{"choices":[{"finish_reason":null,"index":0,"delta":{"content":"A"}}],"created":1,"id":"c","model":"m","system_fingerprint":"b1","object":"chat.completion.chunk"}`,
		"Ollama":     `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","system_fingerprint":"fp_ollama","choices":[{"index":0,"delta":{"role":"assistant","content":"A"},"finish_reason":null}]}`,
		"vLLM":       `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"A","reasoning_content":null},"logprobs":null,"finish_reason":null,"token_ids":null}]}`,
		"OpenRouter": `{"id":"gen-1","provider":"P","model":"m","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":{"role":"assistant","content":"A"},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}`,
		"DeepSeek":   `{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","system_fingerprint":"f","choices":[{"index":0,"delta":{"content":null,"reasoning_content":"A"},"logprobs":null,"finish_reason":null}]}`,
		"with blanks": `{"id": "c", "object": "chat.completion.chunk", "created": 1, "choices": [{"index": 0,
			"delta": {"role": "assistant", "content": "A"}, "finish_reason": null}]}`,
	} {
		s := begun()
		if !s.quick([]byte(chunk)) || !strings.Contains(s.out.String(), `"A"`) {
			t.Errorf("%s: not recognised: %q", name, s.out.String())
		}
	}
}

// begun returns a stream that has seen its first chunk.
func begun() *stream {
	s := newStream(&watched{}, 200, nil)
	s.pinned, s.sawChoices = number{set: true}, true
	return s
}

// both runs a chunk through the quick way and the loose one and compares what a client sees and what the stream remembers.
// It reports whether the quick way took it.
func both(t interface{ Fatalf(string, ...any) }, data []byte) bool {
	quick, loose := begun(), begun()
	if !quick.quick(bytes.Clone(data)) {
		if quick.out.Len() > 0 || quick.saidText {
			t.Fatalf("%q was half taken", data)
		}
		return false
	}
	if !json.Valid(data) {
		t.Fatalf("took %q, which is no JSON", data)
	}
	loose.document(bytes.TrimSpace(data))
	if got, want := events(t, quick.out.Bytes()), events(t, loose.out.Bytes()); !reflect.DeepEqual(got, want) {
		t.Fatalf("%q\nquick %+v\nloose %+v", data, got, want)
	}
	if quick.saidText != loose.saidText || quick.finish != loose.finish || quick.pinned != loose.pinned || loose.err != nil {
		t.Fatalf("%q\nquick %+v\nloose %+v", data, quick, loose)
	}
	return true
}

func events(t interface{ Fatalf(string, ...any) }, canonical []byte) (all []outChunk) {
	for event := range bytes.SplitSeq(canonical, []byte("\n\n")) {
		if len(event) == 0 {
			continue
		}
		var c outChunk
		if err := json.Unmarshal(bytes.TrimPrefix(event, []byte("data: ")), &c); err != nil {
			t.Fatalf("%q: %v", event, err)
		}
		all = append(all, c)
	}
	return all
}

// TestQuickMeansTheSame is the law that the quick way changes nothing but the time: it is held against chunks that are
// almost what it looks for.
func TestQuickMeansTheSame(t *testing.T) {
	value := rapid.SampledFrom([]string{
		`"A"`, `""`, `"é 語"`, `"\ud83e\udd89"`, `"\ud83e"`, `"\"\\\n\u0000"`, `"\x"`, `"\u12"`, "\"\x01\"", "\"\xff\"", `"<&>"`,
		"null", "0", "1", "01", "1.5", "-1", "true", "{}", "[]", `["A"]`, "NaN", `"stop"`, `"error"`, `"chat.completion.chunk"`, "",
	})
	blank := rapid.SampledFrom([]string{"", "", "", " ", "\n\t"})
	object := func(t *rapid.T, known, odd []string, inner func(name string) string) string {
		names := rapid.Permutation(known).Draw(t, "names")
		if rapid.IntRange(0, 9).Draw(t, "odd name") == 0 {
			names = append(names, rapid.SampledFrom(append(odd, known...)).Draw(t, "name"))
		}
		var members []string
		for _, name := range names {
			sp := blank.Draw(t, "blank")
			members = append(members, sp+`"`+name+`"`+sp+":"+sp+inner(name)+sp)
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		usual := func(v string) string {
			if rapid.IntRange(0, 19).Draw(t, "odd") == 0 {
				return value.Draw(t, "value")
			}
			return v
		}
		delta := func(name string) string {
			switch name {
			case "content", "reasoning", "reasoning_content":
				return value.Draw(t, name)
			case "role":
				return usual(`"assistant"`)
			}
			return usual("null")
		}
		choice := func(name string) string {
			switch name {
			case "delta":
				return usual(object(t, []string{"role", "content", "refusal"}, []string{"reasoning", "reasoning_content", "tool_calls", "Content"}, delta))
			case "index":
				return usual("0")
			}
			return usual("null")
		}
		top := func(name string) string {
			switch name {
			case "choices":
				return usual("[" + object(t, []string{"index", "delta", "finish_reason"}, []string{"logprobs", "message", "text"}, choice) + "]")
			case "object":
				return usual(`"chat.completion.chunk"`)
			case "created":
				return usual("1760000000")
			}
			return usual("null")
		}
		if both(t, []byte(object(t, []string{"object", "created", "choices"}, []string{"id", "usage", "error", "message", "x"}, top))) {
			taken++
		}
	})
	if taken == 0 {
		t.Error("the quick way took nothing")
	}
}

// FuzzQuick holds the law of TestQuickMeansTheSame against any bytes.
func FuzzQuick(f *testing.F) {
	for _, seed := range []string{
		textA, `{"choices":[{"delta":{}}]}`, `{"choices":[{"index":0,"delta":{"content":"\ud83e","reasoning":"r"},"finish_reason":null}],"usage":null}`,
		`{"id":"x","object":"chat.completion.chunk","created":01,"choices":[{"delta":{"content":"a","content":null}}]}`,
		` { "choices" : [ { "delta" : { "role" : "assistant" , "content" : "" } } ] } `,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { both(t, data) })
}
