package pages

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// Visitor hears what Walk finds. Keys, values and paths are valid during the call only.
type Visitor struct {
	// Bucket is called for a bucket before what is in it. path ends with its own name; sequence is the last number that it gave out.
	Bucket func(path [][]byte, sequence uint64)
	// Value is called for each key of a bucket that is no bucket. Keys come in the order in which they are stored.
	Value func(path [][]byte, key, value []byte)
	// Fault is called for what cannot be read; path says where. It returns whether to go on with the rest.
	Fault func(path [][]byte, err error) bool
}

type walker struct {
	f    *File
	v    Visitor
	path [][]byte
	last []byte // the newest key of the bucket that is being read
	some bool   // whether there was one
	done bool
}

// Walk reads everything that can be reached. No page is read twice.
func (f *File) Walk(v Visitor) {
	clear(f.seen)
	w := &walker{f: f, v: v}
	w.page(f.root, 0, nil)
}

func (w *walker) fault(err error) {
	if !w.done && !w.v.Fault(w.path, err) {
		w.done = true
	}
}

// page reads a page and what is below it. Its keys must be below the bound, if there is one.
func (w *walker) page(number uint64, depth int, bound []byte) {
	if w.done {
		return
	}
	if depth > maxDepth {
		w.fault(fmt.Errorf("%w: %d lies too deep", ErrPages, number))
		return
	}
	h, b, err := w.f.page(number, depth)
	switch {
	case err != nil:
	case h.kind != branchPage && h.kind != leafPage:
		err = fmt.Errorf("%w: %d is of the kind %#x", ErrPages, number, h.kind)
	case h.kind == branchPage && h.count == 0:
		err = fmt.Errorf("%w: %d leads nowhere", ErrPages, number)
	case !w.f.take(number, h):
		err = fmt.Errorf("%w: %d is used twice", ErrPages, number)
	}
	if err != nil {
		w.fault(err)
		return
	}
	w.elements(b, h, depth, bound)
}

// elements reads the elements of a page that lies in b.
func (w *walker) elements(b []byte, h header, depth int, bound []byte) {
	for i := range int(h.count) {
		if w.done {
			return
		}
		e, err := parse(b, h.kind, i)
		if err != nil {
			w.fault(err)
			continue
		}
		if err := w.order(e.key, bound); err != nil {
			w.fault(err)
		}
		if h.kind == leafPage {
			w.last, w.some = append(w.last[:0], e.key...), true
			w.leaf(e, depth)
			continue
		}
		below := bound
		if i+1 < int(h.count) {
			if next, err := parse(b, h.kind, i+1); err == nil {
				below = next.key
			}
		}
		w.page(e.child, depth+1, below)
	}
}

func (w *walker) order(key, bound []byte) error {
	if w.some && bytes.Compare(w.last, key) >= 0 || bound != nil && bytes.Compare(key, bound) >= 0 {
		return fmt.Errorf("%w: a key is out of order", ErrPages)
	}
	return nil
}

func (w *walker) leaf(e element, depth int) {
	if !e.bucket {
		w.v.Value(w.path, e.key, e.value)
		return
	}
	w.path = append(w.path, e.key)
	last, some := w.last, w.some
	w.last, w.some = nil, false
	w.bucket(e.value, depth)
	w.last, w.some = last, some
	w.path = w.path[:len(w.path)-1]
}

func (w *walker) bucket(value []byte, depth int) {
	if len(value) < bucketSize {
		w.fault(fmt.Errorf("%w: a bucket of %d bytes", ErrPages, len(value)))
		return
	}
	if depth > maxDepth {
		w.fault(fmt.Errorf("%w: a bucket lies too deep", ErrPages))
		return
	}
	root, sequence := binary.NativeEndian.Uint64(value), binary.NativeEndian.Uint64(value[8:])
	w.v.Bucket(w.path, sequence)
	if root != 0 {
		w.page(root, depth+1, nil)
		return
	}
	b := value[bucketSize:]
	if len(b) < headerSize {
		w.fault(fmt.Errorf("%w: a small bucket of %d bytes", ErrPages, len(b)))
		return
	}
	h := header{kind: binary.NativeEndian.Uint16(b[8:]), count: binary.NativeEndian.Uint16(b[10:])}
	if h.kind != leafPage {
		w.fault(fmt.Errorf("%w: a small bucket of the kind %#x", ErrPages, h.kind))
		return
	}
	w.elements(b, h, depth+1, nil)
}

// Check reads everything and returns the first thing that is wrong, wrapping ErrPages or ErrCut. It leaves out what bbolt can live
// with: pages that are neither used nor free.
func (f *File) Check() (err error) {
	f.Walk(Visitor{
		Bucket: func([][]byte, uint64) {},
		Value:  func([][]byte, []byte, []byte) {},
		Fault: func(path [][]byte, fault error) bool {
			err = fault
			if len(path) > 0 {
				err = fmt.Errorf("in %.32q: %w", bytes.Join(path, []byte("/")), fault)
			}
			return false
		},
	})
	if err != nil {
		return err
	}
	free, err := f.Free()
	if err != nil {
		return err
	}
	for _, n := range free {
		if f.taken(n) {
			return fmt.Errorf("%w: %d is used and free", ErrPages, n)
		}
	}
	return nil
}

// Free returns the numbers of the free pages in rising order.
func (f *File) Free() ([]uint64, error) {
	h, b, err := f.page(f.freelist, 0)
	if err != nil {
		return nil, err
	}
	if h.kind != freelistPage {
		return nil, fmt.Errorf("%w: the list of free pages is of the kind %#x", ErrPages, h.kind)
	}
	count, b := uint64(h.count), b[headerSize:]
	if h.count == 0xFFFF {
		count, b = binary.NativeEndian.Uint64(b), b[8:]
	}
	if count > uint64(len(b)/8) {
		return nil, fmt.Errorf("%w: a list of %d free pages in %d bytes", ErrPages, count, len(b))
	}
	free := make([]uint64, count)
	for i := range free {
		n := binary.NativeEndian.Uint64(b[8*i:])
		if n < 2 || n >= f.Pages || n >= f.freelist && n <= f.freelist+uint64(h.overflow) {
			return nil, fmt.Errorf("%w: %d is free, of %d", ErrPages, n, f.Pages)
		}
		free[i] = n
	}
	if slices.Sort(free); len(slices.Compact(slices.Clone(free))) != len(free) {
		return nil, fmt.Errorf("%w: a page is free twice", ErrPages)
	}
	return free, nil
}
