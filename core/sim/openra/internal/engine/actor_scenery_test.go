// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

func TestSceneryIsWhatNothingHappensToByItself(t *testing.T) {
	w := plain(t)
	for name, want := range map[string]bool{
		"t01": true, "tc01": true, "sbag": true, "brik": true, "mpspawn": true,
		"mine": false, "crate": false, "e1": false, "harv": false, "powr": false, "gun": false, "fact": false, "mig": false,
	} {
		typ := w.TypeOf(name)
		if typ == nil {
			t.Errorf("there is no %s", name)
		} else if typ.Scenery != want {
			t.Errorf("%s: scenery %v, want %v", name, typ.Scenery, want)
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
	known := traitsNamed(t, "../info/scenery.go", "restful", "t")
	elsewhere := map[string]string{
		"FrozenUnderFog": "excepted where types are compiled",
		"LeapSpeed":      "dogs move", "Worm": "worms move", "Hover": "aircraft move", "Tesla": "coils are armed", "Charge": "obelisks are armed", "Minelayer": "minelayers move",
		"Acting": "follows from the rest", "Yard": "yards have power and queues", "SoundInterval": "what makes sounds waits for the first", "Smokes": "who burns or waits to has a timer that runs",
	}
	for function, file := range map[string]string{
		"tickTraits": "actor_tick.go", "tickGroundTraits": "actor_tick.go", "tickSpecialTraits": "actor_tick.go", "tickStates": "actor_tick.go", "tickLastTraits": "actor_tick.go",
		"tickRelease": "info_release.go", "TickActor": "act.go",
	} {
		for name := range traitsNamed(t, file, function, "a.Type") {
			if !known[name] && elsewhere[name] == "" {
				t.Errorf("%s looks at %s: types with it are no scenery; add it to restful, or to this list with a reason", function, name)
			}
		}
	}
}
