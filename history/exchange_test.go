package history_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

func open(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	must(t, err)
	return data
}

func imported(t testing.TB, s *history.Store, data []byte) history.ImportReport {
	t.Helper()
	report, err := s.Import(bytes.NewReader(data), history.ImportOptions{})
	must(t, err)
	return report
}

// allTalks returns the texts of every talk outside the trash under its title, sorted.
func allTalks(t testing.TB, s *history.Store) (all []string) {
	t.Helper()
	people, err := s.Personas()
	must(t, err)
	for _, p := range people {
		talks, err := s.Talks(p.Persona.ID)
		must(t, err)
		for _, i := range talks {
			all = append(all, i.Title+": "+strings.Join(texts(t, s.Talk(i.ID)), " "))
		}
	}
	slices.Sort(all)
	return all
}

// full returns a store that holds something of every kind.
func full(t testing.TB) *history.Store {
	t.Helper()
	s := historytest.Open(t)
	ref, err := s.AddAttachment([]byte("picture"))
	must(t, err)
	p, info, err := s.CreatePersona(persona.Persona{Name: "Mina", Picture: ref, Prompt: "kind <&>"}, talk.Entry{Text: "hello", Tokens: 2})
	must(t, err)
	tk := s.Talk(info.ID)
	a := say(t, tk, "a")
	say(t, tk, "b")
	_, err = tk.AppendTo(a.ID, talk.Entry{Role: talk.Assistant, Text: "calls", Tokens: 9, State: talk.Stopped, Usage: &talk.Usage{Prompt: 3},
		Calls: []talk.ToolCall{{ID: "1", Name: "clock", Arguments: "{}"}}})
	must(t, err)
	_, err = tk.PutSummary(talk.Summary{Text: "so far", Until: a.ID})
	must(t, err)
	_, err = s.PutMemory(p.ID, talk.Memory{Text: "likes tea"})
	must(t, err)
	must(t, s.RenameTalk(info.ID, "first"))
	gone, err := s.CreateTalk(p.ID, "gone", talk.Entry{})
	must(t, err)
	must(t, s.TrashTalk(gone.ID))
	set := persona.DefaultSettings()
	set.UserName = "Lea"
	must(t, s.PutSettings(set))
	return s
}

func exported(t testing.TB, s *history.Store) string {
	t.Helper()
	var b bytes.Buffer
	must(t, s.ExportAll(&b))
	_, body, _ := strings.Cut(b.String(), "\n") // the first line holds the time
	return body
}

func TestExportAndImportGiveTheSame(t *testing.T) {
	s := full(t)
	var file bytes.Buffer
	must(t, s.ExportAll(&file))
	for _, ending := range []string{"\n", "\r\n", "\n\n \n"} {
		to := historytest.Open(t)
		report := imported(t, to, []byte("\ufeff"+strings.ReplaceAll(file.String(), "\n", ending)))
		if len(report.Bad) > 0 || report.Skipped > 0 || report.Copied > 0 || report.Entries != 4 || report.Added != 6 {
			t.Errorf("ending %q: report %+v", ending, report)
		}
		if got, want := exported(t, to), exported(t, s); got != want {
			t.Errorf("ending %q: got\n%s\nwant\n%s", ending, got, want)
		}
		again := imported(t, to, file.Bytes())
		if again.Added+again.Copied+again.Entries+len(again.Bad) > 0 || again.Skipped != 6 {
			t.Errorf("again: %+v", again)
		}
		if got, want := exported(t, to), exported(t, s); got != want {
			t.Errorf("again: got\n%s\nwant\n%s", got, want)
		}
	}
	again := imported(t, s, file.Bytes())
	if again.Added+again.Copied+again.Entries > 0 {
		t.Errorf("into its own store: %+v", again)
	}
}

// More entries than one read transaction takes; a picture that does not match its name; a summary without its talk.
func TestExportOfALongTalk(t *testing.T) {
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	tk := beginIn(t, s, "hello")
	for i := range 1203 {
		say(t, tk, fmt.Sprint(i))
	}
	var b bytes.Buffer
	must(t, s.ExportTalk(&b, tk.ID()))
	b.WriteString(`{"type":"attachment","ref":"sha256:00","data":"cGljdHVyZQ=="}` + "\n" + `{"type":"summary","talk_id":"x","summary":{"text":"x"}}`)
	to := historytest.Open(t)
	r := imported(t, to, b.Bytes())
	if r.Entries != 1204 || len(r.Bad) != 2 {
		t.Errorf("report %+v", r)
	}
	if got, want := texts(t, to.Talk(tk.ID())), texts(t, tk); !slices.Equal(got, want) {
		t.Errorf("%d texts, want %d", len(got), len(want))
	}
}

