package history

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"
)

// Error is the only error type of this package. It carries a stable code for the window's words and wraps the cause.
// errors.Is compares codes, so errors.Is(err, ErrLocked) holds for every error with the code "history.locked".
type Error struct {
	code  string
	what  string // the thing it is about: an id, a file name
	cause error
}

// These errors end Open.
var (
	// ErrLocked: another process has the store open.
	ErrLocked = &Error{code: "history.locked"}
	// ErrDamaged: the file is not a store or its content contradicts itself. It may also come from any later call;
	// from then on the store refuses to write.
	ErrDamaged = &Error{code: "history.damaged"}
	// ErrMissing: there is no file, but there are backups, or broken files that were kept: something took it away. Nothing was made
	// in its place. See StartNew and RestoreBackup.
	ErrMissing = &Error{code: "history.missing"}
	// ErrReadOnly: the folder or the file may not be written.
	ErrReadOnly = &Error{code: "history.read_only"}
	// ErrNewer: a newer version of the program wrote the file. The file was not touched.
	ErrNewer = &Error{code: "history.newer"}
	// ErrNoFolder: the data folder is not there and cannot be made, for instance because a file is in its place.
	ErrNoFolder = &Error{code: "history.no_folder"}
)

// These errors refuse one call; the store goes on and nothing was changed.
var (
	// ErrNotFound: no persona, talk, entry, summary, memory or attachment has this id.
	ErrNotFound = &Error{code: "history.not_found"}
	// ErrBadName: a name is empty, or longer than MaxName bytes.
	ErrBadName = &Error{code: "history.bad_name"}
	// ErrTooLarge: an entry, an attachment or a line of an import exceeds its limit.
	ErrTooLarge = &Error{code: "history.too_large"}
	// ErrTooFar: more than MaxReplaced entries follow the one that was to be replaced.
	ErrTooFar = &Error{code: "history.too_far"}
	// ErrMoved: the talk does not stand where it was thought to stand, because it has gone on since.
	ErrMoved = &Error{code: "history.moved"}
	// ErrNotTrashed: only what lies in the trash can be removed for good.
	ErrNotTrashed = &Error{code: "history.not_trashed"}
	// ErrBadRecord: a value cannot be stored, or a record of an import cannot be read.
	ErrBadRecord = &Error{code: "history.bad_record"}
	// ErrBackup: a backup could not be made, or is none that can be restored; the cause says why. Older backups are as they were.
	ErrBackup = &Error{code: "history.backup"}
	// ErrNotExport: the file to import is none that this program reads.
	ErrNotExport = &Error{code: "history.not_export"}
)

// These errors come while the store is in use.
var (
	// ErrFull: the disk is full. Nothing was changed; the call may be repeated when there is room.
	ErrFull = &Error{code: "history.full"}
	// ErrAway: the data folder does not hold the open file any more. Nothing was written; see Store.Away and Store.PutBack.
	ErrAway = &Error{code: "history.away"}
	// ErrUnread: an earlier read of this talk failed, so nothing more is written to it. See Talk.Err.
	ErrUnread = &Error{code: "history.unread"}
	// ErrClosed: the store is closed.
	ErrClosed = &Error{code: "history.closed"}
	// ErrIO: the system reported another failure of reading or writing.
	ErrIO = &Error{code: "history.io"}
)

// Codes lists the code of every error of this package.
func Codes() []string {
	all := []*Error{
		ErrLocked, ErrDamaged, ErrMissing, ErrReadOnly, ErrNewer, ErrNoFolder,
		ErrNotFound, ErrBadName, ErrTooLarge, ErrTooFar, ErrMoved, ErrNotTrashed, ErrBadRecord, ErrBackup, ErrNotExport,
		ErrFull, ErrAway, ErrUnread, ErrClosed, ErrIO,
	}
	codes := make([]string, len(all))
	for i, e := range all {
		codes[i] = e.code
	}
	return codes
}

// Code returns the stable code, for instance "history.locked".
func (e *Error) Code() string { return e.code }

// Passing reports whether the cause lies outside and may end by itself or by the user's hand, so that the same call is worth repeating
// later: no room, a folder that may not be written or is away, a disk that fails.
func (e *Error) Passing() bool { return isAny(e, ErrFull, ErrReadOnly, ErrAway, ErrIO) }

// Args returns the values that a sentence about the error needs: "what", the thing it is about, and "cause".
func (e *Error) Args() map[string]any {
	args := map[string]any{"what": e.what, "cause": ""}
	if e.cause != nil {
		args["cause"] = e.cause.Error()
	}
	return args
}

// Error describes the error for a log.
func (e *Error) Error() string {
	s := e.code
	if e.what != "" {
		s += " " + e.what
	}
	if e.cause != nil {
		s += ": " + e.cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Is reports whether target is an Error with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.code == e.code
}

// about returns a copy of the error that says what it is about and why.
func (e *Error) about(what string, cause error) *Error {
	return &Error{code: e.code, what: what, cause: cause}
}

// damaged returns ErrDamaged with a reason.
func damaged(what, format string, args ...any) *Error {
	return ErrDamaged.about(what, fmt.Errorf(format, args...))
}

// classify turns whatever bbolt and the system return into an Error; an Error stays what it is.
func classify(what string, err error) error {
	var own *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return err
	case errors.Is(err, bolterrors.ErrTimeout):
		return ErrLocked.about(what, err)
	case isAny(err, bolterrors.ErrDatabaseNotOpen, bolterrors.ErrTxClosed):
		return ErrClosed.about(what, err)
	case isAny(err, bolterrors.ErrInvalid, bolterrors.ErrChecksum, bolterrors.ErrVersionMismatch, bolterrors.ErrInvalidMapping,
		bolterrors.ErrIncompatibleValue):
		return ErrDamaged.about(what, err)
	case isAny(err, bolterrors.ErrValueTooLarge, bolterrors.ErrKeyTooLarge):
		return ErrTooLarge.about(what, err)
	case isFull(err):
		return ErrFull.about(what, err)
	case isAny(err, fs.ErrPermission, syscall.EROFS, bolterrors.ErrDatabaseReadOnly):
		return ErrReadOnly.about(what, err)
	}
	return ErrIO.about(what, err)
}

// isFull recognises a full disk. bbolt formats some causes away ("file resize error: %s"), hence the look at the text.
func isFull(err error) bool {
	return isAny(err, errFull...) || slices.ContainsFunc(errFull, func(full error) bool { return strings.Contains(err.Error(), full.Error()) })
}

func isAny(err error, targets ...error) bool {
	for _, t := range targets {
		if errors.Is(err, t) {
			return true
		}
	}
	return false
}
