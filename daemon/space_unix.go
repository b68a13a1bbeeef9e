// SPDX-License-Identifier: GPL-3.0-or-later

//go:build linux || darwin || freebsd

package daemon

import "golang.org/x/sys/unix"

// freeBytes is the room that is left for this user on the disk of a folder; known
// is false if the system does not say.
func freeBytes(folder string) (free uint64, known bool) {
	var disk unix.Statfs_t
	if err := unix.Statfs(folder, &disk); err != nil {
		return 0, false
	}
	return uint64(disk.Bavail) * uint64(disk.Bsize), true //nolint:unconvert // types differ between systems
}
