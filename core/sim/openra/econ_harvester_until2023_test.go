// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"testing"

	"convertd/core/rules"
)

// farm starts a game of a release in which a person has a refinery, and makes
// him a full harvester some way off.
func farm(tb testing.TB, mod, version string) (w *World, refinery, harvester *Actor) {
	tb.Helper()
	w = playing(tb, mod, version)
	refinery = w.built(tb, "proc", 0, Cell{X: 30, Y: 30})
	w.pass(1) // its own harvester comes with it
	for _, a := range w.actors {
		if a != nil && a.owner == 0 && a.typ.Harvester != nil {
			w.disposeNow(a)
		}
	}
	harvester = w.put(tb, "harv", 0, Cell{X: 38, Y: 38})
	harvester.stored[0], harvester.storedSum = harvester.typ.Harvester.Capacity, harvester.typ.Harvester.Capacity
	harvester.loadOrder.add(0)
	w.players[0].capacity = 2000
	return w, refinery, harvester
}

func TestHarvestersUntil20231010AreLinkedToOneRefinery(t *testing.T) {
	for _, mod := range []string{"ra", "cnc"} {
		for _, version := range []string{"release-20210321", "release-20230225", "release-20231010"} {
			t.Run(mod+" "+version, func(t *testing.T) {
				w, refinery, harvester := farm(t, mod, version)
				w.until(t, "it is on its way", func() bool { return harvester.linked == refinery.ID })
				if harvester.reservedHost != none || harvester.lastHost != none {
					t.Errorf("it reserves %d and knows %d", harvester.reservedHost, harvester.lastHost)
				}
				w.until(t, "it is in the refinery", func() bool { return refinery.docked == harvester.ID })
				entered, drag := harvester.center, refinery.typ.Dock.Drag
				w.until(t, "it is empty", func() bool { return harvester.storedSum == 0 })
				if want := refinery.center.Add(drag); drag != (Pos{}) && harvester.center != want {
					t.Errorf("it is pulled from %v to %v, not to %v", entered, harvester.center, want)
				}
				w.until(t, "it leaves", func() bool { return refinery.docked == none })
				if harvester.linked != none || harvester.lastHost != refinery.ID {
					t.Errorf("it is linked to %d and knows %d", harvester.linked, harvester.lastHost)
				}
			})
		}
	}
}

func TestHarvestersOfALostRefineryChooseAnother(t *testing.T) {
	w, refinery, harvester := farm(t, "ra", "release-20231010")
	other := w.built(t, "proc", 0, Cell{X: 50, Y: 30})
	w.until(t, "it is on its way", func() bool { return harvester.linked == refinery.ID })
	w.destroy(refinery, nil, nil)
	w.pass(1)
	if harvester.linked != other.ID {
		t.Errorf("it is linked to %d, not to %d", harvester.linked, other.ID)
	}
}

func TestThreeHarvestersAreEnoughForARefinery(t *testing.T) {
	w, near, harvester := farm(t, "ra", "release-20231010")
	far := w.built(t, "proc", 0, Cell{X: 55, Y: 10})
	for range maxUnloadQueue {
		w.put(t, "harv", 0, Cell{X: 10, Y: 10}).linked = near.ID
	}
	w.linkRefinery(harvester)
	if harvester.linked != far.ID {
		t.Errorf("it is linked to %d, not to %d", harvester.linked, far.ID)
	}
}

func TestAnOrderToHarvestLeavesTheChoiceOfARefinery(t *testing.T) {
	for _, version := range []string{"release-20210321", "release-20231010"} {
		w, refinery, harvester := farm(t, "ra", version)
		w.until(t, "it is on its way", func() bool { return harvester.linked == refinery.ID })
		w.give(0, harvester, Order{Name: "Harvest", Target: TargetCell, Cell: Cell{X: 40, Y: 40}})
		if harvester.linked != none {
			t.Errorf("%s: it is still linked to %d", version, harvester.linked)
		}
	}
}

