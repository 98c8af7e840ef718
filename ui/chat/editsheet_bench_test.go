package chat

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"bonbon/ui/uitest"
)

// BenchmarkEditKey types a character into the sheet that changes a message, in the middle of a text of that size.
func BenchmarkEditKey(b *testing.B) {
	for _, size := range []int{1 << 10, 20 << 10, 200 << 10} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			uitest.App(b, "light", "en")
			w := uitest.Window(b, container.NewStack(), fyne.NewSize(900, 700))
			words := strings.Repeat("Many words about oil and wicks, and about the weather.\n\n", size/56)
			AskEdit(w.Canvas(), "Edit", "", words, func(string) {}, nil)
			entry := w.Canvas().Focused()
			b.ResetTimer()
			for range b.N {
				entry.TypedRune('x')
			}
		})
	}
}
