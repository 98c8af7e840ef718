package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/ui/chat"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// spoken returns a desk whose shown talk has two turns.
func spoken(t *testing.T, more ...llmtest.Reply) *desk {
	t.Helper()
	d, _ := serve(t, append([]llmtest.Reply{llmtest.Good("First answer"), llmtest.Good("Second answer")}, more...)...)
	d.ask("One")
	d.ask("Two")
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	return d
}

// at returns an entry of the shown talk's path.
func (d *desk) at(pos int) talk.Entry {
	d.t.Helper()
	page, err := d.Store.Talk(d.open.talk).Page(pos, 1)
	must(d.t, err)
	return page[0]
}

// do does an action of the entry at a place of the path.
func (d *desk) do(action string, pos int) {
	d.t.Helper()
	d.act(action, d.at(pos))
	d.settle()
}

// write changes the text of the sheet on top.
func (d *desk) write(text string) {
	d.t.Helper()
	only(d, d.top(), func(*parts.Editor) bool { return true }).SetText(text)
}

func TestEditKeepsWhatFollows(t *testing.T) {
	d := spoken(t)
	d.do(chat.ActionEdit, 1)
	d.sees(words.T("edit.persona", map[string]any{"Name": d.open.persona.Name}))
	d.misses(words.T("edit.resend"))
	d.write("Better answer")
	d.press("edit.save")
	d.settle()
	d.wantPath(d.open.talk, "u One", "a Better answer", "u Two", "a Second answer")
	if got := texts(d.transcript); !strings.Contains(got, "Better answer") || !strings.Contains(got, "2/2") {
		t.Errorf("the talk shows %q", got)
	}
	if e := d.at(1); e.Tokens == 0 || e.Sent != nil || e.Usage != nil {
		t.Errorf("stored is %+v", e)
	}
	d.press("action.undo")
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	d.do(chat.ActionNext, 1)
	d.wantPath(d.open.talk, "u One", "a Better answer", "u Two", "a Second answer")
	d.do(chat.ActionPrevious, 1)
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
}

func TestEditAndSendAgain(t *testing.T) {
	d := spoken(t, llmtest.Good("Third answer"))
	d.do(chat.ActionEdit, 0)
	d.write("Uno")
	d.press("edit.resend")
	d.settle()
	d.wantPath(d.open.talk, "u Uno", "a Third answer")
	d.undo()
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	d.redo()
	d.settle()
	d.wantPath(d.open.talk, "u Uno", "a Third answer")
}

func TestAnyReplyIsMadeAgain(t *testing.T) {
	d := spoken(t, llmtest.Good("Other answer"), llmtest.Wrong(401, "invalid_api_key", "no"))
	d.do(chat.ActionRetry, 1)
	d.wantPath(d.open.talk, "u One", "a Other answer")
	if got := texts(d.transcript); strings.Contains(got, "Second answer") || !strings.Contains(got, "2/2") {
		t.Errorf("the talk shows %q", got)
	}
	d.undo()
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	d.do(chat.ActionRetry, 1) // refused: everything comes back
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
}

func TestDeleteOneAndFromHere(t *testing.T) {
	d := spoken(t, llmtest.Good("More"))
	d.do(chat.ActionDelete, 1)
	d.wantPath(d.open.talk, "u One", "u Two", "a Second answer")
	d.sees(words.T("undo.delete"))
	d.do(chat.ActionDeleteFrom, 1)
	d.wantPath(d.open.talk, "u One")
	d.sees(words.N("undo.deleteFrom", 2, map[string]any{"Count": "2"}))
	d.undo()
	d.undo()
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	d.redo()
	d.settle()
	d.wantPath(d.open.talk, "u One", "u Two", "a Second answer")
	d.ask("Three") // the talk goes on: what was before must not be taken back with it
	d.undo()
	d.settle()
	d.wantPath(d.open.talk, "u One", "u Two", "a Second answer", "u Three", "a More")
	d.sees(words.T("undo.moved"))
	d.undo()
	d.sees(words.T("undo.nothing"))
}

func TestVersionsSheet(t *testing.T) {
	d := spoken(t, llmtest.Good("Other answer"))
	d.do(chat.ActionRetry, 3)
	d.do(chat.ActionVersions, 3)
	d.sees(words.T("versions.title"), "Other answer", "Second answer", words.T("versions.shown"))
	list := first[*parts.Choices](d, d.top())
	list.Choose(1)
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	d.sees(words.T("undo.version"))
}

func TestBranch(t *testing.T) {
	d := spoken(t)
	old := d.open.talk
	d.do(chat.ActionBranch, 1)
	if d.open.talk == old {
		t.Fatal("the old talk is shown")
	}
	d.wantPath(d.open.talk, "u One", "a First answer")
	d.wantPath(old, "u One", "a First answer", "u Two", "a Second answer")
	d.sees(words.T("talks.branchOf", map[string]any{"Title": "One"}))
	d.press("talks.back")
	d.settle()
	if d.open.talk != old {
		t.Error("no way back")
	}
}

