// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	encodingproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// Codec is gRPC's protobuf codec with a short way for OutEvent, InEvent,
// OutRequest and InRequest. Every other message takes gRPC's own way.
type Codec struct{}

var _ encoding.CodecV2 = Codec{}

// Name is the name of gRPC's protobuf codec: both write the same bytes.
func (Codec) Name() string { return encodingproto.Name }

// Marshal implements encoding.CodecV2.
func (Codec) Marshal(v any) (mem.BufferSlice, error) {
	switch message := v.(type) {
	case *OutEvent:
		return message.marshal()
	case *OutRequest:
		return message.marshal()
	default:
		return encoding.GetCodecV2(encodingproto.Name).Marshal(v)
	}
}

// Unmarshal implements encoding.CodecV2.
func (Codec) Unmarshal(data mem.BufferSlice, v any) error {
	switch message := v.(type) {
	case *InEvent:
		return message.unmarshal(data)
	case *InRequest:
		return message.unmarshal(data)
	default:
		return encoding.GetCodecV2(encodingproto.Name).Unmarshal(data, v)
	}
}

// framed is one bytes field around payload, which is not copied.
func framed(field protowire.Number, payload mem.Buffer) mem.BufferSlice {
	frame := make([]byte, 0, 2*protowire.SizeVarint(MaxMessage))
	frame = protowire.AppendTag(frame, field, protowire.BytesType)
	frame = protowire.AppendVarint(frame, uint64(payload.Len()))
	return mem.BufferSlice{mem.SliceBuffer(frame), payload}
}

// unframed recognises a message that is exactly one bytes field and returns the
// length of its payload, which is the tail of data. Anything else that
// protobuf allows (several fields, unknown ones) is left to the generated code.
func unframed(data mem.BufferSlice) (field protowire.Number, payload int, ok bool) {
	// A tag of a known field is one byte, the length of a payload at most four.
	const frameMax = 5
	var frame [frameMax]byte
	n := 0
	for _, part := range data {
		n += copy(frame[n:], part.ReadOnlyData())
		if n == frameMax {
			break
		}
	}
	field, wireType, tagSize := protowire.ConsumeTag(frame[:n])
	if tagSize < 0 || wireType != protowire.BytesType || field > fieldMaxKnown {
		return 0, 0, false
	}
	length, lengthSize := protowire.ConsumeVarint(frame[tagSize:n])
	if lengthSize < 0 || length > MaxMessage || int(length) != data.Len()-tagSize-lengthSize {
		return 0, 0, false
	}
	return field, int(length), true
}

// appendTail appends the last n bytes of data to target.
func appendTail(target []byte, data mem.BufferSlice, n int) []byte {
	skip := data.Len() - n
	for _, part := range data {
		bytes := part.ReadOnlyData()
		if skip >= len(bytes) {
			skip -= len(bytes)
			continue
		}
		target = append(target, bytes[skip:]...)
		skip = 0
	}
	return target
}

func marshalProto(message proto.Message) (mem.BufferSlice, error) {
	bytes, err := proto.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("wire: marshal %T: %w", message, err)
	}
	return mem.BufferSlice{mem.SliceBuffer(bytes)}, nil
}
