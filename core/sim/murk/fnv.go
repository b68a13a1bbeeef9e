// SPDX-License-Identifier: GPL-3.0-or-later

package murk

// FNV-1a, 64 bits (docs/formats/murk.md#hashes).
const (
	fnvOffset uint64 = 0xcbf29ce484222325
	fnvPrime  uint64 = 0x100000001b3
)

func foldUint32(hash uint64, value uint32) uint64 {
	hash = (hash ^ uint64(value&0xff)) * fnvPrime
	hash = (hash ^ uint64(value>>8&0xff)) * fnvPrime
	hash = (hash ^ uint64(value>>16&0xff)) * fnvPrime
	return (hash ^ uint64(value>>24)) * fnvPrime
}

func foldUint64(hash, value uint64) uint64 {
	return foldUint32(foldUint32(hash, uint32(value)), uint32(value>>32))
}

// blockValues is how many values share one memo of the hash.
const blockValues = 512

// block remembers what folding its values does to a hash.
//
// A byte b changes only the lowest eight bits before the multiplication, and
// those bits follow from themselves alone. So folding n bytes takes a hash h
// to h*prime^n + c, where c depends only on the bytes and on the lowest byte
// of h: one remembered c for each of its 256 values makes an unchanged block
// cost one multiplication, however serial the hash is.
type block struct {
	known   [4]uint64 // bit for each lowest byte whose offset is known
	offsets []uint64  // 256, made when the block is first folded
	nonzero int       // values that are not zero bits
}

// forget drops what is remembered, because a value has changed.
func (b *block) forget() { b.known = [4]uint64{} }

// fold returns hash with values folded in. factor is prime^(4*len(values)).
func (b *block) fold(hash uint64, values []uint32, factor uint64) uint64 {
	if b.nonzero == 0 {
		return hash * factor // zero bytes change nothing before the product
	}
	low := hash & 0xff
	if b.known[low>>6]>>(low&63)&1 != 0 {
		return hash*factor + b.offsets[low]
	}
	if b.offsets == nil {
		b.offsets = make([]uint64, 256)
	}
	folded := hash
	for _, value := range values {
		folded = foldUint32(folded, value)
	}
	b.offsets[low] = folded - hash*factor
	b.known[low>>6] |= 1 << (low & 63)
	return folded
}

// power returns prime^n.
func power(n int) uint64 {
	result, square := uint64(1), fnvPrime
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			result *= square
		}
		square *= square
	}
	return result
}
