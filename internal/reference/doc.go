// SPDX-License-Identifier: GPL-3.0-or-later

// Package reference holds the benchmarks that the figures in docs/benchmarks.md
// are given as ratios of: SHA-256 over a mebibyte, with the processor's own
// instructions where it has them, and additions that do not wait for each other.
// Each SHA-256 instruction waits for the one before, so it runs as fast while
// somebody else uses the other half of the core; the additions do not. Run them in
// the same run as whatever is measured; absolute figures of two machines, or of two
// hours, do not compare.
package reference
