// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "convertd/core/ir"

// Bots never send packets: their orders come in the packets of the connection
// that controls them (docs/formats/orarep.md#clients). Whom an order acts for
// is taken from what is certain in the file, in this order:
//
//  1. the connection plays one seat and controls no other: that seat;
//  2. the subject is a player actor: that player;
//  3. the order is one that no bot gives: the connection's own seat;
//  4. the subject is a production queue that a PlaceBuilding of a known player
//     named: that player;
//  5. otherwise the connection's own seat, nobody if that is a spectator's: the
//     owner of the subject in the world is the truth then.

// playerActors derives the actor ids of the players. They are consecutive in
// seat order behind the map's own players, whose number is not in the file
// (docs/formats/orarep.md#player-actors).
type playerActors struct {
	seats     int    // playing seats
	first     uint32 // actor of seat 0, 0 while unknown
	low, high uint32 // range of the subjects that must be player actors
	refuted   bool   // the subjects contradict each other
}

// note takes a subject that is a player actor; seat is its owner if that is
// certain, else NoPlayer.
func (a *playerActors) note(subject uint32, seat int32) {
	if a.first != 0 || a.refuted || subject == nobody || subject == 0 || a.seats == 0 {
		return
	}
	if a.low == 0 || subject < a.low {
		a.low = subject
	}
	a.high = max(a.high, subject)
	switch width := a.high - a.low; {
	case width > uint32(a.seats-1):
		a.refuted = true
	case width == uint32(a.seats-1):
		a.first = a.low
	case seat >= 0 && int(seat) < a.seats && subject > uint32(seat):
		a.first = subject - uint32(seat)
	}
}

// seat is the seat of a player actor, or NoPlayer.
func (a *playerActors) seat(subject uint32) int32 {
	if a.first == 0 || subject < a.first || subject-a.first >= uint32(a.seats) {
		return ir.NoPlayer
	}
	return int32(subject - a.first)
}

// noteOrder looks at one order for evidence of player actors.
func (a *playerActors) noteOrder(from *sender, roles role, o *nativeOrder) {
	if roles&rolePlayerSubject == 0 || o.has&hasSubject == 0 {
		return
	}
	switch {
	case !from.ambiguous:
		a.note(o.subject, from.only)
	case roles&roleHuman != 0:
		a.note(o.subject, from.seat)
	default:
		a.note(o.subject, ir.NoPlayer)
	}
}

// derivePlayerActors reads ahead until the player actors are known. It is only
// worth it if a connection plays or controls several seats.
func (s *stream) derivePlayerActors() {
	reader := packetReader{data: s.data}
	var p packet
	var o nativeOrder
	for reader.next(&p) && s.actors.first == 0 && !s.actors.refuted {
		if p.frame == 0 || p.start == p.end || s.data[p.start] != contentOrder {
			continue
		}
		from := s.senders.of(p.client)
		for at := p.start; at < p.end; {
			next, ok := s.layout.read(s.data, at, p.end, &o)
			if !ok {
				break
			}
			at = next
			name, _ := s.ahead.find(o.name.of(s.data))
			if name != nil {
				s.actors.noteOrder(from, name.meaning.roles, &o)
			}
		}
	}
}

// playerOf is whom a game order acts for.
func (s *stream) playerOf(from *sender, roles role, o *nativeOrder, subject uint32) int32 {
	if !from.ambiguous {
		return from.only
	}
	if player := s.actors.seat(subject); player != ir.NoPlayer {
		if roles&roleItem != 0 && roles&rolePlayerSubject != 0 && o.has&hasExtraData != 0 {
			s.noteOwner(o.extraData, player)
		}
		return player
	}
	if roles&roleHuman != 0 {
		return from.seat
	}
	if len(s.owners) > 0 {
		if owner, ok := s.owners[subject]; ok {
			return owner
		}
	}
	if from.seat != ir.NoPlayer && s.seats[from.seat].observer {
		return ir.NoPlayer
	}
	return from.seat
}

// noteOwner keeps that a production queue belongs to a player: PlaceBuilding
// names the queue in its extra data (docs/formats/orarep.md#order-names, since
// 2018). Where the queues sit on the player actors there is nothing to learn.
func (s *stream) noteOwner(queue uint32, player int32) {
	if s.actors.seat(queue) == ir.NoPlayer && len(s.owners) < maxKnownOwners {
		s.owners[queue] = player
	}
}
