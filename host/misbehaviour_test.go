// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"convertd/core/ir"
	"convertd/host"
	"convertd/internal/testdecoder"
	"convertd/sdk"
	"convertd/sdk/sandbox"
)

// impatient makes limits that tests can meet quickly.
func impatient(config *host.Config) {
	config.Limits.IdleWait = 300 * time.Millisecond
	config.Limits.Wait = 3 * time.Second
	config.Limits.Orders = 200_000
	config.Limits.Diagnostics = 500
	config.Memory = 512 << 20
}

func TestMisbehaviourCostsItsJobATypedErrorAndNothingElse(t *testing.T) {
	for _, test := range []struct {
		name string
		want error
		kept bool // the header still arrives
	}{
		{testdecoder.Exit, host.ErrPluginCrashed, true},
		{testdecoder.Panic, host.ErrPluginCrashed, true},
		{testdecoder.PanicElsewhere, host.ErrPluginCrashed, false},
		{testdecoder.Hang, host.ErrPluginTimeout, true},
		{testdecoder.Busy, host.ErrPluginTimeout, true},
		{testdecoder.FloodOrders, host.ErrPluginFlood, true},
		{testdecoder.FloodOdd, host.ErrPluginFlood, true},
		{testdecoder.GiveUp, host.ErrPluginCrashed, true},
		{testdecoder.Forget, host.ErrPluginCrashed, true},
		{testdecoder.HeaderTwice, host.ErrPluginCrashed, true},
		{testdecoder.LateTrailer, host.ErrPluginCrashed, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHost(t, impatient)
			got := decode(t, h, request("bad", test.name, replay(1)))
			if !errors.Is(got.err, test.want) {
				t.Fatalf("error is %v, want %v", got.err, test.want)
			}
			var failure *host.PluginError
			if !errors.As(got.err, &failure) || failure.Decoder != "bad" {
				t.Errorf("error %v does not name the decoder", got.err)
			}
			if strings.Contains(got.err.Error(), "secret") {
				t.Errorf("error %q tells content of the file", got.err)
			}
			if test.kept && got.header == nil {
				t.Error("the header before the misbehaviour is lost")
			}
			next := decode(t, h, request("bad", "", replay(100)))
			if next.err != nil || len(next.orders) != 100 {
				t.Errorf("the next job gave %d orders and %v", len(next.orders), next.err)
			}
		})
	}
}

func TestDrippingDecoderMeetsTheDeadlineOfTheWholeJob(t *testing.T) {
	h := newHost(t, func(config *host.Config) {
		config.Limits.IdleWait = time.Second
		config.Limits.Wait = 300 * time.Millisecond
	})
	stream, err := h.Decode(context.Background(), request("bad", testdecoder.Drip, "x"))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close() //nolint:errcheck // always nil
	batches := 0
	for ; err == nil; batches++ {
		_, err = stream.Next()
	}
	if !errors.Is(err, host.ErrPluginTimeout) || batches < 2 {
		t.Fatalf("got %d events and %v", batches, err)
	}
}

func TestMemoryOfADecoderIsBounded(t *testing.T) {
	if sandbox.RaceDetector {
		t.Skip("SKIPPED: the race detector's own memory rules a limit out")
	}
	h := newHost(t, func(config *host.Config) { config.Memory = 256 << 20 })
	if got := decode(t, h, request("bad", testdecoder.Eat, "x")); !errors.Is(got.err, host.ErrPluginCrashed) {
		t.Fatalf("error is %v, want %v", got.err, host.ErrPluginCrashed)
	}
}

func TestFloodOfLogLinesIsSwallowed(t *testing.T) {
	got := decode(t, newHost(t, nil), request("bad", testdecoder.FloodLog, "x"))
	if got.err != nil || got.trailer == nil {
		t.Fatalf("a decoder that prints a lot fails with %v", got.err)
	}
}

