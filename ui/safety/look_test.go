package safety

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"

	"bonbon/history"
	"bonbon/ui/uitest"
)

func TestLookRescue(t *testing.T) {
	dir, _ := filled(t)
	file := filepath.Join(dir, history.FileName)
	data, err := os.ReadFile(file)
	must(t, err)
	cause := spoil(t, dir, data[:9000])
	opt := RescueOptions{Dir: dir, Cause: cause, Go: atOnce, Explain: explain, OnQuit: func() {}, Log: slog.New(slog.DiscardHandler)}
	uitest.Contact(t, "rescue", func() fyne.CanvasObject { return NewRescue(opt) }, fyne.NewSize(720, 740))
	report := history.Salvaged{Kept: "bonbon.db.broken-20260507T210400.000Z", Memories: 3, Unsure: true, Talks: []history.SalvagedTalk{{Entries: 290, Lost: 11}, {Entries: 12, Lost: -1}, {Entries: 40}, {Entries: 7, Lost: -1, Found: true}}}
	uitest.Contact(t, "report", func() fyne.CanvasObject {
		r := NewRescue(opt)
		r.report(report)
		return r
	}, fyne.NewSize(720, 740))
	busy := opt
	busy.Go = func(func() func()) {}
	uitest.Contact(t, "looking", func() fyne.CanvasObject { return NewRescue(busy) }, fyne.NewSize(720, 740))
}
