package llm

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"bonbon/history/talk"
	"bonbon/tokens"
)

// CodeHistoryCutOff is the code of HistoryCutOffError.
const CodeHistoryCutOff = "llm.history_cut_off"

// HistoryCutOffError is the hard stop: not even the newest user message fits, so nothing was sent, or the server refused
// twice what was sent. It wraps the
// *tokens.CutOffError with the whole diagnosis.
type HistoryCutOffError struct {
	Diagnosis tokens.Diagnosis
	// TakenBack says that the user's words were taken from the talk's path again; they belong back in the input. They
	// stay in the talk's tree.
	TakenBack bool
	Text      string         // the words taken back
	Pictures  []talk.Picture // and what was attached to them
}

// Error names the fault in both languages of the program, with its numbers and what became of the message.
func (e *HistoryCutOffError) Error() string {
	fate := "the message stays where it is / メッセージはそのままです"
	if e.TakenBack {
		fate = "the message was taken back into the input / メッセージは入力欄に戻しました"
	}
	d := e.Diagnosis
	return fmt.Sprintf("conversation history was cut off entirely / 会話履歴が全てカットオフされました: %d tokens needed, limit %d (%s); %s",
		d.Needed, d.Limit, d.Rule, fate)
}

// Code returns CodeHistoryCutOff.
func (e *HistoryCutOffError) Code() string { return CodeHistoryCutOff }

// Args returns the numbers of the diagnosis and "TakenBack".
func (e *HistoryCutOffError) Args() map[string]any {
	args := e.cutOff().Args()
	args["TakenBack"] = e.TakenBack
	return args
}

// Unwrap returns the *tokens.CutOffError.
func (e *HistoryCutOffError) Unwrap() error { return e.cutOff() }

func (e *HistoryCutOffError) cutOff() *tokens.CutOffError {
	return &tokens.CutOffError{Diagnosis: e.Diagnosis}
}

// hardStop gives the planner's error its place in a turn; other errors stay as they are.
func hardStop(err error) error {
	var cut *tokens.CutOffError
	if errors.As(err, &cut) {
		return &HistoryCutOffError{Diagnosis: cut.Diagnosis}
	}
	return err
}

// takeBack undoes the storing of the user's words after a hard stop, so that the talk is as it was before. After any
// other error, or when the head was to be answered again, the words stay.
func (t *turn) takeBack(said talk.Entry, err error) error {
	var cut *HistoryCutOffError
	if !t.req.says() || !errors.As(err, &cut) {
		return err
	}
	if failed := t.log.Rewind(said.Parent); failed != nil {
		return errors.Join(err, fmt.Errorf("llm: take the user's words back: %w", failed))
	}
	cut.TakenBack, cut.Text, cut.Pictures = true, said.Text, said.Pictures
	return err
}

// Preview plans one talk again and again under changing settings. What does not depend on them is read and counted once.
// It is safe for concurrent use.
type Preview struct {
	d     *Driver
	log   Log
	req   Request
	sys   system
	fixed tokens.Fixed
	draft talk.Header  // what the user typed and did not send; no bytes: nothing
	more  bool         // the user asks for more history
	start talk.EntryID // the user chose that the sent part begins here; 0: did not
}

// Preview prepares the planning of a request that is not sent. Request.Say counts as if it were sent, by an estimate; it
// may be empty. It does not wait for the token table: what was never counted is estimated until the table is loaded. It
// reads the log, so it is for worker goroutines.
func (d *Driver) Preview(log Log, req Request) (*Preview, error) {
	return d.preview(log, req, d.opt.Counter.Glance)
}

func (d *Driver) preview(log Log, req Request, count counting) (*Preview, error) {
	req = d.complete(req)
	sys, err := d.system(log, req)
	if err != nil {
		return nil, err
	}
	p := &Preview{d: d, log: log, req: req, sys: sys, fixed: sys.fixed(d, req.Model, count)}
	if req.says() {
		e := talk.Entry{Role: talk.User, Text: req.Say, Pictures: slices.Clone(req.Pictures)}
		tokens.CountPictures(req.Model, e.Pictures)
		p.draft = talk.Header{
			Time: d.opt.Now().UnixMilli(), Role: talk.User, Tokens: tokens.EstimateText(req.Say), Bytes: e.Bytes(), Pictures: e.PictureTokens(),
		}
	}
	return p, nil
}

// Report says what would be sent under these settings. It moves no stored anchor. If nothing would, the error is a *HistoryCutOffError and the
// report is valid too. Its cost follows what would be sent, never the length of the talk.
func (p *Preview) Report(s tokens.Settings) (tokens.Report, error) {
	view, err := p.view(p.d.settings(p.req.Connection, s))
	return view.Report, err
}

