package llm

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bonbon/llm/llmtest"
)

// told is a server that answers each path with a body; others get 404. It keeps what it was asked.
type told struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func tell(t *testing.T, answers map[string]string) *told {
	t.Helper()
	s := &told{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		asked := r.Method + " " + r.URL.RequestURI()
		s.mu.Lock()
		s.asked = append(s.asked, asked+string(body))
		s.mu.Unlock()
		answer, ok := answers[asked]
		switch {
		case answer == "hang":
			<-r.Context().Done()
		case !ok:
			http.Error(w, "404 page not found", http.StatusNotFound)
		default:
			_, _ = io.WriteString(w, answer) // the client's loss
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *told) questions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

const (
	llamaModels = `{"object":"list","data":[{"id":"/models/gemma.gguf","object":"model","created":1710000000,"owned_by":"llamacpp","meta":{"vocab_type":2,"n_vocab":262144,"n_ctx_train":131072,"n_embd":2560,"n_params":3880099328,"size":2475}}]}`
	llamaNewer  = `{"object":"list","data":[{"id":"gemma","owned_by":"llamacpp","meta":{"n_ctx":6144,"n_ctx_train":131072}}]}`
	llamaProps  = `{"default_generation_settings":{"id":0,"n_ctx":4096,"speculative":false,"params":{"n_predict":-1}},"total_slots":1,"model_path":"/models/gemma.gguf","chat_template":"…"}`

	studioModels = `{"data":[{"id":"qwen3-4b","object":"model","owned_by":"organization_owner"},{"id":"gemma-3-4b","object":"model","owned_by":"organization_owner"}],"object":"list"}`
	studioWrong  = `{"error":"Unexpected endpoint or method. (GET /props)"}`
	studioLoaded = `{"data":[{"id":"qwen3-4b","object":"model","type":"llm","publisher":"qwen","arch":"qwen3","state":"not-loaded","max_context_length":40960},{"id":"gemma-3-4b","object":"model","type":"vlm","arch":"gemma3","state":"loaded","max_context_length":131072,"loaded_context_length":4096}],"object":"list"}`

	ollamaModels = `{"object":"list","data":[{"id":"llama3.2:latest","object":"model","created":1730000000,"owned_by":"library"},{"id":"mistral:7b","object":"model","created":1730000000,"owned_by":"library"}]}`
	ollamaPs     = `{"models":[{"name":"llama3.2:latest","model":"llama3.2:latest","size":3826793472,"digest":"a80c4f17acd5","details":{"format":"gguf","family":"llama"},"expires_at":"2026-06-04T14:38:31.83753-07:00","size_vram":3826793472,"context_length":4096}]}`
	ollamaShow   = `{"modelfile":"# …","parameters":"stop                           \"<|eot_id|>\"\nstop \"num_ctx 99\"","template":"{{ .Prompt }}","details":{"family":"llama"},"model_info":{"general.architecture":"llama","llama.attention.head_count":24,"llama.context_length":131072,"llama.rope.freq_base":500000},"capabilities":["completion"]}`
	ollamaNumCtx = `{"parameters":"temperature 0.7\nnum_ctx                        16384\n","model_info":{"general.architecture":"mistral3","mistral3.context_length":32768}}`

	vllmModels   = `{"object":"list","data":[{"id":"Qwen/Qwen3-8B","object":"model","created":1,"owned_by":"vllm","root":"Qwen/Qwen3-8B","parent":null,"max_model_len":32768,"permission":[]}]}`
	openRouter   = `{"data":[{"id":"z-ai/glm-4.6","canonical_slug":"z-ai/glm-4.6","context_length":202752,"top_provider":{"context_length":200000,"max_completion_tokens":null}},{"id":"openai/gpt-oss-20b","context_length":131072}]}`
	openAIModels = `{"object":"list","data":[{"id":"gpt-4.1","object":"model","created":1,"owned_by":"system"}]}`
)

func TestWindow(t *testing.T) {
	tests := []struct {
		name, model string
		answers     map[string]string
		want        Window
	}{
		{"llama.cpp", "any", map[string]string{"GET /v1/models": llamaModels, "GET /props": llamaProps}, Window{4096, FromProps, true}},
		{"newer llama.cpp", "", map[string]string{"GET /v1/models": llamaNewer, "GET /props": llamaProps}, Window{6144, FromModels, true}},
		{"llama.cpp without props", "gemma", map[string]string{"GET /v1/models": llamaModels}, Window{131072, FromModels, false}},
		{"LM Studio, loaded", "gemma-3-4b", map[string]string{"GET /v1/models": studioModels, "GET /props": studioWrong, "GET /api/v0/models": studioLoaded, "GET /api/ps": studioWrong}, Window{4096, FromLMStudio, true}},
		{"LM Studio, not loaded", "qwen3-4b", map[string]string{"GET /v1/models": studioModels, "GET /props": studioWrong, "GET /api/v0/models": studioLoaded, "POST /api/show": studioWrong}, Window{40960, FromLMStudio, false}},
		{"Ollama, loaded", "llama3.2", map[string]string{"GET /v1/models": ollamaModels, "GET /api/ps": ollamaPs, "POST /api/show": ollamaShow}, Window{4096, FromRunning, true}},
		{"Ollama, not loaded", "llama3.2", map[string]string{"GET /v1/models": ollamaModels, "GET /api/ps": `{"models":[]}`, "POST /api/show": ollamaShow}, Window{131072, FromShow, false}},
		{"Ollama, another one loaded", "mistral:7b", map[string]string{"GET /v1/models": ollamaModels, "GET /api/ps": ollamaPs, "POST /api/show": ollamaNumCtx}, Window{16384, FromShow, true}},
		{"older Ollama", "llama3.2", map[string]string{"GET /v1/models": ollamaModels, "GET /api/ps": `{"models":[{"name":"llama3.2:latest"}]}`, "POST /api/show": ollamaShow}, Window{131072, FromShow, false}},
		{"vLLM", "Qwen/Qwen3-8B", map[string]string{"GET /v1/models": vllmModels}, Window{32768, FromModels, true}},
		{"vLLM, another name", "Qwen/Qwen3-4B", map[string]string{"GET /v1/models": vllmModels}, Window{}},
		{"OpenRouter", "z-ai/glm-4.6", map[string]string{"GET /v1/models": openRouter}, Window{202752, FromModels, true}},
		{"OpenAI", "gpt-4.1", map[string]string{"GET /v1/models": openAIModels}, Window{}},
		{"nothing known", "m", nil, Window{}},
		{"nonsense", "m", map[string]string{
			"GET /v1/models": `<html>`, "GET /props": `{"default_generation_settings":{"n_ctx":"many"}}`,
			"GET /api/v0/models": `{"data":{"m":1}}`, "GET /api/ps": `[{"name":"m","context_length":{}},null,3]`,
			"POST /api/show": `{"model_info":["llama"],"parameters":"num_ctx -5"}`,
		}, Window{}},
		{"out of range", "m", map[string]string{
			"GET /v1/models": `[{"id":"m","max_model_len":-4096}]`, "GET /props": `{"default_generation_settings":{"n_ctx":7}}`,
			"GET /api/v0/models": `[{"id":"m","loaded_context_length":1e15}]`,
		}, Window{10_000_000, FromLMStudio, true}},
		{"falls silent", "m", map[string]string{"GET /v1/models": openAIModels, "GET /props": "hang", "GET /api/ps": `[{"name":"m","context_length":"2048"}]`}, Window{2048, FromRunning, true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tell(t, tt.answers)
			c := newTestClient(t, s.URL, "", ClientOptions{})
			wait := time.Minute
			if tt.answers["GET /props"] == "hang" {
				wait = 2 * time.Second
			}
			if got, err := c.window(t.Context(), tt.model, wait, time.Minute); err != nil || got != tt.want {
				t.Errorf("%+v, %v; want %+v", got, err, tt.want)
			}
		})
	}
}

// TestWindowAsksOnlyItsServer: the questions go to the connection's own host, beside its /v1, with its key and query.
func TestWindowAsksOnlyItsServer(t *testing.T) {
	other := tell(t, map[string]string{"GET /props": llamaProps})
	var keys []string
	var mu sync.Mutex
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		keys = append(keys, r.Method+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization"))
		mu.Unlock()
		http.Redirect(w, r, other.URL+"/props", http.StatusTemporaryRedirect)
	}))
	t.Cleanup(s.Close)
	asked := func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(keys)
	}
	c := newTestClient(t, s.URL+"/gate/v1?v=2", "sk-1", ClientOptions{})
	if _, err := c.Window(t.Context(), "m"); codeOf(err) != CodeBadURL {
		t.Errorf("redirected away: %v", err)
	}
	if len(other.questions()) != 0 || !slices.Equal(asked(), []string{"GET /gate/v1/models?v=2 Bearer sk-1"}) {
		t.Errorf("asked %q, elsewhere %q", asked(), other.questions())
	}

	open := tell(t, nil)
	c = newTestClient(t, open.URL+"/gate/v1?v=2", "", ClientOptions{})
	if w, err := c.Window(t.Context(), "a b"); err != nil || w != (Window{}) {
		t.Errorf("%+v, %v", w, err)
	}
	want := []string{
		"GET /gate/v1/models?v=2", "GET /gate/props?v=2", "GET /gate/api/v0/models?v=2", "GET /gate/api/ps?v=2",
		`POST /gate/api/show?v=2{"model":"a b"}`,
	}
	if got := open.questions(); !slices.Equal(got, want) {
		t.Errorf("asked %q", got)
	}
}

