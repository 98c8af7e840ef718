package ui

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bonbon/history"
	"bonbon/llm"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/words"
)

// beside is a scripted server that also answers some paths of its own.
func beside(t *testing.T, script llmtest.Script, paths map[string]http.HandlerFunc) (*llmtest.Server, persona.Connection) {
	t.Helper()
	s := llmtest.Serve(t, script)
	to, err := url.Parse(strings.TrimSuffix(s.URL, "/v1"))
	must(t, err)
	proxy := httputil.NewSingleHostReverseProxy(to)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer := paths[r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	c := at(s)
	c.BaseURL = front.URL + "/v1"
	return s, c
}

func body(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(text)) // the client's loss
	}
}

// window is the context length that a turn would plan with.
func (d *desk) window() int { return d.request("").Cutoff.ContextLength }

func TestTheWindowIsFoundWhenAPersonaIsShown(t *testing.T) {
	_, c := beside(t, nil, map[string]http.HandlerFunc{"/props": body(`{"default_generation_settings":{"n_ctx":6000}}`)})
	d := with(t, c)
	if d.window() != 6000 {
		t.Fatalf("the window is %d", d.window())
	}
	d.showInspector(tabCutoff)
	d.settle()
	d.sees(words.T("panels.cutoffNote.windowTold", map[string]any{"Window": words.Number(6000)}))
	if r := d.inspector.facts.Report; r.Rule != tokens.RuleWindow || r.Window != 6000 || r.Limit != 5100 {
		t.Errorf("the details show %+v", r)
	}

	own := 4000
	p := d.open.persona
	p.Cutoff.ContextLength = &own
	d.editPersona(p)
	d.settle()
	if r := d.inspector.facts.Report; d.window() != own || r.Window != own {
		t.Errorf("a typed window of %d: %d, %+v", own, d.window(), r)
	}
}

func TestTheWindowOutlivesTheProgram(t *testing.T) {
	dir := t.TempDir()
	s := llmtest.Serve(t, nil)
	s.SetModels(`{"data":[{"id":"test-model","max_model_len":6000}]}`)
	open := func() *desk {
		return setup{dir: dir, settings: func(set *persona.Settings) {
			if len(set.Connections) == 1 {
				c := at(s)
				c.ID = "server"
				set.Connections, set.Connection = append(set.Connections, c), c.ID
			}
		}}.open(t)
	}
	d := open()
	d.create(persona.Persona{Name: "Mira"}, nil)
	d.settle()
	must(t, d.Store.Close())

	s.SetModels("") // it is another program now, which tells nothing
	d = open()
	if d.window() != 6000 {
		t.Errorf("after the restart the window is %d", d.window())
	}
	now := d.settings
	now.Connections = slices.Clone(now.Connections)
	now.Connections[1].BaseURL = llmtest.Serve(t, nil).URL
	d.changeSettings(now)
	d.settle()
	if d.window() != 0 {
		t.Errorf("another server is taken for the first: %d", d.window())
	}
}

func TestTheWindowOfAModelThatIsChosen(t *testing.T) {
	s := llmtest.Serve(t, nil)
	s.SetModels(`{"data":[{"id":"test-model","max_model_len":6000},{"id":"other","max_model_len":9000}]}`)
	d := with(t, at(s))
	for i, c := range []struct {
		model string
		want  int
	}{{"oth", 0}, {"other", 9000}, {"", 6000}} {
		p := d.open.persona
		p.Model = c.model
		d.editPersona(p)
		if i > 0 {
			d.rest()
		}
		d.settle()
		if d.window() != c.want {
			t.Errorf("the window of %q is %d", c.model, d.window())
		}
	}
	for _, r := range s.Requests() {
		if strings.Contains(string(r.Body), `"oth"`) {
			t.Error("a half typed name was asked for")
		}
	}
}

// Ollama tells what it runs a model with once the model is loaded.
func TestTheWindowIsAskedAgainAfterTheFirstReply(t *testing.T) {
	loaded := make(chan struct{})
	asked := make(chan struct{}, 100)
	s, c := beside(t, llmtest.Script{llmtest.Good("Hello")}, map[string]http.HandlerFunc{
		"/api/show": body(`{"model_info":{"general.architecture":"llama","llama.context_length":131072}}`),
		"/api/ps": func(w http.ResponseWriter, r *http.Request) {
			asked <- struct{}{}
			select {
			case <-loaded:
				body(`{"models":[{"name":"test-model:latest","context_length":4096}]}`)(w, r)
			default:
				body(`{"models":[]}`)(w, r)
			}
		},
	})
	d := with(t, c)
	if d.window() != 131072 {
		t.Errorf("before: %d", d.window())
	}
	close(loaded)
	for range 3 {
		d.ask("Hi")
	}
	if d.window() != 4096 || len(asked) != 2 || len(s.Chats()) != 3 {
		t.Errorf("after: %d, asked %d times", d.window(), len(asked))
	}
}