func TestImportOfAnOlderAndANewerState(t *testing.T) {
	s := full(t)
	people, err := s.Personas()
	must(t, err)
	tk := s.Talk(people[0].Talk)
	var old, grown bytes.Buffer
	must(t, s.ExportTalk(&old, tk.ID()))
	say(t, tk, "c")
	must(t, s.ExportTalk(&grown, tk.ID()))
	if r := imported(t, s, old.Bytes()); r.Skipped != 2 || r.Added+r.Copied+r.Entries > 0 {
		t.Errorf("older: %+v", r)
	}
	wantTexts(t, tk, "hello a calls c")

	other := historytest.Open(t)
	imported(t, other, old.Bytes())
	if r := imported(t, other, grown.Bytes()); r.Added != 1 || r.Entries != 1 || r.Copied > 0 {
		t.Errorf("newer: %+v", r)
	}
	wantTexts(t, other.Talk(tk.ID()), "hello a calls c")

	must(t, s.TrashPersona(people[0].Persona.ID))
	must(t, s.TrashTalk(tk.ID()))
	var all bytes.Buffer
	must(t, s.RestoreTalk(tk.ID()))
	must(t, s.RestorePersona(people[0].Persona.ID))
	must(t, s.ExportAll(&all))
	must(t, s.TrashTalk(tk.ID()))
	must(t, s.TrashPersona(people[0].Persona.ID))
	if r := imported(t, s, all.Bytes()); r.Added != 2 || r.Entries > 0 {
		t.Errorf("out of the trash: %+v", r)
	}
	if got := allTalks(t, s); !slices.Equal(got, []string{"first: hello a calls c"}) {
		t.Errorf("talks %q", got)
	}
}

func TestImportKeepsOtherContentAsACopy(t *testing.T) {
	s := full(t)
	var file bytes.Buffer
	must(t, s.ExportAll(&file))
	people, err := s.Personas()
	must(t, err)
	p := people[0].Persona
	p.Prompt = "stern"
	must(t, s.PutPersona(p))
	tk := s.Talk(people[0].Talk)
	head, err := tk.Head()
	must(t, err)
	head.Text = "changed"
	must(t, tk.Update(head))

	report := imported(t, s, file.Bytes())
	if report.Copied != 2 || report.Added != 2 { // the copied talk brings its summary, the copied persona its memory
		t.Errorf("report %+v", report)
	}
	if got := allTalks(t, s); !slices.Equal(got, []string{"first: hello a calls", "first: hello a changed"}) {
		t.Errorf("talks %q", got)
	}
	if r := imported(t, s, file.Bytes()); r.Copied+r.Added+r.Entries > 0 {
		t.Errorf("again: %+v", r)
	}
}

func TestImportReportsBadLines(t *testing.T) {
	s := full(t)
	var b bytes.Buffer
	must(t, s.ExportAll(&b))
	all := strings.Split(strings.TrimSpace(b.String()), "\n")
	entry := slices.IndexFunc(all, func(l string) bool { return strings.Contains(l, `"text":"a"`) })
	lines := slices.Clone(all)
	lines[entry] = lines[entry][:20]                               // cut: its children follow the entry before it
	lines = slices.Insert(lines, 1, `{"type":"future","x":1}`)     // unknown
	lines = slices.Insert(lines, 2, `{"type":"entry","entry":{}}`) // no role, no talk
	lines = append(lines, `{"type":"memory","persona_id":"who","memory":{"text":"x"}}`, `{"type":"tal`)
	to := historytest.Open(t)
	report := imported(t, to, []byte(strings.Join(lines, "\n")))
	var at []int
	for _, l := range report.Bad {
		if !errors.Is(l, history.ErrBadRecord) || !strings.HasPrefix(l.Error(), fmt.Sprintf("line %d: ", l.Line)) {
			t.Errorf("%v", l)
		}
		at = append(at, l.Line)
	}
	if want := []int{2, 3, entry + 3, len(lines) - 1, len(lines)}; !slices.Equal(at, want) {
		t.Errorf("bad lines %v, want %v", at, want)
	}
	if got := allTalks(t, to); !slices.Equal(got, []string{"first: hello calls"}) {
		t.Errorf("talks %q", got)
	}
}

