package orarep

import (
	"context"
	"math"

	"convertd/core/ir"
	"convertd/sdk"
)

// parsedAhead is how many orders of a packet are kept from checking the packet
// to sending it; a packet with more is read again behind them.
const parsedAhead = 64

// credibleLead is how far the frame of a packet may lie ahead of all before it
// when the packet or its neighbour did not decode. Recorders are never more
// than the order latency ahead.
const credibleLead = 1000

// stream walks the packets once and sends what they hold.
type stream struct {
	*replay
	ctx    context.Context
	sink   sdk.Sink
	native bool

	reader  packetReader
	senders *senders
	actors  playerActors
	owners  map[uint32]int32
	names   nameTable
	ahead   nameTable // of derivePlayerActors, whose counts are thrown away
	parsed  [parsedAhead]nativeOrder

	items    stringTable
	scrubber scrubber
	order    ir.Order // reused; its slices keep their memory
	line     []byte

	reached uint64 // highest net frame a sync packet reported
	hashed  uint64 // net frames whose hash of the ZIP form was sent
	highest uint64 // highest net frame of orders
	number  uint64 // packets read
	counts  packetCounts
	orders  uint64
	defeats defeats
	leaves  []leave
	damage  *ir.DecodeError // first packet that did not decode
}

// packetCounts counts packets by content.
type packetCounts struct {
	orders, empty, sync, disconnect, other uint64
}

func newStream(ctx context.Context, r *replay, sink sdk.Sink, native bool) *stream {
	return &stream{
		replay:  r,
		ctx:     ctx,
		sink:    sink,
		native:  native,
		reader:  packetReader{data: r.data},
		senders: newSenders(r.seats),
		actors:  playerActors{seats: playingSeats(r.seats)},
		owners:  make(map[uint32]int32),
	}
}

// tick is the world tick at which the orders of a net frame are applied:
// (frame-1) * interval. Net frames run on during a pause, and so does this
// count (openra.md §6).
func (s *stream) tick(frame uint64) uint64 {
	if frame == 0 {
		return 0
	}
	return (frame - 1) * uint64(s.interval)
}

// run sends everything up to the end of the stream. broken is the damage that
// ended it, nil for a regular end; err is the sink's or the context's.
func (s *stream) run() (broken *ir.DecodeError, err error) {
	if !s.native && s.senders.anyAmbiguous() {
		s.derivePlayerActors()
	}
	var p packet
	for s.reader.next(&p) {
		if s.number%contextPackets == 0 {
			if err := s.ctx.Err(); err != nil {
				return nil, err
			}
		}
		broken, err := s.take(&p)
		if broken != nil || err != nil {
			return broken, err
		}
		s.number++
		if len(s.container.hashes) > 0 && s.highest > hashLead {
			if err := s.sendHashes(s.highest - hashLead); err != nil {
				return nil, err
			}
		}
	}
	broken, last := s.reader.err(s.metadata.found), uint64(math.MaxInt64)
	if broken != nil {
		last = s.highest
	}
	return broken, s.sendHashes(last)
}

// take sends one packet.
func (s *stream) take(p *packet) (broken *ir.DecodeError, err error) {
	if p.start == p.end {
		s.counts.empty++
		if p.frame > 0 && p.frame != frameForever {
			s.noteFrame(s.senders.of(p.client), uint64(p.frame))
		}
		return nil, nil
	}
	decoded := true
	switch s.data[p.start] {
	case contentOrder, contentHandshake:
		decoded, broken, err = s.takeOrders(p)
	case contentSync:
		decoded, err = s.takeSync(p)
	case contentDisconnect:
		decoded, err = s.takeDisconnect(p)
	case contentAck, contentPing, contentTickScale:
		s.counts.other++
		err = s.sendOpaque(p, ir.KindSystem)
	default:
		decoded = false
	}
	if decoded || broken != nil || err != nil {
		return broken, err
	}
	return s.takeUndecodable(p)
}

// noteFrame records that a connection reached a net frame.
func (s *stream) noteFrame(from *sender, frame uint64) {
	from.seen = true
	from.lastFrame = frame
	s.highest = max(s.highest, frame)
}

// takeOrders sends the orders of a packet, all of them or, if one does not
// decode, none.
func (s *stream) takeOrders(p *packet) (decoded bool, broken *ir.DecodeError, err error) {
	count, kept, behind := s.parseOrders(p)
	if p.frame < 0 || count < 0 {
		return false, nil, nil
	}
	from := s.senders.of(p.client)
	from.seen = true
	if p.frame > 0 {
		s.noteFrame(from, uint64(p.frame))
	}
	s.counts.orders++
	for i := range kept {
		if broken, err := s.sendOrder(p, from, &s.parsed[i]); broken != nil || err != nil {
			return true, broken, err
		}
	}
	for at := behind; at < p.end; {
		next, _ := s.layout.read(s.data, at, p.end, &s.parsed[0])
		at = next
		if broken, err := s.sendOrder(p, from, &s.parsed[0]); broken != nil || err != nil {
			return true, broken, err
		}
	}
	return true, nil, nil
}

