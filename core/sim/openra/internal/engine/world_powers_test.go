// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"
	"strings"
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// use lets a player use a power on a cell.
func (w *World) use(owner int32, power string, at Cell, extra uint32, from ...Cell) {
	w.give(owner, w.Actors[w.Players[owner].Actor], Order{Name: power, Target: state.TargetCell, Cell: at, Extra: extra, ExtraCells: from})
}

// powered gives a player a building with a power and enough electricity.
func powered(t *testing.T, name string) (*World, *Actor) {
	t.Helper()
	w := plain(t)
	w.knowsAll(0)
	for x := int32(2); x < 10; x += 4 {
		w.built(t, "apwr", 0, Cell{X: x, Y: 40})
	}
	return w, w.built(t, name, 0, Cell{X: 10, Y: 30})
}

const curtain = "GrantExternalConditionPowerInfoOrder"

func TestAPowerChargesOneTickAtATimeWhileItsBuildingRuns(t *testing.T) {
	w, iron := powered(t, "iron")
	w.pass(100)
	if got := w.Players[0].Power(curtain).Remaining; got != 3000-100 {
		t.Errorf("%d ticks are left", got)
	}
	w.give(0, iron, Order{Name: "PowerDown"})
	w.pass(50)
	if got := w.Players[0].Power(curtain).Remaining; got != 3000-100 {
		t.Errorf("switched off it charges on: %d", got)
	}
	w.give(0, iron, Order{Name: "PowerDown"})
	w.Destroy(iron, nil, nil)
	w.pass(2)
	if w.Players[0].Power(curtain) != nil {
		t.Error("the power outlives its building")
	}
}

func TestAPowerActsOnlyWhenItIsReady(t *testing.T) {
	w, _ := powered(t, "iron")
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	w.pass(2999)
	w.use(0, curtain, Cell{X: 20, Y: 20}, 0)
	if tank.Invulnerable != 0 {
		t.Fatal("it acts a tick too early")
	}
	w.pass(1)
	w.use(0, curtain, Cell{X: 20, Y: 20}, 0)
	if tank.Invulnerable != 401 || w.Players[0].Power(curtain).Remaining != 3000 {
		t.Errorf("invulnerable for %d, %d left", tank.Invulnerable, w.Players[0].Power(curtain).Remaining)
	}
}

func TestTheIronCurtainCoversItsFootprintAndFriendsOnly(t *testing.T) {
	w, _ := powered(t, "iron")
	w.Players[0].Cheats.FastCharge = true
	w.pass(30)
	in, corner, enemy := w.put(t, "2tnk", 0, Cell{X: 21, Y: 20}), w.put(t, "2tnk", 0, Cell{X: 21, Y: 21}), w.put(t, "2tnk", 1, Cell{X: 20, Y: 21})
	w.use(0, curtain, Cell{X: 20, Y: 20}, 0)
	if in.Invulnerable == 0 || corner.Invulnerable != 0 || enemy.Invulnerable != 0 {
		t.Errorf("beside %d, corner %d, enemy %d", in.Invulnerable, corner.Invulnerable, enemy.Invulnerable)
	}
	w.Damage(in, enemy, 1000, nil)
	if in.HP != in.Type.MaxHP {
		t.Error("damage gets through")
	}
	w.pass(401)
	if in.Invulnerable != 0 {
		t.Error("it does not end")
	}
}

func TestChronoshiftedUnitsComeBack(t *testing.T) {
	w, _ := powered(t, "pdox")
	w.Players[0].Cheats.FastCharge = true
	tank := w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	w.pass(30)
	w.use(0, "Chronoshift", Cell{X: 34, Y: 20}, 0, Cell{X: 20, Y: 20})
	w.pass(1)
	if tank.To != (Cell{X: 34, Y: 20}) {
		t.Fatalf("the tank is at %v %+v %v %d", tank.To, w.Players[0].Powers, tank.Current(), tank.ChronoTicks)
	}
	w.pass(401)
	if tank.To != (Cell{X: 20, Y: 20}) {
		t.Errorf("the tank is still at %v", tank.To)
	}
}

