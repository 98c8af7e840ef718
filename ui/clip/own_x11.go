//go:build !windows && !darwin

package clip

import (
	"context"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// piece is how much of a picture goes into one request, in bytes: the protocol's least limit is 256 KB.
const piece = 128 << 10

// write becomes the clipboard's owner and serves the picture until another program is.
func write(_ context.Context, png []byte) error {
	x, err := open()
	if err != nil {
		return err
	}
	xproto.SetSelectionOwner(x.Conn, x.window, x.atoms["CLIPBOARD"], xproto.TimeCurrentTime)
	r, err := xproto.GetSelectionOwner(x.Conn, x.atoms["CLIPBOARD"]).Reply()
	if err != nil || r.Owner != x.window {
		x.Close()
		return fmt.Errorf("clip: the clipboard was not given: %w", err)
	}
	o := &owner{x11: x, png: png, left: map[asker][]byte{}}
	go o.serve()
	return nil
}

// owner hands a picture out.
type owner struct {
	*x11
	png  []byte
	left map[asker][]byte // what is still to be handed over, piece by piece
}

// asker is a property of another program's window.
type asker struct {
	window   xproto.Window
	property xproto.Atom
}

func (o *owner) serve() {
	defer o.Close()
	for {
		ev, err := o.next()
		if err != nil {
			return
		}
		switch e := ev.(type) {
		case xproto.SelectionRequestEvent:
			o.answer(e)
		case xproto.PropertyNotifyEvent:
			if e.State == xproto.PropertyDelete {
				o.more(asker{e.Window, e.Atom})
			}
		case xproto.SelectionClearEvent:
			return
		}
	}
}

// answer gives what was asked for, or says that it is not there.
func (o *owner) answer(e xproto.SelectionRequestEvent) {
	to := e.Property
	if to == xproto.AtomNone {
		to = e.Target
	}
	switch e.Target {
	case o.atoms["TARGETS"]:
		forms := make([]byte, 8)
		xgb.Put32(forms, uint32(o.atoms["TARGETS"]))
		xgb.Put32(forms[4:], uint32(o.atoms["image/png"]))
		xproto.ChangeProperty(o.Conn, xproto.PropModeReplace, e.Requestor, to, xproto.AtomAtom, 32, 2, forms)
	case o.atoms["image/png"]:
		if len(o.png) <= piece {
			o.put(asker{e.Requestor, to}, o.png)
			break
		}
		size := make([]byte, 4)
		xgb.Put32(size, uint32(len(o.png))) // #nosec G115 -- at most maxBytes
		xproto.ChangeWindowAttributes(o.Conn, e.Requestor, xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange})
		xproto.ChangeProperty(o.Conn, xproto.PropModeReplace, e.Requestor, to, o.atoms["INCR"], 32, 1, size)
		o.left[asker{e.Requestor, to}] = o.png
	default:
		to = xproto.AtomNone
	}
	done := xproto.SelectionNotifyEvent{Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: to}
	xproto.SendEvent(o.Conn, false, e.Requestor, xproto.EventMaskNoEvent, string(done.Bytes()))
}

// more hands the next piece over; an empty one ends it.
func (o *owner) more(to asker) {
	rest, ok := o.left[to]
	if !ok {
		return
	}
	n := min(len(rest), piece)
	o.put(to, rest[:n])
	if o.left[to] = rest[n:]; n == 0 {
		delete(o.left, to)
	}
}

func (o *owner) put(to asker, data []byte) {
	xproto.ChangeProperty(o.Conn, xproto.PropModeReplace, to.window, to.property, o.atoms["image/png"], 8, uint32(len(data)), data) // #nosec G115 -- at most piece
}
