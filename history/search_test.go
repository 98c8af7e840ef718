package history_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"bonbon/find"
	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/persona"
)

// plainly folds a text the slow way, by the libraries alone.
func plainly(s string) string {
	s = cases.Fold().String(norm.NFKC.String(s))
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'ァ' && r <= 'ヶ' || r == 'ヽ' || r == 'ヾ':
			return r - 'ァ' + 'ぁ'
		case strings.ContainsRune("\n\r\t\u2028\u2029", r):
			return ' '
		}
		return r
	}, s)
}

// searched returns the positions that a search finds.
func searched(t testing.TB, tk *history.Talk, typed string) (all []int) {
	t.Helper()
	must(t, tk.Search(t.Context(), find.New(typed), func(hits []history.Hit) {
		for _, h := range hits {
			all = append(all, h.Pos)
		}
	}))
	return all
}

// Whatever a talk went through, a search finds the messages of its path in which a plain search of the decoded texts finds the words,
// newest first.
func TestSearchFindsWhatAPlainSearchFinds(t *testing.T) {
	pieces := []string{
		"lamp", "LAMP", "ｌａｍｐ", "ミント", "みんと", "ﾐﾝﾄ", "ガス", "ｶﾞｽ", "か\u3099す", "が", "か", "㎏", "kg", "é", "e\u0301", "e", "ß", "ss",
		"😀", "👩\u200d🚀", "👍🏽", "漢字", "한", "\n", "\"", "\\", "\\n", "\\u0041", "\u2028", "\u0001", "<b>", "&", "\t", " ", "　", `","text":"`, "\x00", "\xff",
	}
	words := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 6).Draw(t, "pieces"), "")
	})
	rapid.Check(t, func(r *rapid.T) {
		_, tk := begin(t, "")
		for range rapid.IntRange(1, 12).Draw(r, "steps") {
			info, err := tk.Info()
			must(t, err)
			e := talk.Entry{Role: rapid.SampledFrom([]talk.Role{talk.User, talk.Assistant, talk.Tool}).Draw(r, "role"), Text: words.Draw(r, "text")}
			e.Reasoning, e.Detail = words.Draw(r, "thoughts"), "ミント"
			switch rapid.IntRange(0, 4).Draw(r, "step") {
			case 0:
				if info.Count > 0 {
					page, err := tk.Page(rapid.IntRange(0, info.Count-1).Draw(r, "back"), 1)
					must(t, err)
					must(t, tk.Rewind(page[0].ID))
				}
			default:
				_, err = tk.Append(e)
				must(t, err)
			}
		}
		n, err := tk.Len()
		must(t, err)
		all, err := tk.Page(0, n)
		must(t, err)
		typed := words.Draw(r, "typed")
		needle := strings.Trim(plainly(strings.TrimSpace(strings.ToValidUTF8(typed, "\uFFFD"))), " ")
		var want []int
		for i, e := range slices.Backward(all) {
			if needle != "" && (strings.Contains(plainly(e.Text), needle) || strings.Contains(plainly(e.Reasoning), needle)) {
				want = append(want, i)
			}
		}
		if got := searched(t, tk, typed); !slices.Equal(got, want) {
			r.Fatalf("%+q is found at %v, want %v", typed, got, want)
		}
	})
}

// numbered imports a talk of n messages; message i says "number i".
func numbered(t testing.TB, n int) (*history.Store, *history.Talk) {
	t.Helper()
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
	var b bytes.Buffer
	b.WriteString(`{"bonbon":"export","version":1}` + "\n" + `{"type":"persona","persona":{"id":"p","name":"Mina"}}` + "\n" +
		`{"type":"talk","talk":{"id":"t","persona":"p"}}` + "\n")
	for i := range n {
		fmt.Fprintf(&b, `{"type":"entry","talk_id":"t","entry":{"id":%d,"parent":%d,"role":"user","time":"2025-01-01T00:00:00Z","text":"number %d","tokens":2}}`+"\n",
			i+1, i, i)
	}
	_, err := s.Import(&b, history.ImportOptions{})
	must(t, err)
	return s, s.Talk("t")
}

// A long talk is searched in parts by several goroutines: their hits come in order, and a search that was given up ends.
func TestSearchInParts(t *testing.T) {
	_, tk := numbered(t, 10_000)
	if got := searched(t, tk, "NUMBER 99"); len(got) != 111 || !slices.IsSortedFunc(got, func(a, b int) int { return b - a }) {
		t.Errorf("%d hits: %v", len(got), got)
	}
	if got := searched(t, tk, "number"); len(got) != 10_000 || got[0] != 9_999 || got[9_999] != 0 {
		t.Errorf("%d hits", len(got))
	}
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := tk.Search(ctx, find.New("number"), func([]history.Hit) {
		calls++
		cancel()
	})
	if !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("given up: %v after %d calls", err, calls)
	}
	must(t, tk.Search(ctx, find.Query{}, func([]history.Hit) { t.Error("nothing was looked for and found") }))
}

