// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestSceneryIsWhatNothingHappensToByItself(t *testing.T) {
	w := plain(t)
	for name, want := range map[string]bool{
		"t01": true, "tc01": true, "sbag": true, "brik": true, "mpspawn": true,
		"mine": false, "crate": false, "e1": false, "harv": false, "powr": false, "gun": false, "fact": false, "mig": false,
	} {
		typ := w.typeOf(name)
		if typ == nil {
			t.Errorf("there is no %s", name)
		} else if typ.Scenery != want {
			t.Errorf("%s: scenery %v, want %v", name, typ.Scenery, want)
		}
	}
}

// looked plays a tick and looks at an actor as the module does.
func looked(w *World, last *lastLook, a *Actor) (changed bool) {
	w.pass(1)
	if !a.Awake() {
		return false
	}
	changed = differs(last, a, w.tick)
	a.Sleep(changed)
	return changed
}

func TestSceneryRestsUntilSomethingIsDoneToIt(t *testing.T) {
	for what, do := range map[string]func(*World, *Actor){
		"damaged":     func(w *World, a *Actor) { w.damage(a, nil, 100, nil) },
		"healed":      func(w *World, a *Actor) { w.heal(a, 1) },
		"destroyed":   func(w *World, a *Actor) { w.destroy(a, nil, nil) },
		"handed over": func(w *World, a *Actor) { w.changeOwner(a, 1) },
		"taken out":   func(w *World, a *Actor) { w.remove(a) },
		"under the curtain": func(w *World, a *Actor) {
			w.inFootprint(&info.PowerRules{Footprint: "x", Width: 1, Height: 1}, a.Cell)[0].Invulnerable = 3
		},
		"found by its number": func(w *World, a *Actor) { w.actor(a.ID).EverSeen ^= 1 },
	} {
		w := plain(t)
		wall := w.put(t, "brik", 0, Cell{X: 20, Y: 20})
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
		if w.peek(wall.ID) == nil {
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

// traitsNamed lists the fields of ActorType that a function reads through name.
func traitsNamed(t *testing.T, file, function, name string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncDecl); ok && f.Name.Name != function {
			return false
		}
		if field, ok := n.(*ast.SelectorExpr); ok && types.ExprString(field.X) == name {
			found[field.Sel.Name] = true
		}
		return true
	})
	if len(found) == 0 {
		t.Fatalf("%s: %s reads no trait", file, function)
	}
	return found
}

// TestNoTraitThatActsByItselfIsForgotten holds the list in restful to what the
// functions look at that run in every tick.
func TestNoTraitThatActsByItselfIsForgotten(t *testing.T) {
	known := traitsNamed(t, "internal/info/scenery.go", "restful", "t")
	elsewhere := map[string]string{
		"FrozenUnderFog": "excepted where types are compiled",
		"LeapSpeed":      "dogs move", "Worm": "worms move", "Hover": "aircraft move", "Tesla": "coils are armed", "Charge": "obelisks are armed", "Minelayer": "minelayers move",
		"Acting": "follows from the rest", "Yard": "yards have power and queues", "Smokes": "who burns or waits to has a timer that runs",
	}
	for function, file := range map[string]string{
		"tickTraits": "actor_tick.go", "tickGroundTraits": "actor_tick.go", "tickSpecialTraits": "actor_tick.go", "tickStates": "actor_tick.go", "tickLastTraits": "actor_tick.go",
		"tickRelease": "info_release.go", "tickActor": "act.go",
	} {
		for name := range traitsNamed(t, file, function, "a.typ") {
			if !known[name] && elsewhere[name] == "" {
				t.Errorf("%s looks at %s: types with it are no scenery; add it to restful, or to this list with a reason", function, name)
			}
		}
	}
}
