package ui

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/storage"

	"bonbon/history/talk"
	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/picture"
	"bonbon/ui/chat"
	"bonbon/ui/clip"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// sentPictures returns the pictures of a request's messages, decoded.
func sentPictures(t *testing.T, body []byte) (all []image.Config) {
	t.Helper()
	var sent struct {
		Messages []struct {
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	must(t, json.Unmarshal(body, &sent))
	for _, m := range sent.Messages {
		var parts []struct {
			Image struct {
				URL string `json:"url"`
			} `json:"image_url"`
		}
		if json.Unmarshal(m.Content, &parts) != nil {
			continue
		}
		for _, p := range parts {
			if _, data, ok := strings.Cut(p.Image.URL, ";base64,"); ok {
				raw, err := base64.StdEncoding.DecodeString(data)
				must(t, err)
				c, _, err := image.DecodeConfig(bytes.NewReader(raw))
				must(t, err)
				all = append(all, c)
			}
		}
	}
	return all
}

// files writes pictures to files and returns their paths. A name says nothing of what is in it.
func files(t *testing.T, contents ...[]byte) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	for i, data := range contents {
		p := filepath.Join(dir, string(rune('a'+i))+".txt")
		must(t, os.WriteFile(p, data, 0o600))
		paths = append(paths, p)
	}
	return paths
}

func (d *desk) drop(paths ...string) {
	d.t.Helper()
	var all []fyne.URI
	for _, p := range paths {
		all = append(all, storage.NewFileURI(p))
	}
	d.dropped(all)
	d.settle()
}

// shownPictures counts the small pictures in what lies on top that are there.
func (d *desk) shownPictures() (there int) {
	uitest.Walk(d.top(), func(o fyne.CanvasObject) {
		if i, ok := o.(*canvas.Image); ok && i.Image != nil && i.Resource == nil {
			there++
		}
	})
	return there
}

// TestPicturesAreAsLargeAsIsAskedFor: the settings say how large the pictures are that are sent.
func TestPicturesAreAsLargeAsIsAskedFor(t *testing.T) {
	d := with(t, persona.Connection{})
	set := d.settings
	set.PictureSide = 512
	d.changeSettings(set)
	d.settle()
	d.drop(files(t, photo(t, 3000, 1000))...)
	got := d.composer.Pictures(d.open.talk)
	if len(got) != 1 || got[0].Width != 512 || got[0].Height != 170 || got[0].Original == "" {
		t.Errorf("the input holds %+v", got)
	}
}

// The whole way: dropped, in the draft, over a restart, sent small, shown, over another restart.
func TestPictureFromFileToServerAndBack(t *testing.T) {
	s := llmtest.Serve(t, llmtest.Script{llmtest.Good("A line of hills."), llmtest.Good("Yes.")})
	dir, big := t.TempDir(), photo(t, 3000, 1000)
	open := func() *desk {
		return setup{dir: dir, settings: func(set *persona.Settings) {
			c := at(s)
			c.ID = "server"
			set.Connections, set.Connection = []persona.Connection{c}, c.ID
		}}.open(t)
	}
	d := open()
	d.create(persona.Persona{Name: "Mira", Prompt: "You are Mira."}, nil)
	d.settle()
	d.drop(files(t, big)...)
	id := d.open.talk
	if got := d.composer.Pictures(id); len(got) != 1 || got[0].Width != 1568 || got[0].Height != 522 || got[0].Original == "" {
		t.Fatalf("the input holds %+v", got)
	}
	if there := d.shownPictures(); there != 1 {
		t.Errorf("%d small pictures in the input", there)
	}
	d.rest()
	d.Finish()
	must(t, d.Store.Close())

	d = open()
	if got := d.composer.Pictures(id); len(got) != 1 {
		t.Fatalf("after a restart the input holds %+v", got)
	}
	d.ask("What is it?")
	sent := sentPictures(t, s.Chats()[0].Body)
	if len(sent) != 1 || sent[0].Width != 1568 || sent[0].Height != 522 {
		t.Errorf("sent %+v", sent)
	}
	if got := d.composer.Pictures(id); len(got) != 0 {
		t.Errorf("the input still holds %+v", got)
	}
	d.rest()
	if kept, err := d.Store.Draft(id); err != nil || !kept.Empty() {
		t.Errorf("the draft still holds %+v, %v", kept, err)
	}
	d.Finish()
	must(t, d.Store.Close())

	d = open()
	if there := d.shownPictures(); there != 1 {
		t.Errorf("%d small pictures in the talk", there)
	}
	entries, err := d.Store.Talk(id).Page(0, 9)
	must(t, err)
	kept, err := d.original(entries[0].Pictures[0])
	if err != nil || !bytes.Equal(kept, big) {
		t.Errorf("the original is not kept: %v", err)
	}
	d.onPicture(chat.PictureOpen, entries[0], 0)
	d.settle()
	if there := d.shownPictures(); there != 1 {
		t.Errorf("%d pictures in the large view", there)
	}
	d.escape()
	if d.win.Canvas().Overlays().Top() != nil {
		t.Error("Esc leaves the large view open")
	}
	if e, err := d.changed(d.Store.Talk(id), entries[0].ID, "Other words"); err != nil || len(e.Pictures) != 1 {
		t.Errorf("an edit loses the picture: %+v, %v", e.Pictures, err)
	}
}

// One that cannot be taken is told of and stops none of the others; nothing of it is kept.
func TestOnlySoundPicturesAreTaken(t *testing.T) {
	d := with(t, persona.Connection{})
	heic := append([]byte("\x00\x00\x00\x18ftypheic"), make([]byte, 64)...)
	d.drop(files(t, heic, photo(t, 40, 40))...)
	if got := d.composer.Pictures(d.open.talk); len(got) != 1 || got[0].Type != "image/png" {
		t.Errorf("taken: %+v", got)
	}
	if text := d.toast.Text(); !strings.Contains(text, "HEIC") || !strings.Contains(text, words.T("error.picture.unknown.title")) {
		t.Errorf("told %q", text)
	}
	d.drop(t.TempDir()) // a folder
	d.drop(files(t, slices.Repeat([][]byte{photo(t, 9, 9)}, 12)...)...)
	if got := len(d.composer.Pictures(d.open.talk)); got != chat.MostPictures {
		t.Errorf("the input holds %d pictures", got)
	}
	if text := d.toast.Text(); !strings.Contains(text, "10") {
		t.Errorf("told %q", text)
	}
}

// textClip is a clipboard with a text.
type textClip string

func (c textClip) Content() string { return string(c) }
func (textClip) SetContent(string) {}

func (d *desk) paste(text string) {
	d.composer.Focus()
	d.win.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutPaste{Clipboard: textClip(text)})
	d.settle()
}

