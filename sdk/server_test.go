// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"convertd/core/ir"
	"convertd/sdk/decoderpb"
)

// scripted is a decoder that does what a test says.
type scripted struct {
	decode func(ctx context.Context, source Source, options DecodeOptions, sink Sink) error
}

func (scripted) Info() Info {
	return Info{Name: "scripted", Version: "1", Formats: []Format{{ID: "scripted"}}}
}

func (scripted) Probe(ProbeInput) Match { panic("secret of the file") }

func (s scripted) Decode(ctx context.Context, source Source, options DecodeOptions, sink Sink) error {
	return s.decode(ctx, source, options, sink)
}

// maxTestSource is the limit of the test server.
const maxTestSource = 1000

// serve runs a server over memory and returns a client that uses nothing but
// the generated code.
func serve(t *testing.T, decode func(context.Context, Source, DecodeOptions, Sink) error) decoderpb.DecoderClient {
	t.Helper()
	listener := bufconn.Listen(1 << 20)
	registrar := grpc.NewServer(serverOptions()...)
	decoderpb.RegisterDecoderServer(registrar, newServer(scripted{decode}, maxTestSource))
	go func() { _ = registrar.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:test", grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		registrar.Stop()
	})
	return decoderpb.NewDecoderClient(conn)
}

func startOf(size uint64) *decoderpb.DecodeRequest {
	return &decoderpb.DecodeRequest{Part: &decoderpb.DecodeRequest_Start{Start: &decoderpb.DecodeStart{Size: size}}}
}

func chunkOf(bytes string) *decoderpb.DecodeRequest {
	return &decoderpb.DecodeRequest{Part: &decoderpb.DecodeRequest_Chunk{Chunk: []byte(bytes)}}
}

// talk sends requests and collects the answer.
func talk(t *testing.T, client decoderpb.DecoderClient, requests ...*decoderpb.DecodeRequest) ([]*decoderpb.DecodeEvent, error) {
	t.Helper()
	stream, err := client.Decode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range requests {
		if err := stream.Send(request); err != nil {
			break // the answer says why
		}
	}
	_ = stream.CloseSend()
	var events []*decoderpb.DecodeEvent
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
}

func validHeader() *ir.Header {
	return &ir.Header{Format: "scripted", TickRate: ir.Rational{Num: 1, Den: 1}, TicksPerFrame: 1, LocalPlayer: ir.NoPlayer}
}

func decodeNothing(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
	if err := sink.Header(validHeader()); err != nil {
		return err
	}
	return sink.Trailer(&ir.Trailer{Winner: ir.NoPlayer})
}

func TestSourceMustBeWhatWasAnnounced(t *testing.T) {
	for _, test := range []struct {
		name     string
		requests []*decoderpb.DecodeRequest
		want     codes.Code
	}{
		{"exact", []*decoderpb.DecodeRequest{startOf(6), chunkOf("abc"), chunkOf("def")}, codes.OK},
		{"empty", []*decoderpb.DecodeRequest{startOf(0)}, codes.OK},
		{"at the limit", []*decoderpb.DecodeRequest{startOf(maxTestSource), chunkOf(strings.Repeat("x", maxTestSource))}, codes.OK},
		{"over the limit", []*decoderpb.DecodeRequest{startOf(maxTestSource + 1)}, codes.InvalidArgument},
		{"too little", []*decoderpb.DecodeRequest{startOf(6), chunkOf("abc")}, codes.InvalidArgument},
		{"too much", []*decoderpb.DecodeRequest{startOf(6), chunkOf("abcdefg")}, codes.InvalidArgument},
		{"no start", []*decoderpb.DecodeRequest{chunkOf("abc")}, codes.InvalidArgument},
		{"two starts", []*decoderpb.DecodeRequest{startOf(3), startOf(3)}, codes.InvalidArgument},
		{"shared without memory", []*decoderpb.DecodeRequest{{Part: &decoderpb.DecodeRequest_Start{
			Start: &decoderpb.DecodeStart{Size: 1, Shared: true},
		}}}, codes.InvalidArgument},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := talk(t, serve(t, decodeNothing), test.requests...)
			if status.Code(err) != test.want {
				t.Errorf("status is %v, want %v", err, test.want)
			}
		})
	}
}

func TestDecoderGetsTheWholeSourceAndItsOptions(t *testing.T) {
	var got Source
	var options DecodeOptions
	client := serve(t, func(ctx context.Context, source Source, o DecodeOptions, sink Sink) error {
		got, options = Source{Name: source.Name, Data: []byte(string(source.Data))}, o
		return decodeNothing(ctx, source, o, sink)
	})
	start := &decoderpb.DecodeStart{
		Name: "a.rep", Size: 6, Format: "f", Profile: "p", Depth: decoderpb.Depth_DEPTH_HEADER, Native: true, Raw: true,
	}
	if _, err := talk(t, client, &decoderpb.DecodeRequest{Part: &decoderpb.DecodeRequest_Start{Start: start}}, chunkOf("abc"), chunkOf("def")); err != nil {
		t.Fatal(err)
	}
	if got.Name != "a.rep" || string(got.Data) != "abcdef" {
		t.Errorf("source is %q: %q", got.Name, got.Data)
	}
	if want := (DecodeOptions{Format: "f", Profile: "p", Depth: DepthHeader, Native: true, Raw: true}); options != want {
		t.Errorf("options are %+v, want %+v", options, want)
	}
}

