package llm

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
)

// Codes of a turn that ended before a server was asked.
const (
	CodeNothingSaid     = "llm.nothing_said"      // Request.Say holds nothing but blanks
	CodeNothingToAnswer = "llm.nothing_to_answer" // Request.Say is empty and the talk's head is neither the user's nor a tool's
)

// Streamer asks one server for a reply; *Client is one.
type Streamer interface {
	Stream(ctx context.Context, r ChatRequest) iter.Seq2[Chunk, error]
}

// Options are what a Driver works with; the zero value of each field takes a default.
type Options struct {
	Counter *tokens.Counter // nil: one of its own
	Logger  *slog.Logger    // nil: slog.Default; it gets no key, and no text of a talk without Texts
	Texts   bool            // write requests and answers to the log word for word

	// Client returns what reaches the server of a connection, for one turn. Nil: NewClient with its default limits.
	Client func(c persona.Connection, key string) (Streamer, error)

	DemoURL     string // base URL of the embedded offline model; it takes the place of persona.DemoConnection's
	DemoContext int    // its context length in tokens; 0: unknown

	// Counts are exact token counts of fixed texts from earlier runs, and OnCount hears of each new one, on the goroutine
	// that counted: so the plan of a talk is right from the start, before the token table is loaded. Both may be nil.
	Counts  map[string]int
	OnCount func(key string, n int)

	Now  func() time.Time                                 // nil: time.Now
	Wait func(ctx context.Context, d time.Duration) error // nil: a timer; it returns early with an error when ctx ends
}

// Driver makes replies. It keeps no state of a talk and may run turns of different talks at the same time.
type Driver struct {
	opt   Options
	fixed fixedCounts

	uncountable func(talk.Encoding) error // why nothing can be counted; nil: it can
}

// NewDriver returns a driver.
func NewDriver(opt Options) *Driver {
	if opt.Counter == nil {
		opt.Counter = tokens.NewCounter()
	}
	if opt.Logger == nil {
		opt.Logger = slog.Default()
	}
	if opt.Client == nil {
		opt.Client = opt.newClient
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Wait == nil {
		opt.Wait = sleep
	}
	return &Driver{opt: opt, fixed: fixedCounts{m: maps.Clone(opt.Counts), told: opt.OnCount}, uncountable: opt.Counter.Err}
}

func (o Options) newClient(c persona.Connection, key string) (Streamer, error) {
	var limits ClientOptions
	if o.Texts {
		limits.Texts = o.Logger
	}
	return NewClient(c, key, limits)
}

// Turn runs one turn and yields what happens, in this order: Said (not when the head is answered again), Planned, any
// number of Waiting, perhaps Limited with another Planned and Waiting (at most four times), any number of Delta, Replied. If the model calls tools,
// Called comes in the place of Replied, and what follows Said begins anew, at most three times. An error is the last thing
// that it yields.
//
// Everything runs on the caller's goroutine, except that the reply so far is saved from a timer's. Leaving the loop, or
// ending ctx, is Stop: the connection is closed at once and the text so far is kept as talk.Stopped; if there was no
// text, nothing of the reply is stored and a caller that is still there gets CodeStopped. All of it is stored before the
// loop ends; a caller that left finds the reply at the talk's head. The user's words stay stored whatever happens after
// Said, except when history is cut off entirely: see HistoryCutOffError.
func (d *Driver) Turn(ctx context.Context, log Log, req Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		if req.Instead != 0 && !req.Continue {
			log = &instead{Log: log, old: req.Instead}
		}
		t := &turn{Driver: d, log: log, req: d.complete(req), habits: req.Habits}
		t.trace = newTrace(t.req.Connection, t.req.Key)
		t.emit = func(ev Event) {
			if !t.gone && !yield(ev, nil) {
				t.gone = true
				stop()
			}
		}
		last, err := t.run(ctx)
		switch {
		case t.gone:
		case err != nil:
			yield(nil, err)
		default:
			yield(last, nil)
		}
	}
}

// turn is one run of Turn.
type turn struct {
	*Driver
	log   Log
	req   Request
	emit  func(Event) // does nothing once the caller is gone
	gone  bool        // the caller left the loop
	reply saver
	sent  ChatRequest   // the request that is under way, or was last
	plans tokens.Report // what it was planned as
	trace *trace

	habits Habits // of the server, as known before and as learned since
}

// run is the whole of a turn.
func (t *turn) run(ctx context.Context) (Event, error) {
	// 1. The user's words are safe before anything else happens.
	said, err := t.store()
	if err != nil {
		return nil, err
	}
	if t.req.says() {
		t.emit(Said{said})
	}

	// 2. Time cutoff and token trim. If nothing is left, nothing is sent and the words go back into the input.
	request, report, err := t.plan(ctx)
	if err != nil {
		return nil, t.takeBack(said, err)
	}
	t.emit(Planned{report})

	// 3. The call, repeated at most twice, and only before the first word; a prompt that is too long for the server is cut.
	client, err := t.opt.Client(t.req.Connection, t.req.Key)
	if err != nil {
		return nil, err
	}
	t.reply.begin(t, said)
	defer t.reply.close()
	err = t.converse(ctx, client, request, report)

	// 4. What came is stored with how it ended.
	entry, err := t.reply.finish(ctx, err)
	if err != nil {
		return nil, t.takeBack(said, err)
	}
	return t.replied(entry), nil
}

// call asks for the reply, again at most twice.
func (t *turn) call(ctx context.Context, client Streamer, request ChatRequest) error {
	for attempt := 1; ; attempt++ {
		err := t.stream(ctx, client, request)
		pause, again := repeatAfter(err, attempt)
		if !again || t.reply.begun() || ctx.Err() != nil {
			return err
		}
		t.trace.fail(err)
		t.emit(Waiting{For: pause, Attempt: attempt, Err: err})
		if waited := t.wait(ctx, pause); waited != nil {
			return err
		}
	}
}

