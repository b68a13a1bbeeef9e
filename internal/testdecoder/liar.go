// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"context"
	"io"
	"strings"

	plugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protowire"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/decoderpb"
)

// ServeLiar runs a decoder written without the sdk, as one in another language
// would be: it speaks the contract through the generated code alone, and breaks
// it in the way the source's name says.
func ServeLiar(name string) {
	liar := &liarPlugin{name: name, direct: name == DirectLiar}
	if liar.direct {
		go answerDirectly()
	}
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  sdk.Handshake,
		VersionedPlugins: map[int]plugin.PluginSet{liar.protocol(): {sdk.PluginName: liar}},
		GRPCServer: func(options []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(options, grpc.MaxSendMsgSize(64<<20))...)
		},
	})
}

type liarPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	decoderpb.UnimplementedDecoderServer
	name   string
	direct bool
}

// protocol is the one version of the contract that it speaks.
func (p *liarPlugin) protocol() int {
	switch p.name {
	case FutureLiar:
		return sdk.ProtocolVersion + 1
	case StrictLiar:
		return sdk.ProtocolVersion
	default:
		return 1
	}
}

func (p *liarPlugin) GRPCServer(_ *plugin.GRPCBroker, registrar *grpc.Server) error {
	decoderpb.RegisterDecoderServer(registrar, p)
	return nil
}

func (*liarPlugin) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

func (p *liarPlugin) Info(context.Context, *decoderpb.InfoRequest) (*decoderpb.InfoResponse, error) {
	response := &decoderpb.InfoResponse{
		Name: p.name, Version: "0", IrVersion: ir.Version, Formats: []*decoderpb.Format{{Id: "testreplay"}},
		SharedSource: p.direct, Direct: p.direct,
	}
	switch p.name {
	case "liar-name":
		response.Name = "somebody-else"
	case StrictLiar:
		response.Capabilities = &decoderpb.Capabilities{}
		response.ProtoReflect().SetUnknown(unknownField())
	case "liar-version":
		response.IrVersion = ir.Version + 1
	}
	return response, nil
}

// Liars that are asked for by name.
const (
	FutureLiar = "liar-future" // speaks only a version that does not exist yet
	StrictLiar = "liar-strict" // speaks the newest version, declares that it can do nothing, and says more than is known
)

// Sources of a liar that are no lies of a decoder of version 1, or one that
// declares them.
const (
	Positions  = "positions"  // a header that has them
	Undeclared = "undeclared" // a sync sample of nobody
	AndMore    = "and-more"   // the truth, with fields that no version has
)

// unknownField is a field that no version has.
func unknownField() []byte {
	return protowire.AppendString(protowire.AppendTag(nil, 1000, protowire.BytesType), "of a later version")
}

// andMore adds a field that no version has.
func andMore(event *decoderpb.DecodeEvent) *decoderpb.DecodeEvent {
	event.ProtoReflect().SetUnknown(unknownField())
	return event
}

// Lies are the ways in which the liar breaks the contract, by source name, and
// the events it sends. Truth is the one that does not.
var Lies = map[string]func() []*decoderpb.DecodeEvent{
	"truth": func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), orders(3), trailer()} },
	"long-diagnostic": func() []*decoderpb.DecodeEvent {
		return []*decoderpb.DecodeEvent{header(), longDiagnostic(), trailer()}
	},
	"nothing":           func() []*decoderpb.DecodeEvent { return nil },
	"orders-first":      func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{orders(1), header(), trailer()} },
	"trailer-first":     func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{trailer()} },
	"two-headers":       func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), header(), trailer()} },
	"two-trailers":      func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), trailer(), trailer()} },
	"after-the-trailer": func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), trailer(), orders(1)} },
	"no-trailer":        func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), orders(1)} },
	"garbage-header":    func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{garbageHeader()} },
	"foreign-format":    func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{foreignHeader()} },
	"garbage-orders":    func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), garbageOrders(), trailer()} },
	"damaged-row":       func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), damagedOrders(), trailer()} },
	"empty-batch":       func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), orders(0), trailer()} },
	"garbage-sync":      func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), garbageSync(), trailer()} },
	"strange-winner": func() []*decoderpb.DecodeEvent {
		return []*decoderpb.DecodeEvent{header(), trailerOf(&ir.Trailer{Winner: 0})}
	},
	"strange-outcome":    func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), strangeOutcome()} },
	"strange-sample":     func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), strangeSample(), trailer()} },
	"unasked-native":     func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), native(), trailer()} },
	"empty-event":        func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), {}, trailer()} },
	"unknown-code":       func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), failure("sunspots")} },
	"trailer-in-failure": func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), failure("truncated")} },
	"huge-message":       func() []*decoderpb.DecodeEvent { return []*decoderpb.DecodeEvent{header(), hugeOrders()} },
}