// What the clipboard holds comes in by Ctrl+V: a picture, files that are pictures, or the text that it is.
func TestPaste(t *testing.T) {
	d := with(t, persona.Connection{})
	id := d.open.talk
	d.clipboard = func(context.Context) ([]byte, error) { return nil, clip.ErrNone }
	d.paste("")
	if len(d.composer.Pictures(id)) != 0 || d.composer.Draft(id) != "" {
		t.Error("an empty clipboard brings something")
	}
	d.clipboard = func(context.Context) ([]byte, error) { return photo(t, 12, 8), nil }
	d.paste("")
	if got := d.composer.Pictures(id); len(got) != 1 || got[0].Width != 12 {
		t.Errorf("from the clipboard: %+v", got)
	}
	paths := files(t, photo(t, 20, 8), []byte("no picture"))
	d.paste("file://" + paths[0] + "\r\n" + paths[0])
	if got := d.composer.Pictures(id); len(got) != 3 || d.composer.Draft(id) != "" {
		t.Errorf("from files: %+v, %q", got, d.composer.Draft(id))
	}
	for _, text := range []string{paths[1], "/etc/no such file", "see " + paths[0], "hello"} {
		d.composer.SetDraft(id, "")
		d.paste(text)
		if got := d.composer.Draft(id); got != text || len(d.composer.Pictures(id)) != 3 {
			t.Errorf("%q is pasted as %q with %d pictures", text, got, len(d.composer.Pictures(id)))
		}
	}
}

func TestPathsIn(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"/a b/c.png", []string{"/a b/c.png"}},
		{"file:///a%20b/c.png\r\nfile://localhost/d", []string{"/a b/c.png", "/d"}},
		{"x-special/nautilus-clipboard\nfile:///a", []string{"/a"}},
		{"copy\nfile:///a", []string{"/a"}},
		{"\"/a\"", []string{"/a"}},
		{"copy", nil}, {"", nil}, {"a.png", nil}, {"https://a.example/b.png", nil}, {"file://elsewhere/a", nil}, {"/a\nand more", nil},
		{strings.Repeat("/a\n", 30), nil},
	} {
		if got := pathsIn(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q names %q, want %q", c.text, got, c.want)
		}
	}
}

