// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"convertd/core/ir"
	"convertd/sdk"
)

// Bad is a decoder that misbehaves in the way the source's name says. What it
// sends before that is the good decoder's header.
type Bad struct{ Good }

var _ sdk.Decoder = Bad{}

// Misbehaviours of Bad, by source name.
const (
	Exit           = "exit"            // ends the process in mid-stream
	Panic          = "panic"           // panics
	PanicElsewhere = "panic-elsewhere" // panics in a goroutine of its own
	Hang           = "hang"            // sends nothing more and ignores its context
	Busy           = "busy"            // computes for ever
	Eat            = "eat"             // takes memory for ever
	FloodOrders    = "flood-orders"    // sends orders for ever
	FloodOdd       = "flood-odd"       // sends diagnostics for ever
	FloodLog       = "flood-log"       // prints for ever
	Drip           = "drip"            // sends an order now and then, for ever
	GiveUp         = "give-up"         // returns an error that is not about the input
	Forget         = "forget"          // returns without a trailer
	Escape         = "escape"          // tries to break out and reports what happened
	HeaderTwice    = "header-twice"    // calls the sink in the wrong order
	LateTrailer    = "late-trailer"    // goes on after the trailer
)

// DripEvery is the pause between two orders of Drip.
const DripEvery = 5 * time.Millisecond

// Probe implements sdk.Decoder: it misbehaves in the ways that fit.
func (b Bad) Probe(input sdk.ProbeInput) sdk.Match {
	switch input.Name {
	case Exit:
		os.Exit(3)
	case Panic:
		panic("secret of the file")
	case Hang:
		select {}
	case Forget:
		return sdk.Match{Format: "undeclared", Confidence: 50}
	}
	return sdk.Match{}
}

// Decode implements sdk.Decoder.
func (b Bad) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	header := &ir.Header{
		Format: "testreplay", Game: "test", TickRate: ir.Rational{Num: 25, Den: 1}, TicksPerFrame: 1, LocalPlayer: ir.NoPlayer,
	}
	if err := sink.Header(header); err != nil {
		return err
	}
	switch source.Name {
	case Exit:
		time.Sleep(20 * time.Millisecond) // let the header out
		os.Exit(3)
	case Panic:
		var none []byte
		_ = none[len(source.Data)] //nolint:gosec // it is to panic
	case PanicElsewhere:
		go func() { panic("secret of the file") }()
		select {}
	case Hang:
		select {}
	case Busy:
		for {
			_ = strings.Repeat("x", 16)
		}
	case Eat:
		var eaten [][]byte
		for {
			block := make([]byte, 16<<20)
			for i := 0; i < len(block); i += 4096 {
				block[i] = 1
			}
			eaten = append(eaten, block)
			_ = eaten
		}
	case FloodOrders:
		return forever(func() error { return sink.Order(&ir.Order{Kind: ir.KindMove}) })
	case FloodOdd:
		return forever(func() error { return sink.Diagnostic(ir.Diagnostic{Code: "odd"}) })
	case FloodLog:
		for range 4 << 10 {
			_, _ = os.NewFile(2, "stderr").WriteString(strings.Repeat("x", 1023) + "\n")
		}
		return sink.Trailer(&ir.Trailer{Complete: true, Winner: ir.NoPlayer})
	case Drip:
		return forever(func() error {
			time.Sleep(DripEvery)
			for range 1 << 12 {
				if err := sink.Order(&ir.Order{Kind: ir.KindMove}); err != nil {
					return err
				}
			}
			return nil
		})
	case GiveUp:
		return errors.New("no table for this")
	case Forget:
		return nil
	case Escape:
		return escape(sink)
	case HeaderTwice:
		return sink.Header(header)
	case LateTrailer:
		if err := sink.Trailer(&ir.Trailer{Winner: ir.NoPlayer}); err != nil {
			return err
		}
		return sink.Order(&ir.Order{})
	}
	return b.Good.Decode(ctx, source, options, afterHeader{sink})
}

// afterHeader hides a second header.
type afterHeader struct{ sdk.Sink }

func (afterHeader) Header(*ir.Header) error { return nil }

func forever(do func() error) error {
	for {
		if err := do(); err != nil {
			return err
		}
	}
}

// attempt is one way out.
type attempt struct {
	name string
	try  func() error
}

// escape reports each attempt as a diagnostic: code is what was tried, summary
// the error, or "worked".
func escape(sink sdk.Sink) error {
	attempts := append(systemAttempts(), []attempt{
		{"read-file", func() error { _, err := os.ReadFile("/etc/passwd"); return err }},
		{"read-self", func() error { _, err := os.Open("/proc/self/exe"); return err }},
		{"list-folder", func() error { _, err := os.ReadDir("/"); return err }},
		{"write-file", func() error { return os.WriteFile(os.TempDir()+"/escape", []byte("x"), 0o600) }}, //nolint:gosec // it is to fail
		{"write-tmp", func() error { return os.WriteFile("/tmp/escape", []byte("x"), 0o600) }},           //nolint:gosec // it is to fail
		{"dial-tcp", func() error { _, err := net.Dial("tcp", "127.0.0.1:9"); return err }},
		{"dial-udp", func() error { _, err := net.Dial("udp", "127.0.0.1:9"); return err }},
		{"listen-tcp", func() error { _, err := net.Listen("tcp", "127.0.0.1:0"); return err }},
		{"dial-unix", func() error { _, err := net.Dial("unix", "/run/nothing.sock"); return err }},
		{"exec", func() error { return exec.Command("/bin/true").Run() }},
	}...)
	for _, attempt := range attempts {
		summary := "worked"
		if err := attempt.try(); err != nil {
			summary = err.Error()
		}
		if err := sink.Diagnostic(ir.Diagnostic{Code: attempt.name, Summary: summary}); err != nil {
			return err
		}
	}
	if environment := os.Environ(); len(environment) > 0 {
		for _, variable := range environment {
			name, _, _ := strings.Cut(variable, "=")
			if err := sink.Diagnostic(ir.Diagnostic{Code: "environment", Summary: name}); err != nil {
				return err
			}
		}
	}
	return sink.Trailer(&ir.Trailer{Complete: true, Winner: ir.NoPlayer})
}
