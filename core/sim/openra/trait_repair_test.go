// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "testing"

// hurtYard is a construction yard of the first player that lacks health for
// many steps of repair.
func hurtYard(t *testing.T) (*World, *Actor) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
	yard.hp = yard.typ.MaxHP / 2
	return w, yard
}

// repair lets a player press the repair button on a building.
func (w *World) repair(owner int32, a *Actor) {
	w.Resolve(&Order{
		Name: "RepairBuilding", Client: w.players[owner].client, Subject: w.players[owner].actor, HasSubject: true,
		Target: TargetActor, Actor: a.ID,
	})
}

func TestARepairStepsAtOnceAndThenAfterEachInterval(t *testing.T) {
	w, yard := hurtYard(t)
	info := yard.typ.Repairable
	hp, cash := yard.hp, w.players[0].cash
	w.repair(0, yard)
	w.pass(1)
	if yard.hp != hp+info.Step {
		t.Errorf("the first tick brings %d, want %d", yard.hp-hp, info.Step)
	}
	if paid := cash - w.players[0].cash; paid != 1 {
		t.Errorf("a step costs %d, want 1", paid)
	}
	w.pass(int(info.Interval))
	if yard.hp != hp+info.Step {
		t.Errorf("%d more within the interval", yard.hp-hp-info.Step)
	}
	w.pass(1)
	if yard.hp != hp+2*info.Step {
		t.Errorf("the second step brings %d in all", yard.hp-hp)
	}
}

func TestARepairBegunAgainGoesOnCountingInBetween(t *testing.T) {
	w, yard := hurtYard(t)
	info := yard.typ.Repairable
	w.repair(0, yard)
	w.pass(1)
	w.repair(0, yard)
	w.pass(int(info.Interval) - 2)
	hp := yard.hp
	w.repair(0, yard)
	w.pass(2)
	if yard.hp != hp {
		t.Errorf("the pause shortened the interval: %d more", yard.hp-hp)
	}
	w.pass(1)
	if yard.hp != hp+info.Step {
		t.Errorf("%d more after the interval, want %d", yard.hp-hp, info.Step)
	}
}

func TestABuildingHealedOtherwiseCostsOneMoreStepOfRepair(t *testing.T) {
	w, yard := hurtYard(t)
	w.repair(0, yard)
	w.pass(1)
	w.heal(yard, yard.typ.MaxHP)
	cash := w.players[0].cash
	w.pass(int(yard.typ.Repairable.Interval))
	if yard.repairers == 0 || w.players[0].cash != cash {
		t.Error("the repair ended before its next step")
	}
	w.pass(1)
	if yard.repairers != 0 || w.players[0].cash != cash-1 {
		t.Errorf("repairers %b, paid %d; want none and 1", yard.repairers, cash-w.players[0].cash)
	}
}

func TestWhoIsOutOfTheGameRepairsNoMore(t *testing.T) {
	w, yard := hurtYard(t)
	w.repair(0, yard)
	w.players[0].lost = true
	hp := yard.hp
	w.tickRepair(yard)
	if yard.repairers != 0 || yard.hp != hp {
		t.Errorf("repairers %b, %d more health", yard.repairers, yard.hp-hp)
	}
}
