package look

import (
	"image/color"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// PictureShare is the share of a picture's colours that is shown behind a talk; the rest is the background. Text that stands on the
// picture itself has a Plate under it.
const PictureShare = 0.35

// overPicture are the colours of text that may stand on a picture.
var overPicture = []fyne.ThemeColorName{theme.ColorNameForeground, Muted, Accent, Speech, CutLine}

// plate works out how opaque a Plate must be: so that the colours of text keep their contrast on it, whatever the picture shows. A
// background is nearly black or nearly white, so the picture that is hardest to read on is all of the other one. What is left
// of the picture under a plate of opacity a is PictureShare·(1-a).
func (p palette) plate() uint8 {
	least := 4.5
	if p.strong() {
		least = 7
	}
	back := p[theme.ColorNameBackground]
	worst := rgb(0xFFFFFF)
	if luminance(back) > 0.5 {
		worst = rgb(0x000000)
	}
	behind := Mix(back, worst, PictureShare)
	for a := range 0xFF {
		ground := Mix(behind, back, float64(a)/0xFF)
		faint := func(ink fyne.ThemeColorName) bool { return contrast(p[ink], ground) < least }
		if !slices.ContainsFunc(overPicture, faint) {
			return uint8(a) //nolint:gosec // below 255
		}
	}
	return 0xFF
}

// strong says whether text is to have 7 to 1.
func (p palette) strong() bool { return p[theme.ColorNameBackground] == strong.back }

// Mix lays a share of over, 0 … 1, on under.
func Mix(under, over color.NRGBA, share float64) color.NRGBA {
	part := func(u, o uint8) uint8 { return uint8(math.Round(float64(u)*(1-share) + float64(o)*share)) }
	return color.NRGBA{R: part(under.R, over.R), G: part(under.G, over.G), B: part(under.B, over.B), A: 0xFF}
}

// contrast is the ratio of WCAG 2.1, "contrast ratio" and "relative luminance".
func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}
