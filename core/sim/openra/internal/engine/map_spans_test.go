// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/enginetest"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/fixtures/oramap"
)

// Templates of the tileset: land, water and the pieces of bridges.
const (
	tileLand, tileWater              = 255, 1
	tileBridge, tileDamagedBridge    = 131, 378
	tileDestroyedBridge              = 132
	tileNorth, tileMiddle, tileSouth = 235, 241, 238
)

// lay puts the tiles of a template that the tileset has on a map.
func lay(tb testing.TB, m *oramap.Map, template int, at Cell) {
	tb.Helper()
	set, err := rules.Load("ra", rules.Head)
	if err != nil {
		tb.Fatal(err)
	}
	tiles := set.Tileset(m.Tileset)
	size := tiles.Template(template).Size
	for i := range size[0] * size[1] {
		if tiles.Terrain(template, i) != rules.NoTerrain {
			m.Put(int(at.X)+i%size[0], int(at.Y)+i/size[0], 1, 1, oramap.Tile{Template: uint16(template), Index: byte(i)})
		}
	}
}

// river is a map with water from one side to the other and a bridge over it.
func river(tb testing.TB, template int) *oramap.Map {
	tb.Helper()
	m := oramap.Field()
	m.Put(0, 18, m.Width, 2, oramap.Tile{Template: tileWater})
	lay(tb, m, template, Cell{X: 18, Y: 18})
	return m
}

// broad is the same with a bridge of four pieces.
func broad(tb testing.TB) *oramap.Map {
	tb.Helper()
	m := oramap.Field()
	m.Put(0, 14, m.Width, 7, oramap.Tile{Template: tileWater})
	north := Cell{X: 22, Y: 14}
	lay(tb, m, tileNorth, north)
	lay(tb, m, tileMiddle, north.Add(Cell{X: -1, Y: 2}))
	lay(tb, m, tileMiddle, north.Add(Cell{X: -2, Y: 3}))
	lay(tb, m, tileSouth, north.Add(Cell{X: -4, Y: 4}))
	return m
}

func (w *World) allNamed(names ...string) (found []*Actor) {
	for _, a := range w.Actors {
		if a != nil && info.Contains(names, a.Type.Name) {
			found = append(found, a)
		}
	}
	return found
}

// crosses reports whether who walks gets from one side of the river to the other.
func (w *World) crosses() bool {
	l := &w.Paths.Locomotors[w.TypeOf("e1").Mobile.Locomotor]
	return w.Paths.Connected(l.Open, Cell{X: 20, Y: 8}, Cell{X: 20, Y: 30})
}

func TestADestroyedBridgeStaysAndIsMendedFromItsHut(t *testing.T) {
	for _, version := range []string{rules.Head, "release-20231010", "release-20230225", "release-20200202"} {
		w := play(t, river(t, tileBridge), version, "allies", "russia")
		w.pass(2)
		bridge, huts := w.allNamed("bridge1")[0], w.allNamed("bridgehut")
		soldier := w.put(t, "e1", enginetest.FirstPlayer, Cell{X: 20, Y: 18})
		engineer := w.put(t, "e6", enginetest.FirstPlayer, Cell{X: 20, Y: 14})
		w.pass(1)
		if !w.crosses() || len(huts) != 2 {
			t.Fatalf("%s: no way over a whole bridge with %d huts", version, len(huts))
		}
		w.give(enginetest.FirstPlayer, engineer, named("RepairBridge", at(huts[0])))
		if engineer.Activity != nil {
			t.Errorf("%s: an engineer goes to mend a whole bridge", version)
		}
		w.Damage(bridge, nil, bridge.Type.MaxHP*6/10, nil)
		if got := w.terrainName(Cell{X: 20, Y: 18}); got != "Rough" || soldier.Dead {
			t.Errorf("%s: a damaged bridge is %s, who is on it is dead: %t", version, got, soldier.Dead)
		}
		w.Destroy(bridge, nil, nil)
		if !soldier.Dead || w.crosses() {
			t.Errorf("%s: destroyed it bears: %t, is passed: %t", version, !soldier.Dead, w.crosses())
		}
		w.pass(5)
		if w.Peek(bridge.ID) != bridge || !bridge.InWorld || bridge.HP != 0 {
			t.Fatalf("%s: a destroyed bridge is gone", version)
		}
		w.give(enginetest.FirstPlayer, engineer, named("RepairBridge", at(huts[0])))
		w.until(t, "it is whole", func() bool { return bridge.HP == bridge.Type.MaxHP })
		if w.pass(1); !w.crosses() || bridge.Dead || w.Actor(engineer.ID) != nil {
			t.Errorf("%s: mended it is passed: %t, dead %t, the engineer is %v", version, w.crosses(), bridge.Dead, w.Actor(engineer.ID))
		}
		if w.bridges.Mending(huts[0].ID) {
			t.Errorf("%s: it is still being mended", version)
		}
		w.Damage(bridge, nil, 1000, nil)
		if bridge.HP != bridge.Type.MaxHP-1000 {
			t.Errorf("%s: a mended bridge is not hurt", version)
		}
	}
}

