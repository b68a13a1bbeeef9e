// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import "fmt"

// Error is why a pack was refused.
type Error struct {
	// Path is the place in the file: "types[3].needs[0]", "" for the file as a whole.
	Path string
	// Offset is the byte at which the place, or what surrounds it, begins.
	Offset  int64
	Message string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("rule pack, byte %d: %s", e.Offset, e.Message)
	}
	return fmt.Sprintf("rule pack, %s (byte %d): %s", e.Path, e.Offset, e.Message)
}
