// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"convertd/core/ir"
	"convertd/sdk"
)

func checkProbe(s *suite, sample *Sample) error {
	var first sdk.Match
	for try := range 2 {
		for _, name := range []string{"", sample.Name} {
			match, err := s.decoder.Probe(s.ctx, probeInput(sample.Data, name))
			if err != nil {
				return err
			}
			declared := slices.ContainsFunc(s.info.Formats, func(f sdk.Format) bool { return f.ID == match.Format })
			if match.Confidence == 0 || match.Confidence > 100 || !declared {
				return fmt.Errorf("as %q: format %q, confidence %d", name, match.Format, match.Confidence)
			}
			if name != "" {
				continue
			}
			if try > 0 && match != first {
				return fmt.Errorf("two calls gave %+v and %+v", first, match)
			}
			first = match
		}
	}
	return nil
}

func checkStream(s *suite, sample *Sample) error {
	_, err := s.read(sample, sdk.DecodeOptions{})
	return err
}

func checkDeterminism(s *suite, sample *Sample) error {
	first, err := s.read(sample, sdk.DecodeOptions{})
	if err != nil {
		return err
	}
	second, err := s.read(sample, sdk.DecodeOptions{})
	if err != nil {
		return err
	}
	return sameStream(first, second)
}

func sameStream(first, second *recorder) error {
	if first.stream.Sum64() == second.stream.Sum64() && slices.Equal(first.orders, second.orders) {
		return nil
	}
	for i := range min(len(first.orders), len(second.orders)) {
		if first.orders[i] != second.orders[i] {
			return fmt.Errorf("order %d differs from one time to the next", i)
		}
	}
	return fmt.Errorf("streams of %d and %d calls differ", first.calls, second.calls)
}

// concurrency is how many decodings run at once.
const concurrency = 4

func checkConcurrency(s *suite, sample *Sample) error {
	var recorders [concurrency]*recorder
	var faults [concurrency]error
	var running sync.WaitGroup
	for i := range recorders {
		running.Go(func() { recorders[i], faults[i] = s.read(sample, sdk.DecodeOptions{}) })
	}
	running.Wait()
	if err := errors.Join(faults[:]...); err != nil {
		return err
	}
	for _, other := range recorders[1:] {
		if err := sameStream(recorders[0], other); err != nil {
			return err
		}
	}
	return nil
}

func checkHeaderDepth(s *suite, sample *Sample) error {
	full, err := s.read(sample, sdk.DecodeOptions{})
	if err != nil {
		return err
	}
	short, err := s.decode(s.ctx, sample, sdk.DecodeOptions{Depth: sdk.DepthHeader}, nil)
	if err != nil {
		if _, typed := ir.AsDecodeError(err); !typed {
			return err
		}
	}
	if len(short.orders)+short.samples+len(short.lines) > 0 {
		short.fault("%d orders, %d samples and %d lines were sent", len(short.orders), short.samples, len(short.lines))
	}
	if full.header != nil && short.header == nil {
		short.fault("there is no header")
	}
	if short.header != nil && short.trailer == nil {
		short.fault("there is no trailer")
	}
	if full.header != nil && short.header != nil && !reflect.DeepEqual(full.header, short.header) {
		short.fault("its header differs from the one of the full depth:\n%+v\n%+v", short.header, full.header)
	}
	return errors.Join(short.faults...)
}

func checkNative(s *suite, sample *Sample) error {
	if !s.writesLines() {
		return nil
	}
	first, err := s.read(sample, sdk.DecodeOptions{Native: true})
	if err != nil {
		return err
	}
	second, err := s.read(sample, sdk.DecodeOptions{Native: true})
	if err != nil {
		return err
	}
	if len(first.orders)+first.samples > 0 {
		return fmt.Errorf("%d orders and %d samples came with the lines", len(first.orders), first.samples)
	}
	if !slices.Equal(first.lines, second.lines) {
		return fmt.Errorf("%d and %d lines differ from one time to the next", len(first.lines), len(second.lines))
	}
	return sameStream(first, second)
}

