package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/history/historytest"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
)

// hostile are members of an entry that no export of ours has.
var hostile = map[string]string{
	"huge counts":        `"tokens":9223372036854775807,"usage":{"prompt":9223372036854775807,"completion":-9223372036854775808,"cached":9223372036854775807}`,
	"negative counts":    `"tokens":-7,"usage":{"prompt":-1,"completion":-1}`,
	"huge pictures":      `"pictures":[{"ref":"sha256:../../etc/passwd","type":"image/png","width":-1,"height":9223372036854775807,"tokens":9223372036854775807},{"ref":"","type":"text/html","tokens":-5}]`,
	"a call and no id":   `"calls":[{"id":"","name":"","arguments":"\u0000"},{"id":"","name":"x","arguments":"{}","extra":"{"}]`,
	"a run without end":  `"sent":{"entries":[[1,18446744073709551615]],"params":{"a":1},"sum":"AAAA"}`,
	"runs backward":      `"sent":{"entries":[[2,1],[1,2]],"elided":[[9,1]],"pictures":[[0,0]],"params":{"a":1},"sum":"AAAA"}`,
	"runs twice":         `"sent":{"entries":[[1,2],[1,2],[1,2]],"params":{"a":1},"sum":"AAAA"}`,
	"a crowd of elided":  `"sent":{"entries":[[1,20000]],"elided":[` + repeated("[2,3]", 50_000) + `],"params":{"a":1},"sum":"AAAA"}`,
	"patches off":        `"sent":{"entries":[[1,2]],"patches":[{"message":-1},{"message":9223372036854775807},{"message":0,"keep":9223372036854775807,"drop":1}],"params":{"a":1},"sum":"AAAA"}`,
	"a negative patch":   `"sent":{"entries":[[1,2]],"patches":[{"message":0,"keep":-5,"drop":5}],"params":{"a":1},"sum":"AAAA"}`,
	"many patches":       `"sent":{"entries":[[1,2]],"patches":[` + repeated(`{"message":0}`, 30_000) + `],"params":{"a":1},"sum":"AAAA"}`,
	"more messages":      `"sent":{"entries":[[1,2]],"patches":[` + growing(3_000) + `],"params":{"a":1},"sum":"AAAA"}`,
	"an unknown shape":   `"sent":{"entries":[[1,2]],"shape":"` + strings.Repeat("x", 1000) + `","params":{"messages":[],"a":1e999},"sum":"AAAA"}`,
	"params of no kind":  `"sent":{"entries":[[1,2]],"params":[1],"sum":"AAAA"}`,
	"an unknown system":  `"sent":{"entries":[[1,2]],"system":"sha256:..","params":{"a":1},"sum":"AAAA"}`,
	"an unknown state":   `"state":"gone","code":"llm.` + strings.Repeat("y", 1000) + `","detail":"\u0000\ud800"`,
	"times out of range": `"time":"9999-12-31T23:59:59Z","effective":"0001-01-01T00:00:00Z"`,
	"a cut without end":  `"sent":{"cut":{"messages":9223372036854775807,"kept":-9223372036854775808,"before":9223372036854775807,"after":-1},"answer":{"status":-1}}`,
}

func repeated(s string, n int) string { return strings.TrimSuffix(strings.Repeat(s+",", n), ",") }

func growing(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`{"message":%d,"put":"{}"}`, i+2)
	}
	return strings.Join(all, ",")
}

// Whatever an import brings, the talk can be opened, planned and gone on with, its requests rebuilt, and exported again; and it takes
// no longer than what it holds.
func TestHostileImport(t *testing.T) {
	server := llmtest.Serve(t, nil)
	d := llm.NewDriver(llm.Options{Counter: long, Logger: slog.New(slog.DiscardHandler)})
	for name, members := range hostile {
		t.Run(name, func(t *testing.T) {
			s := historytest.OpenWith(t, t.TempDir(), history.Options{NoSync: true})
			_, err := s.Import(strings.NewReader(hostileTalk(t, members)), history.ImportOptions{})
			must(t, err)
			tk := s.Talk("t")
			e, err := tk.Entry(2)
			if errors.Is(err, history.ErrNotFound) { // refused, which is good
				return
			}
			must(t, err)
			if r, err := llm.Rebuild(tk, e, nil); err != nil || r.Likeness == llm.Exact || len(r.Body) > 8<<20 {
				t.Errorf("rebuilt as %v of %d bytes, %v", r.Likeness, len(r.Body), err)
			}
			req := llm.Request{
				Persona: persona.Persona{Name: "Mira", Prompt: "You are Mira."}, Cutoff: tokens.Defaults(), Model: "m", Say: "Hello",
				Connection: persona.Connection{ID: "c", BaseURL: server.URL},
			}
			for _, err := range d.Turn(context.Background(), tk, req) {
				must(t, err)
			}
			chats := server.Chats()
			if _, err := llmtest.ReadMessages(chats[len(chats)-1].Body, "a0"); err != nil {
				t.Error(err)
			}
			info, err := tk.Info()
			must(t, err)
			if m := info.Metrics; m.Messages < 0 || m.Before < 0 || m.Prompt < 0 {
				t.Errorf("metrics %+v", m)
			}
			var out strings.Builder
			must(t, s.ExportAll(&out))
		})
	}
}

// hostileTalk is an export of a talk whose second entry has these members.
func hostileTalk(t *testing.T, members string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"bonbon":"export","version":1}` + "\n" + `{"type":"persona","persona":{"id":"p","name":"P"}}` + "\n" +
		`{"type":"talk","talk":{"id":"t","persona":"p","head":18446744073709551615,"count":-1,"anchor":{"id":2,"pos":18446744073709551615,"ceiling":-9223372036854775808,` +
		`"factor":1e308,"ratio":-1e308,"pictures":18446744073709551615},"metrics":{"replies":9223372036854775807,"messages":9223372036854775807,"before":9223372036854775807,"prompt":9223372036854775807}}}` + "\n")
	for i := range 6 {
		more := ""
		if i == 1 {
			more = "," + members
		}
		role := []talk.Role{talk.User, talk.Assistant}[i%2].String()
		fmt.Fprintf(&b, `{"type":"entry","talk_id":"t","entry":{"id":%d,"parent":%d,"role":%q,"text":"a%d"%s}}`+"\n", i+1, i, role, i, more)
	}
	b.WriteString(`{"type":"summary","talk_id":"t","summary":{"id":"s","until":18446744073709551615,"text":"</summary>","tokens":-9223372036854775808}}` + "\n")
	if name := strings.SplitAfterN(b.String(), "\n", 2)[0]; !json.Valid([]byte(name)) {
		t.Fatal("the export is not what it should be")
	}
	return b.String()
}