func TestABridgeThatTheMapShowsDestroyedIs(t *testing.T) {
	w := play(t, river(t, tileDestroyedBridge), rules.Head, "allies", "russia")
	w.pass(1)
	bridge := w.allNamed("bridge1")[0]
	if bridge.HP != 0 || w.crosses() || len(w.allNamed("bridgehut")) != 2 {
		t.Errorf("it has %d, is passed: %t, has %d huts", bridge.HP, w.crosses(), len(w.allNamed("bridgehut")))
	}
	if half := w.allNamed("bridge1"); len(half) != 1 {
		t.Errorf("%d bridges", len(half))
	}
	w = play(t, river(t, tileDamagedBridge), rules.Head, "allies", "russia")
	if bridge := w.allNamed("bridge1")[0]; bridge.HP != bridge.Type.MaxHP*49/100 {
		t.Errorf("a damaged one has %d", bridge.HP)
	}
}

func TestALongBridgeFallsAndIsMendedPieceByPiece(t *testing.T) {
	w := play(t, broad(t), rules.Head, "allies", "russia")
	w.pass(2)
	pieces, huts := append(append(w.allNamed("br1"), w.allNamed("br3")...), w.allNamed("br2")...), w.allNamed("bridgehut")
	if len(pieces) != 4 || len(huts) != 2 || !w.crosses() {
		t.Fatalf("%d pieces, %d huts, passed: %t", len(pieces), len(huts), w.crosses())
	}
	standing := func() (n int) {
		for _, a := range pieces {
			n += int(info.Boolean(a.HP > 0))
		}
		return n
	}
	charge := w.put(t, "e7", enginetest.FirstPlayer, Cell{X: 24, Y: 12})
	charge.Type.Demolition.Delay = 30
	w.give(enginetest.FirstPlayer, charge, named("C4", at(huts[0])))
	w.until(t, "the charge lies", func() bool { return len(w.bridges.Steps) > 0 })
	if w.pass(29); standing() != 4 {
		t.Errorf("%d pieces stand before it goes off", standing())
	}
	// The piece with the hut and the one beside it fall at once, the others twenty
	// ticks later each.
	for _, step := range []struct{ ticks, left int }{{1, 2}, {19, 2}, {1, 1}, {19, 1}, {1, 0}} {
		if w.pass(step.ticks); standing() != step.left {
			t.Errorf("after %d ticks more %d pieces stand, want %d", step.ticks, standing(), step.left)
		}
	}
	if w.crosses() || w.demolishable(charge, huts[0]) {
		t.Error("there is a way, or something left to blow up")
	}
	engineer := w.put(t, "e6", enginetest.FirstPlayer, Cell{X: 20, Y: 30})
	w.give(enginetest.FirstPlayer, engineer, named("RepairBridge", at(huts[1])))
	w.until(t, "the first piece is mended", func() bool { return standing() > 0 })
	second := w.put(t, "e6", enginetest.FirstPlayer, Cell{X: 20, Y: 30})
	if w.give(enginetest.FirstPlayer, second, named("RepairBridge", at(huts[1]))); second.Activity != nil {
		t.Error("another goes to mend what is being mended")
	}
	// A piece beside a destroyed end waits no longer than a tick.
	w.until(t, "all are mended", func() bool { return standing() == 4 })
	if w.pass(1); !w.crosses() || w.bridges.Mending(huts[1].ID) || len(w.bridges.Steps) > 0 {
		t.Errorf("passed: %t, still at work: %t, %d steps", w.crosses(), w.bridges.Mending(huts[1].ID), len(w.bridges.Steps))
	}
}

func TestWhatIsInTheWayOfAMendedBridgeDies(t *testing.T) {
	w := play(t, river(t, tileBridge), rules.Head, "allies", "russia")
	w.pass(2)
	bridge := w.allNamed("bridge1")[0]
	w.Destroy(bridge, nil, nil)
	l := &w.Paths.Locomotors[w.TypeOf("e1").Mobile.Locomotor]
	under := Cell{X: 20, Y: 18}
	if w.Paths.CellCost(l, under) != path.Unreachable {
		t.Fatal("who walks stands on a destroyed bridge")
	}
	w.mendSpan(bridge, &w.bridges.Spans[0], state.SpanStep{Hut: w.allNamed("bridgehut")[0].ID, Direction: -1})
	if w.Paths.CellCost(l, under) == path.Unreachable {
		t.Error("who walks does not stand on a mended bridge")
	}
	w.Destroy(bridge, nil, nil)
	soldier := w.put(t, "e1", enginetest.FirstPlayer, under)
	w.mendSpan(bridge, &w.bridges.Spans[0], state.SpanStep{Hut: w.allNamed("bridgehut")[0].ID, Direction: -1})
	if soldier.Dead {
		t.Error("who can be on the mended bridge dies of it")
	}
	w.Destroy(bridge, nil, nil)
	if !soldier.Dead {
		t.Error("who is on a bridge that falls a second time does not die")
	}
	w.pass(1)
	ship := w.put(t, "ss", enginetest.FirstPlayer, under)
	w.mendSpan(bridge, &w.bridges.Spans[0], state.SpanStep{Hut: w.allNamed("bridgehut")[0].ID, Direction: -1})
	if !ship.Dead {
		t.Error("a ship where a bridge is mended does not die")
	}
}

