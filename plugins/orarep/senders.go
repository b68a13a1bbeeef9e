// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"math"

	"convertd/core/ir"
)

// sender is what is known of a connection.
type sender struct {
	seat      int32 // index into the header's players, or NoPlayer
	only      int32 // whom all its game orders act for, if not ambiguous
	ambiguous bool  // it plays or controls several
	seen      bool  // a packet of it was read
	plays     bool  // it is expected to send a packet for every net frame
	left      bool  // it disconnected
	rank      int32 // place among the connections when a net frame is executed
	lastFrame uint64
	lastSync  uint64
}

// waitedFor says that a net frame is not complete without the connection.
func (s *sender) waitedFor() bool { return s.plays && !s.left }

// senders finds connections by number.
type senders struct {
	low    [256]*sender
	others map[int32]*sender
	// stranger stands for all connections past maxSenders.
	stranger *sender
	seats    []seat
	lobby    []int32 // connections in lobby order, nil if numbers decide

	// Net frames up to complete have a packet of every connection that plays;
	// behind of them have none for the next.
	playing  []*sender
	complete uint64
	behind   int
}

func newSenders(seats []seat, lobby *session, l *layout) *senders {
	t := &senders{
		seats: seats, others: make(map[int32]*sender),
		stranger: &sender{seat: ir.NoPlayer, only: ir.NoPlayer, rank: math.MaxInt32},
	}
	if l.lobbyOrder() {
		for i := range lobby.clients {
			t.lobby = append(t.lobby, lobby.clients[i].index)
		}
	}
	for i := range seats {
		if s := t.of(seats[i].client); seats[i].bot == "" && !s.plays {
			s.plays = true
			t.playing = append(t.playing, s)
		}
	}
	t.behind = len(t.playing)
	return t
}

// advance records a packet of a connection for a net frame.
func (t *senders) advance(s *sender, frame uint64) {
	caughtUp := s.waitedFor() && s.lastFrame <= t.complete && frame > t.complete
	s.lastFrame = max(s.lastFrame, frame)
	if caughtUp {
		t.oneLessBehind()
	}
}

// leave records that a connection sends nothing more.
func (t *senders) leave(s *sender) {
	wasBehind := s.waitedFor() && s.lastFrame <= t.complete
	s.left = true
	if wasBehind {
		t.oneLessBehind()
	}
}

// oneLessBehind moves complete on when nobody is behind any more.
func (t *senders) oneLessBehind() {
	t.behind--
	if t.behind > 0 {
		return
	}
	lowest, any := uint64(0), false
	for _, s := range t.playing {
		if s.waitedFor() && (!any || s.lastFrame < lowest) {
			lowest, any = s.lastFrame, true
		}
	}
	if !any {
		return
	}
	t.complete = lowest
	for _, s := range t.playing {
		if s.waitedFor() && s.lastFrame <= lowest {
			t.behind++
		}
	}
}

// rank is the place of a connection when a net frame is executed: by number, in
// later releases by the order of the lobby at the start.
func (t *senders) rank(client int32) int32 {
	for i, index := range t.lobby {
		if index == client {
			return int32(i)
		}
	}
	if t.lobby != nil {
		return int32(len(t.lobby))
	}
	return client
}

// of returns the state of a connection.
func (t *senders) of(client int32) *sender {
	if client >= 0 && int(client) < len(t.low) {
		if found := t.low[client]; found != nil {
			return found
		}
	} else if found := t.others[client]; found != nil {
		return found
	} else if len(t.others) >= maxSenders {
		return t.stranger
	}
	return t.add(client)
}

func (t *senders) add(client int32) *sender {
	s := &sender{seat: seatOfClient(t.seats, client), only: ir.NoPlayer, rank: t.rank(client)}
	count := 0
	for i := range t.seats {
		one := &t.seats[i]
		if one.observer || one.client != client && one.controller != client {
			continue
		}
		s.only = int32(i)
		count++
	}
	if s.ambiguous = count > 1; count == 0 {
		s.only = s.seat
	}
	if client >= 0 && int(client) < len(t.low) {
		t.low[client] = s
	} else {
		t.others[client] = s
	}
	return s
}

// anyAmbiguous reports whether some connection plays or controls several seats.
func (t *senders) anyAmbiguous() bool {
	for i := range t.seats {
		if t.of(t.seats[i].client).ambiguous {
			return true
		}
	}
	return false
}
