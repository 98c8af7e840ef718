// Package assets embeds the files that the program carries. It holds no logic.
package assets

import "embed"

// Lang holds the words of the window: lang/<subject>.<tag>.json, also in folders below, one flat JSON object for each subject
// and language.
//
//go:embed lang
var Lang embed.FS

// FontRegular and FontBold are subsets of Noto Sans CJK JP without Latin, made by fonts/make.sh. OpenType, SIL Open Font
// License 1.1 (fonts/OFL.txt).
var (
	//go:embed fonts/NotoSansCJKjp-Regular.otf
	FontRegular []byte
	//go:embed fonts/NotoSansCJKjp-Bold.otf
	FontBold []byte
)

// Icons holds icons/<name>.svg: line drawings on a 24 × 24 field in the colour "currentColor".
//
//go:embed icons/*.svg
var Icons embed.FS

// Portraits holds portraits/<name>.svg, the pictures that a persona's Picture "asset:<name>" means.
//
//go:embed portraits/*.svg
var Portraits embed.FS

// Starters holds starters/<tag>.json, the personas of a first start in each language: a JSON array of persona.Persona. In prompts and
// greetings {{user}} stands for the user's name.
//
//go:embed starters/*.json
var Starters embed.FS

// Icon is the program's own icon, 256 × 256 pixels, made from icon/bonbon.svg.
//
//go:embed icon/bonbon.png
var Icon []byte