// A server that does not answer the question holds nothing up.
func TestTheQuestionForTheWindowBlocksNothing(t *testing.T) {
	release := make(chan struct{})
	_, c := beside(t, llmtest.Script{llmtest.Good("Hello")}, map[string]http.HandlerFunc{
		"/v1/models": func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-release:
			case <-r.Context().Done():
			}
			body(`{"data":[{"id":"test-model","max_model_len":6000}]}`)(w, r)
		},
	})
	d := setup{settings: func(s *persona.Settings) {
		c.ID = "server"
		s.Connections, s.Connection = append(s.Connections, c), c.ID
	}}.open(t)
	d.create(persona.Persona{Name: "Mira"}, nil)
	d.until(func() bool { return d.open.talk != "" && !d.opening })
	d.say("Hi")
	d.until(func() bool { return len(d.turns) == 0 && strings.Contains(d.shows(), "Hello") })
	if d.window() != 0 {
		t.Errorf("the window is %d already", d.window())
	}
	close(release)
	d.settle()
	if d.window() != 6000 {
		t.Errorf("the window is %d", d.window())
	}
}

const tooLong = "request (7000 tokens) exceeds the available context size (4096 tokens), try increasing it"

// A server that takes less than was planned gets less, in the same turn, and is remembered for it.
func TestTooLongForTheServer(t *testing.T) {
	gate := make(chan struct{})
	d, s := serve(t, llmtest.Wrong(400, "", tooLong), llmtest.Slow(gate, "Fine"), llmtest.Good("Again"))
	chatty(d, 60)
	d.say("And now?")
	d.until(func() bool { return strings.Contains(d.shows(), words.T("turn.less")) })
	d.sees(words.T("error.llm.over_limit.title"))
	close(gate)
	d.settle()
	d.misses(words.T("turn.less"))
	path := d.path(d.open.talk)
	if got := path[60:]; !slices.Equal(got, []string{"u And now?", "a Fine"}) || len(s.Chats()) != 2 {
		t.Errorf("path ends with %q after %d requests", got, len(s.Chats()))
	}
	if shown := texts(d.transcript); strings.Count(shown, "And now?") != 1 || strings.Count(shown, "Fine") != 1 {
		t.Errorf("shown: %s", shown)
	}

	d.ask("Once more")
	if n := len(s.Chats()); n != 3 {
		t.Errorf("%d requests", n)
	}
	limit := d.request("").ServerLimit
	if r := d.inspector.facts.Report; r.Rule != tokens.RuleServer || r.Limit != limit || r.Prompt() > limit || r.Kept >= r.Total {
		t.Errorf("with a limit of %d: %+v", limit, r)
	}
	all, err := d.Store.Learned()
	must(t, err)
	if len(all) != 1 || all[0].Limit != limit || limit < 2000 || limit > 3481 {
		t.Errorf("stored %+v", all)
	}

	own := 100_000
	p := d.open.persona
	p.Cutoff.ContextLength = &own
	d.editPersona(p)
	d.settle()
	if r := d.inspector.facts.Report; r.Rule == tokens.RuleServer || r.Kept != r.Total {
		t.Errorf("with a typed window: %+v", r)
	}
}

// A server that refuses everything for its length is not asked without end.
func TestAlwaysTooLong(t *testing.T) {
	d, s := serve(t, llmtest.Wrong(400, "", tooLong))
	chatty(d, 60)
	before := d.path(d.open.talk)
	d.ask("And now?")
	if d.win.Canvas().Overlays().Top() == nil || len(s.Chats()) > 5 {
		t.Fatalf("after %d requests there is no dialog; shown: %s", len(s.Chats()), d.shows())
	}
	d.sees(words.T("cutoffdialog.title"))
	d.press("cutoffdialog.open")
	d.settle()
	d.misses(words.T("turn.less"))
	d.wantPath(d.open.talk, before...)
	if got := d.composer.Draft(d.open.talk); got != "And now?" {
		t.Errorf("the input holds %q", got)
	}
}

// A server that answers a long prompt with nothing gets shorter ones from the second time on, without being asked twice for each,
// until the user wants to try again or a longer prompt works.
func TestEmptyRepliesToLongPrompts(t *testing.T) {
	d, s := serve(t, llmtest.Good(), llmtest.Good("One"), llmtest.Good(), llmtest.Good("Two"), llmtest.Good("Three"), llmtest.Good("Four"))
	chatty(d, 60)
	d.showInspector(tabCutoff)
	asks := func(requests int) {
		t.Helper()
		before := len(s.Chats())
		d.ask("And now?")
		if n := len(s.Chats()) - before; n != requests {
			t.Fatalf("%d requests, want %d; shown: %s", n, requests, d.shows())
		}
	}
	asks(2)
	if limit := d.request("").ServerLimit; limit != 0 {
		t.Errorf("once is taken for %d", limit)
	}
	asks(2)
	limit := d.request("").ServerLimit
	if limit == 0 || limit >= 6000 {
		t.Fatalf("twice is taken for %d", limit)
	}
	all, err := d.Store.Learned()
	must(t, err)
	if len(all) != 1 || all[0].Guess != limit {
		t.Errorf("stored %+v", all)
	}
	asks(1)
	if r := d.inspector.facts.Report; r.Prompt() > limit {
		t.Errorf("%d tokens were sent", r.Prompt())
	}
	d.inspector.cutoff.Focus("window")
	d.press("panels.cutoff.found", map[string]any{"Limit": words.Number(limit)})
	d.settle()
	d.misses(words.T("panels.cutoff.found", map[string]any{"Limit": words.Number(limit)}))
	asks(1)
	if r := d.inspector.facts.Report; r.Prompt() <= limit || d.request("").ServerLimit != 0 {
		t.Errorf("%d tokens were sent, and %d are the limit", r.Prompt(), d.request("").ServerLimit)
	}
}

