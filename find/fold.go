// Package find finds text as a person reads it: whatever the case, the width and the script of kana. "Mint", "ＭＩＮＴ" and "mint" are
// the same to it, and so are "ミント", "ﾐﾝﾄ" and "みんと"; "か" and "が", "e" and "é" are not, however they are composed.
//
// It imports nothing of ours. All of it is safe for use from any goroutine.
package find

import (
	"encoding/binary"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns the form of a text in which equal texts are equal byte by byte: NFKC, full case folding, hiragana for katakana, and a
// space for every line break and tabulator. Bytes that are no UTF-8 become U+FFFD.
func Fold(text string) string {
	return string(Append(nil, []byte(strings.ToValidUTF8(text, "\uFFFD"))))
}

// Append appends the folded form of a text, which is valid UTF-8. It costs up to a few nanoseconds a byte and allocates only to let dst grow.
func Append(dst, text []byte) []byte {
	t := folding()
	for at := 0; at < len(text); {
		n := 0
		dst, n = letters(dst, text[at:])
		if at += n; at == len(text) {
			break
		}
		switch c := text[at]; {
		case c < utf8.RuneSelf:
			if at+1 == len(text) || text[at+1] < utf8.RuneSelf || !t.joins(text[at+1:]) {
				dst = append(dst, t.ascii[c])
				at++
				continue
			}
		case c >= 0xE3 && c <= 0xE9:
			dst, n = t.japanese(dst, text[at:])
			at += n
			if n > 0 {
				continue
			}
		}
		dst, n = t.segment(dst, text[at:])
		at += n
	}
	return dst
}

// letters folds ASCII eight bytes at a time, up to the first control character or what a rune outside ASCII may belong to, and returns
// how many bytes these are. It finds capitals as in "SWAR" arithmetic: the sums carry into a byte's highest bit from A on and behind Z.
func letters(dst, text []byte) ([]byte, int) {
	const each = 0x0101010101010101
	at := 0
	for ; at+9 <= len(text) && text[at+8] < utf8.RuneSelf; at += 8 {
		v := binary.LittleEndian.Uint64(text[at:])
		if v&(0x80*each) != 0 || (v-0x20*each)&^v&(0x80*each) != 0 {
			break
		}
		capital := (v + (0x80-'A')*each) &^ (v + (0x7F-'Z')*each) & (0x80 * each)
		dst = binary.LittleEndian.AppendUint64(dst, v|capital>>2)
	}
	return dst, at
}

// japanese folds kana and ideographs as far as they stand alone, and returns how many bytes these are. It does what segment does, for
// the runes of which Japanese texts are full.
func (t *table) japanese(dst, text []byte) ([]byte, int) {
	at := 0
	r := rune(0)
	if len(text) >= 3 {
		r = three(text)
	}
	for at+3 <= len(text) && text[at] >= 0xE3 && text[at] <= 0xE9 {
		next := rune(0)
		if rest := text[at+3:]; len(rest) > 0 && rest[0] >= utf8.RuneSelf {
			if rest[0] < 0xE3 || rest[0] > 0xE9 || len(rest) < 3 {
				if t.joins(rest) {
					return dst, at
				}
			} else if next = three(rest); next < 0x3400 && t.runes[next]&joining != 0 {
				return dst, at
			}
		}
		if r < 0x3400 {
			to := t.runes[r]
			if to&(joining|several) != 0 {
				return dst, at
			}
			dst = utf8.AppendRune(dst, to)
		} else {
			dst = append(dst, text[at], text[at+1], text[at+2])
		}
		at += 3
		r = next
	}
	return dst, at
}

// three reads a rune of three bytes, of which the text is known to have them.
func three(b []byte) rune {
	_ = b[2]
	return rune(b[0]&0x0F)<<12 | rune(b[1]&0x3F)<<6 | rune(b[2]&0x3F)
}

// table holds what the runes of the basic plane fold to by themselves.
type table struct {
	ascii [utf8.RuneSelf]byte
	runes [1 << 16]int32
	many  map[rune]string // of those that fold to several runes
}

// Marks beside a rune of the table.
const (
	joining = 1 << 30 // it may combine with what stands before it
	several = 1 << 29 // see table.many
)

// folding makes the table when it is asked for first, which takes a few milliseconds.
var folding = sync.OnceValue(func() *table {
	t := &table{many: map[rune]string{}}
	fold := cases.Fold()
	for r := range rune(1 << 16) {
		t.runes[r] = r
		if r >= 0x3400 && r < 0xF900 && (r < 0xA000 || r >= 0xAC00 && r < 0xD7B0 || r >= 0xE000) {
			continue // ideographs, syllables of Hangul and private use are what they are
		}
		s := string(r)
		if !norm.NFKC.PropertiesString(s).BoundaryBefore() {
			t.runes[r] |= joining
		}
		to := strings.Map(plain, fold.String(norm.NFKC.String(s)))
		first, n := utf8.DecodeRuneInString(to)
		if n == len(to) && n > 0 {
			t.runes[r] = t.runes[r]&joining | first
			continue
		}
		t.runes[r] |= several
		t.many[r] = to
	}
	for r := range t.ascii {
		t.ascii[r] = byte(t.runes[r]) //nolint:gosec // ASCII folds to ASCII
	}
	return t
})

// plain is what a rune becomes after NFKC and case folding.
func plain(r rune) rune {
	switch {
	case r >= 'ァ' && r <= 'ヶ' || r == 'ヽ' || r == 'ヾ':
		return r - ('ァ' - 'ぁ')
	case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029':
		return ' '
	}
	return r
}

// joins tells whether the first rune of a text may combine with one before it.
func (t *table) joins(text []byte) bool {
	r, _ := utf8.DecodeRune(text)
	if int(r) < len(t.runes) {
		return t.runes[r]&joining != 0
	}
	return !norm.NFKC.Properties(text).BoundaryBefore()
}

// segment folds the first rune of a text together with all that may combine with it, and returns how many bytes these are.
func (t *table) segment(dst, text []byte) ([]byte, int) {
	r, n := utf8.DecodeRune(text)
	end := n
	for end < len(text) && text[end] >= utf8.RuneSelf && t.joins(text[end:]) {
		_, more := utf8.DecodeRune(text[end:])
		end += more
	}
	if end == n && int(r) < len(t.runes) {
		return t.add(dst, r), n
	}
	for _, r := range norm.NFKC.String(string(text[:end])) {
		dst = t.add(dst, r)
	}
	return dst, end
}

// add appends what one rune folds to.
func (t *table) add(dst []byte, r rune) []byte {
	if int(r) >= len(t.runes) {
		return append(dst, cases.Fold().String(norm.NFKC.String(string(r)))...)
	}
	switch to := t.runes[r] &^ joining; {
	case to&several != 0:
		return append(dst, t.many[r]...)
	default:
		return utf8.AppendRune(dst, to)
	}
}
