// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import "fmt"

// Error is why bytes are not a valid state.
type Error struct {
	Offset  int    // byte offset in the encoded form, -1 if it is not about one
	Message string // what is wrong
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return "snapshot: " + e.Message
	}
	return fmt.Sprintf("snapshot: byte %d: %s", e.Offset, e.Message)
}

// BaselineMismatchError means that a delta was made against another state.
// The caller has the wrong full keyframe, or a damaged one.
type BaselineMismatchError struct{ Field string }

func (e *BaselineMismatchError) Error() string {
	return fmt.Sprintf("delta belongs to another baseline: %s differs", e.Field)
}
