// SPDX-License-Identifier: GPL-3.0-or-later

package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"convertd/core/ir"
	"convertd/internal/testdecoder"
	"convertd/sdk"
	"convertd/sdk/conformance"
)

func good() sdk.Decoder { return testdecoder.Good{Name: "good", Extension: ".good"} }

func TestGoodDecoderPassesEveryCheck(t *testing.T) {
	conformance.Test(t, conformance.InProcess(good()), testdecoder.Samples())
}

// broken is the good decoder with one law broken.
type broken struct {
	sdk.Decoder
	info   func(sdk.Info) sdk.Info
	probe  func(sdk.ProbeInput, sdk.Match) sdk.Match
	decode func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error
}

type decodeFunc func(context.Context, sdk.Source, sdk.DecodeOptions, sdk.Sink) error

func (b broken) Info() sdk.Info {
	if b.info != nil {
		return b.info(b.Decoder.Info())
	}
	return b.Decoder.Info()
}

func (b broken) Probe(input sdk.ProbeInput) sdk.Match {
	if b.probe != nil {
		return b.probe(input, b.Decoder.Probe(input))
	}
	return b.Decoder.Probe(input)
}

func (b broken) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if b.decode != nil {
		return b.decode(ctx, source, options, sink, b.Decoder.Decode)
	}
	return b.Decoder.Decode(ctx, source, options, sink)
}

// alter is a sink between decoder and suite.
type alter struct {
	sdk.Sink
	header  func(*ir.Header) error
	order   func(*ir.Order) error
	trailer func(*ir.Trailer) error
}

func (a alter) Header(header *ir.Header) error {
	if a.header != nil {
		return a.header(header)
	}
	return a.Sink.Header(header)
}

func (a alter) Order(order *ir.Order) error {
	if a.order != nil {
		return a.order(order)
	}
	return a.Sink.Order(order)
}

func (a alter) Trailer(trailer *ir.Trailer) error {
	if a.trailer != nil {
		return a.trailer(trailer)
	}
	return a.Sink.Trailer(trailer)
}

// moreToSay has lines that are longer than the decoder's.
type moreToSay struct{ sdk.Sink }

func (m moreToSay) Native(line []byte) error {
	return m.Sink.Native(append(append([]byte(nil), line...), " of somebody"...))
}

// calls and running are state that a decoder must not have.
var calls, running atomic.Int64

// writesToSource names the mutant that the race detector must not see.
const writesToSource = "writes to the source"

