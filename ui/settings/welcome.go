package settings

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"bonbon/persona"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// WelcomeOptions are what the welcome needs of the program.
type WelcomeOptions struct {
	Servers

	// Language is the choice as in persona.Settings.
	Language string
	// Name is what the user is called, empty at first.
	Name string
	// OnName hears the name when the field for it is left.
	OnName func(string)
	// OnLanguage hears another choice; the welcome is to be built anew in it.
	OnLanguage func(tag string)
	// OnDemo hears that the offline demo was chosen.
	OnDemo func()
	// OnServer hears which server was chosen, with what was typed of its secret. The connection has no ID yet.
	OnServer func(c persona.Connection, s Secret)
}

// Welcome is what the first start shows: a few words and three ways to begin.
type Welcome struct {
	widget.BaseWidget

	opt    WelcomeOptions
	finder *finder
	name   *parts.Input
	own    *fyne.Container

	ownCard fyne.CanvasObject // around own
	scroll  *parts.Scroll
}

const welcomeWidth = 560

// NewWelcome returns the welcome.
func NewWelcome(opt WelcomeOptions) *Welcome {
	w := &Welcome{opt: opt, own: parts.NewColumn(0)}
	w.finder = newFinder(opt.Servers, func(s Found) { w.server(s.connection(), Secret{}) }, w.again)
	language := parts.NewPicker(languages(), opt.Language, func(tag string) {
		if opt.OnLanguage != nil {
			opt.OnLanguage(tag)
		}
	})
	title := parts.NewPara(words.T("panels.welcome.title"), theme.SizeNameHeadingText, "")
	title.Bold = true
	demo := parts.NewPrimaryButton(words.T("panels.welcome.demo"), func() {
		if opt.OnDemo != nil {
			opt.OnDemo()
		}
	})
	own := parts.NewButton(words.T("panels.welcome.own"), w.showForm)
	w.ownCard = choice(words.T("panels.welcome.ownTitle"), words.T("panels.welcome.ownText"), container.NewHBox(own), w.own)
	w.name = parts.NewInput()
	w.name.SetText(opt.Name)
	w.name.OnBlur = func() {
		if opt.OnName != nil {
			opt.OnName(strings.TrimSpace(w.name.Text))
		}
	}
	w.name.OnSubmitted = func(string) { // on to the first way to begin, which one more Enter takes
		if c := fyne.CurrentApp().Driver().CanvasForObject(w.name); c != nil {
			c.Focus(demo)
		}
	}
	column := parts.NewColumn(parts.FormGap-4,
		parts.NewFlow(16, parts.NewSized(22*look.Size(look.SmallText), 0, title), parts.NewSized(23*look.Size(look.SmallText), 0, language)),
		parts.NewPara(words.T("panels.welcome.text"), "", look.Muted),
		parts.NewField(words.T("panels.welcome.name"), nil, w.name, ""),
		choice(words.T("panels.welcome.demoTitle"), words.T("panels.welcome.demoText"), container.NewHBox(demo)),
		choice(words.T("panels.welcome.findTitle"), words.T("panels.welcome.findText"), container.NewHBox(w.finder.button), w.finder.lines),
		w.ownCard,
		parts.NewPara(words.T("panels.welcome.later"), look.SmallText, look.Muted),
	)
	w.scroll = parts.NewScroll(parts.NewInset(20, 32, newMiddle(welcomeWidth, column)))
	w.ExtendBaseWidget(w)
	return w
}

// choice is a card with one way to begin.
func choice(title, text string, more ...fyne.CanvasObject) fyne.CanvasObject {
	head := parts.NewPara(title, "", "")
	head.Bold = true
	objects := append([]fyne.CanvasObject{head, parts.NewPara(text, look.SmallText, look.Muted)}, more...)
	return parts.NewCard(parts.NewColumn(2*look.Gap, objects...))
}

// again lays the welcome out after what was found has another height, and shows all of it.
func (w *Welcome) again() {
	w.Refresh()
	w.scroll.Bring(w.finder.lines)
}

func (w *Welcome) server(c persona.Connection, s Secret) {
	if w.opt.OnServer != nil {
		w.opt.OnServer(c, s)
	}
}

// showForm opens the form for an address and a key, once.
func (w *Welcome) showForm() {
	if len(w.own.Objects) == 0 {
		form := newConnectionForm(w.opt.Servers, persona.Connection{}, w.server, nil)
		form.trial.reveal = func() {
			w.Refresh()
			w.scroll.ScrollToBottom()
		}
		form.bring = func(o fyne.CanvasObject) {
			w.Refresh()
			w.scroll.Bring(o)
		}
		w.own.Add(parts.NewInset(0, 2*look.Gap, form))
		w.Refresh()
	}
	w.scroll.Bring(w.ownCard) // what the button brought is below it, in most windows out of sight
}

// First is the field that is to have the cursor when the welcome is shown: the one for the name.
func (w *Welcome) First() fyne.Focusable { return w.name }

// CreateRenderer implements fyne.Widget.
func (w *Welcome) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(w.scroll) }

// middle keeps a column at most width wide in the middle of the room, as high as it needs at that width.
type middle struct{ width float32 }

func newMiddle(width float32, o fyne.CanvasObject) *fyne.Container {
	return container.New(middle{width}, o)
}

// Layout implements fyne.Layout.
func (m middle) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := min(size.Width, m.width)
	o[0].Resize(fyne.NewSize(w, o[0].MinSize().Height))
	o[0].Resize(fyne.NewSize(w, o[0].MinSize().Height))
	o[0].Move(fyne.NewPos((size.Width-w)/2, max((size.Height-o[0].Size().Height)/3, 0)))
}

// MinSize implements fyne.Layout.
func (m middle) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }
