package chat

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"bonbon/history/talk"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// viewerSize is how large a picture is shown where there is room.
var viewerSize = fyne.NewSize(1600, 1400)

// Viewer is what a view of pictures needs. All functions run on the UI goroutine.
type Viewer struct {
	// Load gets a picture for showing and calls then when it is there, with nil if it is missing or broken.
	Load func(p talk.Picture, then func(image.Image))
	Save func(talk.Picture)                      // keep it as a file
	Copy func(p talk.Picture, tell func(string)) // put it into the clipboard and say what became of that
}

// pictureView shows one of several pictures as large as the window allows.
type pictureView struct {
	Viewer
	all    []talk.Picture
	at     int
	shown  int // rises with every change: a picture that comes late is not shown
	pane   *parts.Pane
	image  *canvas.Image
	note   *parts.Para
	facts  *parts.Para
	before *parts.Button
	after  *parts.Button
}

// ShowPictures opens the pictures of a message at one of them. Esc closes them.
func ShowPictures(c fyne.Canvas, all []talk.Picture, at int, v Viewer) *parts.Pane {
	s := &pictureView{Viewer: v, all: all, at: at, image: &canvas.Image{FillMode: canvas.ImageFillContain}}
	s.note = parts.NewPara("", look.SmallText, look.Muted)
	s.facts = parts.NewPara("", look.SmallText, look.Muted)
	s.before = parts.NewIconButton(look.IconBack, func() { s.turn(-1) })
	s.after = parts.NewIconButton(look.IconForward, func() { s.turn(1) })
	buttons := parts.NewEndFlow(2*look.Gap,
		parts.NewButton(words.T("pictures.copy"), func() { s.Copy(s.all[s.at], s.facts.SetText) }),
		parts.NewButton(words.T("pictures.save"), func() { s.Save(s.all[s.at]) }))
	if len(all) > 1 {
		buttons.Objects = append([]fyne.CanvasObject{s.before, s.after}, buttons.Objects...)
	}
	foot := parts.NewInset(parts.FormPad, 2*look.Gap, parts.NewColumn(look.Gap, s.facts, buttons))
	body := parts.NewInset(parts.FormPad, 0, container.NewStack(s.image, container.NewVBox(s.note)))
	s.pane = parts.NewPane(c, words.N("pictures.title", len(all), nil), parts.NewFrame(parts.NewColumn(0), body, foot), viewerSize)
	s.turn(0)
	s.pane.Show()
	return s.pane
}

// turn shows the picture that lies so many places beside the shown one.
func (s *pictureView) turn(by int) {
	s.at = min(max(s.at+by, 0), len(s.all)-1)
	s.shown++
	mine, p := s.shown, s.all[s.at]
	s.image.Image = nil
	s.image.Refresh()
	s.note.SetText("")
	facts := ""
	if p.Width > 0 && p.Height > 0 {
		facts = words.T("pictures.facts", map[string]any{"Width": words.Number(p.Width), "Height": words.Number(p.Height)})
	}
	if len(s.all) > 1 {
		facts += "   " + words.T("chat.version", map[string]any{"At": s.at + 1, "Of": len(s.all)})
	}
	s.facts.SetText(facts)
	s.Load(p, func(img image.Image) {
		if s.shown != mine {
			return
		}
		if img == nil {
			s.note.SetText(words.T("pictures.missing"))
		}
		s.image.Image = img
		s.image.Refresh()
	})
}