// Truths are what a decoder may send that is no lie of itself, by source name.
var Truths = map[string]func() []*decoderpb.DecodeEvent{
	Positions: func() []*decoderpb.DecodeEvent {
		return []*decoderpb.DecodeEvent{headerIn(ir.PositionLepton), trailer()}
	},
	Undeclared: func() []*decoderpb.DecodeEvent {
		return []*decoderpb.DecodeEvent{header(), {Event: &decoderpb.DecodeEvent_Sync{Sync: ir.AppendSyncBatch(nil, []ir.SyncSample{{Player: ir.NoPlayer}})}}, trailer()}
	},
	AndMore: func() []*decoderpb.DecodeEvent {
		return []*decoderpb.DecodeEvent{andMore(header()), andMore(orders(3)), andMore(trailer())}
	},
}

// Decode implements decoderpb.DecoderServer.
func (p *liarPlugin) Decode(stream grpc.BidiStreamingServer[decoderpb.DecodeRequest, decoderpb.DecodeEvent]) error {
	var name string
	for {
		request, err := stream.Recv()
		if err == io.EOF { //nolint:errorlint // gRPC returns it bare
			break
		}
		if err != nil {
			return err
		}
		if start := request.GetStart(); start != nil {
			name = start.GetName()
		}
	}
	name = strings.TrimSpace(name)
	events := Lies[name]
	if events == nil {
		events = Truths[name]
	}
	for _, event := range events() {
		if err := stream.Send(event); err != nil {
			return err
		}
	}
	return nil
}

func header() *decoderpb.DecodeEvent {
	return headerOf("testreplay")
}

func foreignHeader() *decoderpb.DecodeEvent { return headerOf("another") }

func headerOf(format string) *decoderpb.DecodeEvent {
	return encodedHeader(&ir.Header{Format: format})
}

func headerIn(unit ir.PositionUnit) *decoderpb.DecodeEvent {
	return encodedHeader(&ir.Header{Format: "testreplay", PositionUnit: unit})
}

func encodedHeader(header *ir.Header) *decoderpb.DecodeEvent {
	header.TickRate, header.TicksPerFrame, header.LocalPlayer = ir.Rational{Num: 1, Den: 1}, 1, ir.NoPlayer
	encoded, err := ir.AppendHeader(nil, header)
	if err != nil {
		panic(err)
	}
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Header{Header: encoded}}
}

func garbageHeader() *decoderpb.DecodeEvent {
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Header{Header: []byte("\xdd\xff\xff\xff\xff")}}
}

func orderBatch(n int) []byte {
	var writer ir.OrderBatchWriter
	for i := range n {
		if _, err := writer.Add(&ir.Order{Frame: uint64(i), Kind: ir.KindMove}); err != nil {
			panic(err)
		}
	}
	return writer.Flush(nil)
}

func ordersOf(batch []byte) *decoderpb.DecodeEvent {
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Orders{Orders: batch}}
}

func orders(n int) *decoderpb.DecodeEvent { return ordersOf(orderBatch(n)) }

func garbageOrders() *decoderpb.DecodeEvent { return ordersOf([]byte{0xc1, 1, 2, 3}) }

// damagedOrders is whole on the outside and holds a row that says it has a kind
// there is not.
func damagedOrders() *decoderpb.DecodeEvent {
	batch := orderBatch(5)
	batch[len(batch)-1] = 0xff
	return ordersOf(batch)
}

func hugeOrders() *decoderpb.DecodeEvent { return ordersOf(make([]byte, 2<<20)) }

func garbageSync() *decoderpb.DecodeEvent {
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Sync{Sync: []byte("\x93\x01")}}
}

func native() *decoderpb.DecodeEvent {
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Native{Native: []byte("line\n")}}
}

func failure(code string) *decoderpb.DecodeEvent {
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Failure{Failure: &decoderpb.Failure{
		Code: code, Section: "record", Offset: 7, Message: "cut", Cause: "because",
	}}}
}

func strangeOutcome() *decoderpb.DecodeEvent {
	return trailerOf(&ir.Trailer{Winner: ir.NoPlayer, Outcomes: []ir.PlayerOutcome{{Player: 3}}})
}

func strangeSample() *decoderpb.DecodeEvent {
	batch := ir.AppendSyncBatch(nil, []ir.SyncSample{{Player: 3}})
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Sync{Sync: batch}}
}

func trailer() *decoderpb.DecodeEvent {
	return trailerOf(&ir.Trailer{Complete: true, Winner: ir.NoPlayer})
}

func trailerOf(trailer *ir.Trailer) *decoderpb.DecodeEvent {
	encoded, err := ir.AppendTrailer(nil, trailer)
	if err != nil {
		panic(err)
	}
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Trailer{Trailer: encoded}}
}

// longDiagnostic has a text that no person reads.
func longDiagnostic() *decoderpb.DecodeEvent {
	return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Diagnostic{Diagnostic: &decoderpb.Diagnostic{
		Code: "long", Summary: strings.Repeat("x", 512<<10),
	}}}
}
