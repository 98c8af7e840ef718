package history

import (
	"os"
	"time"

	"bonbon/history/talk"
)

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

// Lengthen appends n entries in one transaction.
func (t *Talk) Lengthen(n int) error {
	return t.write(func(tr *tree) error {
		for range n {
			if _, err := tr.append(talk.Entry{Role: talk.User, Text: "more words of a long talk", Tokens: 6}, t.s.opt.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

// Now is the store's clock.
func (s *Store) Now() time.Time { return s.opt.Now() }

// Schema is the schema that this version writes.
const Schema = schema

// Store is the talk's store.
func (t *Talk) Store() *Store { return t.s }
