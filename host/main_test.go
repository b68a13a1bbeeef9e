// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"convertd/core/ir"
	"convertd/host"
	"convertd/internal/testdecoder"
	"convertd/sdk"
)

var settled = testdecoder.NewSettled("settled")

// bundled are the decoders inside this test program.
func bundled() []sdk.Decoder {
	return []sdk.Decoder{
		testdecoder.Good{Name: "good", Extension: ".good"},
		testdecoder.Good{Name: "twin", Extension: ".twin"},
		testdecoder.Bad{Good: testdecoder.Good{Name: "bad", Extension: ".bad"}},
	}
}

// orphanMaker is the argument that makes the test program call makeOrphan.
const orphanMaker = "make-orphan"

// TestMain lets the test program be the decoder that a host under test starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "decoder" {
		if strings.HasPrefix(os.Args[2], "liar") {
			testdecoder.ServeLiar(os.Args[2])
		} else if err := host.ServeBundled(os.Args[2], append(bundled(), settled)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if os.Getenv(sdk.Handshake.MagicCookieKey) != "" && strings.HasSuffix(os.Args[0], "-outside") {
		sdk.Serve(testdecoder.Good{Name: "outside", Extension: ".outside"})
		os.Exit(0)
	}
	if len(os.Args) == 2 && os.Args[1] == orphanMaker {
		makeOrphan()
	}
	goleak.VerifyTestMain(m)
}

// newHost starts a host over the test decoders; change adapts its configuration.
func newHost(tb testing.TB, change func(*host.Config)) *host.Host {
	tb.Helper()
	config := host.Config{
		// The liars are bundled under their own names; ServeBundled never
		// sees them, TestMain serves them by hand.
		Bundled: append(bundled(),
			testdecoder.Good{Name: "liar"}, testdecoder.Good{Name: testdecoder.DirectLiar},
			testdecoder.Good{Name: "liar-name"}, testdecoder.Good{Name: "liar-version"},
			testdecoder.Good{Name: testdecoder.FutureLiar}, testdecoder.Good{Name: testdecoder.StrictLiar}),
		StartTimeout: 30 * time.Second,
	}
	if change != nil {
		change(&config)
	}
	h, err := host.New(config)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = h.Close() })
	return h
}

// collected is all that one decoding gave.
type collected struct {
	header      *ir.Header
	orders      []ir.Order
	sync        []ir.SyncSample
	camera      []ir.CameraSample
	native      []byte
	diagnostics []ir.Diagnostic
	trailer     *ir.Trailer
	kinds       []host.EventKind
	err         error // nil for a decoding that ended well
}

func request(decoder, name, content string) *host.Request {
	return &host.Request{Decoder: decoder, Name: name, Source: strings.NewReader(content), Size: int64(len(content))}
}

// decode runs a request to its end.
func decode(tb testing.TB, h *host.Host, request *host.Request) collected {
	tb.Helper()
	stream, err := h.Decode(context.Background(), request)
	if err != nil {
		return collected{err: err}
	}
	defer stream.Close() //nolint:errcheck // always nil
	return collect(stream)
}

func collect(stream *host.Stream) collected {
	var got collected
	for {
		event, err := stream.Next()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			got.err = err
			return got
		}
		got.kinds = append(got.kinds, event.Kind)
		switch event.Kind {
		case host.EventHeader:
			got.header = event.Header
		case host.EventOrders:
			var order ir.Order
			for event.Orders.Next(&order) {
				kept := order
				kept.Raw = bytes.Clone(order.Raw)
				kept.Subjects, kept.Entities = nil, nil
				got.orders = append(got.orders, kept)
			}
		case host.EventSync:
			got.sync = append(got.sync, event.Sync...)
		case host.EventCamera:
			got.camera = append(got.camera, event.Camera...)
		case host.EventNative:
			got.native = append(got.native, event.Native...)
		case host.EventDiagnostic:
			got.diagnostics = append(got.diagnostics, event.Diagnostic)
		case host.EventTrailer:
			got.trailer = event.Trailer
		}
	}
}

// replay writes a replay of the test format with n orders.
func replay(n int) string {
	var text strings.Builder
	text.WriteString(testdecoder.Magic)
	for i := range n {
		fmt.Fprintf(&text, "order %d %d Move\n", i, i%2)
		if i%10 == 0 {
			fmt.Fprintf(&text, "sync %d %d\n", i, i*7)
		}
	}
	return text.String()
}