// Plan says what a request would send and what it would leave out, without sending it; see Preview.
func (d *Driver) Plan(log Log, req Request) (tokens.Report, error) {
	p, err := d.Preview(log, req)
	if err != nil {
		return tokens.Report{}, err
	}
	return p.Report(req.Cutoff)
}

// More moves the anchor of a talk that is cut in steps back as far as the room allows, and stores it: the user asks for more
// history than the last step left. Exact cuts leave nothing to ask for. Request.Say counts as in Preview.
func (d *Driver) More(log Log, req Request) (tokens.Report, error) {
	p, err := d.Preview(log, req)
	if err != nil {
		return tokens.Report{}, err
	}
	p.more = true
	v, err := p.view(p.req.Cutoff)
	if err != nil {
		return v.Report, err
	}
	return v.Report, v.keep(log)
}

// StartFrom makes the sent part of the talk begin with an entry, or with the start of its turn, and stores that as the talk's
// anchor: the user chose it. It holds, with exact cuts too, until what follows no longer fits; More takes it back, and so does an
// id of 0. Request.Say counts as in Preview. The error is as for Plan; nothing changes then. An id that is not on the path, which
// happens when the path changed meanwhile, changes nothing either: the report is that of Plan.
func (d *Driver) StartFrom(log Log, req Request, id talk.EntryID) (tokens.Report, error) {
	if id == 0 {
		return d.More(log, req)
	}
	p, err := d.Preview(log, req)
	if err != nil {
		return tokens.Report{}, err
	}
	p.start = id
	v, err := p.view(p.req.Cutoff)
	if errors.Is(err, errNotOnPath) {
		p.start = 0
		return p.Report(req.Cutoff)
	}
	if err != nil {
		return v.Report, err
	}
	return v.Report, v.keep(log)
}

var errNotOnPath = errors.New("llm: the chosen start is not on the path")

// view is a plan with the anchor that was stored when it was made.
type view struct {
	tokens.View
	system system // what is said before and after the history
	stored talk.Anchor
}

// keep stores the plan's anchor.
func (v view) keep(log Log) error {
	if v.Anchor == v.stored {
		return nil
	}
	if err := log.SetAnchor(v.Anchor); err != nil {
		return fmt.Errorf("llm: store where the sent part begins: %w", err)
	}
	return nil
}

// view plans on a consistent view of the talk.
func (p *Preview) view(s tokens.Settings) (v view, err error) {
	if v.stored, err = p.log.Anchor(); err != nil {
		return v, fmt.Errorf("llm: read where the sent part begins: %w", err)
	}
	in := tokens.Input{
		Now: p.d.opt.Now(), Settings: s, Fixed: p.fixed, Summary: p.sys.at, SummaryUntil: p.sys.until, Greeting: true,
		Model: p.req.Model, Anchor: v.stored, More: p.more, ServerLimit: p.req.ServerLimit, Factor: p.req.Factor, Ratio: p.req.Ratio,
		Blind: p.req.Blind, Uncounted: p.d.uncountable(tokens.EncodingFor(p.req.Model)) != nil,
	}
	err = p.log.View(func(h tokens.History) error {
		if !p.draft.Empty() {
			h = drafted{h, p.draft}
		}
		if v.system = p.sys.on(h, s); v.system.summary == "" {
			in.Fixed.Summary = 0
		}
		if p.start != 0 {
			a, ok := tokens.StartAt(h, p.start, true)
			if !ok {
				return errNotOnPath
			}
			in.Anchor = a
		}
		var err error
		v.View, err = tokens.Plan(in, h)
		return err
	})
	if err != nil {
		return v, hardStop(fmt.Errorf("llm: plan the prompt: %w", err))
	}
	return v, nil
}

// drafted is a path with one more entry at its end.
type drafted struct {
	tokens.History
	draft talk.Header
}

func (h drafted) Len() int { return h.History.Len() + 1 }

func (h drafted) Tokens() int { return h.History.Tokens() + tokens.Cost(h.draft) }

func (h drafted) Before(pos int) iter.Seq[talk.Header] {
	stored := h.History.Len()
	if pos <= stored {
		return h.History.Before(pos)
	}
	return func(yield func(talk.Header) bool) {
		last := h.draft
		last.Pos = uint64(stored) // #nosec G115 -- a length
		if yield(last) {
			h.History.Before(stored)(yield)
		}
	}
}

func (h drafted) Since(t int64) int {
	pos := h.History.Since(t)
	if pos == h.History.Len() && h.draft.Time < t {
		pos++
	}
	return pos
}
