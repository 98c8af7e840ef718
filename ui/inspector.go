package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/history/talk"
	"bonbon/persona"
	"bonbon/tokens"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/personas"
	"bonbon/ui/settings"
	"bonbon/ui/words"
)

// The tabs of the inspector.
const (
	tabPersona = iota
	tabCutoff
	tabMemory
	tabDetails
)

// inspector is the panel at the right: everything about the persona that is shown.
type inspector struct {
	w       *Window
	tabs    *parts.Tabs
	editor  *personas.Editor
	cutoff  *settings.Cutoff
	memory  *settings.Memory
	details *settings.Details
	content fyne.CanvasObject
}
