package reference

import (
	"crypto/sha256"
	"testing"
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