func TestAMissileHitsWhenItHasFlown(t *testing.T) {
	w, _ := powered(t, "mslo")
	w.Players[0].Cheats.FastCharge = true
	victim := w.put(t, "powr", 1, Cell{X: 30, Y: 20})
	w.pass(30)
	w.use(0, "NukePowerInfoOrder", Cell{X: 30, Y: 20}, 0)
	w.pass(401)
	if victim.Dead {
		t.Error("it hits too early")
	}
	w.pass(20)
	if !victim.Dead {
		t.Errorf("the plant has %d health", victim.HP)
	}
}

func TestParatroopersJumpOverTheirTarget(t *testing.T) {
	w, _ := powered(t, "afld")
	w.Players[0].Cheats.FastCharge, w.Players[0].Cheats.AllTech = true, true
	w.pass(30)
	before := w.NextID
	w.use(0, "SovietParatroopers", Cell{X: 24, Y: 20}, 64)
	w.pass(1)
	if w.NextID != before+6 || w.Actor(before).Type.Name != "badr" || len(w.Actor(before).Passengers) != 5 {
		t.Fatalf("%d actors, the first is %s with %d inside", w.NextID-before, w.Actor(before).Type.Name, len(w.Actor(before).Passengers))
	}
	landed := func() int {
		n := 0
		for id := before + 1; id <= before+5; id++ {
			if a := w.Actor(id); a != nil && a.InWorld && a.Center.Z == 0 {
				n++
			}
		}
		return n
	}
	w.until(t, "all five stand on the ground", func() bool { return landed() == 5 })
	for id := before + 1; id <= before+5; id++ {
		if d := w.Actor(id).To.Sub(Cell{X: 24, Y: 20}); max(wpos.Abs(d.X), wpos.Abs(d.Y)) > 12 {
			t.Errorf("one came down at %v", w.Actor(id).To)
		}
	}
	w.until(t, "the plane is gone", func() bool { return w.Actor(before) == nil })
}

func TestADirectionIsDrawnWhereNoneIsGiven(t *testing.T) {
	w, _ := powered(t, "afld")
	w.Players[0].Cheats.FastCharge, w.Players[0].Cheats.AllTech = true, true
	w.pass(30)
	draws := w.Random.Draws
	w.use(0, "SovietSpyPlane", Cell{X: 24, Y: 20}, anyDirection)
	if w.Random.Draws != draws+1 {
		t.Errorf("%d draws", w.Random.Draws-draws)
	}
}

// The middle of a footprint with an even side is the last cell of its first half.
func TestWhichCellsAFootprintCovers(t *testing.T) {
	w := plain(t)
	for _, c := range []struct {
		width, height int32
		hit           []Cell
		missed        []Cell
	}{
		{3, 1, []Cell{{X: 19, Y: 20}, {X: 20, Y: 20}, {X: 21, Y: 20}}, []Cell{{X: 18, Y: 20}, {X: 22, Y: 20}}},
		{2, 2, []Cell{{X: 20, Y: 20}, {X: 21, Y: 20}, {X: 20, Y: 21}, {X: 21, Y: 21}}, []Cell{{X: 19, Y: 20}, {X: 20, Y: 19}}},
	} {
		info := info.PowerRules{Width: c.width, Height: c.height, Footprint: strings.Repeat("x", int(c.width*c.height))}
		for _, at := range append(c.hit, c.missed...) {
			tank := w.put(t, "2tnk", 0, at)
			if found := len(w.InFootprint(&info, Cell{X: 20, Y: 20})) > 0; found != slices.Contains(c.hit, at) {
				t.Errorf("%d by %d: covers %v: %t", c.width, c.height, at, found)
			}
			w.Remove(tank)
		}
	}
}

