// SPDX-License-Identifier: GPL-3.0-or-later

package lists

// Copied copies a list into memory that is there; a list that is nil stays it.
func Copied[T any](to, from []T) []T {
	switch {
	case from == nil:
		return nil
	case to == nil:
		to = make([]T, 0, len(from))
	}
	return append(to[:0], from...)
}

// Resized gives a list the length of another; what it held is kept, to be used
// again.
func Resized[T any](list []T, n int) []T {
	if n <= cap(list) {
		return list[:n]
	}
	longer := make([]T, n)
	copy(longer, list[:cap(list)])
	return longer
}
