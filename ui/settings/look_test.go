package settings

import (
	"context"
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

// at once stands for a worker where the order of things does not matter.
func atOnce(work func() func()) { work()() }

func someReport(s tokens.Settings) (tokens.Report, error) {
	return tokens.Report{
		Limit: s.Threshold, Total: 1840, Kept: 312, History: 24_000, Fixed: tokens.Fixed{System: 7_000}, Overhead: 200,
		Oldest: time.Now().AddDate(0, 0, -40).UnixMilli(),
	}, nil
}

func TestLookCutoff(t *testing.T) {
	twelve := 12
	build := func() fyne.CanvasObject {
		c := NewCutoff(CutoffOptions{Preview: someReport, Go: atOnce})
		c.ShowPersona(tokens.Defaults(), persona.Cutoff{PastHours: &twelve}, 8192)
		return c
	}
	uitest.Contact(t, "cutoff", build, fyne.NewSize(look.InspectorWidth, 764))
	uitest.Contact(t, "cutoff-low", build, fyne.NewSize(look.InspectorWidth, 424))
}

func someServers() Servers {
	return Servers{
		Final: func(s string, _ persona.Query) (string, error) {
			if s == "" {
				return "", errors.New("empty")
			}
			return s + "/chat/completions", nil
		},
		Test: func(_ context.Context, _ persona.Connection, _ Secret, report func(Step)) []parts.Suggestion {
			report(Step{OK: true, Text: "The server answers."})
			report(Step{OK: true, Text: "It has 3 models."})
			report(Step{Text: "キーが受け取られませんでした。キーを確かめて、もう一度ためしてください。"})
			return []parts.Suggestion{{Text: "a", Note: "8,192"}}
		},
		Find: func() []Found {
			return []Found{{"Ollama", "http://127.0.0.1:11434/v1", []string{"a", "b"}, false}, {"LM Studio", "http://127.0.0.1:1234/v1", nil, true}}
		},
		Go: atOnce, Keyring: func() bool { return true },
	}
}

func someSettings() persona.Settings {
	s := persona.DefaultSettings()
	s.Connections = append(s.Connections, persona.Connection{ID: "1", Name: "Ollama", BaseURL: "http://127.0.0.1:11434/v1", Model: "some-model:12b"})
	s.Connection = "1"
	return s
}

func TestLookApp(t *testing.T) {
	for page, name := range []string{"general", "connections", "defaults"} {
		uitest.Contact(t, "app-"+name, func() fyne.CanvasObject {
			a := NewApp(AppOptions{Servers: someServers(), Folder: "/home/someone/.local/share/bonbon"}, someSettings())
			a.SelectPage(page)
			return a
		}, paneSize)
	}
	uitest.Contact(t, "app-form", func() fyne.CanvasObject {
		a := NewApp(AppOptions{Servers: someServers()}, someSettings())
		a.SelectPage(PageConnections)
		a.connections.edit(a.s.Connections[1])
		a.connections.form.trial.run()
		return a
	}, paneSize)
}

// TestLookMore draws the form with everything that the fold holds, and the offer to trust a certificate.
func TestLookMore(t *testing.T) {
	s := someServers()
	s.Presets = []Preset{{Name: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", NeedsKey: true, KeyURL: "https://openrouter.ai/settings/keys"}}
	s.Open = func(string) {}
	s.Test = func(_ context.Context, _ persona.Connection, _ Secret, report func(Step)) []parts.Suggestion {
		report(Step{Text: "The server's certificate is not trusted.", Certificate: &Certificate{Text: "CN=shelf\nsha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}})
		return nil
	}
	uitest.Contact(t, "app-form-new", func() fyne.CanvasObject {
		f := newConnectionForm(s, persona.Connection{ID: "n"}, nil, func() {})
		f.preset.Choose("OpenRouter")
		return parts.NewForm(f)
	}, paneSize)
	uitest.Contact(t, "app-form-more", func() fyne.CanvasObject {
		f := newConnectionForm(s, persona.Connection{
			ID: "1", Name: "Shelf", BaseURL: "https://shelf:8080/v1", Headers: "X-Title: Bonbon\napi-key:", Body: `{"top_k": 40}`, Proxy: "http://10.0.0.1:3128",
		}, nil, func() {})
		f.trial.run()
		return parts.NewForm(f)
	}, fyne.NewSize(640, 1500))
}

func TestLookWelcome(t *testing.T) {
	build := func() fyne.CanvasObject {
		w := NewWelcome(WelcomeOptions{Servers: someServers()})
		w.finder.run()
		return w
	}
	uitest.Contact(t, "welcome", build, fyne.NewSize(900, 600))
	uitest.Contact(t, "welcome-small", build, fyne.NewSize(640, 480))
}

func TestGoldens(t *testing.T) {
	build := func() fyne.CanvasObject {
		c := NewCutoff(CutoffOptions{Go: atOnce, Preview: func(s tokens.Settings) (tokens.Report, error) {
			return tokens.Report{Limit: s.Threshold, Total: 1840, Kept: 312, History: 31_200, Oldest: time.Now().UnixMilli()}, nil
		}})
		c.ShowPersona(tokens.Defaults(), persona.Cutoff{PastHours: new(int)}, 8192)
		return c
	}
	uitest.AssertGolden(t, "cutoff", build, fyne.NewSize(look.InspectorWidth, 720), "light", "en")
	uitest.AssertGolden(t, "cutoff", build, fyne.NewSize(look.InspectorWidth, 720), "dark", "ja")
}
