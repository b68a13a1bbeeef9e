// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"convertd/sdk/decoderpb"
)

// pieces cuts bytes the way a connection does.
func pieces(data []byte, size int) mem.BufferSlice {
	var slice mem.BufferSlice
	for len(data) > size {
		slice = append(slice, mem.SliceBuffer(data[:size]))
		data = data[size:]
	}
	return append(slice, mem.SliceBuffer(data))
}

// eventOf makes the generated form of an event with a payload.
func eventOf(kind EventKind, payload []byte) *decoderpb.DecodeEvent {
	switch kind {
	case EventHeader:
		return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Header{Header: payload}}
	case EventOrders:
		return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Orders{Orders: payload}}
	case EventSync:
		return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Sync{Sync: payload}}
	case EventCamera:
		return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Camera{Camera: payload}}
	case EventNative:
		return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Native{Native: payload}}
	case EventTrailer:
		return &decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Trailer{Trailer: payload}}
	case EventNone, EventDiagnostic, EventFailure:
	}
	panic("no payload")
}

var payloadKinds = []EventKind{EventHeader, EventOrders, EventSync, EventCamera, EventNative, EventTrailer}

func TestEventsAreTheBytesOfTheGeneratedCode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(payloadKinds).Draw(t, "kind")
		payload := bytes.Repeat([]byte{7}, rapid.IntRange(0, 70_000).Draw(t, "size"))
		ours, err := Codec{}.Marshal(&OutEvent{Kind: kind, Payload: mem.SliceBuffer(payload)})
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := proto.Marshal(eventOf(kind, payload))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(ours.Materialize(), theirs) {
			t.Fatalf("%s of %d bytes is not what the generated code writes", kind, len(payload))
		}
		var in InEvent
		if err := (Codec{}).Unmarshal(pieces(theirs, rapid.IntRange(1, 20_000).Draw(t, "piece")), &in); err != nil {
			t.Fatal(err)
		}
		if in.Kind != kind || !bytes.Equal(in.Payload, payload) {
			t.Fatalf("%s of %d bytes came back as %s of %d", kind, len(payload), in.Kind, len(in.Payload))
		}
	})
}

func TestSmallEventsGoThroughTheGeneratedCode(t *testing.T) {
	offset := uint64(9)
	for _, out := range []*OutEvent{
		{Kind: EventDiagnostic, Diagnostic: &decoderpb.Diagnostic{Code: "odd", Summary: "s", Offset: &offset}},
		{Kind: EventFailure, Failure: &decoderpb.Failure{Code: "truncated", Section: "packet", Offset: 3}},
	} {
		encoded, err := Codec{}.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		var in InEvent
		if err := (Codec{}).Unmarshal(encoded, &in); err != nil {
			t.Fatal(err)
		}
		if in.Kind != out.Kind || !proto.Equal(in.Diagnostic, out.Diagnostic) || !proto.Equal(in.Failure, out.Failure) {
			t.Errorf("%+v came back as %+v", out, in)
		}
	}
}

func TestPayloadOfTheLastMessageIsReused(t *testing.T) {
	var in InEvent
	for _, payload := range []string{"a long first payload", "short"} {
		encoded, err := Codec{}.Marshal(&OutEvent{Kind: EventNative, Payload: mem.SliceBuffer(payload)})
		if err != nil {
			t.Fatal(err)
		}
		if err := (Codec{}).Unmarshal(encoded, &in); err != nil {
			t.Fatal(err)
		}
		if string(in.Payload) != payload {
			t.Errorf("got %q, want %q", in.Payload, payload)
		}
	}
}

func TestChunksGrowIntoTheSourceUpToItsCapacity(t *testing.T) {
	in := InRequest{Source: make([]byte, 0, 10)}
	send := func(chunk string) {
		t.Helper()
		encoded, err := Codec{}.Marshal(&OutRequest{Chunk: mem.SliceBuffer(chunk)})
		if err != nil {
			t.Fatal(err)
		}
		if err := (Codec{}).Unmarshal(pieces(encoded.Materialize(), 3), &in); err != nil {
			t.Fatal(err)
		}
	}
	send("01234")
	send("56789")
	if string(in.Source) != "0123456789" || in.Overflow {
		t.Fatalf("source is %q, overflow %v", in.Source, in.Overflow)
	}
	send("x")
	if len(in.Source) != 10 || !in.Overflow {
		t.Errorf("a byte too many: source of %d bytes, overflow %v", len(in.Source), in.Overflow)
	}
}

func TestStartIsTheBytesOfTheGeneratedCode(t *testing.T) {
	start := &decoderpb.DecodeStart{Name: "a.rep", Size: 5, Native: true}
	encoded, err := Codec{}.Marshal(&OutRequest{Start: start})
	if err != nil {
		t.Fatal(err)
	}
	var theirs decoderpb.DecodeRequest
	if err := proto.Unmarshal(encoded.Materialize(), &theirs); err != nil {
		t.Fatal(err)
	}
	var ours InRequest
	if err := (Codec{}).Unmarshal(encoded, &ours); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(theirs.GetStart(), start) || !proto.Equal(ours.Start, start) {
		t.Errorf("start came back as %v and %v", theirs.GetStart(), ours.Start)
	}
}

func TestEventWithoutKindCannotBeSent(t *testing.T) {
	if _, err := (Codec{}).Marshal(&OutEvent{}); err == nil {
		t.Error("an empty event was encoded")
	}
}

// FuzzInEvent compares the short way with the generated code on any bytes.
func FuzzInEvent(f *testing.F) {
	for _, kind := range payloadKinds {
		encoded, err := proto.Marshal(eventOf(kind, []byte("payload")))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(encoded, 3)
	}
	f.Add([]byte{0x0a, 0x80, 0x80, 0x00}, 1) // a length longer than it need be
	f.Add([]byte{0x0a, 0x00, 0x12, 0x00}, 2) // two fields of one oneof
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		var ours InEvent
		err := ours.unmarshal(pieces(data, max(1, size%64)))
		var message decoderpb.DecodeEvent
		if wantErr := proto.Unmarshal(data, &message); (err == nil) != (wantErr == nil) {
			t.Fatalf("ours: %v, generated: %v", err, wantErr)
		}
		if err != nil {
			return
		}
		var want InEvent
		want.take(&message)
		if ours.Kind != want.Kind {
			t.Fatalf("ours is %s, the generated code's %s", ours.Kind, want.Kind)
		}
		if ours.Kind.hasPayload() && !bytes.Equal(ours.Payload, want.Payload) {
			t.Fatal(cmp.Diff(want.Payload, ours.Payload))
		}
	})
}

// FuzzInRequest does the same for what a decoder receives.
func FuzzInRequest(f *testing.F) {
	f.Add([]byte{0x12, 0x03, 'a', 'b', 'c'}, 2)
	f.Add([]byte{0x0a, 0x00}, 1)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		ours := InRequest{Source: make([]byte, 0, 32)}
		err := ours.unmarshal(pieces(data, max(1, size%64)))
		var message decoderpb.DecodeRequest
		if wantErr := proto.Unmarshal(data, &message); (err == nil) != (wantErr == nil) {
			t.Fatalf("ours: %v, generated: %v", err, wantErr)
		}
		if err == nil && !ours.Overflow && !bytes.Equal(ours.Source, message.GetChunk()) {
			t.Fatal(cmp.Diff(message.GetChunk(), ours.Source))
		}
		if cap(ours.Source) != 32 {
			t.Fatalf("the source grew to %d", cap(ours.Source))
		}
	})
}
