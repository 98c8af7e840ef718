package ui

import (
	"bytes"
	"image"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bonbon/persona"
	"bonbon/picture"
)

// A picture behind a talk is kept small among the attachments and shown for its persona alone.
func TestABackgroundIsKeptAndShown(t *testing.T) {
	d := pair(t)
	d.ask("Hello")
	ref := ""
	d.takePicture(io.NopCloser(bytes.NewReader(photo(t, 3200, 800))), shrinkBackground, func(r string) {
		ref = r
		d.edit(func(p *persona.Persona) { p.Background = r })
	})
	d.settle()
	if p := d.transcript.Background(); p == nil || p.Bounds().Size() != image.Pt(backgroundKept, 400) {
		t.Fatalf("shown is %v", p)
	}
	d.rest()
	mine := d.open.persona.ID
	for _, p := range d.people {
		if p.Persona.ID != mine {
			d.openPersona(p.Persona.ID)
		}
	}
	d.settle()
	if d.transcript.Background() != nil {
		t.Error("the picture stays for another persona")
	}
	d.openPersona(mine)
	d.settle()
	if d.transcript.Background() == nil {
		t.Error("it does not come back")
	}
	d.rebuild()
	d.settle()
	if d.transcript.Background() == nil {
		t.Error("it is gone after the window was built anew")
	}
	data, err := d.Store.Attachment(ref)
	must(t, err)
	if kept, err := picture.Look(data); err != nil || kept.Width != backgroundKept {
		t.Errorf("kept as %+v, %v", kept, err)
	}
	d.edit(func(p *persona.Persona) { p.Background = "" })
	d.settle()
	if d.transcript.Background() != nil {
		t.Error("it cannot be removed")
	}
}

// A picture that is missing, damaged or none shows none.
func TestABackgroundThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	d := setup{dir: dir}.open(t)
	d.create(persona.Persona{Name: "Mira"}, nil)
	d.settle()
	text, err := d.Store.AddAttachment([]byte("no picture"))
	must(t, err)
	good, err := d.Store.AddAttachment(photo(t, 20, 20))
	must(t, err)
	for _, ref := range []string{text, "sha256:" + strings.Repeat("0", 64), "../../etc/passwd", good} {
		d.edit(func(p *persona.Persona) { p.Background = ref })
		d.settle()
		if (d.transcript.Background() != nil) != (ref == good) {
			t.Errorf("%s shows %v", ref, d.transcript.Background())
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "attachments", "*"))
	must(t, err)
	for _, f := range files {
		must(t, os.WriteFile(f, []byte("changed"), 0o600))
	}
	d.rebuild()
	d.settle()
	if d.transcript.Background() != nil {
		t.Error("a damaged picture is shown")
	}
}
