package settings

import (
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
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
		Final: func(s string) (string, error) {
			if s == "" {
				return "", errors.New("empty")
			}
			return s + "/chat/completions", nil
		},
		Test: func(persona.Connection, string) Tested {
			return Tested{Steps: []Step{{true, "The server answers."}, {true, "It has 3 models."}, {false, "キーが受け取られませんでした。キーを確かめて、もう一度ためしてください。"}}, Models: []string{"a"}}
		},
		Find: func() []Found {
			return []Found{{"Ollama", "http://127.0.0.1:11434/v1", []string{"a", "b"}}, {"LM Studio", "http://127.0.0.1:1234/v1", nil}}
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
		a.connections.form.runTest()
		return a
	}, paneSize)
}

func TestLookWelcome(t *testing.T) {
	build := func() fyne.CanvasObject {
		w := NewWelcome(WelcomeOptions{Servers: someServers()})
		w.runFind()
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
