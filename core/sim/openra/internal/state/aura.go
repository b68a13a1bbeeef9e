// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"

	"convertd/core/sim/openra/internal/wpos"
)

// Aura is where and how far an actor's reaches: as it was when the traits of the
// actor last ticked.
type Aura struct {
	Source uint32
	At     wpos.Pos
	Reach  int32
	Off    bool // the actor is not in the world
}

// AuraContact is somebody whom an aura reaches, or to whom it granted its
// condition.
type AuraContact struct {
	Source, Actor   uint32
	Inside, Granted bool
}

// Coded codes the figures of an aura.
func (one *Aura) Coded(c *codec.Coder) {
	c.U32s(&one.Source)
	c.Ints(&one.At.X, &one.At.Y, &one.At.Z, &one.Reach)
	c.Bool(&one.Off)
}

// Coded codes who is in an aura.
func (one *AuraContact) Coded(c *codec.Coder) {
	c.U32s(&one.Source, &one.Actor)
	c.Bools(&one.Inside, &one.Granted)
}
