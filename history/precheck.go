package history

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"os"
)

// bbolt's published file format: pages of equal size, each with a header of 16 bytes; pages 0 and 1 hold a meta record each, of
// which the valid one with the higher transaction number counts. Integers are in the machine's byte order.
const (
	pageHeader = 16
	metaSize   = 64
	metaMagic  = 0xED0CDAED
	metaFormat = 2

	pageBranch   = 0x01
	pageLeaf     = 0x02
	pageFreelist = 0x10
)

// meta is what one meta page says.
type meta struct {
	pageSize       int64
	root, freelist uint64 // page numbers
	pages          uint64 // number of pages in use: every page number is below
	txid           uint64
}

// precheck reads what bbolt would trust when it maps the file, so that a cut or foreign file is refused before reading it can
// fault: both meta pages, the size that they need, and that the first two pages they point to are what they should be.
func precheck(path string, open func(string, int, os.FileMode) (*os.File, error)) error {
	f, err := open(path, os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	m, ok := newestMeta(f)
	if !ok {
		return damaged(path, "both meta pages are bad")
	}
	stat, err := f.Stat() // after the metas: the file of a running program only grows
	if err != nil {
		return err
	}
	if m.pages > uint64(stat.Size()/m.pageSize) {
		return damaged(path, "%d bytes long, %d pages of %d needed", stat.Size(), m.pages, m.pageSize)
	}
	if err := checkPage(f, m, m.root, pageBranch, pageLeaf); err != nil {
		return err
	}
	return checkPage(f, m, m.freelist, pageFreelist)
}

func newestMeta(f io.ReaderAt) (best meta, ok bool) {
	try := func(at int64) {
		if m, good := readMeta(f, at); good && (!ok || m.txid > best.txid) {
			best, ok = m, true
		}
	}
	try(0)
	if ok {
		try(best.pageSize)
		return best, ok
	}
	for size := int64(1024); size <= 1<<24; size *= 2 {
		try(size)
	}
	return best, ok
}

func readMeta(f io.ReaderAt, at int64) (m meta, ok bool) {
	b := make([]byte, metaSize)
	if _, err := f.ReadAt(b, at+pageHeader); err != nil {
		return m, false // cut short: as bad as wrong content
	}
	order := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8]) //nolint:errcheck // a hash never fails
	if order.Uint32(b) != metaMagic || order.Uint32(b[4:]) != metaFormat || order.Uint64(b[56:]) != sum.Sum64() {
		return m, false
	}
	m = meta{
		pageSize: int64(order.Uint32(b[8:])),
		root:     order.Uint64(b[16:]),
		freelist: order.Uint64(b[32:]),
		pages:    order.Uint64(b[40:]),
		txid:     order.Uint64(b[48:]),
	}
	valid := m.pageSize >= 1024 && m.pageSize <= 1<<24 && m.pageSize&(m.pageSize-1) == 0
	return m, valid
}

// checkPage reads the header of a page: its own number and one of the wanted kinds must stand there.
func checkPage(f io.ReaderAt, m meta, page uint64, kinds ...uint16) error {
	if page < 2 || page >= m.pages {
		return damaged(FileName, "page %d of %d", page, m.pages)
	}
	b := make([]byte, pageHeader)
	if _, err := f.ReadAt(b, int64(page)*m.pageSize); err != nil {
		return damaged(FileName, "page %d: %v", page, err)
	}
	number, kind := binary.NativeEndian.Uint64(b), binary.NativeEndian.Uint16(b[8:])
	for _, want := range kinds {
		if number == page && kind == want {
			return nil
		}
	}
	return damaged(FileName, "page %d says it is page %d of kind %#x", page, number, kind)
}
