// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
)

// SpanStep is what is done next to a piece of a bridge, after a while.
type SpanStep struct {
	Actor     uint32 // the piece, or the hut in which a charge lies
	By        uint32 // who mends it or laid the charge
	Hut       uint32 // into which he went to mend it, none for a charge
	Direction int32  // -1 for the piece with the hut
	Left      int32  // ticks
	Charge    bool   // it lies in a hut
}

func (one *SpanStep) Coded(c *codec.Coder) {
	c.U32s(&one.Actor, &one.By, &one.Hut)
	c.Ints(&one.Direction, &one.Left)
	c.Bool(&one.Charge)
}

// Lacks reports whether a hut is one that a piece makes and has not got yet.
func (s *BridgeSpan) Lacks(hut *Actor) bool {
	for k := range s.Typ.FreeActors {
		if info := &s.Typ.FreeActors[k]; k < len(s.Own) && s.Own[k] == None && info.Actor == hut.Type.Name && hut.Cell == s.At.Add(info.Offset) {
			return true
		}
	}
	return false
}
