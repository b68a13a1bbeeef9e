// SPDX-License-Identifier: GPL-3.0-or-later

package printable

import (
	"fmt"
	"io"
)

// foreign is an argument of a format whose text may come from anywhere.
type foreign struct{ value any }

// Format implements [fmt.Formatter]: the value is written as its verb and flags
// say, and what comes out is made harmless.
func (f foreign) Format(state fmt.State, verb rune) {
	value := f.value
	if text, ok := value.(string); ok && verb != 'q' {
		value = Text(text) // so that %-10s pads what is seen
	}
	_, _ = io.WriteString(state, Text(fmt.Sprintf(fmt.FormatString(state, verb), value))) // Fprintf tells of the error
}

func protect(values []any) []any {
	protected := make([]any, len(values))
	for i, value := range values {
		switch value.(type) {
		case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64, bool:
			protected[i] = value // may also be the width of another: %*d
		default:
			protected[i] = foreign{value}
		}
	}
	return protected
}

// Sprintf is [fmt.Sprintf] with every argument made harmless. The format is the
// program's own.
func Sprintf(format string, values ...any) string {
	return fmt.Sprintf(format, protect(values)...)
}

// Fprintf is [fmt.Fprintf] with every argument made harmless. The format is the
// program's own. The error is that of the writer.
func Fprintf(output io.Writer, format string, values ...any) (int, error) {
	return fmt.Fprintf(output, format, protect(values)...)
}
