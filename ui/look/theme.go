package look

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Options are what a person may choose about the look.
type Options struct {
	Variant  string // "light", "dark", Contrast, or "" for the system's
	TextSize int    // percent; 80 … 200, anything else is moved into that range, 0 means 100
}

// Contrast is the variant for eyes that need strong edges: text at 7 to 1 or more.
const Contrast = "contrast"

// Limits of Options.TextSize, in percent.
const (
	MinTextSize = 80
	MaxTextSize = 200
)

// New returns the program's theme. Give it to Settings().SetTheme; a change of the options is a new theme.
func New(o Options) fyne.Theme {
	if o.TextSize == 0 {
		o.TextSize = 100
	}
	t := &bonbon{scale: float32(min(max(o.TextSize, MinTextSize), MaxTextSize)) / 100, dimmed: 0.45}
	switch o.Variant {
	case "light":
		t.forced = lightPalette
	case "dark":
		t.forced = darkPalette
	case Contrast:
		t.forced, t.dimmed = strongPalette, 0.7
	}
	return t
}

type bonbon struct {
	scale  float32
	dimmed float32
	forced palette // nil follows the system
}

var _ fyne.Theme = (*bonbon)(nil)

// Color implements fyne.Theme. A name that nobody defined is drawn as text, so that it is at least seen.
func (t *bonbon) Color(name fyne.ThemeColorName, v fyne.ThemeVariant) color.Color {
	p := t.forced
	switch {
	case p != nil:
	case v == theme.VariantLight:
		p = lightPalette
	default:
		p = darkPalette
	}
	if c, ok := p[name]; ok {
		return c
	}
	return p[theme.ColorNameForeground]
}

// Icon implements fyne.Theme: Fyne's own pictures for Fyne's own widgets. Ours are reached through Icon.
func (t *bonbon) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

// Font implements fyne.Theme.
func (t *bonbon) Font(style fyne.TextStyle) fyne.Resource { return font(style) }

// Size implements fyne.Theme. Text, and what text decides, grows with the chosen text size; spacing does not.
func (t *bonbon) Size(name fyne.ThemeSizeName) float32 {
	if s, ok := textSizes[name]; ok {
		return s * t.scale
	}
	if name == Dimmed {
		return t.dimmed
	}
	if s, ok := fixedSizes[name]; ok {
		return s
	}
	return theme.DefaultTheme().Size(name)
}

var textSizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNameText:           14,
	theme.SizeNameCaptionText:    12,
	theme.SizeNameSubHeadingText: 16,
	theme.SizeNameHeadingText:    22,
	theme.SizeNameInlineIcon:     20,
	SmallText:                    12,
	TitleText:                    16,
	RowHeight:                    58,
	HeaderHeight:                 56,
}

var fixedSizes = map[fyne.ThemeSizeName]float32{
	theme.SizeNamePadding:            4,
	theme.SizeNameInnerPadding:       8,
	theme.SizeNameLineSpacing:        4,
	theme.SizeNameSeparatorThickness: 1,
	theme.SizeNameInputBorder:        1,
	theme.SizeNameInputRadius:        8,
	theme.SizeNameButtonRadius:       8,
	theme.SizeNameSelectionRadius:    4,
	theme.SizeNameCardRadius:         12,
	theme.SizeNameDialogRadius:       16,
	theme.SizeNamePopupRadius:        12,
	theme.SizeNameMenuRadius:         10,
	theme.SizeNameScrollBar:          10,
	theme.SizeNameScrollBarSmall:     4,
	theme.SizeNameScrollBarRadius:    4,
	theme.SizeNameModalBlurRadius:    0, // the blur costs more than it shows
	RadiusBubble:                     14,
	RadiusCard:                       12,
	RadiusButton:                     8,
}
