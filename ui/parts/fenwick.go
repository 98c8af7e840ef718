package parts

import "maps"

// Heights keeps the heights of the rows of a long list and answers, in logarithmic time, where a row starts and which row
// covers a place. Every row starts with the same guess; only the differences from it are stored, in a binary indexed tree
// (Fenwick, "A New Data Structure for Cumulative Frequency Tables", 1994). The tree is sparse: rows that nobody has looked at cost
// nothing, so a list of a million is made as fast as one of ten. Heights should be whole pixels: sums are then exact.
type Heights struct {
	guess float64
	n     int
	tree  map[int]float64 // nodes from 1 to n; a missing one is 0
}

// NewHeights returns n rows of height guess.
func NewHeights(n int, guess float64) *Heights {
	return &Heights{guess: guess, n: n, tree: map[int]float64{}}
}

// Reset begins anew with n rows of height guess and uses the memory again.
func (h *Heights) Reset(n int, guess float64) {
	h.guess, h.n = guess, n
	clear(h.tree)
}

// Len returns the number of rows.
func (h *Heights) Len() int { return h.n }

// Top returns the sum of the heights of the first i rows: where row i starts. Top(Len()) is the height of the whole list.
func (h *Heights) Top(i int) float64 {
	sum := float64(i) * h.guess
	for ; i > 0; i -= i & -i {
		sum += h.tree[i]
	}
	return sum
}

// Total returns the height of the whole list.
func (h *Heights) Total() float64 { return h.Top(h.Len()) }

// Of returns the height of row i.
func (h *Heights) Of(i int) float64 {
	i++
	diff, stop := h.tree[i], i-i&-i
	for j := i - 1; j > stop; j -= j & -j {
		diff -= h.tree[j]
	}
	return h.guess + diff
}

// Set makes height the height of row i.
func (h *Heights) Set(i int, height float64) {
	diff := height - h.Of(i)
	if diff == 0 {
		return
	}
	for i++; i <= h.n; i += i & -i {
		h.tree[i] += diff
	}
}

// Append adds a row of the guessed height at the end.
func (h *Heights) Append() {
	h.n++
	diff := 0.0
	for j := h.n - 1; j > h.n-h.n&-h.n; j -= j & -j {
		diff += h.tree[j]
	}
	if diff != 0 {
		h.tree[h.n] = diff
	}
}

// Truncate drops the rows from n on.
func (h *Heights) Truncate(n int) {
	h.n = n
	maps.DeleteFunc(h.tree, func(i int, _ float64) bool { return i > n })
}

// Find returns the row that covers y and where that row starts. A y above the list gives row 0, one below it the last row.
// The list must not be empty.
func (h *Heights) Find(y float64) (row int, top float64) {
	step := 1
	for step*2 <= h.n {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		next := row + step
		if next >= h.n {
			continue
		}
		if end := top + float64(step)*h.guess + h.tree[next]; end <= y {
			row, top = next, end
		}
	}
	return row, top
}