// TestWindowOfNoServer: a server that cannot be asked, or does not want to be, is asked once.
func TestWindowOfNoServer(t *testing.T) {
	dead := httptest.NewServer(nil)
	dead.Close()
	if _, err := newTestClient(t, dead.URL, "", ClientOptions{}).Window(t.Context(), "m"); codeOf(err) != CodeRefused {
		t.Errorf("dead: %v", err)
	}
	var n atomic.Int32
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n.Add(1)
		http.Error(w, `{"error":{"code":"invalid_api_key"}}`, http.StatusUnauthorized)
	}))
	t.Cleanup(locked.Close)
	if _, err := newTestClient(t, locked.URL, "", ClientOptions{}).Window(t.Context(), "m"); codeOf(err) != CodeBadKey || n.Load() != 1 {
		t.Errorf("locked: %v after %d questions", err, n.Load())
	}
	hung := tell(t, map[string]string{"GET /v1/models": "hang"})
	if _, err := newTestClient(t, hung.URL, "", ClientOptions{}).window(t.Context(), "m", time.Millisecond, time.Minute); err == nil {
		t.Error("hung: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newTestClient(t, llmtest.Serve(t, nil).URL, "", ClientOptions{}).Window(ctx, "m"); codeOf(err) != CodeStopped {
		t.Errorf("stopped: %v", err)
	}
}

func TestWindowOfALongList(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"data":[`)
	for range 20_000 {
		b.WriteString(`{"id":"x","context_length":100000},`)
	}
	b.WriteString(`{"id":"last","context_length":5000}]}`)
	s := llmtest.Serve(t, nil)
	s.SetModels(b.String())
	if w, err := newTestClient(t, s.URL, "", ClientOptions{}).Window(t.Context(), "last"); err != nil || w.Tokens != 5000 {
		t.Errorf("%+v, %v", w, err)
	}
}
