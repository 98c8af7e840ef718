package llm

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

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

// repeated is a body that is not held in memory: part, n times.
type repeated struct {
	part []byte
	n    int
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.n == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.part[r.at:])
	if r.at += n; r.at == len(r.part) {
		r.at, r.n = 0, r.n-1
	}
	return n, nil
}

// BenchmarkLargeReply measures the memory that is in use at most while a reply of 50 MB comes, whose reader keeps nothing of it: as
// words, as events of 1 MB, and, since that is what one JSON body may have, 15 MB in one piece.
func BenchmarkLargeReply(b *testing.B) {
	const size = 50 << 20
	word := llmtest.Delta(" word")
	large := llmtest.Delta(strings.Repeat("word ", 1<<20/5))
	text := []byte(strings.Repeat("word ", 1000))
	end := func() io.Reader { return bytes.NewReader(llmtest.Finish("stop")) }
	for name, body := range map[string]func() io.Reader{
		"words": func() io.Reader { return io.MultiReader(&repeated{part: word, n: size / len(word)}, end()) },
		"large": func() io.Reader { return io.MultiReader(&repeated{part: large, n: size / len(large)}, end()) },
		"whole": func() io.Reader {
			return io.MultiReader(strings.NewReader(`{"choices":[{"message":{"content":"`), &repeated{part: text, n: 15 << 20 / len(text)},
				strings.NewReader(`"},"finish_reason":"stop"}]}`))
		},
	} {
		b.Run(name, func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(10))
			c := newTestClient(b, "http://127.0.0.1", "", ClientOptions{Transport: roundTripper(func(*http.Request) (*http.Response, error) {
				return respondFrom(200, body()), nil
			})})
			peak := uint64(0)
			for b.Loop() {
				peak = max(peak, peakHeap(func() {
					n := 0
					for chunk, err := range c.Stream(b.Context(), hi) {
						if err != nil {
							b.Fatal(err)
						}
						n += len(chunk.Text)
					}
					if n == 0 {
						b.Fatal("no text")
					}
				}))
			}
			b.ReportMetric(float64(peak)/(1<<20), "MB-peak")
		})
	}
}

// peakHeap returns by how much the heap grows at most while f runs.
func peakHeap(f func()) uint64 {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	read := func() uint64 {
		metrics.Read(heap)
		return heap[0].Value.Uint64()
	}
	runtime.GC()
	before, peak := read(), uint64(0)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				peak = max(peak, read())
			case <-done:
				return
			}
		}
	}()
	f()
	close(done)
	<-ended
	return peak - min(before, peak)
}
