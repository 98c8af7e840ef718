package llm

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/llm/llmtest"
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

// BenchmarkStream measures a chunk through Client.Stream, and through go-openai alone.
func BenchmarkStream(b *testing.B) {
	body := benchBody()
	transport := roundTripper(func(*http.Request) (*http.Response, error) {
		return respondFrom(200, bytes.NewReader(body)), nil
	})
	perChunk := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchChunks), "ns/chunk")
	}
	b.Run("client", func(b *testing.B) {
		c := newTestClient(b, "http://127.0.0.1", "", ClientOptions{Transport: transport})
		for b.Loop() {
			if h := listen(b.Context(), c, hi); h.err != nil {
				b.Fatal(h.err)
			}
		}
		perChunk(b)
	})
	b.Run("go-openai", func(b *testing.B) {
		config := openai.DefaultConfig("")
		config.HTTPClient = &http.Client{Transport: transport}
		api := openai.NewClientWithConfig(config)
		for b.Loop() {
			s, err := api.CreateChatCompletionStream(b.Context(), openai.ChatCompletionRequest{Model: "m", Messages: hi.Messages})
			if err != nil {
				b.Fatal(err)
			}
			var text []byte
			for {
				r, err := s.Recv()
				if err == io.EOF {
					break
				}
				if err != nil {
					b.Fatal(err)
				}
				text = append(text, r.Choices[0].Delta.Content...)
			}
			if len(text) != benchChunks*len(" word") {
				b.Fatal(len(text))
			}
		}
		perChunk(b)
	})
}
