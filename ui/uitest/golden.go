package uitest

import (
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
)

var update = flag.Bool("update", false, "write the golden pictures anew instead of comparing")

// How far a picture may be from its golden: rounding in the painter differs a little between processors.
const (
	sameShade = 12    // of 255, in one channel of one pixel
	othersPer = 0.001 // share of pixels that may differ more
)

// Picture draws object at size in a variant and language, on the window's background. build makes the object once the
// app is there, since texts and colours are read when a widget is made.
func Picture(t testing.TB, build func() fyne.CanvasObject, size fyne.Size, variant, lang string) image.Image {
	t.Helper()
	App(t, variant, lang)
	return Capture(t, build(), size)
}

// Capture draws object at size in the running app.
func Capture(t testing.TB, object fyne.CanvasObject, size fyne.Size) image.Image {
	t.Helper()
	return Window(t, object, size).Canvas().Capture()
}

// AssertGolden compares Picture with testdata/<name>-<variant>-<lang>.png. On a difference it writes what it drew to
// testdata/failed. Run the test with -update to accept.
func AssertGolden(t *testing.T, name string, build func() fyne.CanvasObject, size fyne.Size, variant, lang string) {
	t.Helper()
	got := Picture(t, build, size, variant, lang)
	file := name + "-" + variant + "-" + lang + ".png"
	golden := filepath.Join("testdata", file)
	if *update {
		Save(t, golden, got)
		return
	}
	want, err := load(golden)
	if err == nil {
		share := difference(got, want)
		if share <= othersPer {
			return
		}
		t.Errorf("%s: %.2f %% of the pixels differ", golden, 100*share)
	} else {
		t.Errorf("no golden to compare with: %v", err)
	}
	Save(t, filepath.Join("testdata", "failed", file), got)
}

// Save writes a picture as PNG, with the folders above it.
func Save(t testing.TB, file string, img image.Image) {
	t.Helper()
	if err := save(file, img); err != nil {
		t.Fatal(err)
	}
}

func save(file string, img image.Image) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil { // #nosec G703 -- the test names it
		return err
	}
	f, err := os.Create(file) // #nosec G304 G703 -- the test names it
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		_ = f.Close() // the first error is the one to tell
		return err
	}
	return f.Close()
}

func load(file string) (image.Image, error) {
	f, err := os.Open(file) // #nosec G304 -- the test names it
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	return png.Decode(f)
}

// difference returns the share of pixels that differ visibly; 1 if the sizes differ.
func difference(a, b image.Image) float64 {
	if a.Bounds().Size() != b.Bounds().Size() {
		return 1
	}
	off, size := b.Bounds().Min.Sub(a.Bounds().Min), a.Bounds().Size()
	others := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if !same(a.At(x, y), b.At(x+off.X, y+off.Y)) {
				others++
			}
		}
	}
	return float64(others) / float64(max(1, size.X*size.Y))
}

func same(a, b color.Color) bool {
	x, y := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
	near := func(p, q uint8) bool { return max(p, q)-min(p, q) <= sameShade }
	return near(x.R, y.R) && near(x.G, y.G) && near(x.B, y.B) && near(x.A, y.A)
}

// Variants and Langs are what a look at everything goes through.
var (
	Variants = []string{"light", "dark"}
	Langs    = []string{"en", "ja"}
)

// Contact draws build and fails if nothing is to be seen. If the environment variable BONBON_LOOK names a folder, it draws in every
// variant and language and keeps the pictures there as <name>-<variant>-<lang>.png, for a look by eye.
func Contact(t *testing.T, name string, build func() fyne.CanvasObject, size fyne.Size) {
	t.Helper()
	dir := os.Getenv("BONBON_LOOK")
	if dir == "" {
		contact(t, name, Picture(t, build, size, Variants[0], Langs[0]))
		return
	}
	for _, variant := range Variants {
		for _, lang := range Langs {
			img := Picture(t, build, size, variant, lang)
			contact(t, name, img)
			Save(t, filepath.Join(dir, name+"-"+variant+"-"+lang+".png"), img)
		}
	}
}

// contact fails for a picture of one colour.
func contact(t *testing.T, name string, img image.Image) {
	t.Helper()
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if !same(img.At(x, y), img.At(b.Min.X, b.Min.Y)) {
				return
			}
		}
	}
	t.Errorf("%s: nothing is to be seen", name)
}
