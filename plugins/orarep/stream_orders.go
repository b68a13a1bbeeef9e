// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "convertd/core/ir"

// takeOrders takes the orders of a packet, all of them or, if one does not
// decode, none. Lines and immediate orders are sent at once; game orders wait
// for their net frame to be complete.
func (s *stream) takeOrders(p *packet) (decoded bool, broken *ir.DecodeError, err error) {
	frame := uint64(max(p.frame, 0))
	var queue *frameQueue
	orders := s.scratch[:0]
	if !s.native && frame > s.play.sent {
		queue = s.play.queue(frame)
		orders = queue.orders
	}
	first := len(orders)
	orders, decoded, broken = s.parse(p, orders)
	if !decoded || broken != nil {
		return decoded, broken, nil
	}
	if queue == nil {
		s.scratch = orders
	} else {
		queue.orders = orders
	}
	from := s.senders.of(p.client)
	s.noteFrame(from, p.frame)
	s.counts.orders++
	for i := first; i < len(orders); i++ {
		if broken, err := s.count(p, from, &orders[i]); broken != nil || err != nil {
			return true, broken, err
		}
	}
	entry := waitingPacket{
		from: from, client: p.client, frame: p.frame, offset: p.offset,
		content: contentOrder, first: first, end: len(orders),
	}
	if queue == nil {
		return true, nil, s.sendOrders(&entry, orders)
	}
	queue.add(entry)
	return true, nil, s.keepWaitingShort(len(orders) - first)
}

// parse appends the orders of a packet. ok is false if one does not decode.
func (s *stream) parse(p *packet, orders []nativeOrder) (all []nativeOrder, ok bool, broken *ir.DecodeError) {
	most := len(orders) + maxPacketOrders
	for at := p.start; at < p.end; {
		n := len(orders)
		if n == most {
			return orders, true, s.limit(at, "a packet holds more orders than the limit")
		}
		if n < cap(orders) {
			orders = orders[:n+1]
		} else {
			orders = append(orders, nativeOrder{})
		}
		next, read := s.layout.read(s.data, at, p.end, &orders[n])
		if !read {
			return orders, false, nil
		}
		at = next
	}
	return orders, true, nil
}

// count counts an order under its name and looks at it for evidence.
func (s *stream) count(p *packet, from *sender, o *nativeOrder) (broken *ir.DecodeError, err error) {
	if o.end-o.start > maxOrderBytes {
		return s.limit(int(o.start), "an order is larger than the limit"), nil
	}
	name, isNew := s.names.find(o.name.of(s.data))
	if name == nil {
		return s.limit(int(o.start), "more distinct order names than the limit"), nil
	}
	o.known = name.number
	s.orders++
	if p.frame == 0 {
		name.immediate++
	} else {
		name.game++
		s.actors.noteOrder(from, name.meaning.roles, o)
	}
	if isNew && name.meaning.roles&roleKnown == 0 {
		return nil, s.warn("unknown-order", "an order name is not one of the engine's; its bytes are kept", int(o.start))
	}
	return nil, nil
}

// sendOrders sends the orders of a packet or their lines.
func (s *stream) sendOrders(p *waitingPacket, orders []nativeOrder) error {
	for i := p.first; i < p.end; i++ {
		var err error
		if s.native {
			s.line = s.appendLine(s.line[:0], s.number, p.client, p.frame, &orders[i])
			err = s.sink.Native(s.line)
		} else {
			s.translate(p, &orders[i], s.names.list[orders[i].known])
			err = s.sendTimed(p.offset)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sendTimed sends s.order. Ticks never go back from one order to the next: an
// order that comes after its frame was closed keeps its frame and takes the tick
// of the order before it.
func (s *stream) sendTimed(packetOffset int) error {
	o := &s.order
	o.Tick = s.tick(o.Frame)
	if o.Tick < s.lastTick {
		o.Tick = s.lastTick
		if o.Frame < s.play.sent && !s.lateMet {
			s.lateMet = true
			if err := s.warn("late-order", "an order comes after its net frame was over", packetOffset); err != nil {
				return err
			}
		}
	}
	s.lastTick = o.Tick
	return s.sink.Order(o)
}

// takeOpaque takes a packet that is sent as one order with its content as raw
// bytes. Content of the lobby is left out: it may hold private text.
func (s *stream) takeOpaque(p *packet, kind ir.Kind) error {
	if s.native {
		return nil
	}
	entry := waitingPacket{
		from: s.senders.of(p.client), client: p.client, frame: p.frame, offset: p.offset,
		content: opaque, kind: kind, first: p.start, end: p.end,
	}
	return s.takeControl(entry)
}

// takeControl queues a packet that is one order behind the orders of its frame,
// or sends it if it is immediate or late.
func (s *stream) takeControl(entry waitingPacket) error {
	frame := uint64(max(entry.frame, 0))
	if entry.frame == frameForever || frame <= s.play.sent {
		return s.sendControl(&entry)
	}
	s.play.queue(frame).add(entry)
	return s.keepWaitingShort(1)
}

// sendControl sends a disconnect or an opaque packet.
func (s *stream) sendControl(p *waitingPacket) error {
	s.clearOrder()
	o := &s.order
	o.Frame, o.Offset = s.now(), s.offset(p.offset)
	o.Player, o.Client, o.Kind = p.from.seat, p.client, p.kind
	o.Present = ir.PresentNativeID
	inPlay := p.frame > 0 && p.frame != frameForever
	if inPlay {
		o.Frame = uint64(p.frame)
	}
	switch {
	case p.content == contentDisconnect:
		o.NativeID = contentDisconnect
	case p.first < p.end:
		o.NativeID = uint32(s.data[p.first])
		if inPlay && p.end-p.first <= maxOrderBytes {
			o.Raw = s.data[p.first:p.end]
		}
	}
	return s.sendTimed(p.offset)
}

// now is the net frame the game has reached: that of immediate orders.
func (s *stream) now() uint64 { return max(s.reached, s.play.sent) }
