// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/state"
)

// farm starts a game of a release in which a person has a refinery, and makes
// him a full harvester some way off.
func farm(tb testing.TB, mod, version string) (w *World, refinery, harvester *Actor) {
	tb.Helper()
	w = playing(tb, mod, version)
	refinery = w.built(tb, "proc", 0, Cell{X: 30, Y: 30})
	w.pass(1) // its own harvester comes with it
	for _, a := range w.Actors {
		if a != nil && a.Owner == 0 && a.Type.Harvester != nil {
			w.DisposeNow(a)
		}
	}
	harvester = w.put(tb, "harv", 0, Cell{X: 38, Y: 38})
	harvester.Stored[0], harvester.StoredSum = harvester.Type.Harvester.Capacity, harvester.Type.Harvester.Capacity
	harvester.LoadOrder.Add(0)
	w.Players[0].Capacity = 2000
	return w, refinery, harvester
}

func TestHarvestersUntil20231010AreLinkedToOneRefinery(t *testing.T) {
	for _, mod := range []string{"ra", "cnc"} {
		for _, version := range []string{"release-20210321", "release-20230225", "release-20231010"} {
			t.Run(mod+" "+version, func(t *testing.T) {
				w, refinery, harvester := farm(t, mod, version)
				w.until(t, "it is on its way", func() bool { return harvester.Linked == refinery.ID })
				if harvester.ReservedHost != none || harvester.LastHost != none {
					t.Errorf("it reserves %d and knows %d", harvester.ReservedHost, harvester.LastHost)
				}
				w.until(t, "it is in the refinery", func() bool { return refinery.Docked == harvester.ID })
				entered, drag := harvester.Center, refinery.Type.Dock.Drag
				w.until(t, "it is empty", func() bool { return harvester.StoredSum == 0 })
				if want := refinery.Center.Add(drag); drag != (Pos{}) && harvester.Center != want {
					t.Errorf("it is pulled from %v to %v, not to %v", entered, harvester.Center, want)
				}
				w.until(t, "it leaves", func() bool { return refinery.Docked == none })
				if harvester.Linked != none || harvester.LastHost != refinery.ID {
					t.Errorf("it is linked to %d and knows %d", harvester.Linked, harvester.LastHost)
				}
			})
		}
	}
}

func TestHarvestersOfALostRefineryChooseAnother(t *testing.T) {
	w, refinery, harvester := farm(t, "ra", "release-20231010")
	other := w.built(t, "proc", 0, Cell{X: 50, Y: 30})
	w.until(t, "it is on its way", func() bool { return harvester.Linked == refinery.ID })
	w.Destroy(refinery, nil, nil)
	w.pass(1)
	if harvester.Linked != other.ID {
		t.Errorf("it is linked to %d, not to %d", harvester.Linked, other.ID)
	}
}

func TestThreeHarvestersAreEnoughForARefinery(t *testing.T) {
	w, near, harvester := farm(t, "ra", "release-20231010")
	far := w.built(t, "proc", 0, Cell{X: 55, Y: 10})
	for range maxUnloadQueue {
		w.put(t, "harv", 0, Cell{X: 10, Y: 10}).Linked = near.ID
	}
	w.linkRefinery(harvester)
	if harvester.Linked != far.ID {
		t.Errorf("it is linked to %d, not to %d", harvester.Linked, far.ID)
	}
}

func TestAnOrderToHarvestLeavesTheChoiceOfARefinery(t *testing.T) {
	for _, version := range []string{"release-20210321", "release-20231010"} {
		w, refinery, harvester := farm(t, "ra", version)
		w.until(t, "it is on its way", func() bool { return harvester.Linked == refinery.ID })
		w.give(0, harvester, Order{Name: "Harvest", Target: state.TargetCell, Cell: Cell{X: 40, Y: 40}})
		if harvester.Linked != none {
			t.Errorf("%s: it is still linked to %d", version, harvester.Linked)
		}
	}
}

