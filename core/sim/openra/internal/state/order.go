// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/wpos"
)

// TargetKind says what an order points at.
type TargetKind uint8

// The kinds of target.
const (
	TargetNone TargetKind = iota
	TargetActor
	TargetFrozen
	TargetCell
	TargetPosition
)

// Order is one order of the engine as a replay holds it.
type Order struct {
	Name       string
	Client     int32 // whose packet it came in
	Subject    uint32
	HasSubject bool
	Queued     bool
	Target     TargetKind
	Actor      uint32    // TargetActor, TargetFrozen: the real actor
	Cell       wpos.Cell // TargetCell, and the cell under TargetPosition
	Position   wpos.Pos  // TargetPosition
	Text       string
	Extra      uint32
	ExtraCells []wpos.Cell
	Grouped    []uint32
}

// TicksPerFrame is the net frame interval.
const TicksPerFrame = 3
