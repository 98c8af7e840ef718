package chat

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/ui/parts"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// bigRequest is a request of about 200 KB, half of it Japanese.
func bigRequest() []byte {
	var b strings.Builder
	b.WriteString(`{"model":"test-model","stream":true,"temperature":0.7,"messages":[{"role":"system","content":"You are Mira.\n<memories>\n- likes tea\n</memories>"}`)
	for i := range 300 {
		fmt.Fprintf(&b, `,{"role":"user","content":"%d: 今夜は霧が出そうだね。\nIt looks like fog tonight & \"maybe\" rain. %s"}`, i, strings.Repeat("港の灯りが見えなくなる前に帰ろう。", 6))
		fmt.Fprintf(&b, `,{"role":"assistant","content":"%s"}`, strings.Repeat("Yes, let us go home before it gets dark. ", 6))
	}
	return []byte(b.String() + "]}")
}

func lineText(l TextLine) (s string) {
	for _, span := range l.Spans {
		s += span.Text
	}
	return s
}

func TestJSONPage(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"object", `{"a":1,"b":"x: y"}`, "0 {|2 \"a\": 1,|2 \"b\": \"x: y\"|0 }"},
		{"line breaks", `{"a":"x\ny\n"}`, "0 {|2 \"a\": \"x\\n|4 y\\n\"|0 }"},
		{"a backslash before n", `{"a":"x\\ny"}`, "0 {|2 \"a\": \"x\\\\ny\"|0 }"},
		{"no JSON", "{\"a\"\nb", "0 {\"a\"|0 b"},
		{"an odd name", `{"a\": \"":"b\"c"}`, "0 {|2 \"a\\\": \\\"\": \"b\\\"c\"|0 }"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range JSONPage([]byte(tt.in)) {
				got = append(got, fmt.Sprint(l.Indent, " ", lineText(l)))
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

// No line is too long to be laid out at once, and nothing gets lost.
func TestPagesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Repeat(rapid.StringOf(rapid.SampledFrom([]rune(`ab猫"\n{}: `))).Draw(t, "text"), rapid.IntRange(1, 400).Draw(t, "times"))
		for name, lines := range map[string][]TextLine{"plain": PlainPage([]byte(text)), "json": JSONPage([]byte(text))} {
			all := ""
			for _, l := range lines {
				if s := lineText(l); len(s) > 2*longLine {
					t.Fatalf("%s: a line of %d bytes", name, len(s))
				} else {
					all += s
				}
			}
			if name == "plain" && all != text {
				t.Fatalf("got %q, want %q", all, text)
			}
		}
	})
}

func answeredReply() talk.Entry {
	return talk.Entry{
		Role: talk.Assistant, Text: "Yes <b> & 猫", Reasoning: "thinking", Model: "asked", Usage: &talk.Usage{Prompt: 31_200, Completion: 12, Cached: 30_000},
		Sent: &talk.Sent{
			Failed: []talk.Attempt{{Status: 503, Code: "llm.server", Detail: "no room for sk-marked"}},
			Answer: &talk.Answer{Status: 200, Model: "served", Finish: "stop"},
		},
	}
}

func answers() []talk.Take {
	return []talk.Take{
		{Status: 503, Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(`{"error":{"message":"no room"}}`)},
		{Status: 200, Header: map[string]string{"Content-Type": "text/event-stream", "X-Request-Id": "req_1"}, Cut: true,
			Body: []byte("data: {\"choices\":[{\"delta\":{\"content\":\"Yes sk-marked \xff\"}}]}\n\ndata: [DONE]\n\n")},
	}
}

func hide(s string) string { return strings.ReplaceAll(s, "sk-marked", "••••") }

func TestResponsePage(t *testing.T) {
	uitest.App(t, "light", "en")
	p := ResponsePage(answeredReply(), answers(), hide)
	shown := ""
	for _, l := range p.Lines {
		shown += lineText(l) + "\n"
	}
	for _, text := range []string{shown, p.Copy} {
		for _, want := range []string{
			"Attempt 1, which failed\nHTTP 503  llm.server\nno room for ••••", `"model": "served"`, `"finish_reason": "stop"`, `"content": "Yes <b> & 猫"`,
			`"cached": 30000`, "HTTP 200\nContent-Type: text/event-stream\nX-Request-Id: req_1\n", `"content":"Yes •••• ` + "\uFFFD",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("lacks %q:\n%s", want, text)
			}
		}
		if strings.Contains(text, "sk-marked") {
			t.Error("the key is shown")
		}
	}
}

func exchange() (request, response Page) {
	request = Page{Note: "601 messages, 31 200 tokens, 200 kB. This is exactly what went out.", Lines: JSONPage(bigRequest()), Copy: string(bigRequest())}
	response = ResponsePage(answeredReply(), answers(), hide)
	response.Note = "The reply as it was put together."
	return request, response
}

