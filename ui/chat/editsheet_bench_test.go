package chat

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/ui/parts"
	"bonbon/ui/uitest"
)

// BenchmarkEditKey types a character into the sheet that changes a message, in the middle of a text of that size.
func BenchmarkEditKey(b *testing.B) {
	ordinary := "Many words about oil and wicks, and about the weather.\n\n"
	for _, c := range []struct {
		name, bit string
		bytes     int
	}{
		{"1KB", ordinary, 1 << 10}, {"20KB", ordinary, 20 << 10}, {"200KB", ordinary, 200 << 10}, {"2MB", ordinary, 2 << 20},
		{"japanese_200KB", "灯台の明かりは、まだ消えていません。\n", 200 << 10},
		{"unbroken_100k", "x", 100_000}, {"unbroken_kanji_100k", "猫", 300_000}, {"paragraph_300KB", "The ships will see us. ", 300 << 10},
		{"spaces_100k", " ", 100_000}, {"newlines_100k", "\n", 100_000},
	} {
		for _, key := range []string{"letter", "Enter"} {
			b.Run(fmt.Sprintf("%s/%s", c.name, key), func(b *testing.B) {
				uitest.App(b, "light", "en")
				w := uitest.Window(b, container.NewStack(), fyne.NewSize(900, 700))
				AskEdit(w.Canvas(), "Edit", "", strings.Repeat(c.bit, c.bytes/len(c.bit)), func(string) {}, nil)
				area := w.Canvas().Focused().(*parts.Editor)
				middle := area.Len() / 2 / len(c.bit) * len(c.bit)
				area.Select(middle, middle)
				b.ResetTimer()
				for range b.N {
					if key == "Enter" {
						area.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
					} else {
						area.TypedRune('x')
					}
				}
			})
		}
	}
}
