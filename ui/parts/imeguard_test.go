package parts

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// typist plays what the toolkit reports. A field of one letter is a key that gives its letter; _x is a key that the input
// method took; "日本" in quotes are runes that arrive; other names are keys.
func typist(e interface {
	fyne.Focusable
	desktop.Keyable
}, script string) {
	press := func(name fyne.KeyName) {
		k := &fyne.KeyEvent{Name: name}
		e.KeyDown(k)
		e.TypedKey(k)
	}
	for _, word := range strings.Fields(script) {
		switch {
		case word[0] == '"':
			for _, r := range strings.Trim(word, `"`) {
				e.TypedRune(r)
			}
		case word[0] == '_':
			press(fyne.KeyName(strings.ToUpper(word[1:])))
		case len(word) == 1:
			press(fyne.KeyName(strings.ToUpper(word)))
			e.TypedRune(rune(word[0]))
		case word == "Space":
			press(fyne.KeySpace)
		case strings.HasPrefix(word, "Shift+"):
			shift := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
			e.KeyDown(shift)
			press(fyne.KeyName(word[len("Shift+"):]))
			e.KeyUp(shift)
		default:
			press(fyne.KeyName(word))
		}
	}
}

func TestChatEntryUnderInputMethods(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		name, keys string
		sent       string // what was sent, parted by |
		left       string // what is in the entry then
	}{
		{"plain letters", `h i Return`, "hi", ""},
		{"shift and Enter breaks the line", `h Shift+Return i`, "", "h\ni"},
		{"the key pad sends too", `h i KP_Enter`, "hi", ""},
		{"nothing is sent of nothing", `Return Return`, "", ""},
		{"conversion: Enter confirms, the next sends", `_n _i _h _o _n Space Return "日本" Return`, "日本", ""},
		{"one letter", `_a Return "あ" Return`, "あ", ""},
		{"the candidate arrives by the next letter", `_n _i Space _k "に" _a Return "か" Return`, "にか", ""},
		{"the next word is one letter", `_n _i Space _, "日本" Return "、" Return`, "日本、", ""},
		{"Backspace inside the word", `o k _n _i BackSpace _a Return "な" Return`, "okな", ""},
		{"Backspace after the word is gone", `o k _n BackSpace BackSpace Return`, "o", ""},
		{"arrows choose a candidate", `o k _n _i Space Down Up Left Return "煮" Return`, "ok煮", ""},
		{"Escape, then Enter confirms the kana", `_n _i Space Escape Return "に" Return`, "に", ""},
		{"Escape gave the word up: arrows are ours again", `o k _n Escape Left m Return Return`, "omk", ""},
		{"a dead key", `c a f _' e Return`, "cafe", ""},
		{"a dead key with its letter", `c a f _' _e "é" Return`, "café", ""},
		{"letters straight after a word", `_a Return "あ" b Return`, "あb", ""},
		{"the Enter of an input method that forwards it is only lost once", `_r "안" Return Return`, "안", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := NewChatEntry()
			w := test.NewWindow(e)
			defer w.Close()
			w.Canvas().Focus(e)
			var sent []string
			e.OnSend = func() {
				if text := e.Message(); text != "" {
					sent = append(sent, text)
					e.SetMessage("")
				}
			}
			typist(e, c.keys)
			if got := strings.Join(sent, "|"); got != c.sent {
				t.Errorf("sent %q, want %q", got, c.sent)
			}
			if got := e.Message(); got != c.left {
				t.Errorf("left %q, want %q", got, c.left)
			}
		})
	}
}

func TestCtrlEnterMode(t *testing.T) {
	test.NewTempApp(t)
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	sent := 0
	e.OnSend = func() { sent++ }
	ctrlEnter := &desktop.CustomShortcut{KeyName: fyne.KeyReturn, Modifier: fyne.KeyModifierControl}

	e.SetCtrlEnter(true)
	typist(e, `a Return b`)
	if sent != 0 || e.Message() != "a\nb" {
		t.Fatalf("Enter: sent %d, text %q; want a line break", sent, e.Message())
	}
	e.TypedShortcut(ctrlEnter)
	if sent != 1 {
		t.Errorf("Ctrl+Enter sent %d times, want once", sent)
	}
	typist(e, `_n _i`)
	e.TypedShortcut(ctrlEnter)
	typist(e, `Return`)
	if sent != 1 || e.Message() != "a\nb" {
		t.Errorf("while composing: sent %d, text %q", sent, e.Message())
	}
	e.SetCtrlEnter(false)
	typist(e, `"に" Return`)
	if sent != 2 {
		t.Errorf("Enter sent %d times in all, want twice", sent)
	}
}

func TestLineEntrySubmitsOnlyFinishedWords(t *testing.T) {
	test.NewTempApp(t)
	e := NewLineEntry()
	w := test.NewWindow(e)
	defer w.Close()
	var got []string
	e.OnSubmitted = func(s string) { got = append(got, s) }
	typist(e, `_n _i Return "に" Return`)
	if len(got) != 1 || got[0] != "に" {
		t.Errorf("submitted %q, want に once", got)
	}
}

func TestLosingTheFocusEndsAWord(t *testing.T) {
	test.NewTempApp(t)
	e := NewChatEntry()
	w := test.NewWindow(e)
	defer w.Close()
	sent := false
	e.OnSend = func() { sent = true }
	w.Canvas().Focus(e)
	typist(e, `o k _n`)
	w.Canvas().Unfocus()
	w.Canvas().Focus(e)
	typist(e, `Return`)
	if !sent {
		t.Error("Enter did not send after the focus came back")
	}
}
