"""Cuts the Japanese face of a Noto Sans CJK collection down to what the program shows.

usage: subset.py NotoSansCJK-Regular.ttc out.otf

Kept: every CJK character of JIS X 0208 and of the IBM extensions (Windows code page 932), the four jōyō kanji outside
them, all kana, CJK punctuation, full-width forms, arrows and symbols, and the two spaces. Latin is left out on purpose:
the toolkit looks for a glyph in the next face of its chain then, which is its own for the style asked for, so italics and
code keep their look. The spaces must stay, else a space after a kana is drawn as a missing glyph.
"""
import os
import sys

from fontTools import subset


def code_page_932():
    for lead in (*range(0x81, 0xA0), *range(0xE0, 0xFD)):
        for trail in range(0x40, 0xFD):
            try:
                yield ord(bytes([lead, trail]).decode("cp932"))
            except (UnicodeDecodeError, TypeError):
                pass


def wanted():
    runes = {c for c in code_page_932() if c >= 0x2E80}
    runes |= {0x20B9F, 0x5861, 0x525D, 0x9830}
    for first, last in (
        (0x3000, 0x30FF),  # punctuation, hiragana, katakana
        (0x31F0, 0x31FF),  # small katakana
        (0xFF00, 0xFFEF),  # full-width and half-width forms
        (0x2190, 0x27BF),  # arrows, mathematics, shapes, dingbats
        (0x203B, 0x203C),  # reference mark, double exclamation
    ):
        runes |= set(range(first, last + 1))
    return runes | {0x20, 0xA0}


def main(source, target):
    options = subset.Options()
    options.font_number = 0  # the Japanese face of the collection
    options.layout_features = ["kern", "palt", "ccmp"]
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]
    font = subset.load_font(source, options)
    font["head"].modified = font["head"].created  # the same input gives the same file
    font.recalcTimestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted())
    cutter.subset(font)
    subset.save_font(font, target, options)
    print(f"{target}: {len(font.getBestCmap())} runes, {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
