// Package pages reads a bbolt file page by page with plain reads. It believes nothing that the file says: every number is checked
// before it is used, so a damaged file ends in errors, where bbolt, which maps the file and follows what stands there, could fault,
// exhaust the memory or run in circles. It serves to look at a file before bbolt opens it, and to read what is left of a broken one.
//
// The layout is bbolt's published one: pages of equal size, each with a header of 16 bytes; pages 0 and 1 hold a meta record each, of
// which the valid one with the higher transaction number counts. Integers are in the machine's byte order.
package pages

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
)

const (
	headerSize  = 16
	elementSize = 16
	metaSize    = 64
	metaMagic   = 0xED0CDAED
	metaFormat  = 2

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10

	bucketFlag = 0x01 // of an element: its value is a bucket
	bucketSize = 16   // root page and sequence; a root of 0 is followed by the bucket's only page

	maxDepth = 128 // of pages below each other; a thousandth of it is used
)

// These say what is wrong with a file as a whole.
var (
	// ErrEmpty: the file has no bytes.
	ErrEmpty = errors.New("no bytes")
	// ErrForeign: neither meta page is one.
	ErrForeign = errors.New("both meta pages are bad")
	// ErrCut: the file ends before the last page that it says it has.
	ErrCut = errors.New("cut short")
	// ErrPages: a page contradicts itself or another one.
	ErrPages = errors.New("bad page")
)

// File is a bbolt file as one of its meta pages describes it. It may be used by one goroutine at a time.
type File struct {
	// Txid is the number of the transaction that wrote this state.
	Txid uint64
	// PageSize is in bytes.
	PageSize int64
	// Pages is how many pages are in use: every page number is below.
	Pages uint64

	root, sequence, freelist uint64

	r     io.ReaderAt
	size  int64
	cut   bool     // less is there than Pages say
	seen  []uint64 // a bit for each page that was read
	bytes [][]byte // a page for each depth
}

// Open reads the meta pages of a file of the given size. The error is ErrEmpty, ErrForeign, ErrCut or one of r.
func Open(r io.ReaderAt, size int64) (*File, error) {
	all, err := States(r, size)
	if err != nil {
		return nil, err
	}
	if all[0].cut {
		return nil, fmt.Errorf("%w: %d bytes, %d pages of %d needed", ErrCut, size, all[0].Pages, all[0].PageSize)
	}
	return all[0], nil
}

// States returns the newest state of a file and, if its meta page is good, the one before, of which some pages may have been written
// over. Unlike Open it takes a file that was cut.
func States(r io.ReaderAt, size int64) ([]*File, error) {
	if size == 0 {
		return nil, ErrEmpty
	}
	var all []*File
	try := func(at int64) {
		f, ok := readMeta(r, at)
		switch {
		case !ok:
		case len(all) == 0 || f.Txid < all[0].Txid:
			all = append(all, f)
		case f.Txid > all[0].Txid:
			all = append([]*File{f}, all...)
		}
	}
	if try(0); len(all) > 0 {
		try(all[0].PageSize)
	}
	for n := int64(1024); n <= 1<<24 && len(all) == 0; n *= 2 {
		try(n)
	}
	if len(all) == 0 {
		return nil, ErrForeign
	}
	for _, f := range all {
		f.r, f.size = r, size
		whole := uint64(size / f.PageSize) // #nosec G115 -- a size is not negative
		f.cut = f.Pages > whole
		f.seen = make([]uint64, min(f.Pages, whole)/64+1)
	}
	return all, nil
}

func readMeta(r io.ReaderAt, at int64) (*File, bool) {
	b := make([]byte, metaSize)
	if _, err := r.ReadAt(b, at+headerSize); err != nil {
		return nil, false // cut short: as bad as wrong content
	}
	order := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8]) // #nosec G104 -- a hash never fails
	if order.Uint32(b) != metaMagic || order.Uint32(b[4:]) != metaFormat || order.Uint64(b[56:]) != sum.Sum64() {
		return nil, false
	}
	f := &File{
		PageSize: int64(order.Uint32(b[8:])),
		root:     order.Uint64(b[16:]),
		sequence: order.Uint64(b[24:]),
		freelist: order.Uint64(b[32:]),
		Pages:    order.Uint64(b[40:]),
		Txid:     order.Uint64(b[48:]),
	}
	valid := f.PageSize >= 1024 && f.PageSize <= 1<<24 && f.PageSize&(f.PageSize-1) == 0 && f.Pages <= 1<<38 // no byte lies beyond 62 bits
	return f, valid
}

