package persona

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestHeaders(t *testing.T) {
	h := Headers(" X-Title : Bonbon \n\n:\nno colon\r\napi-key:\nUrl: http://h:1/\n")
	want := [][2]string{{"X-Title", "Bonbon"}, {"no colon", ""}, {"api-key", ""}, {"Url", "http://h:1/"}}
	var got [][2]string
	for n, v := range h.All() {
		got = append(got, [2]string{n, v})
	}
	if len(got) != len(want) {
		t.Fatalf("read %q", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d is %q, want %q", i, got[i], want[i])
		}
	}
	if h.Value("x-title") != "Bonbon" || h.Value("api-key") != "" || h.Value("other") != "" {
		t.Error("a value is not found by its name")
	}
}

// TestHeadersKeepLines: whatever is added is one line and comes back.
func TestHeadersKeepLines(t *testing.T) {
	text := rapid.StringMatching(`[ -9;-~\r\n]{0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		var h Headers
		n := rapid.IntRange(0, 5).Draw(t, "lines")
		for range n {
			h = h.With("X"+text.Draw(t, "name"), text.Draw(t, "value"))
		}
		count := 0
		for name := range h.All() {
			if name == "" {
				t.Fatal("a line lost its name")
			}
			count++
		}
		if count != n {
			t.Fatalf("%d lines of %d in %q", count, n, h)
		}
	})
}

func TestConnectionIsKeptWhole(t *testing.T) {
	c := Connection{
		ID: "a", Name: "A", BaseURL: "https://h/v1", Model: "m", Headers: "X-Title: B\napi-key:", Query: "api-version=1",
		Body: "{\n \"top_k\": 5\n}", Proxy: "http://u@p:1", Certificate: "sha256:ab", Limits: Limits{Connect: 3, Silence: 9},
	}
	s := DefaultSettings()
	s.Connections = append(s.Connections, c)
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	back, problems, err := ReadSettings(data)
	if err != nil || len(problems) != 0 || len(back.Connections) != 2 || back.Connections[1] != c {
		t.Errorf("read %+v, %v, %v", back.Connections, problems, err)
	}
	back, problems, err = ReadSettings([]byte(`{"connections":[{"id":"x","limits":{"connect":-4,"silence":999999,"new":1}}]}`))
	if err != nil || len(problems) != 3 || back.Find("x").Limits != (Limits{Silence: MaxLimit}) {
		t.Errorf("read %+v, %v, %v", back.Find("x"), problems, err)
	}
	plain, err := json.Marshal(Connection{ID: "a"})
	if err != nil || string(plain) != `{"id":"a","name":"","base_url":""}` {
		t.Errorf("a plain connection is written as %s, %v", plain, err)
	}
}

func TestSplitProxy(t *testing.T) {
	for typed, want := range map[string][2]string{
		"":                     {"", ""},
		" http://p:1 ":         {"http://p:1", ""},
		"p:1":                  {"p:1", ""},
		"http://u:s%20x@p:1":   {"http://u@p:1", "s x"},
		"u:secret@p:1":         {"http://u@p:1", "secret"},
		"socks5://u:secret@p":  {"socks5://u@p", "secret"},
		"http://u:secret@p:1/": {"http://u@p:1/", "secret"},
	} {
		if proxy, password := SplitProxy(typed); proxy != want[0] || password != want[1] {
			t.Errorf("%q gives %q, %q", typed, proxy, password)
		}
	}
}
