package parts

import "math"

// Scale puts values on a slider: each stop has the same room, so stops that grow by a steady factor make a logarithmic
// scale of round numbers. Stops must rise strictly and there must be two or more.
type Scale struct {
	Stops []int
	// Off, if set, is one more stop beyond the last: the value 0, "no limit". The stops are above 0 then.
	Off bool
}

// last returns the index of the rightmost stop.
func (s Scale) last() int {
	if s.Off {
		return len(s.Stops)
	}
	return len(s.Stops) - 1
}

// Steps returns how many stops the slider has.
func (s Scale) Steps() int { return s.last() + 1 }

// Value returns the value of the stop nearest to pos, which runs from 0 (left) to 1 (right).
func (s Scale) Value(pos float64) int {
	i := int(math.Round(min(max(pos, 0), 1) * float64(s.last())))
	if i == len(s.Stops) {
		return 0
	}
	return s.Stops[i]
}

// Pos returns where value lies, 0 … 1. A value between two stops lies between them in proportion of its logarithm; one
// beyond the ends lies at the end. With Off, 0 is the right end.
func (s Scale) Pos(value int) float64 {
	if s.Off && value <= 0 {
		return 1
	}
	top := float64(s.last())
	for i, stop := range s.Stops {
		if value > stop {
			continue
		}
		if i == 0 || value == stop {
			return float64(i) / top
		}
		return (float64(i-1) + between(value, s.Stops[i-1], stop)) / top
	}
	return float64(len(s.Stops)-1) / top
}

// between returns how far value is on the way from low to high, 0 … 1: by logarithms, or evenly where those end.
func between(value, low, high int) float64 {
	if low <= 0 {
		return float64(value-low) / float64(high-low)
	}
	return math.Log(float64(value)/float64(low)) / math.Log(float64(high)/float64(low))
}

// Step returns the value n stops to the right of the given one (to the left if n is negative), staying on the scale.
// From between two stops the first step goes to the neighbour in that direction.
func (s Scale) Step(value, n int) int {
	at := s.Pos(value) * float64(s.last())
	near := math.Round(at)
	if math.Abs(at-near) < 1e-9 {
		at = near
	}
	to := math.Floor(at) + float64(n)
	if n < 0 {
		to = math.Ceil(at) + float64(n)
	}
	return s.Value(to / float64(s.last()))
}