func TestSlowConsumerIsNotChargedToTheDecoder(t *testing.T) {
	h := newHost(t, func(config *host.Config) {
		config.Limits.IdleWait = 250 * time.Millisecond
		config.Limits.Wait = 500 * time.Millisecond
	})
	stream, err := h.Decode(context.Background(), request("good", "", replay(20_000)))
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close() //nolint:errcheck // always nil
	if _, err := stream.Next(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(700 * time.Millisecond)
	if got := collect(stream); got.err != nil || len(got.orders) != 20_000 {
		t.Fatalf("after a pause: %d orders and %v", len(got.orders), got.err)
	}
}

// liars answer over gRPC and on the line of direct calls.
var liars = []string{"liar", testdecoder.DirectLiar}

func TestEveryLieIsFound(t *testing.T) {
	h := newHost(t, impatient)
	for _, liar := range liars {
		for name := range testdecoder.Lies {
			t.Run(liar+"/"+name, func(t *testing.T) { checkLie(t, name, decode(t, h, request(liar, name, "x"))) })
		}
	}
}

func checkLie(t *testing.T, name string, got collected) {
	switch name {
	case "truth":
		if got.err != nil || len(got.orders) != 3 {
			t.Errorf("a decoder without the sdk gave %d orders and %v", len(got.orders), got.err)
		}
	case "huge-message", "long-diagnostic":
		if !errors.Is(got.err, host.ErrPluginFlood) {
			t.Errorf("error is %v, want %v", got.err, host.ErrPluginFlood)
		}
	case "trailer-in-failure":
		want := &ir.DecodeError{Code: ir.CodeTruncated, Section: "record", Offset: 7, Message: "cut", Cause: errors.New("because")}
		if got.err == nil || got.err.Error() != want.Error() {
			t.Errorf("error is %v, want %v", got.err, want)
		}
	default:
		if !errors.Is(got.err, host.ErrPluginLied) {
			t.Errorf("error is %v, want %v", got.err, host.ErrPluginLied)
		}
	}
}

func TestSmallSourceHasASmallBudget(t *testing.T) {
	h := newHost(t, nil) // with the limits of large sources
	begun := time.Now()
	got := decode(t, h, request("bad", testdecoder.FloodOrders, "x"))
	if !errors.Is(got.err, host.ErrPluginFlood) || !strings.Contains(got.err.Error(), "1048580 orders and samples") {
		t.Errorf("error is %v, want %v", got.err, host.ErrPluginFlood)
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestBrokenFramesAreFound(t *testing.T) {
	h := newHost(t, impatient)
	for name := range testdecoder.FrameLies {
		t.Run(name, func(t *testing.T) {
			got := decode(t, h, request(testdecoder.DirectLiar, name, "x"))
			switch name {
			case "behind-the-end":
				if got.err != nil || got.trailer == nil {
					t.Errorf("the answer before it gave %v", got.err)
				}
			case "endless-frame":
				if !errors.Is(got.err, host.ErrPluginFlood) {
					t.Errorf("error is %v, want %v", got.err, host.ErrPluginFlood)
				}
			default:
				if !errors.Is(got.err, host.ErrPluginLied) {
					t.Errorf("error is %v, want %v", got.err, host.ErrPluginLied)
				}
			}
			if got.header == nil {
				t.Error("the header before it is lost")
			}
		})
	}
}

func TestAnswersToAProbeThatAreNoneAreFound(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, nil))
	liar, err := h.Remote(testdecoder.DirectLiar)
	if err != nil {
		t.Fatal(err)
	}
	truth := func() {
		if match, err := liar.Probe(t.Context(), sdk.ProbeInput{}); err != nil || match.Confidence != 77 {
			t.Errorf("the truth is %+v and %v", match, err)
		}
	}
	truth()
	for name := range testdecoder.ProbeLies {
		if _, err := liar.Probe(t.Context(), sdk.ProbeInput{Name: name}); !errors.Is(err, host.ErrPluginLied) {
			t.Errorf("%s: %v, want %v", name, err, host.ErrPluginLied)
		}
		truth()
	}
	if want := 1 + len(testdecoder.ProbeLies); log.starts() != want {
		t.Errorf("%d processes, want %d: each that lied is replaced", log.starts(), want)
	}
}

func TestCancelledProbeCostsItsProcess(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, nil))
	good, err := h.Remote("good")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := good.Probe(t.Context(), sdk.ProbeInput{}); err != nil {
		t.Fatal(err)
	}
	if _, err := good.Probe(ctx, sdk.ProbeInput{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := good.Probe(t.Context(), sdk.ProbeInput{}); err != nil {
		t.Errorf("the next: %v", err)
	}
}

func TestWhatFollowsAnAnswerReachesNoOtherJob(t *testing.T) {
	var log startLog
	h := newHost(t, watchStarts(&log, nil))
	for range 3 {
		if got := decode(t, h, request(testdecoder.DirectLiar, "behind-the-end", "x")); got.err != nil {
			t.Fatal(got.err)
		}
		if got := decode(t, h, request(testdecoder.DirectLiar, "truth", "x")); got.err != nil || len(got.orders) != 3 {
			t.Fatalf("the next job gave %d orders and %v", len(got.orders), got.err)
		}
	}
	if log.starts() != 4 {
		t.Errorf("three answers with a tail took %d processes, want each replaced", log.starts())
	}
}

func TestDamagedRowKeepsTheOrdersBeforeIt(t *testing.T) {
	h := newHost(t, nil)
	for _, liar := range liars {
		got := decode(t, h, request(liar, "damaged-row", "x"))
		if !errors.Is(got.err, host.ErrPluginLied) || len(got.orders) != 4 {
			t.Errorf("%s: got %d orders and %v, want 4 and %v", liar, len(got.orders), got.err, host.ErrPluginLied)
		}
	}
}

func TestDecodersThatLieAboutThemselvesAreRefused(t *testing.T) {
	h := newHost(t, nil)
	if got := decode(t, h, request("liar-name", "truth", "x")); !errors.Is(got.err, host.ErrPluginLied) {
		t.Errorf("wrong name: %v, want %v", got.err, host.ErrPluginLied)
	}
	if got := decode(t, h, request("liar-version", "truth", "x")); !errors.Is(got.err, host.ErrPluginUnavailable) {
		t.Errorf("wrong version: %v, want %v", got.err, host.ErrPluginUnavailable)
	}
}

func TestDamagedInputIsTheInputsFaultAndKeepsWhatCameBefore(t *testing.T) {
	h := newHost(t, nil)
	whole := replay(50)
	cut := whole[:len(whole)-3]
	got := decode(t, h, request("good", "", cut))
	failure, ok := ir.AsDecodeError(got.err)
	if !ok || failure.Code != ir.CodeTruncated || len(got.orders) != 49 || got.trailer == nil || got.trailer.Complete {
		t.Fatalf("got %d orders, trailer %+v and %v", len(got.orders), got.trailer, got.err)
	}
	if failure.Offset != got.trailer.BytesConsumed {
		t.Errorf("error at %d, consumed %d", failure.Offset, got.trailer.BytesConsumed)
	}
}
