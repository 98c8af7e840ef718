package history

import "os"

// SetFault makes the store fail: f is asked before each read ("read") and each commit ("write").
func (s *Store) SetFault(f func(op string) error) { s.fault = f }

// WithOpenFile returns opt with a substitute for os.OpenFile.
func WithOpenFile(opt Options, f func(string, int, os.FileMode) (*os.File, error)) Options {
	opt.openFile = f
	return opt
}

// Preview and Repair are tested from outside.
var (
	Preview = preview
	Repair  = repair
)
