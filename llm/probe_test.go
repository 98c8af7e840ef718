package llm

import (
	"net/http/httptest"
	"net/url"
	"reflect"
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
	good, list, other, page := llmtest.Serve(t, nil), llmtest.Serve(t, nil), llmtest.Serve(t, nil), llmtest.Serve(t, nil)
	list.SetModels(`{"models":[{"name":"a"},{"name":"b"}]}`)
	other.SetModels("")
	page.SetModels("<html>")
	dead := httptest.NewServer(nil)
	dead.Close()
	servers := []localServer{
		{"A", portOf(t, good.URL)}, {"B", portOf(t, dead.URL)}, {"C", portOf(t, list.URL)},
		{"D", portOf(t, other.URL)}, {"E", portOf(t, page.URL)},
	}
	got := findLocal(t.Context(), servers, time.Minute)
	want := []Found{
		{Name: "A", BaseURL: good.URL, Models: []string{"test-model"}},
		{Name: "C", BaseURL: list.URL, Models: []string{"a", "b"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := findLocal(t.Context(), servers, 0); got != nil {
		t.Errorf("without time: %v", got)
	}
}

func TestFindLocalKnowsThePrograms(t *testing.T) {
	want := map[string]int{"Ollama": 11434, "LM Studio": 1234, "llama.cpp": 8080, "KoboldCpp": 5001, "vLLM": 8000}
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
		{"good", serve(two), "", "address models reply", "a", "Hello", ""},
		{"model of the connection", serve(two), "b", "address models reply", "b", "Hello", ""},
		{"no list, named model", serve(""), "b", "address models reply", "b", "Hello", ""},
		{"no list, no name", serve(""), "", "address models reply!", "", "", CodeNoModel},
		{"dead", dead.URL, "", "address!", "", "", CodeRefused},
		{"page", serve("<html>"), "", "address!", "", "", CodeNotAServer},
		{"wrong key", serve(two, llmtest.Wrong(401, "", "no")), "", "address models reply!", "a", "", CodeBadKey},
		{"thinks only", serve(two, llmtest.Good("<think>hm")), "", "address models reply", "a", "", ""},
		{"does not wait for the end", serve(two, long), "", "address models reply", "a", "one two three four five six seven eight nine ten", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := NewClient(persona.Connection{BaseURL: tt.url, Model: tt.model}, "", ClientOptions{})
			if err != nil {
				t.Fatal(err)
			}
			r := c.Test(t.Context())
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
			if steps != tt.steps || r.Model != tt.asked || r.Reply != tt.reply || codeOf(r.Err()) != tt.code || r.BaseURL != c.BaseURL() {
				t.Errorf("steps %q, %+v", steps, r)
			}
		})
	}
}
