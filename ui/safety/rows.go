package safety

import (
	"time"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/ui/look"
	"bonbon/ui/parts"
	"bonbon/ui/words"
)

// rows lists backups, one in a line: when it was made, what for, how large it is. Pressing one looks into it.
func rows(all []history.Backup, now time.Time, open func(history.Backup)) fyne.CanvasObject {
	column := parts.NewColumn(2 * look.Gap)
	for _, b := range all {
		at := parts.NewLink(heading(When(b.Time, now)), func() { open(b) })
		what := parts.NewFlow(3*look.Gap, at, parts.NewCaption(reason(b), look.SmallText, look.Muted))
		column.Add(parts.NewEnds(what, parts.NewCaption(words.Bytes(int(b.Size)), look.SmallText, look.Muted)))
	}
	return column
}

// peek reads what a backup holds, in a worker, and shows it.
func peek(dir string, b history.Backup, work Workers, show func(history.Contents), failed func(error)) {
	work(func() func() {
		c, err := history.Peek(dir, b.Name)
		return func() {
			if err != nil {
				failed(err)
				return
			}
			show(c)
		}
	})
}
