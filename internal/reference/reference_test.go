// SPDX-License-Identifier: GPL-3.0-or-later

package reference

import (
	"crypto/sha256"
	"testing"
	"time"
)

// BenchmarkReference is the yardstick: MB/s of SHA-256.
func BenchmarkReference(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		data[0] ^= sha256.Sum256(data)[0]
	}
}

// BenchmarkAdditions is how much of the processors' cores one has: additions/ns.
func BenchmarkAdditions(b *testing.B) {
	b.ReportAllocs()
	sum, n := 0.0, 0
	for b.Loop() {
		sum += Additions(50 * time.Millisecond)
		n++
	}
	b.ReportMetric(sum/float64(n), "additions/ns")
}
