// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"encoding/binary"

	"convertd/core/ir"
)

// Sizes of the container (docs/formats/orarep.md#file).
const (
	packetHead  = 8 // i32 client, i32 length
	frameBytes  = 4 // i32 frame, part of the length
	endOfStream = int32(-1)
)

// packet is one packet of the stream.
type packet struct {
	offset int   // of the packet's head
	client int32 // connection that sent it
	frame  int32 // net frame, 0 for immediate
	start  int   // first byte after the frame
	end    int   // first byte after the packet
}

// packetReader walks the packets of a stream. After next returned false, stop
// says why, and at where.
type packetReader struct {
	data []byte
	at   int
	stop streamStop
}

// streamStop is why a stream of packets ended.
type streamStop uint8

const (
	stopEndOfFile     streamStop = iota // exactly between two packets
	stopMarker                          // client -1: the metadata block follows
	stopCutHead                         // fewer bytes than a packet head
	stopCutPacket                       // the length reaches past the end
	stopBadLength                       // the length is negative or too short for a frame
	stopBadConnection                   // the client is negative but not -1
)

// next reads the next packet into p and reports whether there was one.
func (r *packetReader) next(p *packet) bool {
	rest := r.data[r.at:]
	if len(rest) < packetHead {
		r.stop = stopShort(rest)
		return false
	}
	client := int32(binary.LittleEndian.Uint32(rest))
	length := int32(binary.LittleEndian.Uint32(rest[4:]))
	switch {
	case client == endOfStream:
		r.stop = stopMarker
		return false
	case client < 0:
		r.stop = stopBadConnection
		return false
	case length < frameBytes:
		r.stop = stopBadLength
		return false
	case int(length) > len(rest)-packetHead:
		r.stop = stopCutPacket
		return false
	}
	p.offset = r.at
	p.client = client
	p.frame = int32(binary.LittleEndian.Uint32(rest[packetHead:]))
	p.start = r.at + packetHead + frameBytes
	p.end = r.at + packetHead + int(length)
	r.at = p.end
	return true
}

// stopShort classifies an end with fewer bytes than a packet head.
func stopShort(rest []byte) streamStop {
	switch {
	case len(rest) == 0:
		return stopEndOfFile
	case len(rest) >= 4 && int32(binary.LittleEndian.Uint32(rest)) == endOfStream:
		return stopMarker
	default:
		return stopCutHead
	}
}

// err is the damage that stopped the stream, nil for a regular end. complete
// says that the end of the file itself is sound (a metadata block is there), so
// that a length reaching past the end is damage and not a cut file.
func (r *packetReader) err(complete bool) *ir.DecodeError {
	damage := &ir.DecodeError{Code: ir.CodeMalformed, Section: "container", Offset: uint64(r.at)}
	switch r.stop {
	case stopCutHead:
		damage.Code, damage.Message = ir.CodeTruncated, "the file ends inside the head of a packet"
	case stopCutPacket:
		damage.Message = "the length of a packet reaches past the end of the file"
		if !complete {
			damage.Code, damage.Message = ir.CodeTruncated, "the file ends inside a packet"
		}
	case stopBadLength:
		damage.Message = "the length of a packet is too small to hold its frame number"
	case stopBadConnection:
		damage.Message = "the client number of a packet is negative"
	case stopEndOfFile, stopMarker:
		return nil
	}
	return damage
}

// First bytes of a packet's content (docs/formats/orarep.md#packets).
const (
	contentHandshake  = 0xFE // order of a name and a value
	contentOrder      = 0xFF // order with all fields
	contentSync       = 0x65
	contentDisconnect = 0xBF
	contentAck        = 0x10 // network only, never recorded by the engine
	contentPing       = 0x20 // network only
	contentTickScale  = 0x76 // network only
)

// frameForever is the frame of the packets that register a client before the
// game (docs/formats/orarep.md#registration).
const frameForever = 0x7FFFFFFF