func TestImportRefusals(t *testing.T) {
	s := historytest.Open(t)
	broken := errors.New("broken pipe")
	for _, c := range []struct {
		in   io.Reader
		want error
	}{
		{strings.NewReader(""), history.ErrNotExport},
		{strings.NewReader(" \n\n"), history.ErrNotExport},
		{strings.NewReader("hello"), history.ErrNotExport},
		{strings.NewReader("\x89PNG\r\n\x1a\n\x00\x00"), history.ErrNotExport},
		{strings.NewReader(`{"a":1}`), history.ErrNotExport},
		{strings.NewReader(`[1,2]`), history.ErrNotExport},
		{strings.NewReader(`{"bonbon":"export","version":99}`), history.ErrNewer},
		{iotest.ErrReader(broken), broken},
		{io.MultiReader(strings.NewReader("{\"bonbon\":\"export\",\"version\":1}\n"), iotest.ErrReader(broken)), broken},
	} {
		if r, err := s.Import(c.in, history.ImportOptions{}); !errors.Is(err, c.want) || r.Added > 0 {
			t.Errorf("got %v, want %v", err, c.want)
		}
	}
	long := io.MultiReader(strings.NewReader("{\"bonbon\":\"export\",\"version\":1}\n"), strings.NewReader(strings.Repeat("x", history.MaxLine+1)),
		strings.NewReader("\n{\"type\":\"persona\",\"persona\":{\"name\":\"Mina\"}}"))
	r, err := s.Import(long, history.ImportOptions{})
	must(t, err)
	if r.Added != 1 || len(r.Bad) != 1 || !errors.Is(r.Bad[0], history.ErrTooLarge) || r.Bad[0].Line != 2 {
		t.Errorf("long line: %+v", r)
	}
}

// B041: nothing is overwritten, nothing doubled, no odd id becomes a name.
func TestImportKnownIDs(t *testing.T) {
	s := historytest.Open(t)
	for _, step := range []struct {
		file                   string
		added, copied, skipped int
		want                   []string
	}{
		{"B041_first.json", 1, 0, 0, []string{"Boat plan: Plan A? Yes."}},
		{"B041_first.json", 0, 0, 1, []string{"Boat plan: Plan A? Yes."}},
		{"B041_second_same_id_longer.json", 1, 0, 0, []string{"Boat plan: Plan A? Yes. And B? No."}},
		{"B041_first.json", 0, 0, 1, []string{"Boat plan: Plan A? Yes. And B? No."}},
		{"B041_third_same_id_other_talk.json", 0, 1, 0, []string{"Boat plan: Plan A? Yes. And B? No.", "Recipe: Soup? Leek."}},
		{"B041_third_same_id_other_talk.json", 0, 0, 1, []string{"Boat plan: Plan A? Yes. And B? No.", "Recipe: Soup? Leek."}},
	} {
		r := imported(t, s, open(t, step.file))
		if r.Added != step.added || r.Copied != step.copied || r.Skipped != step.skipped {
			t.Errorf("%s: %+v", step.file, r)
		}
		if got := allTalks(t, s); !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.file, got, step.want)
		}
	}
	for range 2 {
		imported(t, s, open(t, "B041_duplicate_ids_inside.json"))
		imported(t, s, open(t, "B041_ids_odd.json"))
	}
	want := []string{"Boat plan: Plan A? Yes. And B? No.", "One: a b", "Recipe: Soup? Leek.", "Two: c d", "empty id: x", "lower: w", "path id: y", "upper: z"}
	if got := allTalks(t, s); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// B054: odd characters are imported as replacement marks, and what is stored can be sent.
func TestImportOddCharacters(t *testing.T) {
	for file, want := range map[string]string{
		"B054_bidi_override.json": "safe\u202egpj.exe",
		"B054_cesu8.json":         "",
		"B054_controls.json":      "bell \a esc \x1b[31mred\x1b[0m del \x7f ls \u2028 bom \ufeff zwsp \u200b",
		"B054_cut_utf8.json":      "",
		"B054_lone_high.json":     "cut \ufffd here",
		"B054_lone_low.json":      "cut \ufffd here",
		"B054_nul_escape.json":    "a\ufffdb",
		"B054_overlong.json":      "",
		"B054_raw_nul.json":       "a\ufffdb",
		"B054_reversed_pair.json": "\ufffd\ufffd",
	} {
		s := historytest.Open(t)
		r := imported(t, s, open(t, file))
		if len(r.Bad) > 0 || r.Entries != 1 {
			t.Errorf("%s: %+v", file, r)
			continue
		}
		people, err := s.Personas()
		must(t, err)
		e, err := s.Talk(people[0].Talk).Head()
		must(t, err)
		if !utf8.ValidString(e.Text) || strings.ContainsRune(e.Text, 0) || e.Text == "" || want != "" && e.Text != want {
			t.Errorf("%s: %q", file, e.Text)
		}
		if file == "B054_cesu8.json" && (utf8.RuneCountInString(e.Text) != 1 || strings.ContainsRune(e.Text, utf8.RuneError)) {
			t.Errorf("%s: %q", file, e.Text)
		}
	}
}

