package ui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// TestEveryStepOfATestIsSaid: each step that a test of a connection can end at reads as it should, the good ones before it
// too, in both languages.
func TestEveryStepOfATestIsSaid(t *testing.T) {
	serve := func(models string, replies ...llmtest.Reply) string {
		s := llmtest.Serve(t, replies)
		s.SetModels(models)
		return s.URL
	}
	status := func(code int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }))
		t.Cleanup(s.Close)
		return s.URL
	}
	dead := httptest.NewServer(nil)
	dead.Close()
	const two, none = `{"data":[{"id":"a"},{"id":"b"}]}`, `{"data":[]}`
	d := with(t, persona.Connection{})
	for _, lang := range words.Tags {
		must(t, words.Use(lang))
		for name, tt := range map[string]struct {
			url, model string
			good       int
			says       []string
		}{
			"good":             {serve(two, llmtest.Good("Come in")), "b", 4, []string{words.N("test.models", 2), words.T("test.reply", map[string]any{"Model": "b", "Reply": "Come in"})}},
			"unusable address": {"ftp://h", "", 0, []string{words.T("error.llm.bad_url.title")}},
			"nobody there":     {dead.URL, "", 0, []string{words.T("error.llm.refused.title")}},
			"certificate":      {behindTLS(t, llmtest.Serve(t, nil)), "", 1, []string{words.T("error.llm.tls.title"), "sha256:"}},
			"key":              {status(401), "", 1, []string{words.T("error.llm.bad_key.title")}},
			"no model server":  {serve("<html>"), "", 1, []string{words.T("error.llm.not_a_server.title")}},
			"models fail":      {status(500), "", 1, []string{words.T("error.llm.server.title")}},
			"no model":         {serve(none), "", 3, []string{words.N("test.models", 0), words.T("test.noModel")}},
			"unknown model":    {serve(two, llmtest.Wrong(404, "model_not_found", "no such model")), "", 3, []string{words.T("error.llm.no_model.title"), "a”", "no such model"}},
			"reply fails":      {serve(two, llmtest.Wrong(402, "", "pay first")), "", 3, []string{words.T("error.llm.no_credit.title"), "pay first"}},
		} {
			good, said := 0, ""
			c := persona.Connection{ID: "x", Name: "Shelf", BaseURL: tt.url, Model: tt.model}
			d.test(t.Context(), c, settings.Secret{}, func(s settings.Step) {
				said += s.Text + "\n"
				if s.Certificate != nil {
					said += s.Certificate.Text
				}
				if s.OK {
					good++
				}
			})
			d.settle()
			if good != tt.good {
				t.Errorf("%s, %s: %d good steps, want %d: %s", lang, name, good, tt.good, said)
			}
			for _, text := range tt.says {
				if lang == "ja" {
					text = strings.ReplaceAll(text, "a”", "a」")
				}
				if !strings.Contains(said, text) {
					t.Errorf("%s, %s: does not say %q: %s", lang, name, text, said)
				}
			}
			if lang == "ja" && strings.Contains(said, ". ") || strings.Contains(said, "“”") || strings.Contains(said, "「」") {
				t.Errorf("%s, %s: reads badly: %s", lang, name, said)
			}
		}
	}
}

// TestVariableTakesThePlaceOfTheKey: the environment's key is what the server gets, and what is stored beside the key stays.
func TestVariableTakesThePlaceOfTheKey(t *testing.T) {
	s := llmtest.Serve(t, nil)
	d := with(t, persona.Connection{Name: "My shelf", BaseURL: s.URL, Model: "test-model", Headers: "X-Extra:"})
	must(t, d.saveKey("server", settings.Secret{Key: "sk-stored", Headers: "X-Extra: kept"}))
	for variable, want := range map[string]string{"BONBON_API_KEY_OTHER": "sk-stored", "BONBON_API_KEY_MY_SHELF": "sk-variable", "BONBON_API_KEY_SERVER": "sk-variable"} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, "sk-variable")
			d.ask("Hello?")
			all := s.Chats()
			if h := all[len(all)-1].Header; h.Get("Authorization") != "Bearer "+want || h.Get("X-Extra") != "kept" {
				t.Errorf("sent %q and %q", h.Get("Authorization"), h.Get("X-Extra"))
			}
		})
	}
	if stored, err := d.Keys.Stored("server"); err != nil || !strings.HasPrefix(stored, "sk-stored") {
		t.Errorf("stored is %q, %v", stored, err)
	}
}
