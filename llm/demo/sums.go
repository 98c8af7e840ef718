package demo

import (
	"math/big"
	"strings"
)

// sums works out what consists of numbers and the four operations, exactly.
var sums = subject{
	name: "sums",
	en: []rule{{when: on(`\d.*\d`), tell: func(h heard, _ []string) string {
		return sumOf(h, "That is %.", "Nobody can divide by zero, not even a real model.")
	}}},
	ja: []rule{{when: on(`\d.*\d`), tell: func(h heard, _ []string) string {
		return sumOf(h, pickTone(h, "% ですね。", "% だよ。"), pickTone(h, "0 では割れませんよ。", "0 では割れないよ。"))
	}}},
}

var (
	sumFrame = compiled(`(?i)^(?:what(?:'s| is)|how much is|calculate|compute|please)\s+|(?:は(?:いくつ|何|なに)?(?:ですか|になる|になります|か)?|を?計算して(?:ください)?|=)?\s*[?.。!]*$`)
	sumWords = strings.NewReplacer("divided by", "/", "plus", "+", "minus", "-", "times", "*", "×", "*", "÷", "/", "たす", "+",
		"足す", "+", "ひく", "-", "引く", "-", "かける", "*", "掛ける", "*", "わる", "/", "割る", "/", "−", "-", " ", "")
	sumWhole = compiled(`^-?\d{1,15}(?:\.\d{1,10})?(?:[-+*/]\d{1,15}(?:\.\d{1,10})?){1,12}$`)
	sumTerm  = compiled(`(^-?|[-+*/])(\d+(?:\.\d+)?)`)
)

func sumOf(h heard, result, zero string) string {
	text := sumWords.Replace(strings.ToLower(sumFrame().ReplaceAllString(h.said, "")))
	if !sumWhole().MatchString(text) {
		return ""
	}
	value, ok := evaluate(text)
	if !ok {
		return zero
	}
	return strings.Replace(result, "%", decimal(value), 1)
}

// evaluate adds up products from left to right; ok is false for a division by zero.
func evaluate(text string) (value *big.Rat, ok bool) {
	sum, product := new(big.Rat), new(big.Rat)
	for _, t := range sumTerm().FindAllStringSubmatch(text, -1) {
		n, valid := new(big.Rat).SetString(t[2])
		if !valid {
			return nil, false
		}
		switch t[1] {
		case "*":
			product.Mul(product, n)
		case "/":
			if n.Sign() == 0 {
				return nil, false
			}
			product.Quo(product, n)
		case "-":
			sum.Add(sum, product)
			product = n.Neg(n)
		default:
			sum.Add(sum, product)
			product = n
		}
	}
	return sum.Add(sum, product), true
}

// decimal writes whole numbers whole and others with at most six places.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(strings.TrimRight(r.FloatString(6), "0"), ".")
}
