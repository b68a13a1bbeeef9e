// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"context"
	"math"

	"convertd/core/ir"
	"convertd/sdk"
)

// credibleLead is how far the frame of a packet may lie ahead of all before it.
// Recorders are never more than the order latency ahead; a larger step is a
// damaged number.
const credibleLead = 1000

// framesPerByte bounds the net frames by the bytes of the stream: every connection
// records a packet of twelve bytes at least for each.
const framesPerByte = 4

// stream walks the packets once and sends what they hold.
type stream struct {
	*replay
	ctx    context.Context
	sink   sdk.Sink
	native bool
	raw    bool // lines with their private parts

	reader  packetReader
	senders *senders
	actors  playerActors
	owners  map[uint32]int32
	names   nameTable
	ahead   nameTable // of derivePlayerActors, whose counts are thrown away
	items   stringTable

	play     playOrder
	scratch  []nativeOrder // orders that are sent at once
	scrubber scrubber
	order    ir.Order // reused; its slices keep their memory
	line     []byte
	lastTick uint64 // of the order sent last
	lateMet  bool

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

func newStream(ctx context.Context, r *replay, sink sdk.Sink, options sdk.DecodeOptions) *stream {
	return &stream{
		replay:  r,
		ctx:     ctx,
		sink:    sink,
		native:  options.Native,
		raw:     options.Native && options.Raw,
		reader:  packetReader{data: r.data},
		senders: newSenders(r.seats, r.session, r.layout),
		actors:  playerActors{seats: playingSeats(r.seats)},
		owners:  make(map[uint32]int32),
	}
}

// tick is the world tick at which the orders of a net frame are applied:
// (frame-1) * interval. Net frames run on during a pause, and so does this
// count (docs/formats/orarep.md#time).
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
	broken, err = s.walk()
	if err != nil {
		return nil, err
	}
	lastHash := uint64(math.MaxInt64)
	if broken == nil {
		broken = s.reader.err(s.metadata.found)
	}
	if broken != nil {
		lastHash = s.highest
	}
	if err := s.sendHashes(lastHash); err != nil {
		return nil, err
	}
	if broken == nil && (s.reader.stop == stopMarker || s.container.form == formZIP) {
		return nil, s.sendUpTo(math.MaxUint64)
	}
	return broken, s.warnUnfinished()
}

// walk takes packet by packet.
func (s *stream) walk() (broken *ir.DecodeError, err error) {
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
		if complete := s.senders.complete; complete > s.play.sent && !s.native {
			if err := s.sendUpTo(complete); err != nil {
				return nil, err
			}
		}
		if len(s.container.hashes) > 0 && s.highest > hashLead {
			if err := s.sendHashes(s.highest - hashLead); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// take takes one packet.
func (s *stream) take(p *packet) (broken *ir.DecodeError, err error) {
	decoded := true
	switch {
	case !s.credibleFrame(p):
		decoded = false
	case p.start == p.end:
		s.counts.empty++
		s.noteFrame(s.senders.of(p.client), p.frame)
	default:
		decoded, broken, err = s.takeContent(p)
	}
	if decoded || broken != nil || err != nil {
		return broken, err
	}
	return s.takeUndecodable(p)
}

func (s *stream) takeContent(p *packet) (decoded bool, broken *ir.DecodeError, err error) {
	switch s.data[p.start] {
	case contentOrder, contentHandshake:
		return s.takeOrders(p)
	case contentSync:
		decoded, err = s.takeSync(p)
		return decoded, nil, err
	case contentDisconnect:
		decoded, err = s.takeDisconnect(p)
		return decoded, nil, err
	case contentAck, contentPing, contentTickScale:
		s.counts.other++
		return true, nil, s.takeOpaque(p, ir.KindSystem)
	}
	return false, nil, nil
}

// noteFrame records that a connection reached a net frame.
func (s *stream) noteFrame(from *sender, frame int32) {
	from.seen = true
	if frame > 0 && frame != frameForever {
		s.senders.advance(from, uint64(frame))
		s.highest = max(s.highest, uint64(frame))
	}
}

// credibleFrame says that the frame of a packet goes on from those before.
func (s *stream) credibleFrame(p *packet) bool {
	switch {
	case p.frame > 0 && p.frame != frameForever:
		return uint64(p.frame) <= min(s.highest, framesPerByte*uint64(p.offset))+credibleLead
	case p.frame < 0:
		// Releases around 2015 write -1 into disconnects
		// (docs/formats/orarep.md#disconnects).
		return p.frame == -1 && p.start < p.end && s.data[p.start] == contentDisconnect
	default:
		return true
	}
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
	return nil, s.takeOpaque(p, ir.KindUnknown)
}

// credible says that client and frame of a packet go on from those before.
func (s *stream) credible(p *packet) bool {
	from := s.senders.of(p.client)
	return (from.seen || from.seat != ir.NoPlayer || p.client == 0) && s.credibleFrame(p)
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

func (s *stream) limit(at int, message string) *ir.DecodeError {
	return &ir.DecodeError{Code: ir.CodeLimitExceeded, Section: "order", Offset: s.offset(at), Message: message}
}

func (s *stream) warn(code, summary string, at int) error {
	return s.sink.Diagnostic(ir.Diagnostic{
		Severity: ir.SeverityWarning, Code: code, Summary: summary, Offset: s.offset(at), HasOffset: true,
	})
}

// offset turns a place in the stream into an offset in the source.
func (s *stream) offset(at int) uint64 { return s.container.offset(at) }
