package chat

import (
	"container/list"
	"image"

	"bonbon/picture"
)

// Bounds of small pictures: the longest side in pixels, enough for a screen of twice the usual density, how many bytes of them are
// kept, how many are made at the same time, and how many may wait.
const (
	thumbSide   = 640
	keptThumbs  = 48 << 20
	thumbMakers = 2
	mostWanted  = 64
)

// Thumbs makes pictures small for showing, off the UI goroutine, and keeps the newest of them. What was asked for last is made first,
// so scrolling through many pictures does not wait for those that are gone by. All methods belong to the UI goroutine.
type Thumbs struct {
	// Go runs work on another goroutine and then what it returned on the UI goroutine.
	Go func(work func() (done func()))
	// Read returns the file behind a reference. It runs on Go's goroutine.
	Read func(ref string) ([]byte, error)
	// Failed is told why a picture cannot be shown.
	Failed func(ref string, err error)
	// OnReady is told when a picture that was asked for is there, or is known to be missing.
	OnReady func(ref string)

	made   map[string]*list.Element // of order
	order  list.List                // *thumbnail, the one that was used last in front
	bytes  int
	wanted []string // the newest last
	asked  map[string]bool
	makers int
}

// thumbnail is a small picture; without an image the file is missing or broken.
type thumbnail struct {
	ref string
	img *image.NRGBA
}

// Get returns a small picture, nil while it is being made. missing says that it never will be.
func (t *Thumbs) Get(ref string) (img image.Image, missing bool) {
	if t == nil {
		return nil, false
	}
	if e, ok := t.made[ref]; ok {
		t.order.MoveToFront(e)
		if th, _ := e.Value.(*thumbnail); th.img != nil {
			return th.img, false
		}
		return nil, true
	}
	t.want(ref)
	return nil, false
}

func (t *Thumbs) want(ref string) {
	if t.asked[ref] {
		return
	}
	if t.asked == nil {
		t.made, t.asked = map[string]*list.Element{}, map[string]bool{}
	}
	t.asked[ref] = true
	if t.wanted = append(t.wanted, ref); len(t.wanted) > mostWanted { // whoever still shows it asks again
		delete(t.asked, t.wanted[0])
		t.wanted = t.wanted[1:]
	}
	t.next()
}

// next makes what is wanted, the newest first.
func (t *Thumbs) next() {
	for t.makers < thumbMakers && len(t.wanted) > 0 {
		ref := t.wanted[len(t.wanted)-1]
		t.wanted = t.wanted[:len(t.wanted)-1]
		t.makers++
		t.Go(func() func() {
			img, err := t.read(ref)
			return func() {
				t.makers--
				if err != nil && t.Failed != nil {
					t.Failed(ref, err)
				}
				t.keep(&thumbnail{ref, img})
				t.next()
			}
		})
	}
}

func (t *Thumbs) read(ref string) (*image.NRGBA, error) {
	data, err := t.Read(ref)
	if err != nil {
		return nil, err
	}
	img, _, err := picture.Small(data, thumbSide)
	return img, err
}

func (t *Thumbs) keep(th *thumbnail) {
	delete(t.asked, th.ref)
	t.made[th.ref] = t.order.PushFront(th)
	t.bytes += th.size()
	for t.bytes > keptThumbs && t.order.Len() > 1 {
		e := t.order.Back()
		old, _ := t.order.Remove(e).(*thumbnail)
		t.bytes -= old.size()
		delete(t.made, old.ref)
	}
	if t.OnReady != nil {
		t.OnReady(th.ref)
	}
}

// size is what a small picture takes; a missing one counts too, so that their number is bounded.
func (th *thumbnail) size() int {
	if th.img == nil {
		return 1 << 10
	}
	return len(th.img.Pix)
}
