// SPDX-License-Identifier: GPL-3.0-or-later

package wire

import (
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"convertd/sdk/decoderpb"
)

// OutRequest is a DecodeRequest on its way out: a start, or a chunk that
// belongs to gRPC once it was sent.
type OutRequest struct {
	Start *decoderpb.DecodeStart
	Chunk mem.Buffer
}

func (r *OutRequest) marshal() (mem.BufferSlice, error) {
	if r.Start != nil {
		return marshalProto(&decoderpb.DecodeRequest{Part: &decoderpb.DecodeRequest_Start{Start: r.Start}})
	}
	return framed(fieldChunk, r.Chunk), nil
}

// InRequest is a DecodeRequest that arrived. A chunk is appended to Source,
// which therefore grows into the whole replay with one copy of each byte; its
// capacity is never passed: a chunk that does not fit is dropped and sets
// Overflow.
type InRequest struct {
	Start    *decoderpb.DecodeStart
	Source   []byte
	Overflow bool
}

func (r *InRequest) unmarshal(data mem.BufferSlice) error {
	r.Start = nil
	if field, payload, ok := unframed(data); ok && field == fieldChunk {
		if payload > cap(r.Source)-len(r.Source) {
			r.Overflow = true
			return nil
		}
		r.Source = appendTail(r.Source, data, payload)
		return nil
	}
	var message decoderpb.DecodeRequest
	if err := proto.Unmarshal(data.Materialize(), &message); err != nil {
		return err
	}
	r.Start = message.GetStart()
	chunk := message.GetChunk()
	if len(chunk) > cap(r.Source)-len(r.Source) {
		r.Overflow = true
		return nil
	}
	r.Source = append(r.Source, chunk...)
	return nil
}
