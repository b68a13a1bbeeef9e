// SPDX-License-Identifier: GPL-3.0-or-later

package enginetest

import (
	"encoding/binary"
	"errors"

	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

var errShort = errors.New("the file ends inside an order")

// orderReader reads the orders of a packet.
type orderReader struct {
	data     []byte
	err      error
	protocol int
}

func (r *orderReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.err = errShort
		r.data = nil
		return make([]byte, max(min(n, 16), 0))
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *orderReader) byte() byte { return r.take(1)[0] }

func (r *orderReader) uint16() uint16 { return binary.LittleEndian.Uint16(r.take(2)) }

func (r *orderReader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }

func (r *orderReader) int32() int32 { return int32(r.uint32()) }

func (r *orderReader) text() string {
	n, shift := 0, 0
	for r.err == nil {
		b := r.byte()
		n |= int(b&127) << shift
		if shift += 7; b < 128 || shift > 28 {
			break
		}
	}
	return string(r.take(n))
}

func (r *orderReader) cell() wpos.Cell {
	bits := r.int32()
	return wpos.Cell{X: bits >> 20, Y: bits >> 8 & 0xFFF}
}

func (r *orderReader) order(client int32) state.Order {
	o := state.Order{Client: client, Name: r.text()}
	flags := uint16(0)
	if r.protocol >= 11 {
		flags = r.uint16()
	} else {
		flags = uint16(r.byte())
	}
	if flags&0x80 != 0 {
		o.Subject, o.HasSubject = r.uint32(), true
	}
	if flags&1 != 0 {
		r.target(&o, flags)
	}
	if flags&4 != 0 {
		o.Text = r.text()
	}
	o.Queued = flags&8 != 0
	if flags&2 != 0 {
		r.take(4 * int(r.uint32()))
	}
	if flags&0x10 != 0 {
		o.ExtraCells = append(o.ExtraCells, r.cell())
	}
	if flags&0x20 != 0 {
		o.Extra = r.uint32()
	}
	if flags&0x100 != 0 {
		for range min(r.uint32(), 4096) {
			o.Grouped = append(o.Grouped, r.uint32())
		}
	}
	return o
}

func (r *orderReader) target(o *state.Order, flags uint16) {
	switch r.byte() {
	case 1:
		o.Target, o.Actor = state.TargetActor, r.uint32()
		if r.protocol >= 20 {
			r.take(4)
		}
	case 2:
		if flags&0x40 != 0 {
			o.Target, o.Cell = state.TargetCell, r.cell()
			r.take(1)
			return
		}
		o.Target, o.Position = state.TargetPosition, wpos.Pos{X: r.int32(), Y: r.int32(), Z: r.int32()}
		if r.protocol >= 21 {
			if n := int(int16(r.uint16())); n > 0 {
				r.take(12 * n)
			}
		}
	case 3:
		o.Target = state.TargetFrozen
		r.take(4)
		o.Actor = r.uint32()
	}
}
