// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"convertd/sdk"
)

// Decoder is what the suite needs of a decoder, wherever it runs.
type Decoder interface {
	Info(ctx context.Context) (sdk.Info, error)
	Probe(ctx context.Context, input sdk.ProbeInput) (sdk.Match, error)
	// Decode follows the contract of sdk.Decoder.
	Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error
}

// InProcess wraps a decoder that is part of this program.
func InProcess(decoder sdk.Decoder) Decoder { return inProcess{decoder} }

type inProcess struct{ decoder sdk.Decoder }

func (p inProcess) Info(context.Context) (info sdk.Info, err error) {
	defer catch(&err)
	return p.decoder.Info(), nil
}

func (p inProcess) Probe(_ context.Context, input sdk.ProbeInput) (match sdk.Match, err error) {
	defer catch(&err)
	return p.decoder.Probe(input), nil
}

func (p inProcess) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) (err error) {
	defer catch(&err)
	return p.decoder.Decode(ctx, source, options, sink)
}

// panicError marks a decoder that panicked.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

func catch(err *error) {
	if value := recover(); value != nil {
		*err = &panicError{value: value, stack: debug.Stack()}
	}
}

// Sample is a replay of one of the decoder's formats, whole or damaged.
type Sample struct {
	Name string // bare file name
	Data []byte
}

// Options say how thorough the suite is. The zero value of a field means its
// default.
type Options struct {
	// Cuts is at how many places each sample is cut off, besides every place
	// in its first bytes.
	Cuts int
	// Flips is how many single bytes of each sample are changed, one at a time.
	Flips int
	// Spoils is how many times each sample is changed in more than one byte.
	Spoils int
	// Patience is how long one decoding may take.
	Patience time.Duration
}

// Defaults of Options.
const (
	DefaultCuts     = 64
	DefaultFlips    = 64
	DefaultSpoils   = 64
	DefaultPatience = 30 * time.Second

	// denseCuts is how many of the first bytes are all tried as the end.
	denseCuts = 48
)

// Result is what one check said.
type Result struct {
	Check  string // name of the check
	Sample string // name of the sample, "" for checks of the decoder itself
	Hint   string // what a decoder owes
	Err    error  // nil if it passed
}

// check is one law. Those with a sample run for every sample.
type check struct {
	name      string
	hint      string // what its decoder owes, for its author
	ofDecoder func(*suite) error
	ofSample  func(*suite, *Sample) error
}

var checks = []check{
	{
		name:      "info is stable and complete",
		hint:      "Info says the same every time: name, version, and for each format an id and a line of description",
		ofDecoder: checkInfo,
	},
	{
		name:      "empty input is an error of the input",
		hint:      "answer a file without bytes with not_recognised, and probe it with confidence 0",
		ofDecoder: checkEmpty,
	},
	{
		name:      "garbage is an error of the input",
		hint:      "whatever follows the magic, the answer is an error with a code, never a crash or a success",
		ofDecoder: checkGarbage,
	},
	{
		name:     "probe recognises content without a name, every time",
		hint:     "look at the first bytes, not at the file's name; keep nothing between calls",
		ofSample: checkProbe,
	},
	{
		name:     "header first, trailer last, values in range",
		hint:     "one header, then rows, then one trailer, also where the file is damaged (Complete false, then the error); players are indexes into the header's list",
		ofSample: checkStream,
	},
	{
		name:     "same input, same stream",
		hint:     "no clock, no random numbers, no order of a map in what is sent",
		ofSample: checkDeterminism,
	},
	{
		name:     "several decodings at once do not disturb each other",
		hint:     "keep no state outside of one call of Decode",
		ofSample: checkConcurrency,
	},
	{
		name:     "header-only depth gives the same header and no rows",
		hint:     "at header depth send header and trailer alone, and the same header",
		ofSample: checkHeaderDepth,
	},
	{
		name:     "native lines are whole and the same every time",
		hint:     "with native send lines in place of orders and samples, or do not declare native lines",
		ofSample: checkNative,
	},
	{
		name:     "plain native lines are the raw ones with characters hidden",
		hint:     "without raw put an x for every character that identifies somebody, and change nothing else",
		ofSample: checkRaw,
	},
	{
		name:     "an error of the sink is returned unchanged and ends the decoding",
		hint:     "return what the sink returned, at once and as it is",
		ofSample: checkSinkError,
	},
	{
		name:     "cancelling ends the decoding",
		hint:     "look at the context now and then, and return its error",
		ofSample: checkCancel,
	},
	{
		name:     "cut input gives a typed error and a prefix of the whole",
		hint:     "send what is whole, then the trailer, then truncated with section and offset; nothing that only the end of the file could tell may change earlier rows",
		ofSample: checkCuts,
	},
	{
		name:     "changed bytes give at worst a typed error",
		hint:     "bound every length and index by what is there, and name what is wrong: malformed with section and offset",
		ofSample: checkFlips,
	},
	{
		name:     "changed bytes under a seal made to fit give at worst a typed error",
		hint:     "a checksum that fits proves nothing: bound every length and index behind it too",
		ofSample: checkSealed,
	},
	{
		name:     "spoilt input gives at worst a typed error, within the limits",
		hint:     "bound what a file can make you allocate, send and compute by its size: docs/plugins.md#limits",
		ofSample: checkSpoilt,
	},
}

// suite is one run.
type suite struct {
	ctx     context.Context
	decoder Decoder
	options Options
	info    sdk.Info
}

// writesLines reports whether the decoder writes lines of native records, as far
// as it said.
func (s *suite) writesLines() bool {
	return s.info.Capabilities == nil || s.info.Capabilities.NativeLines
}

// Run runs every check and returns all results in a fixed order. It stops early
// only when ctx ends.
func Run(ctx context.Context, decoder Decoder, samples []Sample, options Options) []Result {
	if options.Cuts == 0 {
		options.Cuts = DefaultCuts
	}
	if options.Flips == 0 {
		options.Flips = DefaultFlips
	}
	if options.Spoils == 0 {
		options.Spoils = DefaultSpoils
	}
	if options.Patience == 0 {
		options.Patience = DefaultPatience
	}
	s := &suite{ctx: ctx, decoder: decoder, options: options}
	var results []Result
	for _, check := range checks {
		if check.ofDecoder != nil {
			results = append(results, Result{Check: check.name, Hint: check.hint, Err: check.ofDecoder(s)})
			continue
		}
		for i := range samples {
			if ctx.Err() != nil {
				return append(results, Result{Check: check.name, Hint: check.hint, Sample: samples[i].Name, Err: context.Cause(ctx)})
			}
			results = append(results, Result{Check: check.name, Hint: check.hint, Sample: samples[i].Name, Err: check.ofSample(s, &samples[i])})
		}
	}
	return results
}

// TB is what Test needs of a *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Context() context.Context
}

// Test runs the suite with default options and reports every failure.
func Test(t TB, decoder Decoder, samples []Sample) {
	t.Helper()
	for _, result := range Run(t.Context(), decoder, samples, Options{}) {
		if result.Err != nil {
			t.Errorf("%s: %s: %v", result.Check, result.Sample, result.Err)
		}
	}
}
