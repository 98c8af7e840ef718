package settings

import (
	"slices"
	"strconv"

	"bonbon/persona"
	"bonbon/picture"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// plain is the id of the choice of messages without bubbles.
const plain = "plain"

// newLooks makes the choices of how messages look.
func (a *App) newLooks() {
	a.messages = parts.NewPicker([]parts.Option{
		{ID: "", Label: words.T("looks.bubbles")}, {ID: plain, Label: words.T("looks.plain")},
	}, plainID(a.s.Plain), func(id string) {
		a.edit(func(s *persona.Settings) { s.Plain = id == plain })
	})
	a.column = parts.NewPicker(columns(a.s.Column), strconv.Itoa(a.s.Column), func(id string) {
		a.edit(func(s *persona.Settings) { s.Column = pixelsOf(id) })
	})
}

func plainID(on bool) string {
	if on {
		return plain
	}
	return ""
}

// columnWidths are the widths of the talk's column that are offered, in pixels; 0 is as wide as the window.
var columnWidths = []int{560, 720, 960, 0}

// columns are the choices of the column's width. One that a file of settings names is among them.
func columns(now int) []parts.Option {
	return pixels(columnWidths, now, map[int]string{
		560: words.T("looks.column.narrow"), 720: words.T("looks.column.middle"), 960: words.T("looks.column.wide"), 0: words.T("looks.column.none"),
	})
}

// pictureSides are the longest sides of sent pictures that are offered, in pixels; 0 is as models like it.
var pictureSides = []int{0, 512, 768, 1024, 2048, persona.MaxPictureSide}

// sides are the choices of the longest side. One that a file of settings names is among them.
func sides(now int) []parts.Option {
	return pixels(pictureSides, now, map[int]string{0: words.T("pictures.sideUsual", map[string]any{"Pixels": words.Number(picture.Side)})})
}

// pixels are choices of sizes; those that have no name are called by their number.
func pixels(all []int, now int, names map[int]string) (options []parts.Option) {
	if !slices.Contains(all, now) {
		all = append([]int{now}, all...)
	}
	for _, n := range all {
		name, ok := names[n]
		if !ok {
			name = words.T("looks.column.other", map[string]any{"Pixels": words.Number(n)})
		}
		options = append(options, parts.Option{ID: strconv.Itoa(n), Label: name})
	}
	return options
}

// pixelsOf returns the size that the id of a choice stands for.
func pixelsOf(id string) int {
	n, err := strconv.Atoi(id)
	if err != nil {
		return 0 // ids are made by pixels alone
	}
	return n
}
