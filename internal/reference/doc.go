// Package reference holds the benchmark that the figures in docs/benchmarks.md
// are given as ratios of: SHA-256 over a mebibyte, with the processor's own
// instructions where it has them. Run it in the same run as whatever is
// measured; absolute figures of two machines, or of two hours, do not compare.
package reference
