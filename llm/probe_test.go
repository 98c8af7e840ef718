package llm

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"bonbon/llm/llmtest"
	"bonbon/persona"
)

func portOf(t *testing.T, base string) int {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func TestFindLocal(t *testing.T) {
	empty, named := llmtest.Serve(t, nil), llmtest.Serve(t, nil)
	empty.SetModels(`{"object":"list","data":null}`)
	named.SetModels(`{"data":[{"id":"q","owned_by":"llamacpp","meta":{"n_ctx":4096}}]}`)
	good, list, other, page := llmtest.Serve(t, nil), llmtest.Serve(t, nil), llmtest.Serve(t, nil), llmtest.Serve(t, nil)
	list.SetModels(`{"models":[{"name":"a"},{"name":"b"}]}`)
	other.SetModels("")
	page.SetModels("<html>")
	dead := httptest.NewServer(nil)
	dead.Close()
	servers := []localServer{
		{"A", portOf(t, good.URL)}, {"B", portOf(t, dead.URL)}, {"C", portOf(t, list.URL)},
		{"D", portOf(t, other.URL)}, {"E", portOf(t, page.URL)}, {"F", portOf(t, empty.URL)}, {"G", portOf(t, named.URL)},
		{"H", portOf(t, serveStatus(t, 401))},
	}
	got := findLocal(t.Context(), servers, time.Minute)
	want := []Found{
		{Name: "A", BaseURL: good.URL, Models: []Model{{ID: "test-model"}}},
		{Name: "C", BaseURL: list.URL, Models: []Model{{ID: "a"}, {ID: "b"}}},
		{Name: "F", BaseURL: empty.URL},
		{Name: "llama.cpp", BaseURL: named.URL, Models: []Model{{"q", 4096}}},
		{Name: "H", BaseURL: "http://127.0.0.1:" + strconv.Itoa(servers[7].port) + "/v1", NeedsKey: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := findLocal(t.Context(), servers, 0); got != nil {
		t.Errorf("without time: %v", got)
	}
}

func TestFindLocalKnowsThePrograms(t *testing.T) {
	want := map[string]int{"Ollama": 11434, "LM Studio": 1234, "llama.cpp": 8080, "KoboldCpp": 5001, "vLLM": 8000, "text-generation-webui": 5000, "Jan": 1337}
	for _, s := range localServers {
		if want[s.name] != s.port {
			t.Errorf("%s at %d", s.name, s.port)
		}
	}
	if len(localServers) != len(want) || localWait != 300*time.Millisecond {
		t.Errorf("%d programs, %v", len(localServers), localWait)
	}
}

func TestModels(t *testing.T) {
	tests := []struct {
		name, body string
		want       []Model
		code       string
	}{
		{"list", `{"data":[{"id":"a","max_model_len":4096}]}`, []Model{{"a", 4096}}, ""},
		{"no such list", "", nil, ""},
		{"page", "<html>", nil, CodeNotAServer},
	}
	for _, tt := range tests {
		s := llmtest.Serve(t, nil)
		s.SetModels(tt.body)
		got, err := newTestClient(t, s.URL, "", ClientOptions{}).Models(t.Context())
		if codeOf(err) != tt.code || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
}

func TestConnectionTest(t *testing.T) {
	dead := httptest.NewServer(nil)
	dead.Close()
	serve := func(models string, script ...llmtest.Reply) string {
		s := llmtest.Serve(t, script)
		s.SetModels(models)
		return s.URL
	}
	const two = `{"data":[{"id":"a"},{"id":"b"}]}`
	long := llmtest.Silent("one two three four five six seven eight nine ten")
	tests := []struct {
		name, url, model string
		steps            string // with "!" where one failed
		asked, reply     string
		code             string
	}{
		{"good", serve(two), "", "address key models reply", "a", "Hello", ""},
		{"model of the connection", serve(two), "b", "address key models reply", "b", "Hello", ""},
		{"no list, named model", serve(""), "b", "address key models reply", "b", "Hello", ""},
		{"no list, no name", serve(""), "", "address key models reply!", "", "", CodeNoModel},
		{"list is refused", serveStatus(t, 401), "b", "address key!", "", "", CodeBadKey},
		{"list is broken", serveStatus(t, 500), "b", "address models!", "", "", CodeServer},
		{"dead", dead.URL, "", "address!", "", "", CodeRefused},
		{"page", serve("<html>"), "", "address models!", "", "", CodeNotAServer},
		{"wrong key", serve(two, llmtest.Wrong(401, "", "no")), "", "address key models reply!", "a", "", CodeBadKey},
		{"thinks only", serve(two, llmtest.Good("<think>hm")), "", "address key models reply", "a", "", ""},
		{"does not wait for the end", serve(two, long), "", "address key models reply", "a", "one two three four five six seven eight nine ten", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := NewClient(persona.Connection{BaseURL: tt.url, Model: tt.model}, "", ClientOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var heard []TestStep
			r := c.Test(t.Context(), func(s TestStep) { heard = append(heard, s) })
			asked, reply := "", ""
			for _, s := range r.Steps {
				asked, reply = s.Model, s.Reply
			}
			if !slices.Equal(heard, r.Steps) {
				t.Errorf("reported %+v", heard)
			}
			steps := ""
			for _, s := range r.Steps {
				if steps != "" {
					steps += " "
				}
				steps += s.Name
				if s.Err != nil {
					steps += "!"
				}
			}
			if steps != tt.steps || asked != tt.asked || reply != tt.reply || codeOf(r.Err()) != tt.code || r.BaseURL != c.BaseURL() {
				t.Errorf("steps %q, %+v", steps, r)
			}
		})
	}
}

func serveStatus(t *testing.T, status int) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	t.Cleanup(s.Close)
	return s.URL
}

// TestConnectionTestShowsTheCertificate: with https there is one step more, and it says what was shown.
func TestConnectionTestShowsTheCertificate(t *testing.T) {
	s := serveTLS(t, nil)
	for certificate, want := range map[string]string{"": CodeTLS, s.pem: CodeNotAServer} {
		c, err := NewClient(persona.Connection{BaseURL: s.URL, Certificate: certificate}, "", ClientOptions{})
		if err != nil {
			t.Fatal(err)
		}
		r := c.Test(t.Context(), nil)
		if len(r.Steps) < 2 || r.Steps[0].Err != nil || r.Steps[1].Name != StepCertificate || r.Steps[1].Certificate == nil || codeOf(r.Err()) != want {
			t.Errorf("%+v, %v", r.Steps, r.Err())
		}
	}
}

func TestConnectionTestIsStopped(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Silent("")})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := newTestClient(t, s.URL, "", ClientOptions{}).Test(ctx, func(s TestStep) {
		if s.Name == StepModels {
			cancel()
		}
	})
	if codeOf(r.Err()) != CodeStopped || r.Steps[len(r.Steps)-1].Name != StepReply {
		t.Errorf("%+v", r.Steps)
	}
}
