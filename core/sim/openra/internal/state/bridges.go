// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"

	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/wpos"
)

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
