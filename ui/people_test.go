package ui

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"bonbon/llm/llmtest"
	"bonbon/persona"
	"bonbon/picture"
	"bonbon/ui/uitest"
	"bonbon/ui/words"
)

// names returns the personas in the list, as it shows them.
func (d *desk) names() []string {
	var all []string
	for _, p := range d.people {
		all = append(all, p.Persona.Name)
	}
	slices.Sort(all)
	return all
}

func (d *desk) wantNames(want ...string) {
	d.t.Helper()
	slices.Sort(want)
	if got := d.names(); !slices.Equal(got, want) {
		d.t.Errorf("the list has %q, want %q", got, want)
	}
	if got := d.list.Shown(); len(got) != len(want) {
		d.t.Errorf("the list shows %d rows", len(got))
	}
}

// edit changes the shown persona as its editor does.
func (d *desk) edit(change func(*persona.Persona)) {
	p := d.inspector.editor.Persona()
	change(&p)
	d.inspector.editor.ShowPersona(p)
	d.editPersona(p)
}

func pair(t *testing.T) *desk {
	t.Helper()
	return with(t, persona.Connection{}, persona.Persona{Name: "Otto", Prompt: "You are Otto."}, persona.Persona{Name: "Mira", Prompt: "You are Mira."})
}

func TestNewPersona(t *testing.T) {
	d := pair(t)
	d.newPersona()
	d.settle()
	d.wantNames("Mira", "Otto", words.T("persona.newName"))
	if d.open.persona.Name != words.T("persona.newName") || d.open.talk == "" {
		t.Errorf("%q is shown", d.open.persona.Name)
	}
	d.sees(words.T("panels.editor.prompt"))
	d.ask("Hello")
	if got := d.path(d.open.talk); len(got) != 2 {
		t.Errorf("path is %q", got)
	}
}

func TestAnEditIsWrittenAfterAPause(t *testing.T) {
	d := pair(t)
	d.edit(func(p *persona.Persona) { p.Name = "Miranda" })
	d.settle()
	d.sees("Miranda")
	if p, err := d.Store.Persona(d.open.persona.ID); err != nil || p.Name != "Mira" {
		t.Errorf("stored at once: %q, %v", p.Name, err)
	}
	d.rest()
	if p, err := d.Store.Persona(d.open.persona.ID); err != nil || p.Name != "Miranda" {
		t.Errorf("stored %q, %v", p.Name, err)
	}
}

func TestAnEditSurvivesLeavingThePersona(t *testing.T) {
	d := pair(t)
	mira := d.open.persona.ID
	d.edit(func(p *persona.Persona) { p.Prompt = "You are Mira, a baker." })
	d.visit("Otto")
	otto := d.open.persona.ID
	d.edit(func(p *persona.Persona) { p.Prompt = "You are Otto, a sailor." })
	d.visit("Mira")
	d.rest()
	for id, want := range map[string]string{mira: "You are Mira, a baker.", otto: "You are Otto, a sailor."} {
		if p, err := d.Store.Persona(id); err != nil || p.Prompt != want {
			t.Errorf("stored %q, %v; want %q", p.Prompt, err, want)
		}
	}
	if got := d.inspector.editor.Persona().Prompt; got != "You are Mira, a baker." {
		t.Errorf("the editor shows %q", got)
	}
}

// A list that was read before an edit must not bring the old persona back.
func TestAnEditSurvivesAnOlderList(t *testing.T) {
	d := pair(t)
	d.readPeople(nil) // as after a reply
	d.edit(func(p *persona.Persona) { p.Prompt = "You are Mira, a baker." })
	d.openPersona(d.person("Otto").Persona.ID)
	d.settle()
	d.visit("Mira")
	if got := d.inspector.editor.Persona().Prompt; got != "You are Mira, a baker." {
		t.Errorf("the editor shows %q", got)
	}
	d.edit(func(p *persona.Persona) { p.Greeting = "Hello!" })
	d.rest()
	p, err := d.Store.Persona(d.open.persona.ID)
	must(t, err)
	if p.Prompt != "You are Mira, a baker." || p.Greeting != "Hello!" {
		t.Errorf("stored %q, %q", p.Prompt, p.Greeting)
	}
	if len(d.edits.unsaved) != 0 {
		t.Errorf("%d edits are still held", len(d.edits.unsaved))
	}
}

