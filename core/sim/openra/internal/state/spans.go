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
	Typ      *info.ActorType
	At       wpos.Cell
	Template int32      // that the map shows
	Cells    []SpanCell // in the order of the template
	Next     [2]int32   // index of the pieces before and after it, -1 if there is none

	Actor uint32
	Own   [2]uint32 // its huts
	Hut   uint32    // at which what is done to the bridge ends, none if it goes on
	Huts  [2]uint32 // before and after it
}

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

func (one *Crossing) Coded(c *codec.Coder) {
	c.U32s(&one.Actor)
	c.Ints(&one.Template, &one.Mending)
	c.Bool(&one.Killed)
}