// parseOrders reads a whole packet. count is the number of its orders, -1 if one
// does not decode; the first kept ones are in s.parsed, the others start at
// behind.
func (s *stream) parseOrders(p *packet) (count, kept, behind int) {
	var spare nativeOrder
	at := p.start
	behind = p.end
	for at < p.end {
		o := &spare
		if count < parsedAhead {
			o = &s.parsed[count]
			kept++
		} else if count == parsedAhead {
			behind = at
		}
		next, ok := s.layout.read(s.data, at, p.end, o)
		if !ok {
			return -1, 0, p.end
		}
		at = next
		count++
	}
	return count, kept, behind
}

// sendOrder counts one order and sends it or its line.
func (s *stream) sendOrder(p *packet, from *sender, o *nativeOrder) (broken *ir.DecodeError, err error) {
	if o.end-o.start > maxOrderBytes {
		return s.limit(int(o.start), "an order is larger than the limit"), nil
	}
	name, isNew := s.names.find(o.name.of(s.data))
	if name == nil {
		return s.limit(int(o.start), "more distinct order names than the limit"), nil
	}
	if isNew && name.meaning.roles&roleKnown == 0 {
		if err := s.warn("unknown-order", "an order name is not one of the engine's; its bytes are kept", int(o.start)); err != nil {
			return nil, err
		}
	}
	if p.frame == 0 {
		name.immediate++
	} else {
		name.game++
		s.actors.noteOrder(from, name.meaning.roles, o)
	}
	s.orders++
	if s.native {
		s.line = s.appendLine(s.line[:0], s.number, p, o)
		return nil, s.sink.Native(s.line)
	}
	s.translate(p, from, o, name)
	return nil, s.sink.Order(&s.order)
}

func (s *stream) limit(at int, message string) *ir.DecodeError {
	return &ir.DecodeError{Code: ir.CodeLimitExceeded, Section: "order", Offset: s.offset(at), Message: message}
}

func (s *stream) warn(code, summary string, at int) error {
	return s.sink.Diagnostic(ir.Diagnostic{
		Severity: ir.SeverityWarning, Code: code, Summary: summary, Offset: s.offset(at), HasOffset: true,
	})
}

// takeUndecodable decides what a packet that does not decode means. Between
// sound neighbours it is one bad packet: its bytes are sent and the stream goes
// on, to fail at the end. Otherwise the stream has lost its place.
func (s *stream) takeUndecodable(p *packet) (broken *ir.DecodeError, err error) {
	damage := &ir.DecodeError{
		Code: ir.CodeMalformed, Section: "packet", Offset: s.offset(p.offset),
		Message: "a packet is no orders, sync or disconnect packet of layout " + s.layout.era,
	}
	if !s.credible(p) || !s.credibleBehind() {
		return damage, nil
	}
	if s.damage == nil {
		s.damage = damage
	}
	s.counts.other++
	if err := s.warn("undecodable-packet", "a packet did not decode; the stream goes on behind it", p.offset); err != nil {
		return nil, err
	}
	return nil, s.sendOpaque(p, ir.KindUnknown)
}

// credible says that client and frame of a packet go on from those before.
func (s *stream) credible(p *packet) bool {
	from := s.senders.of(p.client)
	if !from.seen && from.seat == ir.NoPlayer && p.client != 0 {
		return false
	}
	return p.frame == 0 || p.frame == frameForever ||
		p.frame > 0 && uint64(p.frame) <= s.highest+credibleLead
}

// credibleBehind says that the packet behind the current one is credible.
func (s *stream) credibleBehind() bool {
	behind := s.reader
	var p packet
	if behind.next(&p) {
		return s.credible(&p)
	}
	return behind.stop == stopMarker || behind.stop == stopEndOfFile
}

// sendOpaque sends a packet as one order with its content as raw bytes. Content
// of the lobby is left out: it may hold private text.
func (s *stream) sendOpaque(p *packet, kind ir.Kind) error {
	if s.native {
		return nil
	}
	from := s.senders.of(p.client)
	s.clearOrder()
	s.order.Frame, s.order.Offset = s.reached, s.offset(p.offset)
	s.order.Player, s.order.Client, s.order.Kind = from.seat, p.client, kind
	s.order.NativeID, s.order.Present = uint32(s.data[p.start]), ir.PresentNativeID
	if p.frame > 0 && p.frame != frameForever {
		s.order.Frame = uint64(p.frame)
		if p.end-p.start <= maxOrderBytes {
			s.order.Raw = s.data[p.start:p.end]
		}
	}
	s.order.Tick = s.tick(s.order.Frame)
	return s.sink.Order(&s.order)
}

// offset turns a place in the stream into an offset in the source.
func (s *stream) offset(at int) uint64 { return s.container.base + uint64(at) }