// header is what a page says of itself.
type header struct {
	kind, count uint16
	overflow    uint32 // pages that follow and belong to it
}

// page reads a page with all that belongs to it into the buffer of a depth.
func (f *File) page(number uint64, depth int) (h header, b []byte, err error) {
	var head [headerSize]byte
	if number < 2 || number >= f.Pages {
		return h, nil, fmt.Errorf("%w: %d of %d", ErrPages, number, f.Pages)
	}
	at := int64(number) * f.PageSize // #nosec G115 -- readMeta bounds both
	if at+f.PageSize > f.size {
		return h, nil, fmt.Errorf("%w: page %d lies behind the end", ErrCut, number)
	}
	for len(f.bytes) <= depth {
		f.bytes = append(f.bytes, make([]byte, f.PageSize))
	}
	b = f.bytes[depth][:f.PageSize]
	if _, err := f.r.ReadAt(b, at); err != nil {
		return h, nil, fmt.Errorf("%w: page %d: %w", ErrPages, number, err)
	}
	copy(head[:], b)
	order := binary.NativeEndian
	h = header{kind: order.Uint16(head[8:]), count: order.Uint16(head[10:]), overflow: order.Uint32(head[12:])}
	if id := order.Uint64(head[:]); id != number {
		return h, nil, fmt.Errorf("%w: page %d says that it is page %d", ErrPages, number, id)
	}
	if uint64(h.overflow) >= f.Pages-number {
		return h, nil, fmt.Errorf("%w: page %d goes on for %d pages, behind the last one", ErrPages, number, h.overflow)
	}
	if h.overflow == 0 || f.taken(number) { // the rest of a page that was read before is of no use
		return h, b, nil
	}
	all := (int64(h.overflow) + 1) * f.PageSize
	if at+all > f.size {
		return h, nil, fmt.Errorf("%w: page %d ends behind the end", ErrCut, number)
	}
	if int64(cap(b)) < all {
		b = make([]byte, all)
		f.bytes[depth] = b
	}
	b = b[:all]
	if _, err := f.r.ReadAt(b, at); err != nil {
		return h, nil, fmt.Errorf("%w: page %d: %w", ErrPages, number, err)
	}
	return h, b, nil
}

// take marks the pages of one as read and reports whether they had not been read before.
func (f *File) take(number uint64, h header) bool {
	for n := number; n <= number+uint64(h.overflow); n++ {
		if f.taken(n) {
			return false
		}
		f.seen[n/64] |= 1 << (n % 64)
	}
	return true
}

func (f *File) taken(n uint64) bool { return f.seen[n/64]&(1<<(n%64)) != 0 }

// element is one entry of a page.
type element struct {
	key, value []byte
	child      uint64 // of a branch
	bucket     bool
}

// parse reads the i-th element of a page, in whose bytes all positions must lie.
func parse(b []byte, kind uint16, i int) (e element, err error) {
	order := binary.NativeEndian
	at := headerSize + i*elementSize
	if at+elementSize > len(b) {
		return e, fmt.Errorf("%w: element %d lies behind the end of its page", ErrPages, i)
	}
	h := b[at:]
	var pos, key, value uint64
	if kind == branchPage {
		pos, key = uint64(order.Uint32(h)), uint64(order.Uint32(h[4:]))
		e.child = order.Uint64(h[8:])
	} else {
		flags := order.Uint32(h)
		if flags > bucketFlag {
			return e, fmt.Errorf("%w: element %d has the flags %#x", ErrPages, i, flags)
		}
		e.bucket = flags == bucketFlag
		pos, key, value = uint64(order.Uint32(h[4:])), uint64(order.Uint32(h[8:])), uint64(order.Uint32(h[12:]))
	}
	from := uint64(at) + pos // #nosec G115 -- a place in b
	if from+key+value > uint64(len(b)) {
		return e, fmt.Errorf("%w: element %d ends behind the end of its page", ErrPages, i)
	}
	e.key, e.value = b[from:from+key:from+key], b[from+key:from+key+value:from+key+value]
	return e, nil
}
