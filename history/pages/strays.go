package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Element is what a leaf page holds under one key. It is valid during the call only.
type Element struct {
	Key, Value []byte
	Bucket     bool   // Value is a bucket's header
	Root       uint64 // of a bucket with pages of its own: the first of them
}

var errStray = errors.New("no stray leaf")

// Strays returns the numbers of the leaf pages that the last Walk, and WalkLeaf since, did not come by, in rising order: what broken pages
// led to. A page counts only if all that it says of itself is right. Free pages are left out, since they hold what was removed or is an
// older version; if the list of free pages cannot be read, they are in, and certain is false.
func (f *File) Strays() (numbers []uint64, certain bool) {
	free, err := f.Free()
	closed := make([]uint64, len(f.seen))
	copy(closed, f.seen)
	for _, n := range free {
		if n/64 < uint64(len(closed)) {
			closed[n/64] |= 1 << (n % 64)
		}
	}
	for n := uint64(2); n < f.Pages && n/64 < uint64(len(closed)); n++ {
		if closed[n/64]&(1<<(n%64)) != 0 {
			continue
		}
		h, err := f.stray(n, closed, func(Element) {})
		if err == nil {
			numbers = append(numbers, n)
			n += uint64(h.overflow)
		}
	}
	return numbers, err == nil
}

// Leaf calls each for every element of a leaf page, which must be whole. It does not count as read.
func (f *File) Leaf(number uint64, each func(Element)) error {
	_, err := f.stray(number, nil, each)
	return err
}

// stray reads a leaf page of which all elements are sound and in order, and no page is closed.
func (f *File) stray(number uint64, closed []uint64, each func(Element)) (h header, err error) {
	h, b, err := f.page(number, 0)
	if err != nil {
		return h, err
	}
	if h.kind != leafPage || h.count == 0 || h.overflow > 0 && int64(len(b)) == f.PageSize { // the rest is another's
		return h, errStray
	}
	for n := number; closed != nil && n <= number+uint64(h.overflow); n++ {
		if closed[n/64]&(1<<(n%64)) != 0 {
			return h, errStray
		}
	}
	var last []byte
	for i := range int(h.count) {
		e, err := parse(b, h.kind, i)
		if err != nil {
			return h, err
		}
		if len(e.key) == 0 || bytes.Compare(last, e.key) >= 0 || e.bucket && len(e.value) < bucketSize {
			return h, errStray
		}
		last = e.key
	}
	for i := range int(h.count) {
		e, err := parse(b, h.kind, i)
		if err != nil {
			return h, err
		}
		found := Element{Key: e.key, Value: e.value, Bucket: e.bucket}
		if e.bucket {
			found.Root = binary.NativeEndian.Uint64(e.value)
		}
		each(found)
	}
	return h, nil
}

// WalkLeaf is Walk from one leaf page on, whose keys lie in the bucket that path names. What was read before is not read again.
func (f *File) WalkLeaf(number uint64, path [][]byte, v Visitor) {
	if number/64 < uint64(len(f.seen)) && f.taken(number) {
		return
	}
	w := &walker{f: f, v: v, path: append([][]byte(nil), path...)}
	w.page(number, 0, nil)
}
