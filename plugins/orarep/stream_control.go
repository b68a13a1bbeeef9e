// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "convertd/core/ir"

// Sizes behind the first byte of a sync packet
// (docs/formats/orarep.md#hash-packets).
const (
	hashBytes   = 4
	defeatBytes = 8
)

// takeSync sends one sync packet: the hash as value, the defeat bits as extra.
// Before 2015-10 a packet holds one more hash per order of the frame; they are
// folded into extra, so that a difference in any of them is a desync.
func (s *stream) takeSync(p *packet) (decoded bool, err error) {
	body := s.data[p.start+1 : p.end]
	if len(body) < hashBytes || p.frame < 0 {
		return false, nil
	}
	sample := ir.SyncSample{
		Frame:    uint64(p.frame),
		Tick:     s.tick(uint64(p.frame)),
		Reporter: p.client,
		Value:    uint64(uint32(int32At(body, 0))),
	}
	rest := body[hashBytes:]
	switch {
	case len(rest) == 0:
	case s.layout.defeatBits() && len(rest) == defeatBytes:
		sample.Extra = uint64(uint32(int32At(rest, 0))) | uint64(uint32(int32At(rest, 4)))<<32
		s.defeats.note(sample.Extra, sample.Frame)
	case s.layout.hashPerOrder() && len(rest)%hashBytes == 0:
		sample.Extra = fold(rest)
	default:
		return false, nil
	}
	from := s.senders.of(p.client)
	if sample.Frame < from.lastSync {
		return false, nil // a reporter does not go back
	}
	from.seen, from.lastSync = true, sample.Frame
	sample.Player = from.seat
	s.counts.sync++
	s.reached = max(s.reached, sample.Frame)
	if s.native {
		return true, nil
	}
	if sample.Frame > s.play.sent {
		if err := s.sendUpTo(sample.Frame); err != nil {
			return true, err
		}
	}
	return true, s.sink.Sync(sample)
}

// fold is FNV-1a, 64 bits, over the bytes.
func fold(data []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, b := range data {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}

// leave is a disconnect: which seat, and when.
type leave struct {
	seat  int32
	frame uint64
}

// takeDisconnect sends a disconnect or registration packet
// (docs/formats/orarep.md#disconnects). A frame of 0x7FFFFFFF registers a
// connection; since 2022-11 the packet names the connection that left, before
// it was that connection's own.
func (s *stream) takeDisconnect(p *packet) (decoded bool, err error) {
	body := s.data[p.start+1 : p.end]
	client := p.client
	switch len(body) {
	case 0:
	case 4:
		client = int32At(body, 0)
	default:
		return false, nil
	}
	s.counts.disconnect++
	if p.frame == frameForever {
		s.senders.of(p.client).seen = true
		return true, s.takeOpaque(p, ir.KindSystem)
	}
	from := s.senders.of(client)
	from.seen = true
	frame := uint64(max(p.frame, 0))
	if p.frame <= 0 {
		// Releases around 2015 write -1 or 0 for "unknown".
		frame = from.lastFrame
	}
	s.senders.leave(from)
	if from.seat != ir.NoPlayer && len(s.leaves) < maxPlayers {
		s.leaves = append(s.leaves, leave{from.seat, frame})
	}
	if s.native {
		return true, nil
	}
	return true, s.takeControl(waitingPacket{
		from: from, client: client, frame: int32(frame), offset: p.offset, content: contentDisconnect, kind: ir.KindLeave,
	})
}
