// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"
)

// minEffectBytes is the least an effect takes in encoded form.
const minEffectBytes = 10

// CodedEffects codes what flies and what waits. Every weapon named must exist,
// every player too.
func (w *World) CodedEffects(c *codec.Coder) {
	codec.List(c, &w.Effects, minEffectBytes, func(c *codec.Coder, e *state.Effect) {
		e.Coded(c)
		if c.Reading && c.Err == nil && (e.Weapon == nil || e.Owner < 0 || int(e.Owner) >= len(w.Players) ||
			e.Warhead < 0 || int(e.Warhead) >= max(len(e.Weapon.Warheads), 1) || e.Length < 1 && e.Kind == state.EffectBullet) {
			c.Fail()
		}
	})
}
