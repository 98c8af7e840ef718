package llm

import (
	"context"
	"errors"
	"fmt"

	"bonbon/tokens"
)

// lessShares is how much of a refused prompt is sent next, in percent, after the first refusal in a turn, the second and so on. Together
// they lead from 128 000 tokens to less than 4 096. A refusal costs next to nothing: nothing of the prompt was computed.
var lessShares = [...]int{lessShare, 50, 35, 25}

const (
	// lessShare is how much of the first refused prompt is sent, in percent.
	lessShare = 60
	// largePrompt is the smallest prompt that may have filled a context of unknown size: 4096 tokens are the least that
	// programs run a model with, less the room for a reply.
	largePrompt = 3000
	// leastGuess bounds what is remembered of refusals: less would keep later messages from being tried at all, and servers that
	// refuse everything name numbers too.
	leastGuess = 1000
)

// answer makes the call. If the server refuses the prompt for its length although it was planned to fit, the prompt is cut
// to what the server named, at most to 60 %, and sent again; further refusals cut further, down to the newest message alone. The
// refusal of that, or a fifth one, is a hard stop by the server's limit.
func (t *turn) answer(ctx context.Context, client Streamer, request ChatRequest, report tokens.Report) error {
	for refusals := 0; ; refusals++ {
		err := t.ask(ctx, client, request)
		if t.reply.begun() || ctx.Err() != nil || !isRefusal(err, report) {
			return err
		}
		share := lessShares[min(refusals, len(lessShares)-1)]
		limit := t.limited(err, request, report, share)
		if refusals == len(lessShares) {
			return t.stopAt(limit, err)
		}
		t.trace.fail(err)
		smaller, planned, cut := t.planLess(ctx, err, limit, share, request, report)
		if cut != nil {
			return cut
		}
		t.emit(Planned{planned})
		t.reply.forget()
		request, report = smaller, planned
	}
}

// isRefusal reports whether a call ended because the prompt was too long for the server: by its words, or by an empty
// reply to a prompt that is large for the model.
func isRefusal(err error, r tokens.Report) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() {
	case CodeOverLimit:
		return true
	case CodeEmpty:
		if r.Window > 0 {
			return r.Prompt() >= r.Window/100*lessShare
		}
		return r.Prompt() >= largePrompt
	}
	return false
}

// limited tells the caller of a refusal and returns the largest prompt that it leaves, as we count. An empty reply has many
// causes: what it leaves holds for this turn only.
func (t *turn) limited(err error, request ChatRequest, report tokens.Report, share int) int {
	limit := report.Prompt() * share / 100
	if told := toldLimit(err, request, report); told > 0 {
		limit = told
	}
	ev := Limited{Err: err, Limit: max(limit, leastGuess)}
	var e *Error
	if errors.As(err, &e) && e.Code() == CodeEmpty {
		ev.Limit = 0
	}
	t.opt.Logger.Info("the server refused the prompt for its length", "tokens", report.Prompt(), "limit", limit)
	t.emit(ev)
	return limit
}

// toldLimit returns the largest prompt, as we count, that the numbers in a server's refusal leave beside the reply; 0 if it
// names none. The server counts in its own way: its numbers are scaled by what it counted for the prompt that it refused.
func toldLimit(err error, request ChatRequest, report tokens.Report) int {
	window, asked := toldNumbers(err)
	if window < leastWindow {
		return 0
	}
	b := tokens.NewBudget(tokens.Settings{Threshold: tokens.MaxThreshold, ContextLength: window, MaxOutput: request.MaxOutput})
	// Some servers count the longest reply too. The prompt and the reply together were more than the window at any rate.
	counted := max(asked, window) - request.MaxOutput
	return b.Limit * report.Prompt() / max(counted, report.Prompt(), 1)
}

// toldNumbers returns the window and the size of the request that a refusal names, 0 for what it does not.
func toldNumbers(err error) (window, asked int) {
	var e *Error
	if !errors.As(err, &e) {
		return 0, 0
	}
	window, _ = e.args["limit"].(int)
	asked, _ = e.args["asked"].(int)
	return min(window, tokens.MaxContextLength), min(asked, tokens.MaxContextLength)
}

// planLess plans anew after a refusal: within a share of the refused prompt or within limit, whichever is smaller. If nothing
// is left then, what the server named is used whole; if it named nothing, the newest message is sent alone.
func (t *turn) planLess(ctx context.Context, refused error, limit, share int, request ChatRequest, report tokens.Report) (ChatRequest, tokens.Report, error) {
	window, _ := toldNumbers(refused)
	t.req.ServerLimit = max(min(limit, report.Prompt()*share/100), 1)
	smaller, planned, err := t.plan(ctx)
	var cut *HistoryCutOffError
	if errors.As(err, &cut) {
		alone := cut.Diagnosis.Needed
		switch {
		case limit > t.req.ServerLimit && (limit < report.Prompt() || request.MaxOutput > 0):
			t.req.ServerLimit = limit
			smaller, planned, err = t.plan(ctx)
		case window < leastWindow && alone < report.Prompt():
			t.req.ServerLimit = alone
			smaller, planned, err = t.plan(ctx)
		}
	}
	if window >= leastWindow && smaller.MaxOutput > 0 {
		smaller.MaxOutput = tokens.ReplyLimit(tokens.Settings{ContextLength: window, MaxOutput: smaller.MaxOutput}, tokens.Theirs(planned.Prompt(), t.req.Factor))
	}
	return smaller, planned, err
}

// stopAt returns the hard stop after the last refusal. What was refused may have held more than the newest turn, which then
// counts as too long too: no further request is made.
func (t *turn) stopAt(limit int, refused error) error {
	req := t.req.said()
	req.ServerLimit = 1
	p, err := t.preview(t.log, req, t.opt.Counter.Count)
	if err != nil {
		return err
	}
	var cut *HistoryCutOffError
	if _, err = p.view(req.Cutoff); errors.As(err, &cut) {
		p.req.ServerLimit = max(min(limit, cut.Diagnosis.Needed-1), 1)
		_, err = p.view(req.Cutoff)
	}
	if err == nil {
		return refused
	}
	return fmt.Errorf("%w (%w)", err, refused)
}
