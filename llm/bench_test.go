package llm

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/llm/llmtest"
	"bonbon/llm/wire"
)

const benchChunks = 2000

func benchBody() []byte {
	var b bytes.Buffer
	for range benchChunks {
		b.Write(llmtest.Event(map[string]any{
			"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1760000000, "model": "m",
			"choices": []any{map[string]any{"index": 0, "delta": map[string]string{"content": " word"}, "finish_reason": nil}},
		}))
	}
	b.Write(llmtest.Finish("stop"))
	b.Write(llmtest.Done)
	return b.Bytes()
}

// BenchmarkStream measures a chunk of the same bytes through go-openai alone, through go-openai on the wire, and through
// Client.Stream, which also looks for thinking in the text.
func BenchmarkStream(b *testing.B) {
	body := benchBody()
	server := roundTripper(func(*http.Request) (*http.Response, error) {
		return respondFrom(200, bytes.NewReader(body)), nil
	})
	run := func(name string, read func(b *testing.B, text *strings.Builder) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var text strings.Builder
				if err := read(b, &text); err != nil || text.Len() != benchChunks*len(" word") {
					b.Fatal(text.Len(), err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchChunks), "ns/chunk")
		})
	}
	library := func(transport http.RoundTripper) func(*testing.B, *strings.Builder) error {
		config := openai.DefaultConfig("")
		config.HTTPClient = &http.Client{Transport: transport}
		api := openai.NewClientWithConfig(config)
		return func(b *testing.B, text *strings.Builder) error {
			s, err := api.CreateChatCompletionStream(b.Context(), openai.ChatCompletionRequest{Model: "m", Messages: hi.Messages})
			if err != nil {
				return err
			}
			defer s.Close() //nolint:errcheck // it was read to its end
			for {
				r, err := s.Recv()
				if errors.Is(err, io.EOF) {
					return nil
				}
				if err != nil {
					return err
				}
				text.WriteString(r.Choices[0].Delta.Content)
			}
		}
	}
	run("go-openai", library(server))
	run("wire", library(&wire.Transport{Base: server}))
	c := newTestClient(b, "http://127.0.0.1", "", ClientOptions{Transport: server})
	run("client", func(b *testing.B, text *strings.Builder) error {
		for chunk, err := range c.Stream(b.Context(), hi) {
			if err != nil {
				return err
			}
			text.WriteString(chunk.Text)
		}
		return nil
	})
}