// Only lines may hold private parts: whoever asks for orders never gets them.
func TestOrdersAreNeverRaw(t *testing.T) {
	var options DecodeOptions
	client := serve(t, func(ctx context.Context, source Source, o DecodeOptions, sink Sink) error {
		options = o
		return decodeNothing(ctx, source, o, sink)
	})
	start := &decoderpb.DecodeStart{Name: "a.rep", Raw: true}
	if _, err := talk(t, client, &decoderpb.DecodeRequest{Part: &decoderpb.DecodeRequest_Start{Start: start}}); err != nil {
		t.Fatal(err)
	}
	if options.Raw {
		t.Errorf("the decoder was asked for %+v", options)
	}
}

func TestMisuseOfTheSinkIsTheDecodersFault(t *testing.T) {
	for _, test := range []struct {
		name string
		use  func(Sink) error
		want error
	}{
		{"order before the header", func(sink Sink) error { return sink.Order(&ir.Order{}) }, ErrHeaderFirst},
		{"trailer before the header", func(sink Sink) error { return sink.Trailer(&ir.Trailer{}) }, ErrHeaderFirst},
		{"two headers", func(sink Sink) error { return errors.Join(sink.Header(validHeader()), sink.Header(validHeader())) }, ErrHeaderTwice},
		{"sample after the trailer", func(sink Sink) error {
			return errors.Join(sink.Header(validHeader()), sink.Trailer(&ir.Trailer{}), sink.Sync(ir.SyncSample{}))
		}, ErrAfterTrailer},
		{"camera after the trailer", func(sink Sink) error {
			return errors.Join(sink.Header(validHeader()), sink.Trailer(&ir.Trailer{}), sink.Camera(ir.CameraSample{}))
		}, ErrAfterTrailer},
		{"line with a line feed", func(sink Sink) error {
			return errors.Join(sink.Header(validHeader()), sink.Native([]byte("a\nb")))
		}, ErrLineBreak},
		{"no trailer", func(sink Sink) error { return sink.Header(validHeader()) }, errNoTrailer},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := serve(t, func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error { return test.use(sink) })
			events, err := talk(t, client, startOf(0))
			if err != nil {
				t.Fatal(err)
			}
			failure := events[len(events)-1].GetFailure()
			if failure.GetKind() != decoderpb.FailureKind_FAILURE_INTERNAL || !strings.Contains(failure.GetMessage(), test.want.Error()) {
				t.Errorf("failure is %v, want %q", failure, test.want)
			}
		})
	}
}

func TestFailureFollowsEverythingThatCameBefore(t *testing.T) {
	for _, test := range []struct {
		name string
		fail func() error
		want *decoderpb.Failure
	}{
		{"damage", func() error {
			return &ir.DecodeError{Code: ir.CodeTruncated, Section: "packet", Offset: 9, Message: "cut \xff", Cause: io.ErrUnexpectedEOF}
		}, &decoderpb.Failure{Code: "truncated", Section: "packet", Offset: 9, Message: "cut \uFFFD", Cause: "unexpected EOF"}},
		{"wrapped damage", func() error {
			return fmt.Errorf("reading: %w", &ir.DecodeError{Code: ir.CodeMalformed, Section: "s", Message: "m"})
		}, &decoderpb.Failure{Code: "malformed", Section: "s", Message: "m"}},
		{
			"runtime panic", func() error { return []error{}[len(t.Name())-1000] },
			&decoderpb.Failure{Kind: decoderpb.FailureKind_FAILURE_PANIC, Message: "runtime error"},
		},
		{
			"panic with content", func() error { panic("secret of the file") },
			&decoderpb.Failure{Kind: decoderpb.FailureKind_FAILURE_PANIC, Message: "a value of type string"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := serve(t, func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
				if err := errors.Join(sink.Header(validHeader()), sink.Order(&ir.Order{Frame: 1})); err != nil {
					return err
				}
				return test.fail()
			})
			events, err := talk(t, client, startOf(0))
			if err != nil || len(events) != 3 || events[0].GetHeader() == nil || events[1].GetOrders() == nil {
				t.Fatalf("got %v and %v", events, err)
			}
			got := events[2].GetFailure()
			if got.GetKind() != test.want.GetKind() || got.GetCode() != test.want.GetCode() || got.GetSection() != test.want.GetSection() ||
				got.GetOffset() != test.want.GetOffset() || got.GetCause() != test.want.GetCause() ||
				!strings.Contains(got.GetMessage(), test.want.GetMessage()) {
				t.Errorf("failure is %v, want %v", got, test.want)
			}
		})
	}
}

