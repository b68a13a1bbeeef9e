// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strconv"
	"strings"
	"time"
)

// parseInt32 reads a decimal number, otherwise if the text is none.
func parseInt32(text string, otherwise int32) int32 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return otherwise
	}
	return int32(n)
}

// parseTime reads a time of the metadata as Unix seconds; 0 if it is not set,
// which recorders write as the year 1 (docs/formats/orarep.md#metadata).
func parseTime(text string) int64 {
	t, err := time.ParseInLocation("2006-01-02 15-04-05", text, time.UTC)
	if err != nil || t.Year() <= 1 {
		return 0
	}
	return t.Unix()
}

// validText replaces what is not UTF-8, as .NET does when it reads a string.
func validText(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
