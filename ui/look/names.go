// Package look is how the program looks: theme, colours, sizes, fonts and icons. It knows Fyne and nothing of the domain.
package look

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// Colours of our own, beside Fyne's. Read them with Color.
const (
	Side       fyne.ThemeColorName = "bonbon.side"       // side panels
	Surface    fyne.ThemeColorName = "bonbon.surface"    // cards, the persona's bubbles, inputs
	Line       fyne.ThemeColorName = "bonbon.line"       // hairlines and borders
	Muted      fyne.ThemeColorName = "bonbon.muted"      // secondary text
	Accent     fyne.ThemeColorName = "bonbon.accent"     // what can be pressed and what is chosen
	OnAccent   fyne.ThemeColorName = "bonbon.onAccent"   // text on Accent
	Bubble     fyne.ThemeColorName = "bonbon.bubble"     // the user's bubbles
	ActiveRow  fyne.ThemeColorName = "bonbon.activeRow"  // the chosen row of a list
	Plate      fyne.ThemeColorName = "bonbon.plate"      // under text that stands on a picture
	CutLine    fyne.ThemeColorName = "bonbon.cutLine"    // the line above which nothing is sent
	CodeBack   fyne.ThemeColorName = "bonbon.codeBack"   // behind code
	Found      fyne.ThemeColorName = "bonbon.found"      // behind text that a search found
	FoundNow   fyne.ThemeColorName = "bonbon.foundNow"   // behind the place that a search is at
	PartSystem fyne.ThemeColorName = "bonbon.partSystem" // the meter's parts
	PartMemory fyne.ThemeColorName = "bonbon.partMemory"
	PartSum    fyne.ThemeColorName = "bonbon.partSummary"
	PartTalk   fyne.ThemeColorName = "bonbon.partHistory"
	PartFree   fyne.ThemeColorName = "bonbon.partFree"

	Speech      fyne.ThemeColorName = "bonbon.speech"      // what somebody says in a story
	CodeKeyword fyne.ThemeColorName = "bonbon.codeKeyword" // words of a language, in code
	CodeString  fyne.ThemeColorName = "bonbon.codeString"
	CodeNumber  fyne.ThemeColorName = "bonbon.codeNumber"
	CodeComment fyne.ThemeColorName = "bonbon.codeComment"
	CodeName    fyne.ThemeColorName = "bonbon.codeName" // of functions, tags and keys
)

// Sizes of our own, in device independent pixels at text size 100 %. Read them with Size; they grow with the text size
// where text decides them.
const (
	SmallText    fyne.ThemeSizeName = "bonbon.smallText"    // 12
	TitleText    fyne.ThemeSizeName = "bonbon.titleText"    // 16, used bold
	RadiusBubble fyne.ThemeSizeName = "bonbon.radiusBubble" // 14: bubbles and the input
	RadiusCard   fyne.ThemeSizeName = "bonbon.radiusCard"   // 12: cards and pictures
	RadiusButton fyne.ThemeSizeName = "bonbon.radiusButton" // 8
	RowHeight    fyne.ThemeSizeName = "bonbon.rowHeight"    // 58
	HeaderHeight fyne.ThemeSizeName = "bonbon.headerHeight" // 56

	Dimmed fyne.ThemeSizeName = "bonbon.dimmed" // no length: the share that is left of the colours of what is not sent
)

// Fixed widths of the window's parts.
const (
	SideWidth      = 264 // persona list
	InspectorWidth = 324 // right panel
	ColumnWidth    = 720 // widest column of the transcript, unless another is chosen
	Gap            = 4   // spacing goes in steps of this
)

// Color returns the colour for name in the current theme and variant.
func Color(name fyne.ThemeColorName) color.Color { return theme.Color(name) }

// Size returns the size for name in the current theme.
func Size(name fyne.ThemeSizeName) float32 { return theme.Size(name) }