func TestARefineryBelievesInAHarvesterThatWasCalledAway(t *testing.T) {
	w, refinery, harvester := farm(t, "ra", "release-20231010")
	w.until(t, "it unloads", func() bool { return harvester.storedSum < harvester.typ.Harvester.Capacity })
	w.give(0, harvester, Order{Name: "Move", Target: TargetCell, Cell: Cell{X: 45, Y: 45}})
	w.until(t, "it is gone", func() bool { return harvester.to == Cell{X: 45, Y: 45} })
	if refinery.docked != harvester.ID {
		t.Errorf("the refinery thinks of %d", refinery.docked)
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
		w.destroy(first, nil, nil)
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
	w.until(t, "it goes there", func() bool { return harvester.claimed == w.claimOf(ore) })
	w.until(t, "it has it", func() bool { return harvester.storedSum == 1 })
	w.until(t, "it lets go", func() bool { return harvester.claimed == 0 })
}

func TestWhoTakesARefineryTakesTheHarvesterInIt(t *testing.T) {
	for _, version := range []string{"release-20231010", "{DEV_VERSION}"} {
		w, refinery, harvester := farm(t, "ra", version)
		w.until(t, "it unloads", func() bool { return harvester.storedSum < harvester.typ.Harvester.Capacity })
		outside := w.put(t, "harv", 0, Cell{X: 10, Y: 10})
		w.pass(1)
		if w.behaviour.Links {
			outside.linked = refinery.ID
		}
		engineer := w.put(t, "e6", 1, Cell{X: 34, Y: 34})
		w.handOver(engineer, refinery, &engineer.typ.Captures[0])
		w.pass(1)
		if harvester.owner != 1 || outside.owner != 0 {
			t.Errorf("%s: the harvester in it is of %d, the one outside of %d", version, harvester.owner, outside.owner)
		}
		if outside.linked == refinery.ID {
			t.Errorf("%s: the one outside is still on its way", version)
		}
		w.until(t, "it is empty", func() bool { return harvester.storedSum == 0 })
		if w.players[1].ore+w.players[1].cash <= w.players[0].ore {
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
		harvester.stored, harvester.storedSum, harvester.loadOrder = [maxResources]int32{}, 0, loadOrder{}
		load := func(name string) {
			kind := int(w.resourceKind(name) - 1)
			harvester.loadOrder.add(kind)
			harvester.stored[kind], harvester.storedSum = 2, harvester.storedSum+2
		}
		for _, first := range []string{test.first, test.again} {
			load("Gems")
			load("Ore")
			harvester.unloadTicks = 0
			w.unload(harvester, refinery)
			if harvester.stored[w.resourceKind(first)-1] != 1 {
				t.Errorf("%s: a harvester that got gems first unloaded %v", test.version, harvester.stored[:2])
			}
			for range 4 {
				harvester.unloadTicks = 0
				w.unload(harvester, refinery)
			}
			if harvester.storedSum != 0 {
				t.Fatalf("%s: four bales later it holds %d", test.version, harvester.storedSum)
			}
		}
	}
}

func TestAStoreThatIsFullForGemsTakesOre(t *testing.T) {
	for version, want := range map[string]int32{"release-20210321": 1990, "release-20231010": 1990 + 25, rules.Fork2026: 1990 + 25} {
		w, refinery, harvester := farm(t, "ra", version)
		refinery.typ.Dock.Discards = false
		harvester.stored, harvester.storedSum, harvester.loadOrder = [maxResources]int32{1, 1}, 2, loadOrder{}
		harvester.loadOrder.add(int(w.resourceKind("Gems") - 1))
		harvester.loadOrder.add(int(w.resourceKind("Ore") - 1))
		w.players[0].capacity, w.players[0].ore = 2020, 1990
		for range 2 {
			harvester.unloadTicks = 0
			w.unload(harvester, refinery)
		}
		if got := w.players[0].ore; got != want {
			t.Errorf("%s: a store with place for 30 holds %d, want %d", version, got, want)
		}
	}
}