// A model that takes no pictures says so in a plain sentence, and the words can go without them; the talk shows that, and can go back.
func TestModelWithoutEyes(t *testing.T) {
	d, s := serve(t, llmtest.Wrong(404, "", "No endpoints found that support image input"), llmtest.Good("Only words."), llmtest.Good("I see."))
	d.drop(files(t, photo(t, 300, 300))...)
	d.ask("What is it?")
	d.sees(words.T("error.llm.no_pictures.title"))
	d.transcript.ScrollToEnd()
	d.withoutPictures()
	d.settle()
	if n := len(sentPictures(t, s.Chats()[1].Body)); n != 0 {
		t.Errorf("%d pictures were sent again", n)
	}
	d.wantPath(d.open.talk, "u What is it?", "a Only words.")
	d.sees(words.T("pictures.blind"), words.T("pictures.again"))
	if kept := d.storedBlind(); !kept {
		t.Error("it is not remembered for the next start")
	}
	d.seeAgain()
	d.settle()
	if kept := d.storedBlind(); kept {
		t.Error("the next start sends none either")
	}
	d.misses(words.T("pictures.blind"))
	d.ask("And now?")
	if n := len(sentPictures(t, s.Chats()[2].Body)); n != 1 {
		t.Errorf("%d pictures are sent after that", n)
	}
	without := words.N("exchange.unseen", 1, map[string]any{"Count": words.Number(1)})
	d.do(chat.ActionSent, 1)
	d.sees(without, words.T("exchange.exact"))
	d.escape()
	d.do(chat.ActionSent, 3)
	d.sees("image/png, ", words.T("exchange.exact"))
	d.misses(without)
	d.press("chat.copy")
	if got := d.App.Clipboard().Content(); got != string(s.Chats()[2].Body) {
		t.Errorf("copied are %d bytes of %d", len(got), len(s.Chats()[2].Body))
	}
}

// storedBlind reports whether the store says of any model that it takes no pictures.
func (d *desk) storedBlind() bool {
	l, err := readLessons(d.Store)
	must(d.t, err)
	c := d.settings.Find(d.open.persona.Connection)
	return l.of(c, d.modelOf(d.open.persona)).Blind
}

// A message of pictures alone is sent, comes back when it is taken back, and goes again.
func TestPictureAloneAndTakenBack(t *testing.T) {
	d, s := serve(t, llmtest.Good("Grey."), llmtest.Good("Grey again."))
	id := d.open.talk
	d.drop(files(t, photo(t, 30, 30))...)
	d.press("composer.send")
	d.settle()
	d.wantPath(id, "u ", "a Grey.")
	d.editLast()
	d.settle()
	if got := d.composer.Pictures(id); len(got) != 1 {
		t.Fatalf("taken back: %+v", got)
	}
	d.undo()
	d.settle()
	if got := d.composer.Pictures(id); len(got) != 0 {
		t.Errorf("undone, and the input holds %+v", got)
	}
	d.redo()
	d.settle()
	d.wantPath(id)
	if n := len(sentPictures(t, s.Chats()[0].Body)); n != 1 {
		t.Errorf("%d pictures were sent", n)
	}
}

// Words that are sent while a picture is being read wait for it.
func TestSendingWaitsForPictures(t *testing.T) {
	d, s := serve(t, llmtest.Good("Seen."))
	path := files(t, photo(t, 30, 30))
	d.addPictures(d.open.talk, opening(path)...)
	d.say("Look")
	if n := len(s.Chats()); n != 0 {
		t.Fatalf("%d requests before the picture is there", n)
	}
	d.settle()
	if len(s.Chats()) != 1 || len(sentPictures(t, s.Chats()[0].Body)) != 1 {
		t.Error("the words went without the picture")
	}
}

// A picture whose file is gone has a quiet place, and the talk goes on.
func TestMissingPicture(t *testing.T) {
	d, _ := serve(t, llmtest.Good("Hm."), llmtest.Good("Well."))
	_, err := d.Store.Talk(d.open.talk).Append(talk.Entry{Role: talk.User, Text: "Look", Pictures: []talk.Picture{
		{Ref: "sha256:" + strings.Repeat("0", 64), Type: "image/png", Width: 40, Height: 30},
	}})
	must(t, err)
	d.refreshTalk(nil)
	d.settle()
	if there := d.shownPictures(); there != 0 {
		t.Errorf("%d pictures of a file that is gone", there)
	}
	d.ask("And?")
	if got := d.path(d.open.talk); len(got) != 3 {
		t.Errorf("path is %q", got)
	}
	if _, err := d.original(talk.Picture{Ref: "sha256:x"}); err == nil {
		t.Error("a file that is not there was read")
	}
}

// What is copied is a picture, and what cannot be copied says so.
func TestCopyPicture(t *testing.T) {
	d := with(t, persona.Connection{})
	d.drop(files(t, photo(t, 30, 20))...)
	p := d.composer.Pictures(d.open.talk)[0]
	var got []byte
	d.setClipboard = func(_ context.Context, data []byte) error {
		got = data
		return nil
	}
	told := ""
	d.copyPicture(p, func(text string) { told = text })
	d.settle()
	if in, err := picture.Look(got); err != nil || in.Type != "image/png" || in.Width != 30 || told != words.T("pictures.copied") {
		t.Errorf("copied %+v, %v, told %q", in, err, told)
	}
	d.setClipboard = func(context.Context, []byte) error { return errors.New("no") }
	d.copyPicture(p, func(text string) { told = text })
	d.settle()
	if told != words.T("pictures.notCopied") {
		t.Errorf("told %q", told)
	}
}
