// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"fmt"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"convertd/sdk/decoderpb"
)

// Field numbers of the oneofs in decoder.proto whose payload is plain bytes.
const (
	fieldChunk    = 2
	fieldHeader   = 1
	fieldOrders   = 2
	fieldSync     = 3
	fieldCamera   = 4
	fieldNative   = 5
	fieldTrailer  = 7
	fieldMaxKnown = 8
)

// EventKind says what an Event holds.
type EventKind uint8

// Event kinds. Those with a payload carry the number of their protobuf field.
const (
	EventNone       EventKind = 0 // an empty message, or a field this version does not know
	EventHeader     EventKind = fieldHeader
	EventOrders     EventKind = fieldOrders
	EventSync       EventKind = fieldSync
	EventCamera     EventKind = fieldCamera
	EventNative     EventKind = fieldNative
	EventDiagnostic EventKind = 6
	EventTrailer    EventKind = fieldTrailer
	EventFailure    EventKind = fieldMaxKnown
)

var eventNames = [...]string{
	"empty event", "header", "orders", "sync", "camera", "native", "diagnostic", "trailer", "failure",
}

// String returns the field name of the kind in decoder.proto.
func (k EventKind) String() string {
	if int(k) < len(eventNames) {
		return eventNames[k]
	}
	return fmt.Sprintf("event %d", uint8(k))
}

// hasPayload reports whether the kind carries bytes.
func (k EventKind) hasPayload() bool {
	return k >= EventHeader && k <= EventTrailer && k != EventDiagnostic
}

// OutEvent is a DecodeEvent on its way out. Payload belongs to gRPC once the
// event was sent and is freed by it.
type OutEvent struct {
	Kind       EventKind
	Payload    mem.Buffer
	Diagnostic *decoderpb.Diagnostic
	Failure    *decoderpb.Failure
}

func (e *OutEvent) marshal() (mem.BufferSlice, error) {
	switch {
	case e.Kind.hasPayload():
		return framed(protowire.Number(e.Kind), e.Payload), nil
	case e.Kind == EventDiagnostic:
		return marshalProto(&decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Diagnostic{Diagnostic: e.Diagnostic}})
	case e.Kind == EventFailure:
		return marshalProto(&decoderpb.DecodeEvent{Event: &decoderpb.DecodeEvent_Failure{Failure: e.Failure}})
	default:
		return nil, fmt.Errorf("wire: an event of kind %d cannot be sent", e.Kind)
	}
}

// InEvent is a DecodeEvent that arrived. Payload is reused by the next message
// received into the same InEvent.
type InEvent struct {
	Kind       EventKind
	Size       int // of the message, whatever is in it
	Payload    []byte
	Diagnostic *decoderpb.Diagnostic
	Failure    *decoderpb.Failure
}

func (e *InEvent) unmarshal(data mem.BufferSlice) error {
	e.Kind, e.Size, e.Diagnostic, e.Failure = EventNone, data.Len(), nil, nil
	if field, payload, ok := unframed(data); ok && EventKind(field).hasPayload() {
		e.Kind = EventKind(field)
		e.Payload = appendTail(e.Payload[:0], data, payload)
		return nil
	}
	var message decoderpb.DecodeEvent
	if err := proto.Unmarshal(data.Materialize(), &message); err != nil {
		return err
	}
	e.take(&message)
	return nil
}

func (e *InEvent) take(message *decoderpb.DecodeEvent) {
	switch event := message.GetEvent().(type) {
	case *decoderpb.DecodeEvent_Header:
		e.Kind, e.Payload = EventHeader, event.Header
	case *decoderpb.DecodeEvent_Orders:
		e.Kind, e.Payload = EventOrders, event.Orders
	case *decoderpb.DecodeEvent_Sync:
		e.Kind, e.Payload = EventSync, event.Sync
	case *decoderpb.DecodeEvent_Camera:
		e.Kind, e.Payload = EventCamera, event.Camera
	case *decoderpb.DecodeEvent_Native:
		e.Kind, e.Payload = EventNative, event.Native
	case *decoderpb.DecodeEvent_Diagnostic:
		e.Kind, e.Diagnostic = EventDiagnostic, event.Diagnostic
	case *decoderpb.DecodeEvent_Trailer:
		e.Kind, e.Payload = EventTrailer, event.Trailer
	case *decoderpb.DecodeEvent_Failure:
		e.Kind, e.Failure = EventFailure, event.Failure
	}
}

// TakeFrame fills in an event that came as a frame of that kind. Payload aliases
// content. A kind that this version does not know makes an empty event.
func (e *InEvent) TakeFrame(kind EventKind, content []byte) error {
	*e = InEvent{Size: len(content)}
	switch {
	case kind.hasPayload():
		e.Kind, e.Payload = kind, content
	case kind == EventDiagnostic:
		e.Kind, e.Diagnostic = kind, new(decoderpb.Diagnostic)
		return proto.Unmarshal(content, e.Diagnostic)
	case kind == EventFailure:
		e.Kind, e.Failure = kind, new(decoderpb.Failure)
		return proto.Unmarshal(content, e.Failure)
	}
	return nil
}