func TestSamplesAreSentBeforeTheOrdersTheyPrecede(t *testing.T) {
	const frames = 3*batchOrders + 5
	client := serve(t, func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		if err := sink.Header(validHeader()); err != nil {
			return err
		}
		for frame := range uint64(frames) {
			if err := errors.Join(
				sink.Sync(ir.SyncSample{Frame: frame}), sink.Camera(ir.CameraSample{Frame: frame}), sink.Order(&ir.Order{Frame: frame}),
			); err != nil {
				return err
			}
		}
		return sink.Trailer(&ir.Trailer{})
	})
	events, err := talk(t, client, startOf(0))
	if err != nil {
		t.Fatal(err)
	}
	var samples, cameras, orders int
	for _, event := range events {
		if batch := event.GetSync(); batch != nil {
			rows, err := ir.DecodeSyncBatch(nil, batch)
			if err != nil {
				t.Fatal(err)
			}
			samples += len(rows)
		}
		if batch := event.GetCamera(); batch != nil {
			rows, err := ir.DecodeCameraBatch(nil, batch)
			if err != nil {
				t.Fatal(err)
			}
			cameras += len(rows)
		}
		if batch := event.GetOrders(); batch != nil {
			var reader ir.OrderBatchReader
			if err := reader.Reset(batch); err != nil {
				t.Fatal(err)
			}
			orders += reader.Len()
			if orders > samples || orders > cameras {
				t.Fatalf("after %d orders only %d and %d samples came", orders, samples, cameras)
			}
		}
	}
	if orders != frames || samples != frames || cameras != frames {
		t.Errorf("got %d orders, %d and %d samples of %d", orders, samples, cameras, frames)
	}
}

func TestDiagnosticsAreBoundedAndTheRestIsCounted(t *testing.T) {
	client := serve(t, func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		if err := sink.Header(validHeader()); err != nil {
			return err
		}
		for range MaxDiagnostics + 7 {
			if err := sink.Diagnostic(ir.Diagnostic{Code: "odd", Summary: "odd"}); err != nil {
				return err
			}
		}
		return sink.Trailer(&ir.Trailer{})
	})
	events, err := talk(t, client, startOf(0))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(events); got != MaxDiagnostics+3 {
		t.Fatalf("got %d events, want header, %d diagnostics, one more and the trailer", got, MaxDiagnostics)
	}
	last := events[len(events)-2].GetDiagnostic()
	if last.GetCode() != "diagnostics-left-out" || !strings.HasPrefix(last.GetSummary(), "7 ") {
		t.Errorf("the last diagnostic is %v", last)
	}
}

func TestOrderThatNoBatchHoldsIsALimitOfTheInput(t *testing.T) {
	client := serve(t, func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		if err := sink.Header(validHeader()); err != nil {
			return err
		}
		return sink.Order(&ir.Order{Offset: 77, Raw: make([]byte, ir.MaxOrderBytes+1)})
	})
	events, err := talk(t, client, startOf(0))
	if err != nil {
		t.Fatal(err)
	}
	failure := events[len(events)-1].GetFailure()
	if failure.GetCode() != string(ir.CodeLimitExceeded) || failure.GetOffset() != 77 {
		t.Errorf("failure is %v", failure)
	}
}

func TestLongestNativeLinePassesAndALongerOneIsALimit(t *testing.T) {
	const longest = 1<<20 - 1
	for extra, want := range map[int]bool{0: true, 1: false} {
		client := serve(t, func(_ context.Context, _ Source, _ DecodeOptions, sink Sink) error {
			if err := sink.Header(validHeader()); err != nil {
				return err
			}
			if err := sink.Native(make([]byte, longest+extra)); err != nil {
				return err
			}
			return sink.Trailer(&ir.Trailer{})
		})
		events, err := talk(t, client, startOf(0))
		if err != nil {
			t.Fatal(err)
		}
		if passed := events[len(events)-1].GetFailure() == nil; passed != want {
			t.Errorf("a line of %d bytes: passed %v, want %v", longest+extra, passed, want)
		}
	}
}

func TestCancelledCallEndsTheDecoder(t *testing.T) {
	ended := make(chan error, 1)
	client := serve(t, func(ctx context.Context, _ Source, _ DecodeOptions, sink Sink) error {
		err := sink.Header(validHeader())
		for err == nil {
			err = sink.Order(&ir.Order{})
		}
		ended <- err
		return err
	})
	ctx, cancel := context.WithCancel(t.Context())
	stream, err := client.Decode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(stream.Send(startOf(0)), stream.CloseSend()); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the decoder's sink said %v, want %v", err, context.Canceled)
	}
}

func TestPanicOfProbeIsAnErrorOfTheCall(t *testing.T) {
	_, err := serve(t, decodeNothing).Probe(t.Context(), &decoderpb.ProbeRequest{})
	if status.Code(err) != codes.Internal || strings.Contains(err.Error(), "secret") {
		t.Errorf("probe gave %v", err)
	}
}

func TestInfoNamesTheVersionOfTheRepresentation(t *testing.T) {
	info, err := serve(t, decodeNothing).Info(t.Context(), &decoderpb.InfoRequest{})
	if err != nil || info.GetIrVersion() != ir.Version || info.GetName() != "scripted" || len(info.GetFormats()) != 1 {
		t.Errorf("info is %v, %v", info, err)
	}
}
