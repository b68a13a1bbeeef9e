// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/state"
)

// hurtYard is a construction yard of the first player that lacks health for
// many steps of repair.
func hurtYard(t *testing.T) (*World, *Actor) {
	w := plain(t)
	yard := w.built(t, "fact", 0, Cell{X: 20, Y: 20})
	yard.HP = yard.Type.MaxHP / 2
	return w, yard
}

// repair lets a player press the repair button on a building.
func (w *World) repair(owner int32, a *Actor) {
	w.Resolve(&Order{
		Name: "RepairBuilding", Client: w.Players[owner].Client, Subject: w.Players[owner].Actor, HasSubject: true,
		Target: state.TargetActor, Actor: a.ID,
	})
}

func TestARepairStepsAtOnceAndThenAfterEachInterval(t *testing.T) {
	w, yard := hurtYard(t)
	info := yard.Type.Repairable
	hp, cash := yard.HP, w.Players[0].Cash
	w.repair(0, yard)
	w.pass(1)
	if yard.HP != hp+info.Step {
		t.Errorf("the first tick brings %d, want %d", yard.HP-hp, info.Step)
	}
	if paid := cash - w.Players[0].Cash; paid != 1 {
		t.Errorf("a step costs %d, want 1", paid)
	}
	w.pass(int(info.Interval))
	if yard.HP != hp+info.Step {
		t.Errorf("%d more within the interval", yard.HP-hp-info.Step)
	}
	w.pass(1)
	if yard.HP != hp+2*info.Step {
		t.Errorf("the second step brings %d in all", yard.HP-hp)
	}
}

func TestARepairBegunAgainGoesOnCountingInBetween(t *testing.T) {
	w, yard := hurtYard(t)
	info := yard.Type.Repairable
	w.repair(0, yard)
	w.pass(1)
	w.repair(0, yard)
	w.pass(int(info.Interval) - 2)
	hp := yard.HP
	w.repair(0, yard)
	w.pass(2)
	if yard.HP != hp {
		t.Errorf("the pause shortened the interval: %d more", yard.HP-hp)
	}
	w.pass(1)
	if yard.HP != hp+info.Step {
		t.Errorf("%d more after the interval, want %d", yard.HP-hp, info.Step)
	}
}

func TestABuildingHealedOtherwiseCostsOneMoreStepOfRepair(t *testing.T) {
	w, yard := hurtYard(t)
	w.repair(0, yard)
	w.pass(1)
	w.Heal(yard, yard.Type.MaxHP)
	cash := w.Players[0].Cash
	w.pass(int(yard.Type.Repairable.Interval))
	if yard.Repairers == 0 || w.Players[0].Cash != cash {
		t.Error("the repair ended before its next step")
	}
	w.pass(1)
	if yard.Repairers != 0 || w.Players[0].Cash != cash-1 {
		t.Errorf("repairers %b, paid %d; want none and 1", yard.Repairers, cash-w.Players[0].Cash)
	}
}

func TestWhoIsOutOfTheGameRepairsNoMore(t *testing.T) {
	w, yard := hurtYard(t)
	w.repair(0, yard)
	w.Players[0].Lost = true
	hp := yard.HP
	w.tickRepair(yard)
	if yard.Repairers != 0 || yard.HP != hp {
		t.Errorf("repairers %b, %d more health", yard.Repairers, yard.HP-hp)
	}
}
