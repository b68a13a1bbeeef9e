// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/binary"

	"convertd/core/bincode"
	"convertd/core/order"
)

// TickFrame is one tick of the order stream (docs/icrep.md#orders).
type TickFrame struct {
	Tick order.Tick
	// StateHash is the sync hash of the state in which the tick begins, that
	// is after the tick before it was executed; for tick 0 the starting state.
	StateHash order.SyncHash
	Orders    []order.TimestampedOrder
}

// emptyFrameBytes is the size of a frame without orders.
const emptyFrameBytes = 24

// minOrderBytes is the size of the smallest order: player, variant, sub-tick.
const minOrderBytes = 12

// AppendTo appends the bincode form of the frame.
func (f *TickFrame) AppendTo(dst []byte) []byte {
	dst = f.appendHead(dst)
	for i := range f.Orders {
		dst = order.AppendTimestampedOrder(dst, &f.Orders[i])
	}
	return dst
}

func (f *TickFrame) appendHead(dst []byte) []byte {
	dst = bincode.AppendUint64(dst, uint64(f.Tick))
	dst = bincode.AppendUint64(dst, uint64(f.StateHash))
	return bincode.AppendLength(dst, len(f.Orders))
}

// SetFrameHash fills in the StateHash of a frame that AppendFrame encoded.
func SetFrameHash(frame []byte, hash order.SyncHash) {
	binary.LittleEndian.PutUint64(frame[frameHashAt:], uint64(hash))
}

// frameHashAt is where the hash stands: behind the tick.
const frameHashAt = 8

// AppendFrame appends the bincode form of the frame and refuses what a reader
// would refuse: too many orders, too large ones, unknown kinds, text that is
// not UTF-8.
func AppendFrame(dst []byte, f *TickFrame) ([]byte, error) {
	if len(f.Orders) > order.MaxOrdersPerTick {
		return dst, usage(SectionOrders, "tick %d has %d orders, the limit is %d", f.Tick, len(f.Orders), order.MaxOrdersPerTick)
	}
	dst = f.appendHead(dst)
	for i := range f.Orders {
		if err := f.Orders[i].Order.Validate(); err != nil {
			return dst, usage(SectionOrders, "tick %d, order %d: %v", f.Tick, i, err)
		}
		start := len(dst)
		dst = order.AppendTimestampedOrder(dst, &f.Orders[i])
		if size := len(dst) - start - 8; size > order.MaxOrderBytes {
			return dst, usage(SectionOrders, "tick %d, order %d takes %d bytes, the limit is %d", f.Tick, i, size, order.MaxOrderBytes)
		}
	}
	return dst, nil
}

// ReadFrom reads what AppendTo wrote. It reuses the frame's slices; byte
// slices inside orders alias the reader's data.
func (f *TickFrame) ReadFrom(r *bincode.Reader) {
	f.Tick = order.Tick(r.Uint64())
	f.StateHash = order.SyncHash(r.Uint64())
	n := r.Length(minOrderBytes, order.MaxOrdersPerTick)
	if cap(f.Orders) < n {
		grown := make([]order.TimestampedOrder, n)
		copy(grown, f.Orders[:cap(f.Orders)])
		f.Orders = grown
	}
	f.Orders = f.Orders[:n]
	for i := range f.Orders {
		start := r.Offset()
		order.ReadTimestampedOrder(r, &f.Orders[i])
		if size := r.Offset() - start - 8; size > order.MaxOrderBytes && r.Err() == nil {
			r.Fail("an order of %d bytes, the limit is %d", size, order.MaxOrderBytes)
		}
	}
}
