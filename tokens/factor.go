package tokens

import "math"

// Factor is how many tokens a server counts for each one that we count. It is learned from the usage that servers report,
// for each model of a connection. The zero Factor has learned nothing.
type Factor struct {
	Mean float64 `json:"mean,omitempty"` // moving mean of what was seen, 0.6 … 2.5; 0: nothing was
	Used float64 `json:"used,omitempty"` // what plans reckon with: at least 1, and calm; 0 is 1
}

const (
	factorWeight = 0.2  // of what was seen last in the moving mean
	factorLeast  = 0.6  // limits of what is believed
	factorMost   = 2.5  //
	factorCalm   = 0.05 // by how much the mean must leave what is used until that follows
	factorPrompt = 500  // prompts with less teach nothing: what a server adds to every prompt weighs too much in them
)

// Learn returns the factor after a request that we counted as estimate and the server as counted.
//
// What plans reckon with follows only when the mean has left it by 5 %, so that a noise of 2 % changes nothing that is sent.
// It never falls under 1: a server that counts less than we do gets no more, for one that silently drops the beginning of
// long prompts looks the same.
func (f Factor) Learn(estimate, counted int) Factor {
	if estimate < factorPrompt || counted <= 0 {
		return f
	}
	seen := min(max(float64(counted)/float64(estimate), factorLeast), factorMost)
	if f.Mean == 0 {
		return Factor{Mean: seen, Used: max(seen, 1)}
	}
	f.Mean += factorWeight * (seen - f.Mean)
	if next := max(f.Mean, 1); math.Abs(next/usable(f.Used)-1) > factorCalm {
		f.Used = next
	}
	return f
}

// usable returns a factor that can be reckoned with.
func usable(f float64) float64 {
	if !(f >= 1) { // NaN too
		return 1
	}
	return min(f, factorMost)
}

// Ours turns an amount of the server's tokens into ours: no more than fits.
func Ours(theirs int, factor float64) int {
	return int(math.Floor(float64(theirs)/usable(factor) + 1e-6))
}

// Theirs turns an amount of our tokens into the server's: no less than is needed.
func Theirs(ours int, factor float64) int {
	return int(math.Ceil(float64(ours)*usable(factor) - 1e-6))
}

// Counted returns the tokens that were counted for a prompt, without the allowance for what is not: what a server's count is
// compared with.
func (r Report) Counted() int { return r.Fixed.Total() + r.History + PerMessage + PerReply }