func TestPinsAreFound(t *testing.T) {
	d := spoken(t)
	d.do(chat.ActionPin, 1)
	d.showPins()
	d.settle()
	d.sees(words.T("pins.title"), "First answer")
	d.misses("Second answer")
	first[*parts.Choices](d, d.top()).Choose(0)
	d.settle()
	if d.win.Canvas().Focused() != fyne.Focusable(d.transcript) {
		t.Errorf("the focus is on %T", d.win.Canvas().Focused())
	}
	d.do(chat.ActionUnpin, 1)
	d.showPins()
	d.settle()
	d.sees(words.T("pins.empty"))
}

func TestDetails(t *testing.T) {
	d := spoken(t)
	d.do(chat.ActionDetails, 1)
	d.sees(words.T("message.title"), words.T("message.done"), d.open.persona.Name)
}

// The price that a server tells is shown with the reply, in the same words after the program was closed.
func TestDetailsTellThePrice(t *testing.T) {
	usage := llmtest.Event(map[string]any{"choices": []any{}, "usage": map[string]any{"prompt_tokens": 7, "completion_tokens": 1, "cost": 0.000125}})
	d, _ := serve(t, llmtest.Stream(llmtest.Delta("Hi"), llmtest.Finish("stop"), usage, llmtest.Done))
	d.ask("Hello")
	d.do(chat.ActionDetails, 1)
	d.sees(words.T("message.cost"), "0.000125")
	if e := d.head(); e.Usage == nil || e.Usage.Cost != 0.000125 {
		t.Errorf("stored %+v", e.Usage)
	}
}

func TestTakeBackIsUndone(t *testing.T) {
	d := spoken(t)
	d.act(chat.ActionTakeBack, d.at(2))
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer")
	if got := d.composer.Draft(d.open.talk); got != "Two" {
		t.Errorf("the input holds %q", got)
	}
	d.undo()
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
	if got := d.composer.Draft(d.open.talk); got != "" {
		t.Errorf("the input holds %q", got)
	}
}

// Whatever is done and undone, no entry is lost, and undoing leads back over exactly the paths that there were.
func TestUndoRestoresEveryPath(t *testing.T) {
	d := spoken(t)
	log := d.Store.Talk(d.open.talk)
	path := func() string { return fmt.Sprint(d.path(d.open.talk)) }
	ids := func(rt *rapid.T) (n int) {
		for id := talk.EntryID(1); ; id++ {
			if _, err := log.Entry(id); err != nil {
				return int(id) - 1
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		clear(d.steps)
		before, most := []string{path()}, 0
		for range rapid.IntRange(1, 6).Draw(rt, "actions") {
			n, err := log.Len()
			must(t, err)
			if n == 0 {
				break
			}
			e := d.at(rapid.IntRange(0, n-1).Draw(rt, "at"))
			was := len(d.stepsOf(d.open.talk).done)
			switch rapid.SampledFrom([]string{"delete", "from", "edit", "previous", "next"}).Draw(rt, "action") {
			case "delete":
				d.deleteMessage(e)
			case "from":
				d.deleteFrom(e)
			case "edit":
				d.saveChanged(d.open.talk, e.ID, e.Text+"!")
			case "previous":
				d.turnTo(e, -1)
			case "next":
				d.turnTo(e, 1)
			}
			d.settle()
			if len(d.stepsOf(d.open.talk).done) > was {
				before = append(before, path())
			}
			if now := ids(rt); now < most {
				rt.Fatalf("%d entries of %d are left", now, most)
			} else {
				most = now
			}
		}
		for _, want := range slices.Backward(before[:len(before)-1]) {
			d.undo()
			d.settle()
			if got := path(); got != want {
				rt.Fatalf("undone to %s, want %s", got, want)
			}
		}
		for _, want := range before[1:] {
			d.redo()
			d.settle()
			if got := path(); got != want {
				rt.Fatalf("done again to %s, want %s", got, want)
			}
		}
		must(t, d.Store.Check())
		for range before[1:] { // the next run begins where this one did
			d.undo()
			d.settle()
		}
	})
}

// A message that is sent while a change is being written comes after it.
func TestSendRightAfterADeletion(t *testing.T) {
	d := spoken(t, llmtest.Good("Third answer"))
	d.deleteMessage(d.at(0))
	d.say("Three")
	d.settle()
	d.wantPath(d.open.talk, "a First answer", "u Two", "a Second answer", "u Three", "a Third answer")
}

// In an empty input Ctrl+Z is for the talk; a text that was typed has its own.
func TestUndoKeyInTheInput(t *testing.T) {
	d := spoken(t)
	d.do(chat.ActionDelete, 1)
	d.composer.Focus()
	entry := d.win.Canvas().Focused()
	entry.TypedRune('x')
	entry.(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutUndo{})
	d.settle()
	d.wantPath(d.open.talk, "u One", "u Two", "a Second answer")
	if got := d.composer.Draft(d.open.talk); got != "" {
		t.Errorf("the input holds %q", got)
	}
	entry.(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutUndo{})
	d.settle()
	d.wantPath(d.open.talk, "u One", "a First answer", "u Two", "a Second answer")
}
