// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"math/bits"
)

// repairersHash is the hash of who repairs a building.
func (w *World) repairersHash(a *Actor) int32 {
	var h int32
	for i := range w.Players {
		if a.Repairers&(1<<uint(i)) != 0 {
			h ^= int32(w.Players[i].Actor<<16) * PlayerHashFactor
		}
	}
	return h
}

// toggleRepair starts or stops a player's repair of a building. There is room
// for one repairer less than there are bonuses.
func (w *World) toggleRepair(a *Actor, owner int32) {
	bit := uint32(1) << uint(owner)
	switch {
	case a.Type.Repairable == nil || !w.Allied(owner, a.Owner):
	case a.Repairers&bit != 0:
		a.Repairers &^= bit
	case bits.OnesCount32(a.Repairers) < len(a.Type.Repairable.Bonuses)-1:
		a.Repairers |= bit
	}
}

// tickRepair counts down to the next step of a building's repair, and takes it
// if somebody repairs (docs/engine/openra-world.md#repair). The count goes on when nobody
// does: a repair that is broken off and soon begun again keeps its rhythm, one
// that begins later starts at once.
func (w *World) tickRepair(a *Actor) {
	if a.RepairTicks > 0 {
		a.RepairTicks--
		return
	}
	if a.Repairers == 0 {
		return
	}
	if w.dropRepairers(a); a.Repairers == 0 {
		return
	}
	info := a.Type.Repairable
	hp := min(info.Step, a.Type.MaxHP-a.HP)
	cost := max(1, int32(int64(hp)*int64(info.Percent)*int64(a.Type.SellValue)/(int64(a.Type.MaxHP)*100)))
	payers := 0
	for i := range w.Players {
		if a.Repairers&(1<<uint(i)) != 0 && w.Players[i].Pay(cost) {
			payers++
		}
	}
	if payers == 0 {
		a.RepairTicks = 1
		return
	}
	w.Heal(a, hp*info.Bonuses[payers-1]/100)
	if a.HP == a.Type.MaxHP {
		w.endRepair(a)
		return
	}
	a.RepairTicks = info.Interval
}

// dropRepairers forgets those who are out of the game or no allies any more.
func (w *World) dropRepairers(a *Actor) {
	for i := range w.Players {
		if p := &w.Players[i]; p.Won || p.Lost || !w.Allied(a.Owner, int32(i)) {
			a.Repairers &^= 1 << uint(i)
		}
	}
}

// endRepair ends the repair of a building that is whole again; allies who
// helped gain experience.
func (w *World) endRepair(a *Actor) {
	for i := range w.Players {
		if int32(i) != a.Owner && a.Repairers&(1<<uint(i)) != 0 {
			w.Players[i].Experience += a.Type.Repairable.Experience
		}
	}
	a.Repairers = 0
}
