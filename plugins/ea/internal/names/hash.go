// SPDX-License-Identifier: GPL-3.0-or-later

package names

// Hash is the id that Tiberium Wars, Kane's Wrath and Red Alert 3 give an
// asset: a hash of its lower-case name, seeded with its length
// (docs/engine/rules.md#asset-hash). name must be lower-case ASCII.
func Hash(name string) uint32 {
	h := uint32(len(name))
	word := func(i int) uint32 { return uint32(name[i]) | uint32(name[i+1])<<8 }
	// The last byte of an odd tail is a signed char in the original.
	signed := func(i int) uint32 { return uint32(int32(int8(name[i]))) }
	i := 0
	for ; i+4 <= len(name); i += 4 {
		h += word(i)
		h = h<<16 ^ word(i+2)<<11 ^ h
		h += h >> 11
	}
	switch len(name) - i {
	case 3:
		h += word(i)
		h ^= h << 16
		h ^= signed(i+2) << 18
		h += h >> 11
	case 2:
		h += word(i)
		h ^= h << 11
		h += h >> 17
	case 1:
		h += signed(i)
		h ^= h << 10
		h += h >> 1
	}
	h ^= h << 3
	h += h >> 5
	h ^= h << 2
	h += h >> 15
	h ^= h << 10
	return h
}
