// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"slices"

	"convertd/core/ir"
)

// Packets of several connections interleave: one connection's orders for a net
// frame may be recorded before another's for the frame before. The game executes
// frame by frame and, within a frame, connection by connection; orders are sent
// that way. A frame is complete when every connection that plays has a packet for
// it, or at the latest when a hash of it is met: no connection computes it before
// it has everybody's orders.

// reorderWindow is how many net frames with orders wait at most: more than any
// order latency.
const reorderWindow = 32

// opaque is the content of a waitingPacket that is sent as raw bytes.
const opaque = 0

// waitingPacket is a packet whose net frame is not complete.
type waitingPacket struct {
	from    *sender
	client  int32
	frame   int32 // as recorded
	offset  int
	content uint8
	kind    ir.Kind
	first   int // orders of the queue, or bytes of an opaque packet
	end     int
}

// frameQueue holds what was recorded for one net frame.
type frameQueue struct {
	frame   uint64
	packets []waitingPacket
	orders  []nativeOrder
}

func (q *frameQueue) add(p waitingPacket) { q.packets = append(q.packets, p) }

// playOrder holds the net frames that are not complete, oldest first.
type playOrder struct {
	waiting []*frameQueue
	free    []*frameQueue
	sent    uint64 // frames up to here were sent
	held    int    // orders waiting
}

// queue returns the queue of a frame that was not sent yet.
func (o *playOrder) queue(frame uint64) *frameQueue {
	at := len(o.waiting)
	for at > 0 && o.waiting[at-1].frame > frame {
		at--
	}
	if at > 0 && o.waiting[at-1].frame == frame {
		return o.waiting[at-1]
	}
	q := o.takeFree()
	q.frame = frame
	o.waiting = slices.Insert(o.waiting, at, q)
	return q
}

// takeFree returns an empty queue, the one used last if there is one: its memory
// is still in the cache.
func (o *playOrder) takeFree() *frameQueue {
	n := len(o.free)
	if n == 0 {
		return &frameQueue{}
	}
	q := o.free[n-1]
	o.free = o.free[:n-1]
	return q
}

// keepWaitingShort counts n orders that were queued and sends the oldest frames
// if too much waits.
func (s *stream) keepWaitingShort(n int) error {
	s.play.held += n
	if s.play.held > maxWaitingOrders {
		return s.sendUpTo(s.highest)
	}
	if len(s.play.waiting) > reorderWindow {
		return s.sendUpTo(s.play.waiting[0].frame)
	}
	return nil
}

// sendUpTo sends all waiting packets of net frames up to one.
func (s *stream) sendUpTo(frame uint64) error {
	o := &s.play
	n := 0
	for n < len(o.waiting) && o.waiting[n].frame <= frame {
		q := o.waiting[n]
		o.sent = max(o.sent, q.frame)
		if err := s.sendQueue(q); err != nil {
			return err
		}
		o.held -= len(q.orders)
		q.packets, q.orders = q.packets[:0], q.orders[:0]
		o.free = append(o.free, q)
		n++
	}
	if n > 0 {
		o.waiting = slices.Delete(o.waiting, 0, n)
	}
	if frame <= s.highest {
		o.sent = max(o.sent, frame)
	}
	return nil
}

// warnUnfinished says that orders are left out when a recording breaks off: a net
// frame that still waits for a connection was never played.
func (s *stream) warnUnfinished() error {
	for _, q := range s.play.waiting {
		if len(q.packets) > 0 { // a queue is empty if the packet it was for did not decode
			return s.warn("unfinished-frame",
				"the recording breaks off before a net frame was finished; orders that were never played are left out",
				q.packets[0].offset)
		}
	}
	return nil
}

// sendQueue sends the packets of a frame in the order of their connections.
// Packets of one connection stay as they were recorded.
func (s *stream) sendQueue(q *frameQueue) error {
	sortByRank(q.packets)
	for i := range q.packets {
		p := &q.packets[i]
		err := error(nil)
		if p.content == contentOrder {
			err = s.sendOrders(p, q.orders)
		} else {
			err = s.sendControl(p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sortByRank is an insertion sort: the packets of a frame are few and nearly
// sorted.
func sortByRank(packets []waitingPacket) {
	for i := 1; i < len(packets); i++ {
		for j := i; j > 0 && packets[j].from.rank < packets[j-1].from.rank; j-- {
			packets[j], packets[j-1] = packets[j-1], packets[j]
		}
	}
}