func TestGuess(t *testing.T) {
	l := func(guess, guessed int) history.Learned { return history.Learned{Guess: guess, Guessed: guessed} }
	for _, tt := range []struct {
		name    string
		known   history.Learned
		prompt  int
		emptied bool
		want    history.Learned
		limit   int
	}{
		{"nothing", l(0, 0), 5000, false, l(0, 0), 0},
		{"once", l(0, 0), 3000, true, l(3000, 1), 0},
		{"twice", l(3000, 1), 3100, true, l(3100, 2), 3100},
		{"a shorter one says nothing", l(3000, 1), 500, false, l(3000, 1), 0},
		{"a longer one works", l(3000, 1), 5000, false, l(0, 0), 0},
		{"within it", l(3000, 2), 3000, false, l(3000, 2), 3000},
		{"still too much", l(3000, 2), 1800, true, l(1800, 2), 1800},
		{"a longer one works after all", l(3000, 2), 5000, false, l(0, 0), 0},
	} {
		if got := guess(tt.known, tt.prompt, tt.emptied); got != tt.want || limitOf(got) != tt.limit {
			t.Errorf("%s: %+v with the limit %d, want %+v, %d", tt.name, got, limitOf(got), tt.want, tt.limit)
		}
	}
	if both := (history.Learned{Limit: 2000, Guess: 3000, Guessed: 2}); limitOf(both) != 2000 {
		t.Errorf("of two limits %d counts", limitOf(both))
	}
	if now := told(l(3000, 2), llm.Window{Tokens: 4096, Served: true}); now.Guess != 0 || now.Window != 4096 {
		t.Errorf("a window that was told: %+v", now)
	}
}

// The server's own count teaches how it counts: the next plan fits, and a wobble changes nothing.
func TestUsageTeachesHowTheServerCounts(t *testing.T) {
	counts := func(prompt int) llmtest.Reply {
		return llmtest.Stream(llmtest.Delta("Fine"), llmtest.Finish("stop"), llmtest.Usage(prompt, 1), llmtest.Done)
	}
	d, _ := serve(t, counts(9600), counts(9750), counts(9500), counts(9700))
	chatty(d, 60)
	d.ask("And now?")
	factor := d.request("").Factor
	if factor < 1.4 || factor > 1.6 {
		t.Fatalf("learned %v", factor)
	}
	r := d.inspector.facts.Report
	if want := tokens.Ours(tokens.Defaults().Threshold, factor); r.Limit != want || r.Rule != tokens.RuleCeiling {
		t.Errorf("planned within %d, want %d", r.Limit, want)
	}
	for range 3 {
		d.ask("And now?")
		if now := d.request("").Factor; now != factor || d.inspector.facts.Report.Limit != r.Limit {
			t.Errorf("a wobble made %v of %v", now, factor)
		}
	}
	d.showInspector(tabDetails)
	d.settle()
	d.sees(words.T("panels.details.usageFactor"))
	all, err := d.Store.Learned()
	must(t, err)
	if len(all) != 1 || all[0].Factor.Used != factor || all[0].Factor.Mean == factor {
		t.Errorf("stored %+v", all)
	}
}

func TestTold(t *testing.T) {
	l := func(window int, served bool, limit int) history.Learned {
		return history.Learned{Window: window, Served: served, Limit: limit}
	}
	tests := []struct {
		name  string
		known history.Learned
		now   llm.Window
		want  history.Learned
	}{
		{"first", l(0, false, 900), llm.Window{Tokens: 4096, Served: true}, l(4096, true, 900)},
		{"nothing", l(4096, true, 900), llm.Window{}, l(4096, true, 900)},
		{"made for more", l(4096, true, 900), llm.Window{Tokens: 9000}, l(4096, true, 900)},
		{"made for less", l(4096, true, 900), llm.Window{Tokens: 2048}, l(2048, false, 900)},
		{"loaded with less", l(9000, false, 900), llm.Window{Tokens: 4096, Served: true}, l(4096, true, 900)},
		{"started with more", l(4096, true, 900), llm.Window{Tokens: 9000, Served: true}, l(9000, true, 0)},
		{"started with less", l(4096, true, 900), llm.Window{Tokens: 2048, Served: true}, l(2048, true, 900)},
	}
	for _, tt := range tests {
		if got := told(tt.known, tt.now); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
