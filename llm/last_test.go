package llm

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"bonbon/history/talk"
	"bonbon/tokens"
)

const timeOfT0 = "<context>\nCurrent time: Sunday, 2026-05-03 12:00 (UTC+00:00)\n</context>"

// What changes with each request stands behind the newest user message, and nowhere else.
func TestVolatilePartsComeLast(t *testing.T) {
	log := newLog()
	d, m := drive(says("Yes."))
	req := request("One?")
	req.Persona.TellTime, req.Persona.PostPrompt = true, "Stay {{char}}, {{user}}."
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	req.Say = "Two?"
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	post := "\n\n" + timeOfT0 + "\n\nStay Mira, Ann."
	same(t, "first request", sent(m.requests[0]), []string{"system: You are Mira.", "user: One?" + post})
	same(t, "second request", sent(m.requests[1]), []string{"system: You are Mira.", "user: One?", "assistant: Yes.", "user: Two?" + post})
	same(t, "stored", log.stored(), []string{`user "One?" `, `assistant "Yes." `, `user "Two?" `, `assistant "Yes." `})
}

func TestPostAlone(t *testing.T) {
	zone := time.FixedZone("", 9*3600)
	for _, tt := range []struct {
		name string
		tell bool
		post string
		now  time.Time
		want string
	}{
		{name: "nothing", want: "Hm?"},
		{name: "blank", post: " \n", want: "Hm?"},
		{name: "post prompt", post: "Be brief.", want: "Hm?\n\nBe brief."},
		{name: "time", tell: true, want: "Hm?\n\n" + timeOfT0},
		{
			name: "seconds do not count, the zone does", tell: true, now: time.Date(2026, 1, 2, 3, 4, 59, 9, zone),
			want: "Hm?\n\n<context>\nCurrent time: Friday, 2026-01-02 03:04 (UTC+09:00)\n</context>",
		},
	} {
		d, m := drive(says("Hi"))
		if !tt.now.IsZero() {
			d.opt.Now = func() time.Time { return tt.now }
		}
		req := request("Hm?")
		req.Persona.TellTime, req.Persona.PostPrompt = tt.tell, tt.post
		if _, err := play(t, d, newLog(), req); err != nil {
			t.Fatal(err)
		}
		if got := m.requests[0].Messages[1].Content; got != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}

// The volatile parts are counted, so that the budget holds, and named when nothing fits.
func TestPostIsCounted(t *testing.T) {
	log := newLog("Hello", "Hi")
	d, m := drive(says("Hi"))
	req := request("What now?")
	req.Persona.TellTime, req.Persona.PostPrompt = true, strings.Repeat("word ", 300)
	r, err := d.Plan(log, req)
	if err != nil || r.Fixed.Post < 300 || r.Fixed.Post > 360 {
		t.Fatalf("%+v, %v", r.Fixed, err)
	}
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	if n := countRequest(m.requests[0].Messages); n > r.Prompt() {
		t.Errorf("the request has %d tokens, planned were %d", n, r.Prompt())
	}
	req.Cutoff.Threshold = 400
	_, err = d.Plan(log, req)
	var cut *HistoryCutOffError
	if !errors.As(err, &cut) || cut.Diagnosis.Largest != tokens.PartPost || cut.Args()["Post"] != r.Fixed.Post {
		t.Errorf("error %v", err)
	}
}

// With the summary in place of what it covers, the entries are not sent; when something in it was edited, they are and it is not.
func TestSummaryInPlace(t *testing.T) {
	log := newLog("My cat is Miso.", "Nice.", "She is grey.", "I see.")
	log.summary = &talk.Summary{Time: t0, Until: 2, Text: "The cat is Miso."}
	d, m := drive(says("Yes"))
	req := request("What is her name?")
	summary := "system: You are Mira.\n\n<summary updated_at=\"2026-05-03T12:00:00Z\">\nThe cat is Miso.\n</summary>"
	turn := func(replaces bool) []string {
		t.Helper()
		req.Cutoff.SummaryReplaces = replaces
		head := log.path[len(log.path)-1]
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
		log.path = log.path[:slices.Index(log.path, head)+1]
		return sent(m.requests[len(m.requests)-1])
	}
	all := []string{"user: My cat is Miso.", "assistant: Nice.", "user: She is grey.", "assistant: I see.", "user: What is her name?"}
	same(t, "off", turn(false), append([]string{summary}, all...))
	same(t, "on", turn(true), append([]string{summary}, all[2:]...))
	r, err := d.Plan(log, req)
	if err != nil || r.CutBySummary != 2 || r.Reason != tokens.ReasonSummary || r.Fixed.Summary == 0 {
		t.Errorf("%+v, %v", r, err)
	}

	log.path = nil
	log.add(talk.Entry{Role: talk.User, Text: "My cat is Kumo.", Time: t0})
	same(t, "edited", turn(true), []string{"system: You are Mira.", "user: My cat is Kumo.", "user: What is her name?"})
	if r, err := d.Plan(log, req); err != nil || r.CutBySummary != 0 || r.Fixed.Summary != 0 {
		t.Errorf("edited: %+v, %v", r, err)
	}
	same(t, "edited, off", turn(false), []string{summary, "user: My cat is Kumo.", "user: What is her name?"})
}

func TestStartFrom(t *testing.T) {
	log := newLog("One?", "1", "Two?", "2", "Three?", "3")
	d, m := drive(says("Yes"))
	for _, steps := range []bool{true, false} {
		log.anchor = talk.Anchor{}
		req := request("Four?")
		req.Cutoff.Steps = steps
		r, err := d.StartFrom(log, req, 4) // a reply: its turn begins at 3
		if err != nil || r.First != 2 || r.Reason != tokens.ReasonChosen || !log.anchor.Chosen || log.anchor.ID != 3 {
			t.Fatalf("%+v, anchor %+v, %v", r, log.anchor, err)
		}
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
		want := []string{"system: You are Mira.", "user: Two?", "assistant: 2", "user: Three?", "assistant: 3", "user: Four?"}
		same(t, "request", sent(m.requests[len(m.requests)-1]), want)
		log.path = log.path[:6]

		chosen, ops := log.anchor, len(log.ops)
		if r, err = d.StartFrom(log, req, 99); err != nil || r.First != 2 || log.anchor != chosen || len(log.ops) != ops {
			t.Errorf("an entry that is not there: %+v, anchor %+v, %v", r, log.anchor, err)
		}
		if r, err = d.StartFrom(log, req, 0); err != nil || r.First != 0 || r.Reason != "" || log.anchor.Chosen {
			t.Errorf("taken back: %+v, anchor %+v, %v", r, log.anchor, err)
		}
	}
	log.fail = func(op string) error {
		if strings.HasPrefix(op, "anchor 3") {
			return errBroken
		}
		return nil
	}
	if _, err := d.StartFrom(log, request(""), 3); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
}

var errBroken = errors.New("broken")

// photo returns a PNG of so many pixels of noise, and keeps it with the log.
func photo(t *testing.T, log *memLog, side int) (talk.Picture, []byte) {
	t.Helper()
	rnd := rand.New(rand.NewPCG(1, 2))
	img := image.NewNRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			v := rnd.Uint32()
			img.SetNRGBA(x, y, color.NRGBA{uint8(v), uint8(v >> 8), uint8(v >> 16), 255})
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	if log.pictures == nil {
		log.pictures = map[string][]byte{}
	}
	p := talk.Picture{Ref: "sha256:" + strings.Repeat("0", 63) + string(rune('a'+len(log.pictures))), Type: "image/png", Width: side, Height: side}
	log.pictures[p.Ref] = b.Bytes()
	return p, b.Bytes()
}

// parts returns a message as short texts: its text, or its parts, pictures by their type.
func parts(m message) []string {
	out := []string{}
	if m.Content != "" {
		out = append(out, m.Content)
	}
	for _, p := range m.MultiContent {
		switch {
		case p.Type == openai.ChatMessagePartTypeText:
			out = append(out, p.Text)
		case p.ImageURL != nil:
			kind, _, _ := strings.Cut(p.ImageURL.URL, ",")
			out = append(out, kind)
		}
	}
	return out
}

func TestPictures(t *testing.T) {
	log := newLog()
	d, m := drive(says("A cat."))
	p, _ := photo(t, log, 4)
	const png = "data:image/png;base64"
	req := request("What is this?")
	req.Cutoff.Steps, req.Cutoff.PhotoCutoff = false, 3
	req.Pictures, req.Persona.PostPrompt = []talk.Picture{p, p}, "Be brief."
	turn := func(say string, pictures ...talk.Picture) []message {
		t.Helper()
		req.Say, req.Pictures = say, pictures
		if _, err := play(t, d, log, req); err != nil {
			t.Fatal(err)
		}
		return m.requests[len(m.requests)-1].Messages
	}
	ms := turn("What is this?", p, p)
	same(t, "first", parts(ms[1]), []string{"What is this?", png, png, "Be brief."})
	stored := log.entries[0]
	if len(stored.Pictures) != 2 || stored.Pictures[0].Tokens != tokens.UnknownPicture || stored.PictureTokens() != 2*tokens.UnknownPicture || p.Tokens != 0 {
		t.Errorf("stored %+v", stored.Pictures)
	}
	ms = turn("", p) // no words
	same(t, "still sent", parts(ms[1]), []string{"What is this?", png, png})
	same(t, "without words", parts(ms[3]), []string{png, "Be brief."})
	ms = turn("And now?")
	same(t, "left out", parts(ms[1]), []string{"What is this?"})
	same(t, "kept", parts(ms[3]), []string{png})
	same(t, "newest", parts(ms[5]), []string{"And now?\n\nBe brief."})
	ms = turn("Well?")
	same(t, "nothing but a picture, left out", parts(ms[3]), []string{noPicture})
	if r, err := d.Plan(log, req); err != nil || r.PicturesLeft != 2 || r.Pictures != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if n, _ := counter.Count(talk.O200kBase, noPicture); n > tokens.NoPicture {
		t.Errorf("the note costs %d tokens", n)
	}
}

// A picture that cannot be read, or of a kind that servers refuse, is left out: the talk goes on.
func TestPicturesThatAreNotThere(t *testing.T) {
	log := newLog()
	d, m := drive(says("Hm."))
	p, _ := photo(t, log, 4)
	odd, gone := p, p
	odd.Type, gone.Ref = "text/html", "sha256:gone"
	req := request("Look.")
	req.Pictures = []talk.Picture{gone, odd, p}
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	same(t, "message", parts(m.requests[0].Messages[1]), []string{"Look.", "data:image/png;base64"})
	req.Say, req.Pictures = "", []talk.Picture{gone}
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	same(t, "message", parts(m.requests[1].Messages[3]), []string{noPicture})
}

// A head that is a picture without words can be answered again, and is taken back whole when nothing fits.
func TestPictureAlone(t *testing.T) {
	log := newLog()
	d, m := drive(says("A cat."))
	p, _ := photo(t, log, 4)
	log.add(talk.Entry{Role: talk.User, Pictures: []talk.Picture{p}, Time: t0})
	if _, err := play(t, d, log, request("")); err != nil || len(m.requests) != 1 {
		t.Fatal(err)
	}
	req := request("")
	req.Pictures, req.Cutoff.Threshold = []talk.Picture{p}, 1000
	_, err := play(t, d, log, req)
	var cut *HistoryCutOffError
	if !errors.As(err, &cut) || !cut.TakenBack || cut.Diagnosis.Largest != tokens.PartPictures || len(log.path) != 2 {
		t.Errorf("path %v, error %v", log.path, err)
	}
}

// A photo of 3 MB does not push the twenty turns before it out of the prompt, and goes along whole.
func TestB005PhotoIsSentWithAllTurns(t *testing.T) {
	var texts []string
	for n := 1; n <= 20; n++ {
		texts = append(texts, "Fact: the code word is hidden.", "Noted.")
	}
	log := newLog(texts...)
	p, data := photo(t, log, 1000)
	if len(data) < 3_000_000 {
		t.Fatalf("a photo of %d bytes", len(data))
	}
	d, m := drive(says("Noise."))
	req := request("What is in the photo?")
	req.Pictures, req.Cutoff.Threshold, req.Model = []talk.Picture{p}, 8000, "gpt-4o"
	if _, err := play(t, d, log, req); err != nil {
		t.Fatal(err)
	}
	ms := m.requests[0].Messages
	if len(ms) != 42 || len(ms[41].MultiContent) != 2 || len(ms[41].MultiContent[1].ImageURL.URL) < 4_000_000 {
		t.Errorf("%d messages, the last is %v", len(ms), parts(ms[len(ms)-1]))
	}
	if got := log.entries[40].Pictures[0].Tokens; got != 765 {
		t.Errorf("the photo counts %d tokens", got)
	}
	d.uncountable = func(talk.Encoding) error { return errBroken }
	req.Say = "And now?"
	if _, err := play(t, d, log, req); err != nil || len(m.requests[1].Messages) > 21 {
		t.Errorf("without counts %d messages, %v", len(m.requests[1].Messages), err)
	}
}