func TestARefineryBelievesInAHarvesterThatWasCalledAway(t *testing.T) {
	w, refinery, harvester := farm(t, "ra", "release-20231010")
	w.until(t, "it unloads", func() bool { return harvester.StoredSum < harvester.Type.Harvester.Capacity })
	w.give(0, harvester, Order{Name: "Move", Target: state.TargetCell, Cell: Cell{X: 45, Y: 45}})
	w.until(t, "it is gone", func() bool { return harvester.To == Cell{X: 45, Y: 45} })
	if refinery.Docked != harvester.ID {
		t.Errorf("the refinery thinks of %d", refinery.Docked)
	}
}

func TestHarvestersOfFriendsDoNotGoForTheSameOre(t *testing.T) {
	for version, claims := range map[string]bool{"release-20200202": true, "release-20230225": true, "release-20231010": false} {
		w := playing(t, "ra", version)
		ore := Cell{X: 30, Y: 30}
		w.setResource(w.resourceKind("Ore"), ore, 5)
		first, second, enemy := w.put(t, "harv", 0, Cell{X: 26, Y: 30}), w.put(t, "harv", 0, Cell{X: 34, Y: 30}), w.put(t, "harv", 1, Cell{X: 30, Y: 34})
		w.claim(first, ore)
		find := func(a *Actor) bool {
			at, found := w.closestHarvestable(a, w.findResources(Cell{}, false))
			return found && at == ore
		}
		if !find(first) || find(second) == claims || !find(enemy) {
			t.Errorf("%s: the first finds it %t, the second %t, the enemy %t", version, find(first), find(second), find(enemy))
		}
		w.Destroy(first, nil, nil)
		if !find(second) {
			t.Errorf("%s: the dead still claim it", version)
		}
	}
}

func TestWhoHasHarvestedLetsGoOfTheOre(t *testing.T) {
	w := playing(t, "ra", "release-20230225")
	ore := Cell{X: 30, Y: 30}
	w.setResource(w.resourceKind("Ore"), ore, 1)
	harvester := w.put(t, "harv", 0, Cell{X: 28, Y: 30})
	w.until(t, "it goes there", func() bool { return harvester.Claimed == w.claimOf(ore) })
	w.until(t, "it has it", func() bool { return harvester.StoredSum == 1 })
	w.until(t, "it lets go", func() bool { return harvester.Claimed == 0 })
}

func TestWhoTakesARefineryTakesTheHarvesterInIt(t *testing.T) {
	for _, version := range []string{"release-20231010", "{DEV_VERSION}"} {
		w, refinery, harvester := farm(t, "ra", version)
		w.until(t, "it unloads", func() bool { return harvester.StoredSum < harvester.Type.Harvester.Capacity })
		outside := w.put(t, "harv", 0, Cell{X: 10, Y: 10})
		w.pass(1)
		if w.Release.Links {
			outside.Linked = refinery.ID
		}
		engineer := w.put(t, "e6", 1, Cell{X: 34, Y: 34})
		w.handOver(engineer, refinery, &engineer.Type.Captures[0])
		w.pass(1)
		if harvester.Owner != 1 || outside.Owner != 0 {
			t.Errorf("%s: the harvester in it is of %d, the one outside of %d", version, harvester.Owner, outside.Owner)
		}
		if outside.Linked == refinery.ID {
			t.Errorf("%s: the one outside is still on its way", version)
		}
		w.until(t, "it is empty", func() bool { return harvester.StoredSum == 0 })
		if w.Players[1].Ore+w.Players[1].Cash <= w.Players[0].Ore {
			t.Errorf("%s: the new owner gets nothing", version)
		}
	}
}