func TestACopyOfAGameWithABrokenBridgeGoesOnAsIt(t *testing.T) {
	w, to := play(t, broad(t), rules.Head, "allies", "russia"), &World{}
	w.pass(2)
	w.layCharge(w.put(t, "e7", enginetest.FirstPlayer, Cell{X: 10, Y: 5}), w.allNamed("bridgehut")[0])
	w.pass(60)
	w.CopyTo(to)
	for range 20 {
		if here, there := w.Frame(nil), to.Frame(nil); here != there {
			t.Fatalf("%d here, %d in the copy", here, there)
		}
	}
}

func TestABridgeIsShotAtOnlyWhenThatIsForced(t *testing.T) {
	for _, test := range []struct {
		order string
		hurt  bool
	}{{"Attack", false}, {state.ForceAttack, true}} {
		w := play(t, river(t, tileBridge), rules.Head, "allies", "russia")
		w.pass(2)
		bridge, tank := w.allNamed("bridge1")[0], w.put(t, "2tnk", enginetest.FirstPlayer, Cell{X: 20, Y: 12})
		w.give(enginetest.FirstPlayer, tank, named(test.order, at(bridge)))
		if w.pass(300); bridge.HP < bridge.Type.MaxHP != test.hurt {
			t.Errorf("%s: it has %d of %d", test.order, bridge.HP, bridge.Type.MaxHP)
		}
	}
}

func TestPiecesThatAMapLaysInARingAreNotJoinedToIt(t *testing.T) {
	for name, wrong := range map[string]Cell{"below itself": {X: 21, Y: 17}, "right of itself": {X: 23, Y: 16}} {
		m := broad(t)
		first := Cell{X: 21, Y: 16}
		in := wrong.Sub(first)
		m.Put(int(wrong.X), int(wrong.Y), 1, 1, oramap.Tile{Template: tileMiddle, Index: byte(in.X + 4*in.Y)})
		w := play(t, m, rules.Head, "allies", "russia")
		for i := range w.bridges.Spans {
			for d := range int32(2) {
				steps := 0
				for near := w.bridges.Neighbour(&w.bridges.Spans[i], d); near != nil; near = w.bridges.Neighbour(near, d) {
					if steps++; steps > len(w.bridges.Spans) {
						t.Fatalf("%s: the bridge has no end", name)
					}
				}
			}
		}
		w.pass(2)
	}
}

func TestWhatALongBridgeShowsDependsOnItsDestroyedEnds(t *testing.T) {
	w := play(t, broad(t), rules.Head, "allies", "russia")
	w.pass(2)
	middle := w.allNamed("br3")
	for _, step := range []struct {
		falls *Actor
		want  [2]int32
	}{{middle[1], [2]int32{tileMiddle, 243}}, {w.allNamed("br1")[0], [2]int32{246, 245}}} {
		w.Destroy(step.falls, nil, nil)
		for i, piece := range middle {
			if got := w.bridges.Changed(piece.ID, tileMiddle).Template; got != step.want[i] {
				t.Errorf("when %s has fallen piece %d shows %d, want %d", step.falls.Type.Name, i, got, step.want[i])
			}
		}
	}
}

func TestARestoredBridgeHasTheHutsItHad(t *testing.T) {
	for name, m := range map[string]*oramap.Map{"of one piece": river(t, tileBridge), "of four": broad(t)} {
		w := play(t, m, rules.Head, "allies", "russia")
		w.pass(2)
		had := slices.Clone(w.bridges.Spans)
		w.LinkHuts()
		for _, hut := range w.allNamed("bridgehut", "bridgehut.small") {
			if w.bridges.OfHut(hut) == nil {
				t.Errorf("%s: the hut in %v has no bridge", name, hut.Cell)
			}
		}
		for i := range had {
			s := &w.bridges.Spans[i]
			if s.Own != had[i].Own || s.Hut != had[i].Hut || s.Huts != had[i].Huts {
				t.Errorf("%s: piece %d has %v %v %v, had %v %v %v", name, i, s.Own, s.Hut, s.Huts, had[i].Own, had[i].Hut, had[i].Huts)
			}
		}
	}
}