// A missile is its player's, not his silo's: it hurts the silo too, nobody
// turns to the silo for it, and it strikes when the silo is gone.
func TestWhatAMissileDoesIsItsPlayersDoing(t *testing.T) {
	w, silo := powered(t, "mslo")
	w.Players[0].Cheats.FastCharge = true
	tank := w.put(t, "4tnk", 1, silo.Cell.Add(Cell{X: 3, Y: 0}))
	tank.Stance = info.StanceReturnFire
	w.pass(30)
	w.use(0, "NukePowerInfoOrder", silo.Cell, 0)
	w.until(t, "the tank is hit", func() bool { return tank.HP < tank.Type.MaxHP })
	if silo.HP == silo.Type.MaxHP || tank.Requested != none || tank.Aggressor != none {
		t.Errorf("the silo has %d health, the tank blames %d and is after %d", silo.HP, tank.Aggressor, tank.Requested)
	}
	w, silo = powered(t, "mslo")
	w.Players[0].Cheats.FastCharge = true
	soldier := w.put(t, "e1", 1, Cell{X: 40, Y: 20})
	w.pass(30)
	w.use(0, "NukePowerInfoOrder", soldier.To, 0)
	w.pass(2)
	w.Destroy(silo, nil, nil)
	w.until(t, "the soldier dies", func() bool { return soldier.Dead })
	if w.Players[0].Experience == 0 {
		t.Error("it earns its player nothing")
	}
}

// A missile that was under way before a shot was fired strikes before that.
func TestStrikesAndShotsActInTheOrderTheyCame(t *testing.T) {
	w, _ := powered(t, "mslo")
	w.Players[0].Cheats.FastCharge = true
	w.put(t, "2tnk", 0, Cell{X: 20, Y: 20})
	w.put(t, "powr", 1, Cell{X: 22, Y: 20})
	w.pass(30)
	w.Effects = w.Effects[:0]
	w.use(0, "NukePowerInfoOrder", Cell{X: 40, Y: 20}, 0)
	w.until(t, "somebody fires", func() bool { return len(w.Effects) > 1 })
	if w.Effects[0].Kind != state.EffectStrike {
		t.Errorf("first comes %d", w.Effects[0].Kind)
	}
}

// A strike is on its way from the end of the tick of its order on, behind the shots of that tick.
func TestAStrikeComesBehindTheShotsOfItsTick(t *testing.T) {
	w, _ := powered(t, "mslo")
	w.Players[0].Cheats.FastCharge = true
	w.pass(30)
	w.Effects = w.Effects[:0]
	w.use(0, "NukePowerInfoOrder", Cell{X: 40, Y: 20}, 0)
	if len(w.Effects) != 0 {
		t.Error("it is on its way at once")
	}
	if w.Step(); len(w.Effects) != 1 || w.Effects[0].Kind != state.EffectStrike {
		t.Errorf("after a tick %d effects", len(w.Effects))
	}
}

// What only all technology makes available is kept for nobody when its building goes.
func TestAPowerThatACheatMakesAvailableBeginsAnew(t *testing.T) {
	w, sphere := powered(t, "pdox")
	p := &w.Players[0]
	p.Cheats.AllTech = true
	w.pass(10)
	if one := p.Power("AdvancedChronoshift"); one == nil || one.Available || !one.Active {
		t.Fatalf("it is %+v", one)
	}
	w.Destroy(sphere, nil, nil)
	w.pass(2)
	if one := p.Power("AdvancedChronoshift"); one != nil {
		t.Errorf("without its building it has %d ticks left", one.Remaining)
	}
}

// A power may be aimed beside the map, as bots do near its border: its planes come all the
// same, and nothing breaks however far away it is.
func TestAPowerAimedBesideTheMapActsThere(t *testing.T) {
	for power, c := range map[string]struct {
		building string
		comes    string
	}{
		"NukePowerInfoOrder": {"mslo", ""}, "SovietParatroopers": {"afld", "badr"}, "SovietSpyPlane": {"afld", "u2"},
		"AdvancedChronoshift": {"pdox", ""}, curtain: {"iron", ""},
	} {
		for _, at := range []Cell{{X: -1, Y: -1}, {X: -1, Y: 40}, {X: 200, Y: 200}, {X: -2048, Y: -2048}, {X: 2047, Y: 2047}, {X: -2048, Y: 2047}} {
			w, building := powered(t, c.building)
			p := &w.Players[0]
			p.Cheats.FastCharge, p.Cheats.AllTech = true, true
			p.Faction, building.Faction = "russia", "russia"
			w.pass(30)
			w.use(0, power, at, anyDirection, Cell{X: 3, Y: 3})
			w.pass(1)
			if came := c.comes == "" || w.countNamed(c.comes) == 1; !came || p.Power(power).Remaining == 0 {
				t.Errorf("%s at %v: came %t, ready %t", power, at, came, p.Power(power).Remaining == 0)
			}
			w.pass(500)
		}
	}
}