// checkRaw compares plain lines with raw ones. A plain line hides characters and
// changes nothing else. That all which identifies somebody is hidden, nobody but
// the decoder's own tests can say.
func checkRaw(s *suite, sample *Sample) error {
	if !s.writesLines() {
		return nil
	}
	keepLines := func(r *recorder) { r.keepsText = true }
	plain, plainErr := s.decode(s.ctx, sample, sdk.DecodeOptions{Native: true}, keepLines)
	raw, rawErr := s.decode(s.ctx, sample, sdk.DecodeOptions{Native: true, Raw: true}, keepLines)
	if fmt.Sprint(plainErr) != fmt.Sprint(rawErr) {
		raw.fault("plain lines end with %w, raw ones with %w", orNil(plainErr), orNil(rawErr))
	}
	if len(plain.text) != len(raw.text) {
		raw.fault("there are %d plain lines and %d raw ones", len(plain.text), len(raw.text))
		return errors.Join(raw.faults...)
	}
	for i := range plain.text {
		if !hides(plain.text[i], raw.text[i]) {
			raw.fault("plain line %d differs from the raw one in more than characters that became %q", i+1, hiddenCharacter)
		}
	}
	if !reflect.DeepEqual(plain.header, raw.header) || !reflect.DeepEqual(plain.trailer, raw.trailer) {
		raw.fault("header or trailer differ beside raw lines")
	}
	return errors.Join(raw.faults...)
}

// hiddenCharacter stands in a plain line for a byte that identifies somebody.
const hiddenCharacter = 'x'

// hides reports whether a plain line is the raw one with some bytes hidden.
func hides(plain, raw string) bool {
	if len(plain) != len(raw) {
		return false
	}
	for i := range len(plain) {
		if plain[i] != raw[i] && plain[i] != hiddenCharacter {
			return false
		}
	}
	return true
}

// refusals are what the suite's sink says: an error like any other, and one that
// a decoder must not take for damage of its input.
var refusals = []error{
	errors.New("conformance: the sink refuses"),
	&ir.DecodeError{Code: ir.CodeLimitExceeded, Section: "sink", Message: "conformance: the sink refuses"},
}

func checkSinkError(s *suite, sample *Sample) error {
	for _, native := range []bool{false, true} {
		if native && !s.writesLines() {
			continue
		}
		options := sdk.DecodeOptions{Native: native}
		whole, err := s.read(sample, options)
		if err != nil {
			return err
		}
		for _, at := range someCalls(whole.calls) {
			for _, refusal := range refusals {
				r, err := s.decode(s.ctx, sample, options, func(r *recorder) { r.refuseAt, r.refusal = at, refusal })
				if err != refusal { //nolint:errorlint // unchanged means the very same
					r.fault("call %d of %d was refused, and the decoding ended with %w", at, whole.calls, orNil(err))
				}
				if err := errors.Join(r.faults...); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// fewCalls is how many calls are tried one by one.
const fewCalls = 24

// someCalls are all of n calls if they are few, else the first ones, some in the
// middle and the last ones.
func someCalls(n int) []int {
	if n <= fewCalls {
		calls := make([]int, n)
		for i := range calls {
			calls[i] = i + 1
		}
		return calls
	}
	return []int{1, 2, n / 3, n / 2, n - 1, n}
}

var errCancelled = errors.New("conformance: cancelled")

// cancelSlack is how many calls a decoder may still make after a cancellation:
// it need not look after every record.
const cancelSlack = 1 << 17

func checkCancel(s *suite, sample *Sample) error {
	whole, err := s.read(sample, sdk.DecodeOptions{})
	if err != nil {
		return err
	}
	for _, at := range append([]int{0}, someCalls(whole.calls)...) {
		ctx, cancel := context.WithCancelCause(s.ctx)
		if at == 0 {
			cancel(errCancelled)
		}
		r, err := s.decode(ctx, sample, sdk.DecodeOptions{}, func(r *recorder) {
			r.onCall = func(calls int) {
				if calls == at {
					cancel(errCancelled)
				}
			}
		})
		cancel(nil)
		finished := r.calls == whole.calls
		cancelled := errors.Is(err, context.Canceled) || errors.Is(err, errCancelled)
		if !finished && !cancelled {
			r.fault("cancelled at call %d of %d, it ended after %d with %w", at, whole.calls, r.calls, orNil(err))
		}
		if finished && whole.calls-at > cancelSlack {
			r.fault("cancelled at call %d, it went on to the last of %d", at, whole.calls)
		}
		if err := errors.Join(r.faults...); err != nil {
			return err
		}
	}
	return nil
}
