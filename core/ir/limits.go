// SPDX-License-Identifier: GPL-3.0-or-later

package ir

// Limits of the wire form. A writer refuses to exceed them and a reader
// refuses what does, so that both ends hold bounded memory.
const (
	// MaxBatchBytes bounds one encoded batch, header or trailer.
	MaxBatchBytes = 1 << 20
	// MaxBatchRows bounds the rows of one batch.
	MaxBatchRows = 1 << 16
	// MaxOrderBytes bounds what one order may add to a batch; Raw and Text
	// take part. An order is never split, so it stays below MaxBatchBytes.
	MaxOrderBytes = 512 << 10
	// MaxStrings bounds the string table of one batch.
	MaxStrings = 1 << 16
	// MaxListEntries bounds the lists of a header and of a trailer.
	MaxListEntries = 1 << 14
	// MaxKeptStrings bounds how many strings a reader or a writer keeps from one
	// batch to the next so as not to allocate them again.
	MaxKeptStrings = 4096
	// MaxKeptBytes bounds what the strings that a writer keeps take.
	MaxKeptBytes = 64 * MaxKeptStrings
)