func TestDuplicateAndRename(t *testing.T) {
	d := pair(t)
	d.edit(func(p *persona.Persona) { p.Prompt = "You are Mira, a baker." })
	d.duplicatePersona(d.open.persona.ID)
	d.settle()
	name := words.T("persona.copyName", map[string]any{"Name": "Mira"})
	d.wantNames("Mira", "Otto", name)
	if p := d.open.persona; p.Name != name || p.Prompt != "You are Mira, a baker." {
		t.Errorf("the copy is %q, %q", p.Name, p.Prompt)
	}
	d.renamePersona(d.open.persona.ID, "  Nora ")
	d.settle()
	d.wantNames("Mira", "Nora", "Otto")
	d.sees("Nora")
	if got := d.inspector.editor.Persona().Name; got != "Nora" {
		t.Errorf("the editor shows %q", got)
	}
	d.renamePersona(d.open.persona.ID, "   ")
	d.settle()
	d.wantNames("Mira", "Nora", "Otto")
}

func TestDeleteAndUndo(t *testing.T) {
	d := pair(t)
	d.ask("Hello")
	id, path := d.open.talk, d.path(d.open.talk)
	d.deletePersona(d.open.persona.ID)
	d.settle()
	d.wantNames("Otto")
	if d.open.persona.Name != "Otto" {
		t.Errorf("%q is shown", d.open.persona.Name)
	}
	d.press("action.undo")
	d.settle()
	d.wantNames("Mira", "Otto")
	if d.open.persona.Name != "Mira" || d.open.talk != id {
		t.Errorf("%q is shown", d.open.persona.Name)
	}
	d.wantPath(id, path...)
}

func TestTrash(t *testing.T) {
	d := pair(t)
	for range 2 {
		d.deletePersona(d.people[0].Persona.ID)
		d.settle()
	}
	d.wantNames()
	if d.open.talk != "" || d.open.persona.ID != "" {
		t.Errorf("%q is still shown", d.open.persona.Name)
	}
	trash, err := d.Store.Trash()
	must(t, err)
	if len(trash.Personas) != 2 {
		t.Fatalf("%d in the trash", len(trash.Personas))
	}
	d.sees(words.N("panels.list.toTrash", 2))
	d.restorePersona(trash.Personas[0].ID)
	d.settle()
	d.wantNames(trash.Personas[0].Name)
	d.sees(words.N("panels.list.toTrash", 1))
}

func TestDeletingAPersonaThatIsWriting(t *testing.T) {
	gate := make(chan struct{})
	s := llmtest.Serve(t, llmtest.Script{llmtest.Slow(gate, "Once", " upon")})
	d := with(t, at(s), persona.Persona{Name: "Otto"}, persona.Persona{Name: "Mira"})
	id := d.open.talk
	d.say("Tell me")
	gate <- struct{}{}
	d.until(func() bool { return strings.Contains(d.shows(), "Once") })
	d.deletePersona(d.open.persona.ID)
	d.settle()
	d.wantNames("Otto")
	d.press("action.undo")
	d.settle()
	d.wantPath(id, "u Tell me", "a Once [stopped]")
}

// photo returns a PNG of w by h pixels.
func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	img.SetGray(w/2, h/2, color.Gray{Y: 200})
	var b bytes.Buffer
	must(t, png.Encode(&b, img))
	return b.Bytes()
}

