// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"errors"
	"fmt"
	"slices"

	"convertd/sdk"
)

// maxDamageFaults is how many places of one sample are worth telling.
const maxDamageFaults = 5

func checkCuts(s *suite, sample *Sample) error {
	whole, err := s.read(sample, sdk.DecodeOptions{})
	if err != nil {
		return err
	}
	lines := &recorder{}
	if s.writesLines() {
		if lines, err = s.read(sample, sdk.DecodeOptions{Native: true}); err != nil {
			return err
		}
	}
	var faults []error
	for _, size := range cuts(len(sample.Data), s.options.Cuts) {
		cut := &Sample{Name: sample.Name, Data: slices.Clip(sample.Data[:size])}
		r, err := s.read(cut, sdk.DecodeOptions{})
		if err == nil {
			err = prefix("order", r.orders, whole.orders)
		}
		if err == nil && s.writesLines() {
			var native *recorder
			if native, err = s.read(cut, sdk.DecodeOptions{Native: true}); err == nil {
				err = prefix("native line", native.lines, lines.lines)
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("cut to %d of %d bytes: %w", size, len(sample.Data), err))
		}
		if len(faults) >= maxDamageFaults {
			break
		}
	}
	return errors.Join(faults...)
}

// cuts are every size of the first few bytes, then n sizes up to the whole.
func cuts(size, n int) []int {
	var sizes []int
	for cut := range min(size, denseCuts) {
		sizes = append(sizes, cut)
	}
	for i := range n {
		sizes = append(sizes, size*(i+1)/(n+1))
	}
	if size > 0 {
		sizes = append(sizes, size-1)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes)
}

func prefix(what string, part, whole []uint64) error {
	if len(part) > len(whole) {
		return fmt.Errorf("%d of %s, more than the %d of the whole file", len(part), what, len(whole))
	}
	for i := range part {
		if part[i] != whole[i] {
			return fmt.Errorf("%s %d differs from the whole file's", what, i)
		}
	}
	return nil
}

func checkFlips(s *suite, sample *Sample) error {
	if len(sample.Data) == 0 {
		return nil
	}
	changed := &Sample{Name: sample.Name, Data: slices.Clone(sample.Data)}
	values := noise(s.options.Flips)
	var faults []error
	for i, value := range values {
		at := flipPlace(len(sample.Data), i, len(values))
		old := changed.Data[at]
		changed.Data[at] = old ^ max(value, 1)
		if _, err := s.read(changed, sdk.DecodeOptions{}); err != nil {
			faults = append(faults, fmt.Errorf("byte %d changed to %#x: %w", at, changed.Data[at], err))
		}
		changed.Data[at] = old
		if len(faults) >= maxDamageFaults {
			break
		}
	}
	return errors.Join(faults...)
}

// flipPlace spreads half of the places over the first kilobyte, where formats
// have their structure, and half over the whole.
func flipPlace(size, i, n int) int {
	const front = 1 << 10
	if i%2 == 0 {
		size = min(size, front)
	}
	return min(size-1, size*i/n)
}
