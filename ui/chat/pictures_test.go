package chat

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"bonbon/history/talk"
	"bonbon/tokens"
	"bonbon/ui/parts"
	"bonbon/ui/parts/flow"
	"bonbon/ui/uitest"
)

// drawn returns a picture of hills as a file.
func drawn(w, h int) []byte {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.NRGBA{0xF2, 0xC8, 0x9A, 0xFF}
			if y > h*2/3-x*(w-x)*h/(w*w) {
				c = color.NRGBA{0x4E, 0x7A, 0x5A, 0xFF}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		return nil
	}
	return b.Bytes()
}

// album makes small pictures of a few files, by the worker w.
func album(w *worker) *Thumbs {
	files := map[string][]byte{"hills": drawn(300, 200), "gate": drawn(90, 160)}
	return &Thumbs{Go: w.run, Read: func(ref string) ([]byte, error) {
		if data, ok := files[ref]; ok {
			return data, nil
		}
		return nil, errors.New("gone")
	}}
}

var (
	hills = talk.Picture{Ref: "hills", Type: "image/png", Width: 1500, Height: 1000}
	gate  = talk.Picture{Ref: "gate", Type: "image/png", Width: 900, Height: 1600}
	gone  = talk.Picture{Ref: "gone", Type: "image/png", Width: 400, Height: 300}
)

func pictured(id int, text string, ps ...talk.Picture) talk.Entry {
	e := said(id, talk.User, noon, text)
	e.Pictures = ps
	return e
}

// pinned is a transcript with small pictures.
func pinned(t testing.TB, size fyne.Size, change func(*Env), es ...talk.Entry) *bench {
	t.Helper()
	var thumbs *Thumbs
	b := opened(t, of(es...), size, func(env *Env) {
		w := &worker{}
		thumbs = album(w)
		thumbs.Go = env.Go
		env.Thumbs = thumbs
		if change != nil {
			change(env)
		}
	})
	thumbs.OnReady = b.PictureReady
	b.settle()
	return b
}

func TestGoldenPictures(t *testing.T) {
	size := fyne.NewSize(460, 560)
	for _, c := range [][2]string{{"light", "en"}, {"dark", "ja"}} {
		uitest.AssertGolden(t, "pictures", func() fyne.CanvasObject {
			b := pinned(t, size, nil, pictured(1, "An old one", gate), pictured(2, "", hills, gate, gone), said(3, talk.Assistant, noon, "Hills, and a gate."))
			b.SetCut(tokens.Report{Kept: 3, Total: 3, PhotosFrom: 1}, 0)
			b.settle()
			return b.Transcript
		}, size, c[0], c[1])
		uitest.AssertGolden(t, "composer-pictures", func() fyne.CanvasObject {
			w := &worker{}
			k := NewComposer(tokensLike)
			k.Thumbs = album(w)
			k.Thumbs.OnReady = k.PictureReady
			k.SetTalk("mint", "Mint")
			k.SetReport(full(), nil)
			k.AddPictures("mint", hills, gate, gone)
			k.Awaiting("mint", 1)
			w.drain()
			return parts.NewInset(16, 12, k)
		}, fyne.NewSize(420, 200), c[0], c[1])
	}
}

// A row's height is known before its pictures are, and stays when they come.
func TestPicturesDoNotMoveTheTalk(t *testing.T) {
	b := opened(t, of(pictured(1, "Look", hills), said(2, talk.Assistant, noon, "Hills.")), fyne.NewSize(600, 500), func(env *Env) {
		env.Thumbs = album(&worker{}) // nothing is made yet
	})
	before := b.list.RowTop(1)
	b.env.Thumbs.Go = b.w.run
	b.env.Thumbs.OnReady = b.PictureReady
	b.list.Changed(0, 1)
	b.settle()
	if after := b.list.RowTop(1); before != after {
		t.Errorf("the next message moved from %v to %v", before, after)
	}
}

// Whatever is known of the pictures, their frames lie in the width beside and below each other.
func TestFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := float32(rapid.IntRange(80, 900).Draw(t, "width"))
		var ps []talk.Picture
		for range rapid.IntRange(1, MostPictures).Draw(t, "pictures") {
			ps = append(ps, talk.Picture{Width: rapid.IntRange(-1, 9000).Draw(t, "w"), Height: rapid.IntRange(-1, 9000).Draw(t, "h")})
		}
		frames, w, h := framesOf(ps, width)
		if len(frames) != len(ps) || w > width || w < pictureLeast || h < pictureLeast {
			t.Fatalf("%d frames in %v × %v", len(frames), w, h)
		}
		for i, f := range frames {
			end := f.at.Add(f.size)
			if f.at.X < 0 || f.at.Y < 0 || end.X > w || end.Y > h || f.size.Width <= 0 || f.size.Height <= 0 {
				t.Fatalf("frame %d is %+v in %v × %v", i, f, w, h)
			}
			for _, o := range frames[:i] {
				if o.at.X < end.X && o.at.Y < end.Y && o.at.X+o.size.Width > f.at.X && o.at.Y+o.size.Height > f.at.Y {
					t.Fatalf("%+v lies over %+v", f, o)
				}
			}
		}
	})
}

