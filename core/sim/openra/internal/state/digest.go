// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

// Digest stands for what something was at the last look, so that it need not be
// kept: what was kept was as large as what is played, and comparing with it cost 4 %
// of the playing thread's time (docs/adr/0060). Two things that differ have the same
// digest once in 2^64 times.
type Digest uint64

// Numbers without a pattern, the fractions of the square roots of 2, 3, 5 and 7: each
// part of what is digested meets another one, so that it matters where it stands.
const (
	digestA = 0x6a09e667f3bcc908
	digestB = 0xbb67ae8584caa73b
	digestC = 0x3c6ef372fe94f82b
	digestD = 0xa54ff53a5f1d36f1
)

// Digested is what is digested as it lies in memory: numbers and flags, nothing
// that points elsewhere. What lies in the gaps between them may count as a change
// where there is none; then the same is told once more.
type Digested interface {
	ActorPlace | ActorFigures | info.SightFigures | ActivityFigures
}

// DigestOf digests figures.
func DigestOf[T Digested](v *T) Digest {
	return digestBytes(unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v))) //nolint:gosec // what is digested points nowhere
}

// digestBytes digests sixteen bytes and more, in four rows that do not wait for each
// other; the last sixteen are taken whether or not they were taken already.
func digestBytes(data []byte) Digest {
	a, b, c, d := uint64(len(data))^digestA, uint64(digestB), uint64(digestC), uint64(digestD)
	rest := data
	for len(rest) >= 64 {
		a = fold(word(rest, 0)^digestB, word(rest, 8)^a)
		b = fold(word(rest, 16)^digestC, word(rest, 24)^b)
		c = fold(word(rest, 32)^digestD, word(rest, 40)^c)
		d = fold(word(rest, 48)^digestA, word(rest, 56)^d)
		rest = rest[64:]
	}
	if len(rest) >= 32 {
		a = fold(word(rest, 0)^digestC, word(rest, 8)^a)
		b = fold(word(rest, 16)^digestD, word(rest, 24)^b)
		rest = rest[32:]
	}
	if len(rest) >= 16 {
		c = fold(word(rest, 0)^digestA, word(rest, 8)^c)
	}
	last := data[len(data)-16:]
	d = fold(word(last, 0)^digestB, word(last, 8)^d)
	return Digest(fold(fold(a, b)^digestA, fold(c, d)^digestB))
}

func word(data []byte, at int) uint64 { return binary.LittleEndian.Uint64(data[at : at+8]) }

// fold multiplies and keeps both halves of the product.
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}

// With digests one more thing after another.
func (d Digest) With(next Digest) Digest {
	return Digest(fold(uint64(d)^digestA, uint64(next)^digestB))
}

// WithCells digests a list of cells after something else.
func (d Digest) WithCells(cells []wpos.Cell) Digest {
	d = d.With(Digest(len(cells)))
	for _, c := range cells {
		d = d.With(Digest(uint64(uint32(c.X)) | uint64(uint32(c.Y))<<32))
	}
	return d
}
