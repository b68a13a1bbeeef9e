// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/lists"
	"convertd/core/sim/openra/internal/wpos"
)

// Bridges are the pieces of all bridges, what has become of them and what is done to
// them next.
type Bridges struct {
	Spans     []BridgeSpan // of map and actors
	Crossings []Crossing   // what has become of pieces and huts
	Steps     []SpanStep   // what is done to them next
}

// What one takes at least.
const (
	minCrossingBytes = 2
	minStepBytes     = 4
)

// Coded codes what changes of bridges; the pieces are made by the map.
func (b *Bridges) Coded(c *codec.Coder) {
	codec.List(c, &b.Crossings, minCrossingBytes, func(c *codec.Coder, v *Crossing) { v.Coded(c) })
	codec.List(c, &b.Steps, minStepBytes, func(c *codec.Coder, v *SpanStep) { v.Coded(c) })
}

// CopyFrom copies into the memory of older ones.
func (b *Bridges) CopyFrom(old, from *Bridges) {
	b.Spans = lists.Copied(old.Spans, from.Spans)
	b.Crossings = lists.Copied(old.Crossings, from.Crossings)
	b.Steps = lists.Copied(old.Steps, from.Steps)
}

// Join finds the neighbours of each piece. What one says of its neighbour holds for
// both. Pieces that a map lays so that they would make a ring are not joined: whoever
// goes along a bridge has to come to an end.
func (b *Bridges) Join() {
	for i := range b.Spans {
		for d, offset := range b.Spans[i].Type.Bridge.Next {
			if offset == nil || b.Spans[i].Next[d] >= 0 {
				continue
			}
			found := b.in(b.Spans[i].At.Add(*offset))
			if found < 0 || b.leadsTo(found, int32(i), d) || b.leadsTo(int32(i), found, 1-d) {
				continue
			}
			b.Spans[i].Next[d], b.Spans[found].Next[1-d] = found, int32(i)
		}
	}
}

// leadsTo reports whether the way from one piece in a direction comes to another.
func (b *Bridges) leadsTo(from, to int32, d int) bool {
	for at := from; at >= 0; at = b.Spans[at].Next[d] {
		if at == to {
			return true
		}
	}
	return false
}

// in finds the piece that shows in a cell, -1 if none does.
func (b *Bridges) in(at wpos.Cell) int32 {
	for i := range b.Spans {
		for _, c := range b.Spans[i].Cells {
			if c.At == at {
				return int32(i)
			}
		}
	}
	return -1
}

// Of is the piece that an actor is, nil if it is none.
func (b *Bridges) Of(actor uint32) *BridgeSpan {
	for i := range b.Spans {
		if b.Spans[i].Actor == actor {
			return &b.Spans[i]
		}
	}
	return nil
}

// OfHut is the piece that a hut belongs to, nil if it has none.
func (b *Bridges) OfHut(hut *Actor) *BridgeSpan {
	if !hut.Type.BridgeHut {
		return nil
	}
	for i := range b.Spans {
		if s := &b.Spans[i]; s.Own[0] == hut.ID || s.Own[1] == hut.ID {
			return s
		}
	}
	return nil
}

// Neighbour is the piece before (0) or after (1) one, nil if there is none.
func (b *Bridges) Neighbour(s *BridgeSpan, d int32) *BridgeSpan {
	if s.Next[d] < 0 {
		return nil
	}
	return &b.Spans[s.Next[d]]
}

// AddHut gives a piece a hut. With two of its own it is a bridge by itself, and what
// is done to it ends at neither.
func (b *Bridges) AddHut(s *BridgeSpan, hut uint32) {
	switch None {
	case s.Own[0]:
		s.Own[0] = hut
	case s.Own[1]:
		s.Own[1] = hut
	}
	if s.Huts[0] == s.Huts[1] {
		s.Huts[1] = hut
	}
	if s.Hut != None {
		s.Hut = None
		return
	}
	s.Hut = hut
	if s.Huts[0] == None {
		s.Huts[0] = hut
	}
	for d := range int32(2) {
		for near := b.Neighbour(s, d); near != nil; near = b.Neighbour(near, d) {
			near.Huts[d] = hut
			if near.Hut != None {
				break
			}
		}
	}
}

