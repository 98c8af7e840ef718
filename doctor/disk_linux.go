package doctor

import (
	"fmt"
	"syscall"
)

// kinds are the numbers of file systems that data lies on, from linux/magic.h.
var kinds = map[uint32]string{
	0xEF53: "ext4", 0x9123683E: "btrfs", 0x58465342: "xfs", 0xF2F52010: "f2fs", 0x2FC12FC1: "zfs", 0x01021994: "tmpfs", 0x794C7630: "overlay",
	0x6969: "nfs", 0xFF534D42: "cifs", 0xFE534D42: "smb2", 0x65735546: "fuse", 0x01021997: "9p", 0x4D44: "vfat", 0x2011BAB0: "exfat", 0x5346544E: "ntfs",
	0x7366746E: "ntfs",
}

// disk returns the kind of file system that a folder lies on and the room that is left, in bytes.
func disk(dir string) (kind string, room int64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return "", 0, err
	}
	kind = kinds[uint32(s.Type)] // #nosec G115 -- a magic number has 32 bits
	if kind == "" {
		kind = fmt.Sprintf("%#x", uint32(s.Type)) // #nosec G115 -- a magic number has 32 bits
	}
	return kind, int64(min(s.Bavail, 1<<40)) * int64(s.Bsize), nil
}

// writable reports whether files can be made in a folder, without making one.
func writable(dir string) bool { return syscall.Access(dir, 2) == nil }
