// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"convertd/sdk"
)

// checkSpoilt changes more than a byte at a time: runs are cut out, doubled, moved
// and put in, numbers become as large as they can be. Where the format has a seal
// that was found it is made to fit again, so that the change is not all that is
// noticed. The same inputs come every time.
func checkSpoilt(s *suite, sample *Sample) error {
	if len(sample.Data) == 0 {
		return nil
	}
	seals := findSeals(sample.Data)
	packed, isPacked := findPacked(sample.Data)
	dice := newDice(len(sample.Data))
	var faults []error
	for i := range s.options.Spoils {
		var changed []byte
		if isPacked && i%2 == 0 {
			changed = packed.with(sample.Data, dice.spoil(packed.inner))
		} else {
			changed = dice.spoil(sample.Data)
		}
		for _, seal := range seals {
			seal.put(changed)
		}
		if _, err := s.read(&Sample{Name: sample.Name, Data: changed}, sdk.DecodeOptions{}); err != nil {
			faults = append(faults, fmt.Errorf("spoilt input %d: %w", i, err))
		}
		if len(faults) >= maxDamageFaults {
			break
		}
	}
	return errors.Join(faults...)
}

// dice are the same numbers every time for the same sample (xorshift64).
type dice uint64

func newDice(size int) *dice {
	state := dice(0x9E3779B97F4A7C15) ^ dice(size)
	return &state
}

// below returns a number from 0 up to n, which must not be 0.
func (d *dice) below(n int) int {
	*d ^= *d << 13
	*d ^= *d >> 7
	*d ^= *d << 17
	return int(uint64(*d) % uint64(n))
}

const (
	maxSpoilRun   = 64
	maxSpoilSteps = 4
)

// extremes are what lengths and counts are made to be.
var extremes = []uint32{0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF}

// spoil returns a changed copy.
func (d *dice) spoil(data []byte) []byte {
	data = slices.Clone(data)
	for range 1 + d.below(maxSpoilSteps) {
		if len(data) == 0 {
			return data
		}
		from := d.below(len(data))
		if d.below(2) == 0 { // half of all near the front, where formats have their structure
			from = d.below(min(len(data), 1<<10))
		}
		run := slices.Clone(data[from:min(len(data), from+1+d.below(maxSpoilRun))])
		switch d.below(6) {
		case 0:
			data = slices.Delete(data, from, from+len(run))
		case 1:
			data = slices.Insert(data, from, run...)
		case 2:
			data = slices.Delete(data, from, from+len(run))
			data = slices.Insert(data, d.below(len(data)+1), run...)
		case 3:
			data = slices.Insert(data, d.below(len(data)+1), noise(len(run))...)
		case 4:
			copy(data[from:], noise(len(run)))
		case 5:
			number := binary.LittleEndian.AppendUint32(nil, extremes[d.below(len(extremes))])
			if d.below(2) == 0 {
				slices.Reverse(number)
			}
			copy(data[from:], number)
		}
	}
	return data
}