// store appends the user's words, or finds them at the talk's head if they are to be answered again.
func (t *turn) store() (talk.Entry, error) {
	if !t.req.says() {
		head, err := t.log.Head()
		if err != nil {
			return head, fmt.Errorf("llm: read the talk's head: %w", err)
		}
		if t.req.Continue && canContinue(head) {
			return head, nil
		}
		answerable := head.Role == talk.User || head.Role == talk.Tool
		if t.req.Continue || !answerable || strings.TrimSpace(head.Text) == "" && len(head.Pictures) == 0 {
			return head, newError(CodeNothingToAnswer, nil)
		}
		return head, nil
	}
	if strings.TrimSpace(t.req.Say) == "" && len(t.req.Pictures) == 0 {
		return talk.Entry{}, newError(CodeNothingSaid, nil)
	}
	e := t.entry(talk.User, t.req.Say, t.req.Model)
	e.Pictures = slices.Clone(t.req.Pictures)
	tokens.CountPictures(t.req.Model, e.Pictures)
	said, err := t.log.Append(e)
	if err != nil {
		return said, fmt.Errorf("llm: store the user's words: %w", err)
	}
	return said, nil
}

// plan decides what is sent, reads it and renders it.
func (t *turn) plan(ctx context.Context) (ChatRequest, tokens.Report, error) {
	if ctx.Err() != nil {
		return ChatRequest{}, tokens.Report{}, newError(CodeStopped, ctx.Err())
	}
	req := t.req.said()
	p, err := t.preview(t.log, req, t.opt.Counter.Count)
	if err != nil {
		return ChatRequest{}, tokens.Report{}, err
	}
	view, err := p.view(req.Cutoff)
	if err != nil {
		return ChatRequest{}, view.Report, err
	}
	t.tell(view.Report)
	if err := view.keep(t.log); err != nil { // the next plan chooses anew, which costs tokens and loses nothing
		t.opt.Logger.Warn("the place of a talk's cut could not be stored", "error", err)
	}
	ms, err := t.messages(t.log, view.system, view.View)
	if err != nil {
		return ChatRequest{}, view.Report, err
	}
	back, err := besides(t.log, view.Kept)
	if err != nil {
		return ChatRequest{}, view.Report, err
	}
	sent := withPost(ms, view.system.post)
	t.trace.plan(t.sentOf(view), ms)
	t.plans, t.sent = view.Report, ChatRequest{
		beside: back, trace: t.trace, Model: req.Model, Messages: sent, Sampling: req.Persona.Sampling,
		MaxOutput: tokens.ReplyLimit(req.Cutoff, tokens.Theirs(view.Report.Prompt(), view.Report.Factor)),
	}
	return t.sent, t.plans, nil
}

// tell logs what a plan leaves out.
func (t *turn) tell(r tokens.Report) {
	if failed := t.uncountable(tokens.EncodingFor(t.req.Model)); r.Uncounted && failed != nil {
		t.opt.Logger.Error("counting failed, so the last messages are sent", "messages", r.Kept, "error", failed)
	}
	if r.Reason != "" || r.Elided > 0 || r.PicturesLeft > 0 {
		t.opt.Logger.Info(fmt.Sprintf("Trimmed conversation history: %d -> %d messages", r.Total, r.Kept),
			"tokens_before", r.TotalTokens, "tokens_after", r.History, "prompt", r.Prompt(), "limit", r.Limit,
			"elided", r.Elided, "pictures_left", r.PicturesLeft, "reason", r.Reason)
	}
}

// stream runs one call and hands on what comes. It ends as soon as the turn is stopped.
func (t *turn) stream(ctx context.Context, client Streamer, request ChatRequest) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	t.reply.again()
	request.Refused, request.Thinking = t.habits.Refused, t.habits.Thinking
	for chunk, err := range client.Stream(ctx, request) {
		if chunk.Refused != "" {
			t.habits.Refused = append(slices.Clip(t.habits.Refused), chunk.Refused)
		}
		t.habits.Thinking = t.habits.Thinking || chunk.Demands
		delta, full, anew := t.reply.takeOn(chunk)
		if anew {
			return errAnew
		}
		if delta != (Delta{}) {
			t.emit(delta)
		}
		t.reply.tell()
		switch {
		case err != nil:
			return err
		case full:
			return newError(CodeTooLarge, nil)
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
	return nil
}

// complete fills in what the driver knows better than its caller and cleans the user's words.
func (d *Driver) complete(req Request) Request {
	if req.Connection.ID == persona.DemoConnection {
		req.Connection.BaseURL = d.opt.DemoURL
		req.Model, req.Key = persona.DemoModel, "" // a persona may still name a model of another server
	}
	req.Cutoff = d.settings(req.Connection, req.Cutoff)
	if req.Say != "" {
		req.Say = cmp.Or(clean(req.Say), " ") // "" would mean something else
	}
	return req
}

// settings fills in the demo's window.
func (d *Driver) settings(c persona.Connection, s tokens.Settings) tokens.Settings {
	if c.ID == persona.DemoConnection && s.ContextLength == 0 {
		s.ContextLength = d.opt.DemoContext
	}
	return s.Clamp()
}

// entry returns a counted entry that is said now.
func (d *Driver) entry(role talk.Role, text, model string) talk.Entry {
	e := talk.Entry{Role: role, Time: d.opt.Now(), Text: text, Encoding: tokens.EncodingFor(model)}
	d.opt.Counter.CountEntry(&e)
	return e
}

// clean returns s as valid UTF-8 without NUL.
func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}
