// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// looked plays a tick and looks at an actor as the module does.
func looked(w *engine.World, last *lastLook, a *state.Actor) (changed bool) {
	enginetest.Pass(w, 1)
	if !a.Awake() {
		return false
	}
	changed = differs(last, a, w.Ticks)
	a.Sleep(changed)
	return changed
}

func TestSceneryRestsUntilSomethingIsDoneToIt(t *testing.T) {
	for what, do := range map[string]func(*engine.World, *state.Actor){
		"damaged":     func(w *engine.World, a *state.Actor) { w.Damage(a, nil, 100, nil) },
		"healed":      func(w *engine.World, a *state.Actor) { w.Heal(a, 1) },
		"destroyed":   func(w *engine.World, a *state.Actor) { w.Destroy(a, nil, nil) },
		"handed over": func(w *engine.World, a *state.Actor) { w.ChangeOwner(a, 1) },
		"taken out":   func(w *engine.World, a *state.Actor) { w.Remove(a) },
		"under the curtain": func(w *engine.World, a *state.Actor) {
			w.InFootprint(&info.PowerRules{Footprint: "x", Width: 1, Height: 1}, a.Cell)[0].Invulnerable = 3
		},
		"found by its number": func(w *engine.World, a *state.Actor) { w.Actor(a.ID).EverSeen ^= 1 },
	} {
		w := enginetest.Start(t, engine.New, enginetest.TwoBots(t))
		wall := enginetest.Put(t, w, "brik", 0, wpos.Cell{X: 20, Y: 20})
		wall.HP -= 200
		var last lastLook
		looked(w, &last, wall)
		for range 3 {
			looked(w, &last, wall)
		}
		if wall.Awake() {
			t.Errorf("%s: a wall in peace does not rest", what)
		}
		if do(w, wall); !looked(w, &last, wall) {
			t.Errorf("%s: nobody noticed", what)
		}
		if w.Peek(wall.ID) == nil {
			continue
		}
		for range 6 {
			looked(w, &last, wall)
		}
		if wall.Awake() || wall.Invulnerable > 0 {
			t.Errorf("%s: awake %v, invulnerable for %d ticks", what, wall.Awake(), wall.Invulnerable)
		}
	}
}
