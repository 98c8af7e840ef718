package soak

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"bonbon/history"
	"bonbon/history/talk"
	"bonbon/llm"
	"bonbon/llm/demo"
	"bonbon/persona"
	"bonbon/tokens"
)

var (
	turns = flag.Int("turns", 1_000, "turns of the soak; make test has twenty thousand")
	seed  = flag.Uint64("seed", 1, "of what happens in the soak")
)

// settled is the turn at which the program is warm: what it uses later is measured against what it used then.
const settled = 1_000

// TestSoak talks with five personas for a long time, against the embedded model: most often a turn, among them edits, deletions, new
// answers, stops, branches, undoing, searches, exports, backups, restores, the trash and new starts, as a seed has it. A model as plain as can be says
// what every talk must hold. Now and then all of it is compared and the store is checked; memory, goroutines and open files must
// not grow with the turns, nor the file beyond what it holds.
func TestSoak(t *testing.T) {
	n, u := *turns, newUser(t)
	begin, phase := time.Now(), time.Now()
	var warm usage
	for i := 1; i <= n; i++ {
		u.act()
		if i%settled != 0 && i != n {
			continue
		}
		u.compare()
		now := measure(t, u.store)
		u.restart() // the comparison has looked at all of the file, which is mapped
		now.memory = memory(t, "VmRSS:")
		t.Logf("turn %d, %v for the last: %v", i, time.Since(phase).Round(time.Second), now)
		if phase = time.Now(); i == settled {
			warm = now
		}
		now.within(t, warm)
	}
	t.Logf("%d turns, seed %d, in %v; %v", n, *seed, time.Since(begin).Round(time.Second), u.counts)
}

// user is one who talks, with all that stands behind the window and a model of what must be there.
type user struct {
	t      *testing.T
	rng    *rand.Rand
	dir    string
	server *demo.Server
	driver *llm.Driver
	store  *history.Store
	people []persona.Persona
	talks  map[string]*modelTalk
	ids    []string // of the talks, in the order of their making
	words  int      // numbers what is said, so that everything can be searched for
	counts map[string]int
}

func newUser(t *testing.T) *user {
	t.Helper()
	counter := tokens.NewCounter()
	server, err := demo.Options{Interval: -1, Count: tokens.EstimateText}.Start()
	must(t, err)
	t.Cleanup(func() { must(t, server.Close()) })
	u := &user{
		t: t, rng: rand.New(rand.NewPCG(*seed, 1)), dir: t.TempDir(), server: server,
		driver: llm.NewDriver(llm.Options{
			Counter: counter, Logger: slog.New(slog.DiscardHandler), DemoURL: server.URL(), DemoContext: demo.DefaultContext,
		}),
		talks: map[string]*modelTalk{}, counts: map[string]int{},
	}
	u.open()
	t.Cleanup(func() { must(t, u.store.Close()) })
	for _, name := range []string{"Mint", "Rowan", "Ada", "ゆず", "つむぎ"} {
		p, info, err := u.store.CreatePersona(persona.Persona{Name: name, Prompt: "You are " + name + "."}, talk.Entry{})
		must(t, err)
		u.people = append(u.people, p)
		u.know(info.ID)
	}
	return u
}

// open opens the store without waiting for the disk after each transaction: what a crash leaves is the subject of other tests.
func (u *user) open() {
	u.t.Helper()
	s, err := history.Open(u.dir, history.Options{NoSync: true})
	must(u.t, err)
	u.store = s
}

func (u *user) restart() {
	u.t.Helper()
	must(u.t, u.store.Close())
	u.open()
}

// request asks for a turn of a talk as the window would.
func (u *user) request(say string) llm.Request {
	cutoff := tokens.Defaults()
	cutoff.Threshold = 1_500 // so that most of a talk is cut off
	return llm.Request{
		Persona: u.people[u.rng.IntN(len(u.people))], Cutoff: cutoff, Model: persona.DemoModel,
		Connection: persona.Connection{ID: persona.DemoConnection, Model: persona.DemoModel}, UserName: "Robin", Say: say,
	}
}

// turn has one turn and tells the model what the driver said was stored. A reply may be stopped after its first words.
func (u *user) turn(tk *history.Talk, m *modelTalk, req llm.Request, stop bool) {
	u.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	came, before := "", m.path
	for ev, err := range u.driver.Turn(ctx, tk, req) {
		var cut *llm.HistoryCutOffError
		switch {
		case errors.As(err, &cut): // not even this message fits; it is back in the input
			u.counts["too long"]++
			m.path = before
			return
		case err != nil && ctx.Err() == nil:
			u.t.Fatalf("turn: %v", err)
		case err != nil:
			u.broke(tk, m, came)
			return
		}
		switch ev := ev.(type) {
		case llm.Said:
			m.add(ev.Entry)
		case llm.Delta:
			if came += ev.Text; stop {
				cancel()
			}
		case llm.Replied:
			m.add(ev.Entry)
		}
	}
}

// broke takes over what was kept of a reply that was stopped: at least what had come.
func (u *user) broke(tk *history.Talk, m *modelTalk, came string) {
	u.t.Helper()
	head, err := tk.Head()
	must(u.t, err)
	if m.knows(head.ID) {
		if came != "" {
			u.t.Fatalf("of a stopped reply %q came and nothing is stored", came)
		}
		return
	}
	if head.State != talk.Stopped || len(head.Text) < len(came) || head.Text[:len(came)] != came {
		u.t.Fatalf("stopped reply: %q came, %q in state %v is stored", came, head.Text, head.State)
	}
	m.add(head)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