// mutants each break one law; failing is the beginning of the check that must
// notice.
var mutants = []struct {
	name    string
	failing string
	broken  broken
	large   bool // only a replay of some length shows it
}{
	{"unstable info", "info is stable", broken{info: func(info sdk.Info) sdk.Info {
		info.Version = fmt.Sprint(calls.Add(1))
		return info
	}}, false},
	{"upper-case extension", "info is stable", broken{info: func(info sdk.Info) sdk.Info {
		info.Formats = []sdk.Format{{ID: "testreplay", Description: "d", Extensions: []string{"REP"}}}
		return info
	}}, false},
	{"probe says yes to nothing", "empty input", broken{probe: func(sdk.ProbeInput, sdk.Match) sdk.Match {
		return sdk.Match{Format: "testreplay", Confidence: 1}
	}}, false},
	{"empty input goes well", "empty input", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		if len(source.Data) == 0 {
			return nil
		}
		return decode(ctx, source, options, sink)
	}}, false},
	{"panic on garbage", "garbage", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		if len(source.Data) == 4096 {
			panic("out of range")
		}
		return decode(ctx, source, options, sink)
	}}, false},
	{"probe trusts the name alone", "probe recognises", broken{probe: func(input sdk.ProbeInput, match sdk.Match) sdk.Match {
		if !strings.HasSuffix(input.Name, ".good") {
			return sdk.Match{}
		}
		return match
	}}, false},
	{"player out of range", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, order: func(order *ir.Order) error {
			order.Player = 7
			return sink.Order(order)
		}}
	}), false},
	{"orders go back in time", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		tick := uint64(1 << 20)
		return alter{Sink: sink, order: func(order *ir.Order) error {
			tick--
			order.Tick = tick
			return sink.Order(order)
		}}
	}), false},
	{"a reporter goes back in time", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, trailer: func(trailer *ir.Trailer) error {
			return errors.Join(sink.Sync(ir.SyncSample{Frame: 1 << 20, Player: ir.NoPlayer}), sink.Sync(ir.SyncSample{Frame: 1, Player: ir.NoPlayer}), sink.Trailer(trailer))
		}}
	}), false},
	{"header twice", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, header: func(header *ir.Header) error {
			return errors.Join(sink.Header(header), sink.Header(header))
		}}
	}), false},
	{"no trailer", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, trailer: func(*ir.Trailer) error { return nil }}
	}), false},
	{"invalid header", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, header: func(header *ir.Header) error {
			header.TickRate = ir.Rational{}
			return sink.Header(header)
		}}
	}), false},
	{"foreign format", "header first", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, header: func(header *ir.Header) error {
			header.Format = "other"
			return sink.Header(header)
		}}
	}), false},
	{"untyped error", "header first", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		return errors.Join(decode(ctx, source, options, sink), errors.New("disk full"))
	}}, false},
	{writesToSource, "header first", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		err := decode(ctx, source, options, sink)
		if len(source.Data) > 100 {
			source.Data[99]++
		}
		return err
	}}, false},
	{"random ticks", "same input", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, order: func(order *ir.Order) error {
			order.Tick = uint64(calls.Add(1))
			return sink.Order(order)
		}}
	}), false},
	{"shared state", "several decodings at once", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		running.Add(1)
		defer running.Add(-1)
		return decode(ctx, source, options, alter{Sink: sink, order: func(order *ir.Order) error {
			if running.Load() > 1 {
				order.Frame++
			}
			return sink.Order(order)
		}})
	}}, true},
	{"rows at header depth", "header-only", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		options.Depth = sdk.DepthFull
		return decode(ctx, source, options, sink)
	}}, false},
	{"other header at header depth", "header-only", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		return decode(ctx, source, options, alter{Sink: sink, header: func(header *ir.Header) error {
			if options.Depth == sdk.DepthHeader {
				header.Version = "unknown"
			}
			return sink.Header(header)
		}})
	}}, false},
	{"orders among native lines", "native lines", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		options.Native = false
		return decode(ctx, source, options, sink)
	}}, false},
	{"swallows the sink's error", "an error of the sink", altering(func(sink sdk.Sink) sdk.Sink {
		return alter{Sink: sink, order: func(order *ir.Order) error {
			_ = sink.Order(order)
			return nil
		}}
	}), false},
	{"raw lines that hide nothing and say more", "plain native lines", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		if options.Raw {
			sink = moreToSay{sink}
		}
		return decode(ctx, source, options, sink)
	}}, false},
	{"header that depends on raw lines", "plain native lines", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		return decode(ctx, source, options, alter{Sink: sink, header: func(header *ir.Header) error {
			changed := *header
			if options.Raw {
				changed.Version += " of somebody"
			}
			return sink.Header(&changed)
		}})
	}}, false},
	{"wraps the sink's error", "an error of the sink", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		err := decode(ctx, source, options, sink)
		if _, typed := ir.AsDecodeError(err); err == nil || typed {
			return err
		}
		return fmt.Errorf("sending: %w", err)
	}}, false},
	{"hides a cancellation", "cancelling", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		if ctx.Err() != nil {
			return nil
		}
		return decode(ctx, source, options, sink)
	}}, false},
	{"invents orders at a cut", "cut input", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		return decode(ctx, source, options, alter{Sink: sink, trailer: func(trailer *ir.Trailer) error {
			if !trailer.Complete && !options.Native {
				if err := sink.Order(&ir.Order{Frame: 1 << 40}); err != nil {
					return err
				}
			}
			return sink.Trailer(trailer)
		}})
	}}, false},
	{"panic at a changed byte", "changed bytes", broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		for _, b := range source.Data {
			if b >= 0x80 && len(source.Data) > len(testdecoder.Magic) && strings.HasPrefix(string(source.Data), testdecoder.Magic) {
				panic("not text")
			}
		}
		return decode(ctx, source, options, sink)
	}}, false},
}

func altering(change func(sdk.Sink) sdk.Sink) broken {
	return broken{decode: func(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink, decode decodeFunc) error {
		return decode(ctx, source, options, change(sink))
	}}
}

func TestEveryBrokenLawIsNoticed(t *testing.T) {
	for _, mutant := range mutants {
		t.Run(mutant.name, func(t *testing.T) {
			if raceDetector && mutant.name == writesToSource {
				t.Skip("its writing is a race on purpose; the run without the race detector covers it")
			}
			mutant.broken.Decoder = good()
			samples := testdecoder.Samples()
			if !mutant.large {
				samples = append(samples[:1], samples[2:]...)
			}
			results := conformance.Run(t.Context(), conformance.InProcess(mutant.broken), samples, conformance.Options{Cuts: 4, Flips: 8})
			for _, result := range results {
				if result.Err != nil && strings.HasPrefix(result.Check, mutant.failing) {
					return
				}
			}
			t.Errorf("the check %q passed", mutant.failing)
		})
	}
}

func TestSuiteStopsWhenItIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	results := conformance.Run(ctx, conformance.InProcess(good()), testdecoder.Samples(), conformance.Options{})
	if last := results[len(results)-1]; !errors.Is(last.Err, context.Canceled) {
		t.Errorf("the last result is %+v", last)
	}
}