func TestExchangeDialog(t *testing.T) {
	uitest.App(t, "light", "en")
	w := uitest.Window(t, parts.NewDivider(), fyne.NewSize(900, 600))
	request, response := exchange()
	copied := ""
	d := ShowExchange(w.Canvas(), request, response, func(s string) { copied = s })
	top := w.Canvas().Overlays().Top()
	if size := d.popup.Content.Size(); size.Width > 900 || size.Height > 600 {
		t.Errorf("the dialog is larger than the window: %v", size)
	}
	test.Tap(buttonOf(t, top, "Copy"))
	if copied != request.Copy {
		t.Error("the request was not copied")
	}
	var tabs *parts.Tabs
	var rows int
	for _, o := range test.LaidOutObjects(top) {
		switch o := o.(type) {
		case *parts.Tabs:
			tabs = o
		case *textRow:
			rows++
		}
	}
	if rows == 0 || rows > 80 {
		t.Errorf("%d rows are made for what is in view", rows)
	}
	tabs.Select(1)
	tabs.OnSelected(1)
	test.Tap(buttonOf(t, top, "Copy"))
	if copied != response.Copy {
		t.Error("the response was not copied")
	}
	if !parts.CloseTop(w.Canvas()) || d.Visible() {
		t.Error("Escape does not close it")
	}
}

// A page without a text has nothing to copy.
func TestExchangeWithoutRequest(t *testing.T) {
	uitest.App(t, "light", "ja")
	_, response := exchange()
	body := newExchangeBody(Page{Note: "記録されていません。"}, response, func(string) {}, func() {})
	uitest.Window(t, body, fyne.NewSize(600, 500))
	if buttonOf(t, body, "コピー").Visible() {
		t.Error("it offers to copy nothing")
	}
}

func TestSentIsOffered(t *testing.T) {
	uitest.App(t, "light", "en")
	for _, tt := range []struct {
		e    talk.Entry
		want bool
	}{
		{talk.Entry{Role: talk.Assistant, Text: "a", Sent: &talk.Sent{}}, true},
		{talk.Entry{Role: talk.Assistant, Text: "a", Sent: &talk.Sent{}, State: talk.Writing}, false},
		{talk.Entry{Role: talk.Assistant, Text: "a", Greeting: true}, false},
		{talk.Entry{Role: talk.User, Text: "a"}, false},
	} {
		got := false
		for _, a := range DefaultActions(tt.e, Spot{}) {
			got = got || a.Name == ActionSent
		}
		if got != tt.want {
			t.Errorf("%+v: %v", tt.e, got)
		}
	}
}

func TestGoldenExchange(t *testing.T) {
	request, response := exchange()
	for _, variant := range uitest.Variants {
		for _, lang := range uitest.Langs {
			for name, tab := range map[string]int{"request": 0, "response": 1} {
				uitest.AssertGolden(t, "exchange-"+name, func() fyne.CanvasObject {
					response = ResponsePage(answeredReply(), answers(), hide)
					response.Note = words.T("exchange.raw")
					body := newExchangeBody(request, response, func(string) {}, func() {})
					for _, o := range test.LaidOutObjects(body) {
						if tabs, ok := o.(*parts.Tabs); ok {
							tabs.Select(tab)
						}
					}
					return body
				}, fyne.NewSize(640, 480), variant, lang)
			}
		}
	}
}

// BenchmarkExchange opens a request of 200 KB: a worker makes the lines, the window lays out what is in view. bare is the dialog
// without a text.
func BenchmarkExchange(b *testing.B) {
	uitest.App(b, "light", "en")
	w := uitest.Window(b, parts.NewDivider(), fyne.NewSize(1280, 800))
	data := bigRequest()
	b.Run("lines", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			JSONPage(data)
		}
	})
	request, response := exchange()
	b.Run("dialog", func(b *testing.B) {
		for b.Loop() {
			ShowExchange(w.Canvas(), request, response, func(string) {}).Hide()
		}
	})
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			ShowExchange(w.Canvas(), Page{Note: request.Note}, Page{}, func(string) {}).Hide()
		}
	})
}

// Of a picture's data type and size are shown; what is short, or no picture, is shown whole.
func TestPictureDataIsShownInBrief(t *testing.T) {
	uitest.App(t, "light", "en")
	data := strings.Repeat("QUJD", 75_000) // 225 000 bytes
	body := `{"messages":[{"content":[{"text":"Look: data:text/plain;base64,` + strings.Repeat("x", 1200) + `"},{"image_url":{"url":"data:image/png;base64,` + data + `"}}]}]}`
	all := ""
	for _, l := range JSONPage([]byte(body)) {
		all += lineText(l)
	}
	if strings.Contains(all, "QUJDQUJD") || !strings.Contains(all, `"url": "data:image/png;base64,… (image/png, `+words.Bytes(225_000)+`)"`) {
		t.Errorf("shown are %d bytes: %.200s", len(all), all)
	}
	if !strings.Contains(all, strings.Repeat("x", 1200)) {
		t.Error("a text that is no picture is not whole")
	}
}
