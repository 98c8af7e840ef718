package tokens

// Ratio is how many bytes of a request's body make one token of the server, for each model of a connection. It is learned from
// the usage that servers report. 0 has learned nothing.
type Ratio float64

const (
	ratioWeight  = 0.2 // of what was seen last in the moving mean
	ratioLeast   = 2   // limits of what is believed
	ratioMost    = 8   //
	ratioUnknown = 4   // until something was learned
)

// Learn returns the ratio after a request whose body had so many bytes and which the server counted as so many tokens. Short
// prompts teach nothing, for the reason that Factor.Learn has. Requests with pictures must not be given: their bytes are none of
// text.
func (r Ratio) Learn(bytes, counted int) Ratio {
	if bytes <= 0 || counted < factorPrompt {
		return r
	}
	seen := believable(Ratio(float64(bytes) / float64(counted)))
	if r == 0 {
		return seen
	}
	return believable(r + ratioWeight*(seen-r))
}

// Usable returns the ratio to reckon with: 2 … 8, and 4 if nothing was learned.
func (r Ratio) Usable() Ratio {
	if !(r > 0) { // NaN too
		return ratioUnknown
	}
	return believable(r)
}

func believable(r Ratio) Ratio { return min(max(r, ratioLeast), ratioMost) }
