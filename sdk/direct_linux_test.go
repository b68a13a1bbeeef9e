// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"syscall"
	"testing"

	"google.golang.org/protobuf/proto"

	"convertd/core/ir"
	"convertd/sdk/decoderpb"
	"convertd/sdk/directcall"
	"convertd/sdk/wire"
)

// line is the host's side of a server that answers direct calls.
type line struct {
	*testing.T
	connection *os.File
	frames     *wire.FrameReader
	ended      chan struct{} // closed when the server let go
}

func serveLine(t *testing.T, source string, decode func(context.Context, Source, DecodeOptions, Sink) error) *line {
	t.Helper()
	host, decoder, err := directcall.NewPair()
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(scripted{decode}, maxTestSource)
	server.shared, server.direct = []byte(source), decoder
	l := &line{T: t, connection: host, frames: wire.NewFrameReader(host), ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		server.serveDirect(decoder)
	}()
	t.Cleanup(func() {
		_ = host.Close()
		<-l.ended
	})
	return l
}

func (l *line) ask(start *decoderpb.DecodeStart) {
	l.Helper()
	content, err := proto.Marshal(start)
	if err != nil {
		l.Fatal(err)
	}
	frame := append(wire.BeginFrame(nil), content...)
	wire.EndFrame(frame, 0, wire.FrameStart)
	if _, err := l.connection.Write(frame); err != nil {
		l.Fatal(err)
	}
}

// answer reads events up to the end of an answer, or of the connection.
func (l *line) answer() (kinds []wire.EventKind, last wire.InEvent, err error) {
	for {
		kind, content, err := l.frames.Next()
		if err != nil || kind == wire.FrameEnd {
			return kinds, last, err
		}
		if err := last.TakeFrame(wire.EventKind(kind), bytes.Clone(content)); err != nil {
			l.Fatal(err)
		}
		kinds = append(kinds, last.Kind)
	}
}

func TestDirectCallsAreAnsweredOneAfterTheOther(t *testing.T) {
	var got []string
	l := serveLine(t, "source", func(_ context.Context, source Source, options DecodeOptions, sink Sink) error {
		got = append(got, source.Name+":"+string(source.Data)+":"+options.Format)
		return errors.Join(sink.Header(validHeader()), sink.Camera(ir.CameraSample{}), sink.Order(&ir.Order{}), sink.Trailer(&ir.Trailer{}))
	})
	want := []wire.EventKind{wire.EventHeader, wire.EventCamera, wire.EventOrders, wire.EventTrailer}
	for _, name := range []string{"a", "b"} {
		l.ask(&decoderpb.DecodeStart{Name: name, Size: 3, Format: "f", Shared: true})
		kinds, _, err := l.answer()
		if err != nil || !slices.Equal(kinds, want) {
			t.Fatalf("got %v and %v, want %v", kinds, err, want)
		}
	}
	if len(got) != 2 || got[0] != "a:sou:f" || got[1] != "b:sou:f" {
		t.Errorf("the decoder saw %q", got)
	}
}

func TestPanicOfADirectProbeEndsTheConnection(t *testing.T) {
	l := serveLine(t, "source", decodeNothing)
	frame := wire.BeginFrame(nil)
	wire.EndFrame(frame, 0, wire.FrameProbe)
	if _, err := l.connection.Write(frame); err != nil {
		t.Fatal(err)
	}
	if kinds, _, err := l.answer(); err == nil || len(kinds) > 0 {
		t.Errorf("got %v and %v", kinds, err)
	}
}

func TestFailureOfADirectCallFollowsWhatCameBefore(t *testing.T) {
	l := serveLine(t, "source", func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		if err := errors.Join(sink.Header(validHeader()), sink.Diagnostic(ir.Diagnostic{Code: "odd"}), sink.Order(&ir.Order{})); err != nil {
			return err
		}
		panic("secret of the file")
	})
	for range 2 {
		l.ask(&decoderpb.DecodeStart{Size: 6, Shared: true})
		kinds, last, err := l.answer()
		if err != nil || len(kinds) != 4 || last.Failure.GetMessage() != "a value of type string" {
			t.Fatalf("got %v, %v and %v", kinds, last.Failure, err)
		}
	}
}

func TestDirectCallThatBreaksTheContractEndsTheConnection(t *testing.T) {
	for name, start := range map[string]*decoderpb.DecodeStart{
		"not shared":              {Size: 3},
		"larger than the memory":  {Size: 7, Shared: true},
		"larger than the maximum": {Size: maxTestSource + 1, Shared: true},
	} {
		t.Run(name, func(t *testing.T) {
			l := serveLine(t, "source", decodeNothing)
			l.ask(start)
			if kinds, _, err := l.answer(); err == nil || len(kinds) > 0 {
				t.Errorf("got %v and %v", kinds, err)
			}
		})
	}
}

// A host that reads nothing makes the decoder wait: what it sends meanwhile is
// bounded by the buffers of the socket.
func TestDecoderOfADirectCallWaitsForItsHost(t *testing.T) {
	const rows = 1 << 20
	emitted := make(chan int, 1)
	l := serveLine(t, "source", func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		if err := sink.Header(validHeader()); err != nil {
			return err
		}
		for frame := range uint64(rows) {
			if err := sink.Order(&ir.Order{Frame: frame * frame, Raw: make([]byte, 100)}); err != nil {
				emitted <- int(frame)
				return err
			}
		}
		return sink.Trailer(&ir.Trailer{})
	})
	l.ask(&decoderpb.DecodeStart{Size: 1, Shared: true})
	if _, _, err := l.frames.Next(); err != nil {
		t.Fatal(err)
	}
	if err := l.connection.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-emitted; got > rows/8 {
		t.Errorf("%d orders were emitted and nobody read", got)
	}
	<-l.ended
}

func TestSinkOfADirectCallSaysThatTheHostIsGone(t *testing.T) {
	ended := make(chan error, 1)
	l := serveLine(t, "source", func(ctx context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		err := sink.Header(validHeader())
		for err == nil {
			err = sink.Order(&ir.Order{})
		}
		ended <- errors.Join(err, context.Cause(ctx))
		return err
	})
	l.ask(&decoderpb.DecodeStart{Size: 1, Shared: true})
	if _, _, err := l.frames.Next(); err != nil {
		t.Fatal(err)
	}
	if err := l.connection.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, syscall.EPIPE) && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the decoder's sink said %v", err)
	}
}
