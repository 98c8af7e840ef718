package history

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// MaxLine is the longest line of an import, in bytes. An attachment of the largest size fits.
const MaxLine = 64 << 20

// lines reads a text line by line: with or without a mark at the beginning, with LF or CRLF, and a last line without an end.
type lines struct {
	r *bufio.Reader
	n int // number of the line that was read last, from 1
}

func newLines(r io.Reader) *lines {
	b := bufio.NewReaderSize(r, 64<<10)
	if mark, err := b.Peek(3); err == nil && bytes.Equal(mark, []byte("\ufeff")) {
		b.Discard(3) // #nosec G104 -- they were just peeked
	}
	return &lines{r: b}
}

// next returns the next line that is not blank, repaired: ErrTooLarge for one that is too long, which is skipped; io.EOF at the end.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.one()
		if line = bytes.TrimSpace(line); len(line) > 0 || err != nil {
			return repair(line), err
		}
	}
}

func (l *lines) one() (line []byte, err error) {
	l.n++
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(part) > MaxLine {
			return nil, l.skip(err)
		}
		line = append(line, part...)
		switch {
		case err == nil || errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// skip reads the rest of a line that is too long.
func (l *lines) skip(err error) error {
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.r.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return ErrTooLarge.about("line", nil)
}

// repair makes bytes valid UTF-8 that JSON can hold: pairs of surrogates that were encoded one by one (CESU-8) are joined, every other
// bad byte and every NUL becomes U+FFFD.
func repair(b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		return b
	}
	out := make([]byte, 0, len(b)+len(b)/8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			r, n = cesu8(b)
		}
		if r == 0 {
			r = utf8.RuneError
		}
		out, b = utf8.AppendRune(out, r), b[n:]
	}
	return out
}

// cesu8 reads a pair of surrogates of three bytes each: ED A0…AF xx ED B0…BF xx.
func cesu8(b []byte) (rune, int) {
	half := func(b []byte, kind byte) (rune, bool) {
		if len(b) < 3 || b[0] != 0xED || b[1]&0xF0 != kind || b[2]&0xC0 != 0x80 {
			return 0, false
		}
		return rune(b[1]&0x0F)<<6 | rune(b[2]&0x3F), true
	}
	high, ok := half(b, 0xA0)
	if !ok {
		return utf8.RuneError, 1
	}
	low, ok := half(b[3:], 0xB0)
	if !ok {
		return utf8.RuneError, 1
	}
	return 0x10000 + high<<10 + low, 6
}
