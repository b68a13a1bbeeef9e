// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

func checkInfo(s *suite) error {
	first, err := s.decoder.Info(s.ctx)
	if err != nil {
		return err
	}
	second, err := s.decoder.Info(s.ctx)
	if err != nil {
		return err
	}
	s.info = first
	var faults error
	fault := func(format string, args ...any) { faults = errors.Join(faults, fmt.Errorf(format, args...)) }
	if !reflect.DeepEqual(first, second) {
		fault("two calls gave %+v and %+v", first, second)
	}
	if first.Name == "" || first.Version == "" || len(first.Formats) == 0 {
		fault("name, version and at least one format are needed: %+v", first)
	}
	for _, format := range first.Formats {
		if format.ID == "" || format.Description == "" {
			fault("a format has no id or no description: %+v", format)
		}
		for _, extension := range format.Extensions {
			if !strings.HasPrefix(extension, ".") || extension != strings.ToLower(extension) {
				fault("extension %q of %s: lower-case with a dot, please", extension, format.ID)
			}
		}
	}
	return faults
}

func checkEmpty(s *suite) error {
	match, err := s.decoder.Probe(s.ctx, sdk.ProbeInput{})
	if err != nil {
		return err
	}
	if match.Confidence != 0 {
		return fmt.Errorf("probe of nothing is sure by %d", match.Confidence)
	}
	return s.refused(&Sample{})
}

// refused checks that a decoding fails as an error of the input.
func (s *suite) refused(sample *Sample) error {
	r, err := s.decode(s.ctx, sample, sdk.DecodeOptions{}, nil)
	if _, typed := ir.AsDecodeError(err); !typed {
		r.fault("%d bytes of nothing gave %w instead of an *ir.DecodeError", len(sample.Data), orNil(err))
	}
	return errors.Join(r.faults...)
}

var errNone = errors.New("no error")

func orNil(err error) error {
	if err == nil {
		return errNone
	}
	return err
}

func checkGarbage(s *suite) error {
	var faults error
	starts := [][]byte{nil}
	for _, format := range s.info.Formats {
		if len(format.Magic) > 0 {
			starts = append(starts, format.Magic)
		}
	}
	for _, start := range starts {
		for _, size := range []int{1, 17, 4096, 100_000} {
			data := append(append([]byte{}, start...), noise(size)...)
			if _, err := s.decoder.Probe(s.ctx, probeInput(data, "")); err != nil {
				faults = errors.Join(faults, fmt.Errorf("probe of %d random bytes after %q: %w", size, start, err))
			}
			if err := s.refused(&Sample{Data: data}); err != nil {
				faults = errors.Join(faults, fmt.Errorf("%d random bytes after %q: %w", size, start, err))
			}
		}
	}
	return faults
}

// noise is the same random bytes every time (xorshift64).
func noise(n int) []byte {
	state := uint64(0x9E3779B97F4A7C15)
	bytes := make([]byte, n)
	for i := range bytes {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		bytes[i] = byte(state)
	}
	return bytes
}

func probeInput(data []byte, name string) sdk.ProbeInput {
	return sdk.ProbeInput{
		Head: data[:min(len(data), sdk.ProbeBytes)],
		Tail: data[max(0, len(data)-sdk.ProbeBytes):],
		Name: name, Size: int64(len(data)),
	}
}