// pictures counts where a picture is shown.
func pictures(root fyne.CanvasObject, ref string) (n int) {
	uitest.Walk(root, func(o fyne.CanvasObject) {
		if i, ok := o.(*canvas.Image); ok && i.Resource != nil && i.Resource.Name() == ref {
			n++
		}
	})
	return n
}

func TestAChosenPictureIsShrunkAndShown(t *testing.T) {
	d := pair(t)
	d.ask("Hello")
	d.showInspector(tabPersona)
	chosen := ""
	d.takePicture(io.NopCloser(bytes.NewReader(photo(t, 1500, 900))), shrink, func(ref string) {
		chosen = ref
		d.edit(func(p *persona.Persona) { p.Picture = ref })
	})
	d.settle()
	d.rest()
	data, err := d.Store.Attachment(chosen)
	must(t, err)
	small, err := png.Decode(bytes.NewReader(data))
	must(t, err)
	if got := small.Bounds().Size(); got != image.Pt(pictureKept, 307) {
		t.Errorf("kept %v", got)
	}
	check := func() {
		t.Helper()
		for name, part := range map[string]fyne.CanvasObject{
			"list": d.list, "header": d.header.content, "editor": d.inspector.editor, "talk": d.transcript,
		} {
			if pictures(part, chosen) == 0 {
				t.Errorf("the %s does not show the picture", name)
			}
		}
	}
	check()
	clear(d.pictures) // as at the next start
	d.rebuild()
	d.settle()
	d.showInspector(tabPersona)
	d.settle()
	check()
}

func TestPicturesThatCannotBeUsed(t *testing.T) {
	d := pair(t)
	big := photo(t, 8, 8)
	copy(big[16:24], []byte{0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff}) // says that it is 65535 pixels wide and high
	for name, c := range map[string]struct {
		data []byte
		key  string
	}{
		"text":    {[]byte("no picture"), "error.picture.unknown.title"},
		"empty":   {nil, "error.picture.broken.title"},
		"cut":     {photo(t, 64, 64)[:60], "error.picture.broken.title"},
		"long":    {make([]byte, picture.MaxBytes+1), "error.picture.too_large.title"},
		"claimed": {big, "error.picture.too_large.title"},
	} {
		d.takePicture(io.NopCloser(bytes.NewReader(c.data)), shrink, func(string) { t.Errorf("%s was taken", name) })
		d.settle()
		if got := d.toast.Text(); !strings.HasPrefix(got, words.T(c.key)) {
			t.Errorf("%s: told %q", name, got)
		}
	}
}

func TestExportAndImport(t *testing.T) {
	d := pair(t)
	d.ask("Hello")
	want := d.path(d.open.talk)
	id := d.open.persona.ID
	file := filepath.Join(t.TempDir(), "mira.jsonl")
	d.exportTo(file, func(w io.Writer) error { return d.Store.ExportPersona(w, id) })
	d.settle()
	if got := d.toast.Text(); got != words.T("export.done", map[string]any{"Name": "mira.jsonl"}) {
		t.Errorf("told %q", got)
	}

	other := setup{}.open(t)
	data, err := os.ReadFile(file)
	must(t, err)
	other.importFrom(io.NopCloser(bytes.NewReader(data)))
	other.settle()
	other.wantNames("Mira")
	other.visit("Mira")
	other.wantPath(other.open.talk, want...)
	other.sees("Hello")

	other.importFrom(io.NopCloser(strings.NewReader("not an export")))
	other.settle()
	if got := other.toast.Text(); !strings.HasPrefix(got, words.T("error.history.not_export.title")) {
		t.Errorf("told %q", got)
	}
	other.wantNames("Mira")
}

func TestTheListIsOrderedByUse(t *testing.T) {
	d := pair(t)
	d.visit("Otto")
	d.ask("Hello")
	if d.people[0].Persona.Name != "Otto" || d.list.Shown()[0] != d.people[0].Persona.ID {
		t.Errorf("%q is on top", d.people[0].Persona.Name)
	}
}