func TestSearchInAllTalks(t *testing.T) {
	now := time.Date(2025, 5, 1, 12, 0, 0, 0, time.UTC)
	s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true, Now: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	talks := map[string]string{}
	var people []persona.Persona
	for _, name := range []string{"Mina", "Otto", "Gone"} {
		p, info, err := s.CreatePersona(persona.Persona{Name: name}, talk.Entry{Text: "The lamp burns, says " + name})
		must(t, err)
		people, talks[info.ID] = append(people, p), name
	}
	second, err := s.CreateTalk(people[0].ID, "Second", talk.Entry{})
	must(t, err)
	talks[second.ID] = "Second"
	for range 5 {
		_, err := s.Talk(second.ID).Append(talk.Entry{Role: talk.User, Text: "Another LAMP"})
		must(t, err)
	}
	trashed, err := s.CreateTalk(people[1].ID, "Trashed", talk.Entry{Text: "a lamp in the trash"})
	must(t, err)
	must(t, s.TrashTalk(trashed.ID))
	must(t, s.TrashPersona(people[2].ID))

	var got []string
	must(t, s.Search(t.Context(), find.New("lamp"), 2, func(f history.Found) {
		got = append(got, fmt.Sprint(talks[f.Talk.ID], f.Count, f.Hits))
	}))
	want := []string{"Second5 [{4 5} {3 4}]", "Otto1 [{0 1}]", "Mina1 [{0 1}]"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if err := s.Search(t.Context(), find.New("otto"), 2, func(f history.Found) {
		if talks[f.Talk.ID] != "Otto" {
			t.Errorf("found in %s", talks[f.Talk.ID])
		}
	}); err != nil {
		t.Error(err)
	}
}

// mixed writes a talk of n messages of about 300 bytes in English and Japanese, one in a thousand with the word "lighthouse".
func mixed(b *testing.B, n int) *history.Talk {
	b.Helper()
	s, err := history.Open(b.TempDir(), history.Options{NoSync: true})
	must(b, err)
	b.Cleanup(func() { must(b, s.Close()) })
	texts := []string{
		strings.Repeat(`The lamp on the quay was still burning when they came back.\nNobody had \"waited\". `, 4),
		strings.Repeat(`港から戻ってきたとき、桟橋のランプはまだ灯っていた。\n「ただいま」と言った。`, 3),
	}
	r, pipe := io.Pipe()
	w := bufio.NewWriterSize(pipe, 1<<20)
	go func() {
		fmt.Fprintln(w, `{"bonbon":"export","version":1}`+"\n"+`{"type":"persona","persona":{"id":"p","name":"Mina"}}`+"\n"+`{"type":"talk","talk":{"id":"t","persona":"p"}}`)
		for i := range n {
			text := texts[i/2%2]
			if i%1000 == 0 {
				text += " The Lighthouse."
			}
			fmt.Fprintf(w, `{"type":"entry","talk_id":"t","entry":{"id":%d,"parent":%d,"role":%q,"time":"2025-01-01T00:00:00Z","text":"%s","tokens":75,"encoding":"o200k_base"}}`+"\n",
				i+1, i, []string{"user", "assistant"}[i%2], text)
		}
		pipe.CloseWithError(w.Flush())
	}()
	_, err = s.Import(r, history.ImportOptions{})
	must(b, err)
	return s.Talk("t")
}

// BenchmarkSearch searches talks of a hundred thousand and a million messages in real files: for a word that few have, one that none
// has, a Japanese word that half of them have, and what it takes until the first hits are there.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		tk := mixed(b, n)
		for _, c := range []struct {
			name, typed string
			want        int
		}{{"rare", "lighthouse", n / 1000}, {"none", "ヨットハーバー", 0}, {"kana", "らんぷ", n / 2}} {
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				var first time.Duration
				for b.Loop() {
					start, hits := time.Now(), 0
					must(b, tk.Search(b.Context(), find.New(c.typed), func(h []history.Hit) {
						if hits == 0 {
							first += time.Since(start)
						}
						hits += len(h)
					}))
					if hits != c.want {
						b.Fatalf("%d hits, want %d", hits, c.want)
					}
				}
				b.ReportMetric(float64(first.Microseconds())/float64(b.N), "first-µs")
			})
		}
	}
}
