// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import "fmt"

// FormatError says what of a map could not be read and where. The caller
// treats the map as not to be had.
type FormatError struct {
	File    string // "archive", "map.yaml" or "map.bin"
	Line    int    // line of map.yaml, 0 elsewhere
	Offset  int    // byte offset, 0 where a line is given
	Message string
	Cause   error
}

func (e *FormatError) Error() string {
	place := fmt.Sprintf("byte %d", e.Offset)
	if e.Line > 0 {
		place = fmt.Sprintf("line %d", e.Line)
	}
	text := fmt.Sprintf("map: %s at %s: %s", e.File, place, e.Message)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Cause }