// What is kept of small pictures is bounded, what was asked for last is made first, and a missing one is asked for once.
func TestThumbsAreBounded(t *testing.T) {
	w := &worker{}
	large := drawn(thumbSide, thumbSide)
	var reads []string
	th := &Thumbs{Go: w.run, Read: func(ref string) ([]byte, error) {
		reads = append(reads, ref)
		if ref == "gone" {
			return nil, errors.New("gone")
		}
		return large, nil
	}}
	for i := range 50 {
		th.Get(fmt.Sprint(i))
	}
	th.Get("gone")
	w.drain()
	if reads[2] != "gone" || len(reads) != 51 {
		t.Errorf("read in the order %v", reads)
	}
	if th.bytes > keptThumbs || th.order.Len() != len(th.made) || th.order.Len() < 20 {
		t.Errorf("%d pictures of %d bytes are kept", th.order.Len(), th.bytes)
	}
	th = &Thumbs{Go: w.run, Read: th.Read}
	for range 3 {
		th.Get("gone")
		w.drain()
	}
	if _, missing := th.Get("gone"); !missing || len(reads) != 52 {
		t.Errorf("a missing picture was read %d times", len(reads)-51)
	}
}

// A press on a picture opens it; a press beside it does not. Its menu has what can be done with it.
func TestPressPicture(t *testing.T) {
	var did []string
	b := pinned(t, fyne.NewSize(600, 400), func(env *Env) {
		env.OnPicture = func(what string, _ talk.Entry, i int) { did = append(did, fmt.Sprint(what, i)) }
	}, pictured(1, "Look", hills, gate))
	r := rowAt(t, b, 0)
	at := r.pictures[1].Position()
	r.Tapped(&fyne.PointEvent{Position: at.AddXY(5, 5)})
	r.Tapped(&fyne.PointEvent{Position: at.AddXY(5, pictureTile+5)})
	for _, item := range b.pictureItems(r.msg.entry, 0) {
		item.Do()
	}
	if got := fmt.Sprint(did); got != "[open1 open0 save0 copy0]" {
		t.Errorf("did %s", got)
	}
}

// The talk shows which pictures are not sent, and the way back if the model took none before.
func TestUnseenPictures(t *testing.T) {
	again := 0
	b := pinned(t, fyne.NewSize(600, 700), func(env *Env) { env.OnSeeing = func() { again++ } }, pictured(1, "One", gate), pictured(2, "Two", gate))
	notes := func() (n int) {
		for i := range 2 {
			if pictureNote(rowAt(t, b, i).msg, 300) != nil {
				n++
			}
		}
		return n
	}
	for _, c := range []struct{ from, want int }{{0, 0}, {1, 1}, {2, 2}} {
		b.SetCut(tokens.Report{Kept: 2, Total: 2, PhotosFrom: c.from}, 0)
		if got := notes(); got != c.want {
			t.Errorf("sent from %d: %d notes", c.from, got)
		}
	}
	if u := rowAt(t, b, 1).msg.unseen; u != modelless {
		t.Errorf("the newest picture is unseen for reason %d", u)
	}
	b.Transcript.press(rowAt(t, b, 1), flow.Zone{Name: zoneSeeing})
	if again != 1 {
		t.Error("the way back does nothing")
	}
	b.SetCut(tokens.Report{First: 1, Kept: 1, Total: 2, PhotosFrom: 1, CutByTrim: 1, Reason: tokens.ReasonTokens}, 0)
	if got := notes(); got != 0 {
		t.Errorf("%d notes beside the cut line", got)
	}
}

func rowAt(t testing.TB, b *bench, i int) (found *row) {
	t.Helper()
	b.list.Shown(func(k int, r parts.Row) {
		if k == i {
			found, _ = r.(*row)
		}
	})
	if found == nil {
		t.Fatalf("row %d is not in view", i)
	}
	return found
}

// Pictures belong to the talk whose input they came into, are counted, and can be taken away one by one.
func TestComposerPictures(t *testing.T) {
	c, _ := composerIn(t)
	var went []talk.Picture
	c.OnSend = func(_ string, ps []talk.Picture) { went = ps }
	drafts := 0
	c.OnDraft = func(string) { drafts++ }
	c.PictureCost = func(talk.Picture) int { return 1000 }
	c.SetTalk("mint", "Mint")
	if left := c.AddPictures("rowan", make([]talk.Picture, MostPictures+2)...); left != 2 {
		t.Errorf("%d are left out", left)
	}
	c.AddPictures("mint", hills, gate)
	if c.pictureTokens() != 2000 || drafts == 0 {
		t.Errorf("%d tokens, %d drafts", c.pictureTokens(), drafts)
	}
	first, _ := c.shelf.Objects[0].(*tile)
	first.drop.Tapped(nil)
	if got := c.Pictures("mint"); len(got) != 1 || got[0] != gate {
		t.Errorf("left is %+v", got)
	}
	c.GiveBackPictures("mint", []talk.Picture{hills})
	c.Awaiting("mint", 1)
	c.send()
	if went != nil {
		t.Error("sent while a picture is being read")
	}
	c.Awaiting("mint", -1)
	if len(went) != 2 || went[0] != hills || len(c.Pictures("mint")) != 0 || len(c.Pictures("rowan")) != MostPictures {
		t.Errorf("sent %+v", went)
	}
}
