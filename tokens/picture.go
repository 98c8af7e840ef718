package tokens

import (
	"math"
	"strings"

	"bonbon/history/talk"
)

// UnknownPicture is what a picture counts whose model or size is not known, in tokens: about what a photo costs where formulas are
// published.
const UnknownPicture = 1600

// PictureTokens returns what a picture of so many pixels costs a model in tokens, by the formula that its maker publishes: tiles
// for most of OpenAI's models, patches for its smaller ones, Claude and Qwen, tiles again for Gemini. The size of its file never
// matters. For models that are not known and sizes that are not positive it is UnknownPicture. Servers that shrink a picture
// before the model sees it count less.
func PictureTokens(model string, width, height int) int {
	if width <= 0 || height <= 0 {
		return UnknownPicture
	}
	name := strings.ToLower(strings.TrimSpace(model))
	name = name[strings.LastIndexByte(name, '/')+1:]
	for _, f := range pictureFormulas {
		if f.matches(name) {
			return max(f.tokens(float64(width), float64(height)), 1)
		}
	}
	return UnknownPicture
}

// pictureFormula is how a family of models counts. A name must begin with prefix and hold with.
type pictureFormula struct {
	prefix, with string
	tokens       func(w, h float64) int
}

func (f pictureFormula) matches(name string) bool {
	return strings.HasPrefix(name, f.prefix) && strings.Contains(name, f.with)
}

// pictureFormulas are tried in order: the more special names come first. Sources: OpenAI's guide to images and vision,
// Anthropic's to vision, Google's to token counts, the model cards of Qwen2-VL and Qwen3-VL.
var pictureFormulas = []pictureFormula{
	{"gpt-4.1-mini", "", patches(1.62)},
	{"gpt-4.1-nano", "", patches(2.46)},
	{"gpt-5-mini", "", patches(1.62)},
	{"gpt-5-nano", "", patches(2.46)},
	{"o4-mini", "", patches(1.72)},
	{"gpt-4o-mini", "", tiles(2833, 5667)},
	{"gpt-5", "", tiles(70, 140)},
	{"o1", "", tiles(75, 150)},
	{"o3", "", tiles(75, 150)},
	{"gpt-4", "", tiles(85, 170)},
	{"chatgpt-4o", "", tiles(85, 170)},
	{"claude", "", claude},
	{"gemini", "", gemini},
	{"qwen3", "vl", squares(32)},
	{"qwen", "vl", squares(28)},
}

// tiles is the rule of a base and so much for each tile of 512 pixels, after the picture was shrunk into 2048 by 2048 and then
// until its shorter side has at most 768.
func tiles(base, each int) func(w, h float64) int {
	return func(w, h float64) int {
		w, h = within(w, h, 2048)
		if short := min(w, h); short > 768 {
			w, h = w*768/short, h*768/short
		}
		return base + each*int(math.Ceil(w/512)*math.Ceil(h/512))
	}
}

// patches is the rule of squares of 32 pixels, at most 1536 of them, each taking so many tokens.
func patches(each float64) func(w, h float64) int {
	return func(w, h float64) int {
		n := math.Ceil(w/32) * math.Ceil(h/32)
		return int(math.Ceil(min(n, 1536) * each))
	}
}

// claude counts 750 pixels as a token, after the longer side was shrunk to 1568 pixels.
func claude(w, h float64) int {
	w, h = within(w, h, 1568)
	return min(int(math.Ceil(w*h/750)), UnknownPicture)
}

// gemini counts a small picture as one tile and larger ones in tiles of 768 pixels.
func gemini(w, h float64) int {
	const tile = 258
	if w <= 384 && h <= 384 {
		return tile
	}
	w, h = within(w, h, 3072)
	return tile * int(math.Ceil(w/768)*math.Ceil(h/768))
}

// squares counts a token for each square of a side of so many pixels, at most 16 384.
func squares(side float64) func(w, h float64) int {
	return func(w, h float64) int { return int(min(math.Ceil(w/side)*math.Ceil(h/side), 16_384)) }
}

// within shrinks a picture until its longer side has at most so many pixels.
func within(w, h, most float64) (float64, float64) {
	if long := max(w, h); long > most {
		return w * most / long, h * most / long
	}
	return w, h
}

// CountPictures sets the tokens of pictures that a model is to see.
func CountPictures(model string, ps []talk.Picture) {
	for i := range ps {
		ps[i].Tokens = PictureTokens(model, ps[i].Width, ps[i].Height)
	}
}
