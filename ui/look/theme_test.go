package look

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

var ours = []fyne.ThemeColorName{Side, Surface, Line, Muted, Accent, OnAccent, Bubble, ActiveRow, Plate, CutLine, CodeBack,
	PartSystem, PartMemory, PartSum, PartTalk, PartFree, Found, FoundNow, Speech, CodeKeyword, CodeString, CodeNumber, CodeComment, CodeName}

var fynes = []fyne.ThemeColorName{
	theme.ColorNameBackground, theme.ColorNameButton, theme.ColorNameDisabledButton, theme.ColorNameDisabled, theme.ColorNameError,
	theme.ColorNameFocus, theme.ColorNameForeground, theme.ColorNameForegroundOnError, theme.ColorNameForegroundOnPrimary,
	theme.ColorNameForegroundOnSuccess, theme.ColorNameForegroundOnWarning, theme.ColorNameHeaderBackground, theme.ColorNameHover,
	theme.ColorNameHyperlink, theme.ColorNameInnerWindowBorder, theme.ColorNameInnerWindowBorderInactive,
	theme.ColorNameInputBackground, theme.ColorNameInputBorder, theme.ColorNameMenuBackground, theme.ColorNameOverlayBackground,
	theme.ColorNamePlaceHolder, theme.ColorNamePressed, theme.ColorNamePrimary, theme.ColorNameScrollBar,
	theme.ColorNameScrollBarBackground, theme.ColorNameSelection, theme.ColorNameSeparator, theme.ColorNameShadow,
	theme.ColorNameSuccess, theme.ColorNameWarning,
}

var variants = map[string]palette{"light": lightPalette, "dark": darkPalette, Contrast: strongPalette}

func TestEveryColourNameIsSetInEveryVariant(t *testing.T) {
	for variant, p := range variants {
		for _, name := range append(append([]fyne.ThemeColorName{}, ours...), fynes...) {
			if _, ok := p[name]; !ok {
				t.Errorf("%s: %s has no colour", variant, name)
			}
		}
		if want := len(ours) + len(fynes); len(p) != want {
			t.Errorf("%s: %d colours, want %d: this test misses a name", variant, len(p), want)
		}
	}
}

// Every pair of text and what lies behind it that the window draws.
func TestTextIsReadable(t *testing.T) {
	text, primary := theme.ColorNameForeground, theme.ColorNamePrimary
	pairs := map[fyne.ThemeColorName][]fyne.ThemeColorName{
		theme.ColorNameBackground:        {text, Muted, Accent, CutLine, theme.ColorNameError, theme.ColorNameSuccess, theme.ColorNameWarning, theme.ColorNameHyperlink},
		Side:                             {text, Muted, Accent, theme.ColorNameError, theme.ColorNameSuccess},
		Surface:                          {text, Speech, Muted, Accent, CutLine, theme.ColorNameError, theme.ColorNameSuccess, theme.ColorNamePlaceHolder},
		Bubble:                           {text, Muted, Accent},
		Found:                            {text},
		FoundNow:                         {text},
		ActiveRow:                        {text, Muted},
		CodeBack:                         {text, Muted, Accent, CodeKeyword, CodeString, CodeNumber, CodeComment, CodeName},
		Accent:                           {OnAccent},
		primary:                          {theme.ColorNameForegroundOnPrimary},
		theme.ColorNameButton:            {text},
		theme.ColorNameInputBackground:   {text, theme.ColorNamePlaceHolder},
		theme.ColorNameMenuBackground:    {text, Muted},
		theme.ColorNameOverlayBackground: {text, Muted, CutLine, theme.ColorNameError},
		theme.ColorNameHeaderBackground:  {text, Muted},
		theme.ColorNameError:             {theme.ColorNameForegroundOnError},
		theme.ColorNameSuccess:           {theme.ColorNameForegroundOnSuccess},
		theme.ColorNameWarning:           {theme.ColorNameForegroundOnWarning},
	}
	for variant, p := range variants {
		enough := 4.5
		if variant == Contrast {
			enough = 7
		}
		for back, texts := range pairs {
			for _, front := range texts {
				if r := contrast(p[front], p[back]); r < enough {
					t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", variant, front, back, r, enough)
				}
			}
		}
	}
}

