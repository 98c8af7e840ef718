package e2e

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
)

// aFrame is the time of one frame at 60 a second.
const aFrame = time.Second / 60

// BenchmarkFrames records the frames of the real window while a person scrolls through a talk of ten thousand messages, makes the
// window wider, and while a reply of 40 KB of Markdown streams in 4 000 pieces with the view at its end. For each part it reports the
// middle, the 99th of 100 and the worst time from one frame to the next, and how many of 100 came later than they should by more than
// half a frame. A virtual display draws without a graphics card, so the figures are for comparison on one machine only.
func BenchmarkFrames(b *testing.B) {
	r := newRobot(b)
	text := strings.Repeat(markdown, 40_000/len(markdown)+1)[:40_000]
	pieces := llmtest.Stream()
	for i := range 4000 {
		pieces.Writes = append(pieces.Writes, llmtest.Write{Data: llmtest.Delta(text[i*10 : i*10+10]), Wait: time.Millisecond})
	}
	pieces.Writes = append(pieces.Writes, llmtest.Write{Data: llmtest.Finish("stop")})
	server := llmtest.Serve(b, llmtest.Script{pieces})
	r.change(func(s *persona.Settings) {
		s.Welcomed, s.Theme, s.Connection = true, "light", "own"
		s.Connections = append(s.Connections, persona.Connection{ID: "own", Name: "Own", BaseURL: server.URL, Model: "m"})
	})
	s := r.open()
	_, info, err := s.CreatePersona(persona.Persona{Name: "Mint", Prompt: "You are Mint."}, talk.Entry{})
	for i := 0; i < 10_000 && err == nil; i++ {
		e := talk.Entry{Role: talk.Role(1 + i%2), Text: "What do you think of *rain* on the roof?", Tokens: 10, Encoding: talk.O200kBase}
		if i%16 == 1 {
			e.Text = markdown
		}
		_, err = s.Talk(info.ID).Append(e)
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	if err != nil {
		b.Fatal(err)
	}

	record := filepath.Join(b.TempDir(), "frames")
	r.start("--frames", record)
	r.await("talk shown")
	parts := map[string][2]time.Time{}
	part := func(name string, do func()) {
		begin := time.Now()
		do()
		parts[name] = [2]time.Time{begin, time.Now()}
	}
	for range b.N {
		part("wheel", func() { r.scroll(talkMiddle[0], talkMiddle[1], 200) })
		part("resize", func() {
			for w := width - 200; w <= width; w += 20 {
				r.xdotool("windowsize", r.window, fmt.Sprint(w), fmt.Sprint(height), "sleep", "0.05")
			}
		})
		r.settle()
		r.clickAt(input)
		r.write("Tell me all of it.")
		part("stream", func() {
			r.key("Return")
			r.await("first words")
			r.await("replied")
		})
	}
	r.quit()

	for name, span := range parts {
		gaps := framesIn(b, record, span)
		late := 0
		for _, g := range gaps {
			if g > aFrame*3/2 {
				late++
			}
		}
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		b.ReportMetric(ms(gaps[len(gaps)/2]), name+"-p50-ms")
		b.ReportMetric(ms(gaps[len(gaps)*99/100]), name+"-p99-ms")
		b.ReportMetric(ms(gaps[len(gaps)-1]), name+"-worst-ms")
		b.ReportMetric(100*float64(late)/float64(len(gaps)), name+"-late-%")
	}
	b.ReportMetric(0, "ns/op")
}

// markdown has a bit of everything that costs to lay out.
const markdown = "## A heading\n\nSome *soft* and **loud** words, `code`, and a [link](https://example.org).\n\n" +
	"- one\n- two\n  - deeper\n\n> a quote of someone\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```go\nfunc main() { println(\"rain\") }\n```\n\n" +
	"そして、日本語の文章もここにあります。屋根に雨が降っています。\n\n"

// framesIn returns the times between frames of that span, in order of their length.
func framesIn(b *testing.B, path string, span [2]time.Time) []time.Duration {
	b.Helper()
	file, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var gaps []time.Duration
	for scan := bufio.NewScanner(file); scan.Scan(); {
		var at, gap int64
		if _, err := fmt.Sscan(scan.Text(), &at, &gap); err != nil {
			b.Fatal(err)
		}
		if t := time.UnixMicro(at); t.After(span[0]) && t.Before(span[1]) {
			gaps = append(gaps, time.Duration(gap)*time.Microsecond)
		}
	}
	if len(gaps) == 0 {
		b.Fatal("no frame was drawn")
	}
	slices.Sort(gaps)
	return gaps
}