// ForgetHuts takes the huts from all pieces, to find them anew.
func (b *Bridges) ForgetHuts() {
	for i := range b.Spans {
		b.Spans[i].Own, b.Spans[i].Hut, b.Spans[i].Huts = [2]uint32{}, None, [2]uint32{}
	}
}

// FindHut gives a hut to the first piece that lacks it.
func (b *Bridges) FindHut(hut *Actor) {
	for i := range b.Spans {
		if s := &b.Spans[i]; s.Lacks(hut) {
			b.AddHut(s, hut.ID)
			return
		}
	}
}

// Mending reports whether the bridge of a hut is being mended.
func (b *Bridges) Mending(hut uint32) bool {
	for i := range b.Crossings {
		if b.Crossings[i].Actor == hut {
			return b.Crossings[i].Mending > 0
		}
	}
	return false
}

// Changed is the record of what has become of a piece or hut, a new one if nothing has
// yet.
func (b *Bridges) Changed(actor uint32, template int32) *Crossing {
	for i := range b.Crossings {
		if b.Crossings[i].Actor == actor {
			return &b.Crossings[i]
		}
	}
	b.Crossings = append(b.Crossings, Crossing{Actor: actor, Template: template})
	return &b.Crossings[len(b.Crossings)-1]
}

// Shows is the template that a piece shows now.
func (b *Bridges) Shows(s *BridgeSpan) int32 {
	for i := range b.Crossings {
		if b.Crossings[i].Actor == s.Actor {
			return b.Crossings[i].Template
		}
	}
	return s.Template
}

// BridgeSpan is a piece of a bridge as the map has it, with its huts. It does not change
// once they are made.
type BridgeSpan struct {
	Type     *info.ActorType
	At       wpos.Cell
	Template int32      // that the map shows
	Cells    []SpanCell // in the order of the template
	Next     [2]int32   // index of the pieces before and after it, -1 if there is none

	Actor uint32
	Own   [2]uint32 // its huts
	Hut   uint32    // at which what is done to the bridge ends, none if it goes on
	Huts  [2]uint32 // before and after it
}

// SpanCell is a cell of a bridge.
type SpanCell struct {
	At    wpos.Cell
	Index int32
}

// Crossing is what has become of a piece, or of a hut, since the game began.
type Crossing struct {
	Actor    uint32
	Template int32 // the piece shows now
	Mending  int32 // directions in which the hut's bridge is being mended
	Killed   bool  // those who were on the piece have died with it
}

// Coded codes the figures of a crossing.
func (one *Crossing) Coded(c *codec.Coder) {
	c.U32s(&one.Actor)
	c.Ints(&one.Template, &one.Mending)
	c.Bool(&one.Killed)
}

// SpanStep is what is done next to a piece of a bridge, after a while.
type SpanStep struct {
	Actor     uint32 // the piece, or the hut in which a charge lies
	By        uint32 // who mends it or laid the charge
	Hut       uint32 // into which he went to mend it, none for a charge
	Direction int32  // -1 for the piece with the hut
	Left      int32  // ticks
	Charge    bool   // it lies in a hut
}

// Coded codes the figures of a step.
func (one *SpanStep) Coded(c *codec.Coder) {
	c.U32s(&one.Actor, &one.By, &one.Hut)
	c.Ints(&one.Direction, &one.Left)
	c.Bool(&one.Charge)
}

// Lacks reports whether a hut is one that a piece makes and has not got yet.
func (s *BridgeSpan) Lacks(hut *Actor) bool {
	for k := range s.Type.FreeActors {
		if info := &s.Type.FreeActors[k]; k < len(s.Own) && s.Own[k] == None && info.Actor == hut.Type.Name && hut.Cell == s.At.Add(info.Offset) {
			return true
		}
	}
	return false
}
