// SPDX-License-Identifier: GPL-3.0-or-later

package murk

// storage is the values of one field, with what is needed to hash them again
// quickly after few of them changed.
type storage struct {
	values  []uint32 // float32 bits, storage order
	blocks  []block
	nonzero int   // values that are not zero bits
	written []int // ranks written since the last clear, PerTick fields only
	// factors for a whole block and for the last one.
	whole, last uint64
}

func newStorage(length int) storage {
	blocks := (length + blockValues - 1) / blockValues
	return storage{
		values: make([]uint32, length),
		blocks: make([]block, blocks),
		whole:  power(4 * blockValues),
		last:   power(4 * (length - (blocks-1)*blockValues)),
	}
}

// set stores a value and returns whether it differs from the one before.
func (s *storage) set(index int, value uint32) bool {
	before := s.values[index]
	if before == value {
		return false
	}
	s.values[index] = value
	changed := &s.blocks[index/blockValues]
	changed.forget()
	if before == 0 {
		changed.nonzero++
		s.nonzero++
	}
	if value == 0 {
		changed.nonzero--
		s.nonzero--
	}
	return true
}

// fold returns hash with every value folded in.
func (s *storage) fold(hash uint64) uint64 {
	last := len(s.blocks) - 1
	for i := range last {
		hash = s.blocks[i].fold(hash, s.values[i*blockValues:(i+1)*blockValues], s.whole)
	}
	return s.blocks[last].fold(hash, s.values[last*blockValues:], s.last)
}
