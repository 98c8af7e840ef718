//go:build !windows && !darwin

package clip

import (
	"context"
	"fmt"
	"io"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// x11 is a connection of its own with a window that nobody sees: selections go from window to window.
type x11 struct {
	*xgb.Conn
	window xproto.Window
	atoms  map[string]xproto.Atom
}

// names are the atoms that are needed.
var names = []string{"CLIPBOARD", "TARGETS", "INCR", "BONBON_PICTURE", "image/png", "image/jpeg", "image/webp", "image/gif"}

func open() (*x11, error) {
	xgb.Logger.SetOutput(io.Discard) // what goes wrong comes back as errors
	c, err := xgb.NewConn()
	if err != nil {
		return nil, fmt.Errorf("clip: open the display: %w", err)
	}
	x := &x11{Conn: c, atoms: map[string]xproto.Atom{}}
	if err := x.prepare(); err != nil {
		c.Close()
		return nil, err
	}
	return x, nil
}

func (x *x11) prepare() (err error) {
	for _, n := range names {
		a, err := xproto.InternAtom(x.Conn, false, uint16(len(n)), n).Reply() // #nosec G115 -- short names of our own
		if err != nil {
			return fmt.Errorf("clip: name %s: %w", n, err)
		}
		x.atoms[n] = a.Atom
	}
	if x.window, err = xproto.NewWindowId(x.Conn); err != nil {
		return fmt.Errorf("clip: name a window: %w", err)
	}
	screen := xproto.Setup(x.Conn).DefaultScreen(x.Conn)
	err = xproto.CreateWindowChecked(x.Conn, 0, x.window, screen.Root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
	if err != nil {
		return fmt.Errorf("clip: make a window: %w", err)
	}
	return nil
}

// read asks the clipboard's owner for the best picture that it has.
func read(ctx context.Context) ([]byte, error) {
	x, err := open()
	if err != nil {
		return nil, err
	}
	defer x.Close()
	stop := context.AfterFunc(ctx, x.Close) // ends a wait for an owner that does not answer
	defer stop()
	raw, err := x.convert("TARGETS")
	if err != nil {
		return nil, err
	}
	for _, n := range []string{"image/png", "image/jpeg", "image/webp", "image/gif"} {
		for i := 0; i+4 <= len(raw); i += 4 {
			if xproto.Atom(xgb.Get32(raw[i:])) == x.atoms[n] {
				return x.convert(n)
			}
		}
	}
	return nil, ErrNone
}

// convert asks for the clipboard in one form. ErrNone: nobody has it.
func (x *x11) convert(form string) ([]byte, error) {
	to := x.atoms["BONBON_PICTURE"]
	xproto.ConvertSelection(x.Conn, x.window, x.atoms["CLIPBOARD"], x.atoms[form], to, xproto.TimeCurrentTime)
	for {
		ev, err := x.next()
		if err != nil {
			return nil, err
		}
		e, ok := ev.(xproto.SelectionNotifyEvent)
		switch {
		case !ok || e.Target != x.atoms[form]:
			continue
		case e.Property == xproto.AtomNone:
			return nil, ErrNone
		}
		data, kind, err := x.take(to)
		if err != nil || kind != x.atoms["INCR"] {
			return data, err
		}
		return x.pieces(to)
	}
}

// pieces reads a large selection, which its owner hands over piece by piece; an empty one is the last.
func (x *x11) pieces(from xproto.Atom) (all []byte, err error) {
	for {
		ev, err := x.next()
		if err != nil {
			return nil, err
		}
		if e, ok := ev.(xproto.PropertyNotifyEvent); !ok || e.Atom != from || e.State != xproto.PropertyNewValue {
			continue
		}
		data, _, err := x.take(from)
		if err != nil || len(data) == 0 {
			return all, err
		}
		if all = append(all, data...); len(all) > maxBytes {
			return nil, ErrNone
		}
	}
}

// take reads a property of the window and removes it, which asks for the next piece.
func (x *x11) take(p xproto.Atom) ([]byte, xproto.Atom, error) {
	r, err := xproto.GetProperty(x.Conn, true, x.window, p, xproto.GetPropertyTypeAny, 0, maxBytes/4).Reply()
	if err != nil {
		return nil, 0, fmt.Errorf("clip: read what was sent: %w", err)
	}
	return r.Value, r.Type, nil
}

// next waits for what the display reports.
func (x *x11) next() (xgb.Event, error) {
	for {
		ev, err := x.WaitForEvent()
		switch {
		case ev != nil:
			return ev, nil
		case err == nil:
			return nil, fmt.Errorf("clip: the clipboard's owner does not answer: %w", ErrNone)
		}
	}
}
