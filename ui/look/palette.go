package look

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// palette holds the colour of every name, Fyne's and ours, for one variant.
type palette map[fyne.ThemeColorName]color.NRGBA

// inks are the colours that a person chose; every name of a palette is one of them or made from one.
type inks struct {
	back, side, surface, line, text, muted color.NRGBA
	accent, onAccent                       color.NRGBA
	bubble, active, cut, code              color.NRGBA
	found, foundNow                        color.NRGBA
	parts                                  [5]color.NRGBA // system, memory, summary, history, free
	good, bad, onState                     color.NRGBA
	speech                                 color.NRGBA
	syntax                                 [5]color.NRGBA // keyword, string, number, comment, name
	shade                                  uint8          // how much of what lies behind a shadow or a dialog is taken away
}

// Muted is a little darker in the light variant than first drawn (7D6E62): it must be readable on a side panel and on the
// chosen row too, at 4.5 to 1.
var (
	light = inks{
		back: rgb(0xFBF8F5), side: rgb(0xF3EDE7), surface: rgb(0xFFFFFF), line: rgb(0xE4DAD0), text: rgb(0x2A211B), muted: rgb(0x6B5E53),
		accent: rgb(0x9A4F2A), onAccent: rgb(0xFFFFFF),
		bubble: rgb(0xF0DFD1), active: rgb(0xE9DCD0), cut: rgb(0xB4571B), code: rgb(0xF4F0EB),
		found: rgb(0xF8E3B4), foundNow: rgb(0xF3B669),
		parts: [5]color.NRGBA{rgb(0x6B3A20), rgb(0xB8743F), rgb(0xD9A066), rgb(0x9A4F2A), rgb(0xE4DAD0)},
		good:  rgb(0x36713F), bad: rgb(0xA9261C), onState: rgb(0xFFFFFF), shade: 0x3A,
		speech: rgb(0x6E3417),
		syntax: [5]color.NRGBA{rgb(0x8C3B5C), rgb(0x496A2B), rgb(0x85560F), rgb(0x6F6257), rgb(0x2F5F80)},
	}
	dark = inks{
		back: rgb(0x1C1917), side: rgb(0x161412), surface: rgb(0x262220), line: rgb(0x3A342F), text: rgb(0xEDE7E1), muted: rgb(0xA5988C),
		accent: rgb(0xE0A071), onAccent: rgb(0x24160D),
		bubble: rgb(0x3D2E23), active: rgb(0x2F2925), cut: rgb(0xE8A15B), code: rgb(0x1F1C1A),
		found: rgb(0x54431F), foundNow: rgb(0x85571B),
		parts: [5]color.NRGBA{rgb(0x8C5A3A), rgb(0xC98F5E), rgb(0xE9C493), rgb(0xE0A071), rgb(0x3A342F)},
		good:  rgb(0x83C48D), bad: rgb(0xF0968B), onState: rgb(0x1C1412), shade: 0x73,
		speech: rgb(0xF2CFA9),
		syntax: [5]color.NRGBA{rgb(0xDDA0B9), rgb(0xAEC48E), rgb(0xE2B878), rgb(0x9C9085), rgb(0x93BBD6)},
	}
	// strong keeps text at 7 to 1, and edges in sight; it is dark whatever the system has.
	strong = inks{
		back: rgb(0x000000), side: rgb(0x000000), surface: rgb(0x0D0B0A), line: rgb(0x8C8076), text: rgb(0xFFFFFF), muted: rgb(0xD9CFC6),
		accent: rgb(0xFFC48A), onAccent: rgb(0x000000),
		bubble: rgb(0x33261C), active: rgb(0x33291F), cut: rgb(0xFFB86B), code: rgb(0x121010),
		found: rgb(0x4A3A00), foundNow: rgb(0x6E3F00),
		parts: [5]color.NRGBA{rgb(0xC77F4F), rgb(0xE0A872), rgb(0xF5D9AE), rgb(0xFFC48A), rgb(0x4A433D)},
		good:  rgb(0x9BE3A6), bad: rgb(0xFFB3A8), onState: rgb(0x000000), shade: 0xA6,
		speech: rgb(0xFFDDB8),
		syntax: [5]color.NRGBA{rgb(0xFFBED6), rgb(0xCDE8A6), rgb(0xFFD591), rgb(0xCFC5BB), rgb(0xAEDCFF)},
	}
	lightPalette  = light.palette()
	darkPalette   = dark.palette()
	strongPalette = strong.palette()
)

func (k inks) palette() palette {
	p := palette{
		Side: k.side, Surface: k.surface, Line: k.line, Muted: k.muted, Accent: k.accent, OnAccent: k.onAccent,
		Bubble: k.bubble, ActiveRow: k.active, CutLine: k.cut, CodeBack: k.code,
		Found: k.found, FoundNow: k.foundNow,
		PartSystem: k.parts[0], PartMemory: k.parts[1], PartSum: k.parts[2], PartTalk: k.parts[3], PartFree: k.parts[4],
		Speech: k.speech, CodeKeyword: k.syntax[0], CodeString: k.syntax[1], CodeNumber: k.syntax[2], CodeComment: k.syntax[3], CodeName: k.syntax[4],

		theme.ColorNameBackground:                k.back,
		theme.ColorNameForeground:                k.text,
		theme.ColorNamePlaceHolder:               k.muted,
		theme.ColorNameDisabled:                  k.muted,
		theme.ColorNamePrimary:                   k.accent,
		theme.ColorNameForegroundOnPrimary:       k.onAccent,
		theme.ColorNameHyperlink:                 k.accent,
		theme.ColorNameButton:                    k.active,
		theme.ColorNameDisabledButton:            alpha(k.active, 0x80),
		theme.ColorNameFocus:                     alpha(k.accent, 0x2E),
		theme.ColorNameHover:                     alpha(k.text, 0x0F),
		theme.ColorNamePressed:                   alpha(k.text, 0x1F),
		theme.ColorNameSelection:                 alpha(k.accent, 0x40),
		theme.ColorNameInputBackground:           k.surface,
		theme.ColorNameInputBorder:               k.line,
		theme.ColorNameSeparator:                 k.line,
		theme.ColorNameMenuBackground:            k.surface,
		theme.ColorNameOverlayBackground:         k.surface,
		theme.ColorNameHeaderBackground:          k.side,
		theme.ColorNameInnerWindowBorder:         k.active,
		theme.ColorNameInnerWindowBorderInactive: k.side,
		theme.ColorNameScrollBar:                 alpha(k.muted, 0x8C),
		theme.ColorNameScrollBarBackground:       alpha(k.line, 0),
		theme.ColorNameShadow:                    alpha(color.NRGBA{}, k.shade),
		theme.ColorNameSuccess:                   k.good,
		theme.ColorNameForegroundOnSuccess:       k.onState,
		theme.ColorNameWarning:                   k.cut,
		theme.ColorNameForegroundOnWarning:       k.onState,
		theme.ColorNameError:                     k.bad,
		theme.ColorNameForegroundOnError:         k.onState,
	}
	p[Plate] = alpha(k.back, p.plate())
	return p
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF} // #nosec G115 -- the cuts are wanted
}

func alpha(c color.NRGBA, a uint8) color.NRGBA {
	c.A = a
	return c
}
