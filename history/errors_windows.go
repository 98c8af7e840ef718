package history

import "syscall"

// errFull lists what the system reports when there is no room for a write: ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
var errFull = []error{syscall.ENOSPC, syscall.Errno(39), syscall.Errno(112)}
