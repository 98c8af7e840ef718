//go:build !windows

package history

import "syscall"

// errFull lists what the system reports when there is no room for a write.
var errFull = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