func TestHarvestersUnloadFirstWhatTheyGotFirst(t *testing.T) {
	for _, test := range []struct {
		version string
		first   string
		again   string // with the same loaded once more
	}{
		{"release-20210321", "Gems", "Ore"}, {"release-20231010", "Gems", "Ore"}, {rules.Fork2026, "Ore", "Ore"},
	} {
		w, refinery, harvester := farm(t, "ra", test.version)
		harvester.Stored, harvester.StoredSum, harvester.LoadOrder = [state.MaxResources]int32{}, 0, state.LoadOrder{}
		load := func(name string) {
			kind := int(w.resourceKind(name) - 1)
			harvester.LoadOrder.Add(kind)
			harvester.Stored[kind], harvester.StoredSum = 2, harvester.StoredSum+2
		}
		for _, first := range []string{test.first, test.again} {
			load("Gems")
			load("Ore")
			harvester.UnloadTicks = 0
			w.unload(harvester, refinery)
			if harvester.Stored[w.resourceKind(first)-1] != 1 {
				t.Errorf("%s: a harvester that got gems first unloaded %v", test.version, harvester.Stored[:2])
			}
			for range 4 {
				harvester.UnloadTicks = 0
				w.unload(harvester, refinery)
			}
			if harvester.StoredSum != 0 {
				t.Fatalf("%s: four bales later it holds %d", test.version, harvester.StoredSum)
			}
		}
	}
}

func TestAStoreThatIsFullForGemsTakesOre(t *testing.T) {
	for version, want := range map[string]int32{"release-20210321": 1990, "release-20231010": 1990 + 25, rules.Fork2026: 1990 + 25} {
		w, refinery, harvester := farm(t, "ra", version)
		refinery.Type.Dock.Discards = false
		harvester.Stored, harvester.StoredSum, harvester.LoadOrder = [state.MaxResources]int32{1, 1}, 2, state.LoadOrder{}
		harvester.LoadOrder.Add(int(w.resourceKind("Gems") - 1))
		harvester.LoadOrder.Add(int(w.resourceKind("Ore") - 1))
		w.Players[0].Capacity, w.Players[0].Ore = 2020, 1990
		for range 2 {
			harvester.UnloadTicks = 0
			w.unload(harvester, refinery)
		}
		if got := w.Players[0].Ore; got != want {
			t.Errorf("%s: a store with place for 30 holds %d, want %d", version, got, want)
		}
	}
}

func TestAHarvesterChoosesItsRefineryBeforeTheWayToTheRallyPoint(t *testing.T) {
	w, refinery, _ := farm(t, "ra", "release-20210321")
	factory := w.built(t, "weap", 0, Cell{X: 40, Y: 40})
	factory.RallyPath = []Cell{{X: 40, Y: 60}}
	made := w.producedAt(t, factory, "harv")
	w.until(t, "it is linked", func() bool { return made.Linked == refinery.ID })
	if act := made.Current(); act == nil || act.Kind != state.ActLeaveProduction || w.location(made).Y >= 60 {
		t.Errorf("it does %+v in %v", act, w.location(made))
	}
}

// Tables of d2k and ts are those of October 2024, whose traits of harvesters and docks
// came with release-20231010 (the engine's games of both, where harvesters work).
func TestHarvestersOfBorrowedTablesWork(t *testing.T) {
	for _, test := range []struct{ mod, refinery, harvester string }{{"d2k", "refinery", "harvester"}, {"ts", "proc", "harv"}} {
		for _, version := range []string{"release-20200503", "release-20230225"} {
			w := playing(t, test.mod, version)
			dock, harvester := w.TypeOf(test.refinery).Dock, w.TypeOf(test.harvester).Harvester
			if dock == nil || !dock.Unloads || dock.Cell != (Cell{X: 2, Y: 1}) || dock.Overlaid != (test.mod == "ts") {
				t.Errorf("%s %s: dock %+v", test.mod, version, dock)
			}
			if harvester.Capacity != 28 {
				t.Errorf("%s %s: it carries %d", test.mod, version, harvester.Capacity)
			}
		}
	}
}

// ts-0225-1v1-lowcash-ot11 of the engine's games, net frame 842.
func TestADockWithAnOverlayUnloadsATickLater(t *testing.T) {
	unloads := func(overlaid bool) (ticks int) {
		w, refinery, harvester := farm(t, "cnc", "release-20230225")
		refinery.Type.Dock.Overlaid = overlaid
		w.until(t, "it docks", func() bool { return refinery.Docked == harvester.ID })
		for full := harvester.StoredSum; harvester.StoredSum == full; ticks++ {
			w.pass(1)
		}
		return ticks
	}
	if without, with := unloads(false), unloads(true); with != without+1 {
		t.Errorf("%d ticks with an overlay, %d without", with, without)
	}
}