// B060: a long talk of plain messages opens whole.
func TestImportLongTalk(t *testing.T) {
	s := historytest.Open(t)
	data := open(t, "B060_talk_5000.json")
	var want struct{ Messages []struct{ Content string } }
	must(t, json.Unmarshal(data, &want))
	r := imported(t, s, data)
	if r.Added != 1 || r.Entries != len(want.Messages) || len(r.Bad) > 0 {
		t.Fatalf("report %+v", r)
	}
	people, err := s.Personas()
	must(t, err)
	tk := s.Talk(people[0].Talk)
	page, err := tk.Page(2490, 20)
	must(t, err)
	for i, e := range page {
		if e.Text != want.Messages[2490+i].Content || e.Tokens == 0 || e.Time.Unix() < 1700000000 {
			t.Errorf("entry %d: %+v", i, e)
		}
	}
	if r := imported(t, s, data); r.Added+r.Copied+r.Entries > 0 {
		t.Errorf("again: %+v", r)
	}
}

func TestImportPlainMessages(t *testing.T) {
	const text = `
{"title":"parts","messages":[
  {"role":"system","content":"be kind"},
  {"role":"user","content":[{"type":"text","text":"see"},{"type":"image_url"},{"type":"text","text":"this"}],"time":"2025-05-01T10:00:00Z"},
  {"role":"assistant","content":null,"tool_calls":[{"id":"1","function":{"name":"clock","arguments":"{}"}}],"time":1746093600000},
  {"role":"tool","content":"ten","tool_call_id":"1","time":{"odd":1}},
  {"role":"user","content":7}
]}
{"title":"second","messages":[]} {"title":"third", "messages":[{"role":"user","content":"x"}]} {"title":`
	s := historytest.Open(t)
	p, _, err := s.CreatePersona(persona.Persona{Name: "Mina"}, talk.Entry{})
	must(t, err)
	report, err := s.Import(strings.NewReader(text), history.ImportOptions{Persona: p.ID})
	must(t, err)
	if report.Added != 3 || report.Entries != 4 || len(report.Bad) != 3 {
		t.Errorf("report %+v", report)
	}
	if got := allTalks(t, s); !slices.Equal(got, []string{": ", "parts: see\n\nthis  ten", "second: ", "third: x"}) {
		t.Errorf("talks %q", got)
	}
	talks, err := s.Talks(p.ID)
	must(t, err)
	i := slices.IndexFunc(talks, func(i talk.Info) bool { return i.Title == "parts" })
	page, err := s.Talk(talks[i].ID).Page(0, 9)
	must(t, err)
	ten := time.Date(2025, 5, 1, 10, 0, 0, 0, time.UTC)
	if !page[0].Time.Equal(ten) || !page[1].Time.Equal(ten) || !page[2].Time.Equal(ten) || page[1].Calls[0].Name != "clock" || page[2].CallID != "1" {
		t.Errorf("entries %+v", page)
	}
}

func FuzzImport(f *testing.F) {
	for _, file := range []string{"B041_first.json", "B041_ids_odd.json", "B054_cesu8.json", "B054_raw_nul.json"} {
		f.Add(open(f, file))
	}
	f.Add([]byte(`{"bonbon":"export","version":1}` + "\n" + `{"type":"persona","persona":{"id":"p","name":"P"}}` + "\n" +
		`{"type":"talk","talk":{"id":"t","persona":"p","head":9}}` + "\n" + `{"type":"entry","talk_id":"t","entry":{"id":3,"parent":2,"role":"user","text":"x"}}` + "\n" +
		`{"type":"entry","talk_id":"t","entry":{"id":9,"parent":3,"role":"user","text":"y","time":"0001-01-01T00:00:00Z"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
		first, err := s.Import(bytes.NewReader(data), history.ImportOptions{})
		if err != nil {
			return
		}
		again, err := s.Import(bytes.NewReader(data), history.ImportOptions{})
		if err != nil || again.Added+again.Copied+again.Entries > 0 || len(again.Bad) != len(first.Bad) {
			t.Errorf("first %+v, again %+v, %v", first, again, err)
		}
	})
}

func FuzzRepair(f *testing.F) {
	f.Add([]byte("a\x00b\xed\xa0\xbd\xed\xb8\x80\xff\xed\xa0"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got := history.Repair(data)
		if !utf8.Valid(got) || bytes.IndexByte(got, 0) >= 0 {
			t.Errorf("%q became %q", data, got)
		}
		if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 && !bytes.Equal(data, got) {
			t.Errorf("valid %q became %q", data, got)
		}
	})
}