// With strong contrast, what is not sent can be read as well, and edges are seen: 3 to 1, as WCAG 2.1 asks of what is no text.
func TestStrongContrastDimsLessAndShowsEdges(t *testing.T) {
	share := float64(New(Options{Variant: Contrast}).Size(Dimmed))
	for name, p := range variants {
		if name != Contrast {
			continue
		}
		back := p[theme.ColorNameBackground]
		dim := func(c color.NRGBA) color.NRGBA { return Mix(back, c, share) }
		if r := contrast(dim(p[theme.ColorNameForeground]), dim(p[Bubble])); r < 7 {
			t.Errorf("dimmed text has a contrast of %.2f", r)
		}
		for _, edge := range []fyne.ThemeColorName{Line, theme.ColorNameInputBorder, theme.ColorNameSeparator} {
			if r := contrast(p[edge], p[Surface]); r < 3 {
				t.Errorf("%s has a contrast of %.2f", edge, r)
			}
		}
	}
}

// Whatever picture lies behind a talk, its text is readable on it.
func TestTextIsReadableOverEveryPicture(t *testing.T) {
	for name, p := range variants {
		enough := 4.5
		if name == Contrast {
			enough = 7
		}
		plate := p[Plate]
		for _, c := range []uint32{0x000000, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0x808080} {
			ground := Mix(Mix(p[theme.ColorNameBackground], rgb(c), PictureShare), alpha(plate, 0xFF), float64(plate.A)/0xFF)
			for _, ink := range overPicture {
				if r := contrast(p[ink], ground); r < enough {
					t.Errorf("%s: %s over %06x has a contrast of %.2f", name, ink, c, r)
				}
			}
		}
		if plate.A == 0xFF {
			t.Errorf("%s: a plate hides the picture", name)
		}
	}
}

func TestVariantIsForcedOrTheSystems(t *testing.T) {
	for _, c := range []struct {
		option string
		system fyne.ThemeVariant
		want   palette
	}{
		{"", theme.VariantLight, lightPalette}, {"", theme.VariantDark, darkPalette},
		{"light", theme.VariantDark, lightPalette}, {"dark", theme.VariantLight, darkPalette},
		{Contrast, theme.VariantLight, strongPalette}, {Contrast, theme.VariantDark, strongPalette},
		{"nonsense", theme.VariantLight, lightPalette},
	} {
		got := New(Options{Variant: c.option}).Color(Side, c.system)
		if got != c.want[Side] {
			t.Errorf("variant %q with system %d: side is %v, want %v", c.option, c.system, got, c.want[Side])
		}
	}
}

func TestTextSizeScalesTextAndLeavesSpacing(t *testing.T) {
	for _, c := range []struct {
		percent int
		text    float32
	}{{0, 14}, {100, 14}, {80, 11.2}, {200, 28}, {10, 11.2}, {-5, 11.2}, {999, 28}} {
		th := New(Options{TextSize: c.percent})
		if got := th.Size(theme.SizeNameText); math.Abs(float64(got-c.text)) > 0.01 {
			t.Errorf("%d %%: text is %.2f, want %.2f", c.percent, got, c.text)
		}
		if got := th.Size(theme.SizeNamePadding); got != 4 {
			t.Errorf("%d %%: padding is %.2f, want 4", c.percent, got)
		}
	}
}

func TestFyneReadsOurTheme(t *testing.T) {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(New(Options{Variant: "dark"}))
	if got := Color(Accent); got != darkPalette[Accent] {
		t.Errorf("accent is %v, want %v", got, darkPalette[Accent])
	}
	if got := Size(RadiusBubble); got != 14 {
		t.Errorf("radius of a bubble is %v, want 14", got)
	}
}
