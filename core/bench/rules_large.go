// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import "convertd/core/sim/plausible"

// largeRules is what large games are played by: some thirty types in five
// production lines, as many as a player of a real game uses (docs/twin-experiments.md).
// Health and damage are in hundredths, so that a percent of them is not nothing.
func largeRules() plausible.Rules {
	r := baseRules()
	r.Name = "bench large"
	for i := range r.Types {
		t := &r.Types[i]
		t.Health, t.Damage = t.Health*fineFigures, t.Damage*fineFigures
		if t.Structure {
			t.Health *= 2 // bases stand longer, so that games do
		}
	}
	r.RepairHealth *= fineFigures
	structure := func(name, queue string, cost int64, power, health, side int32, needs ...string) plausible.Type {
		return plausible.Type{
			Name: name, Queue: queue, Cost: cost, BuildTicks: int32(cost * 6 / 10), Prerequisites: needs, Health: health * fineFigures, Power: power,
			Structure: true, Width: side, Height: side,
		}
	}
	defence := func(name string, cost int64, reach, damage, reload int32, needs ...string) plausible.Type {
		t := structure(name, "defence", cost, -20, 500, 1, needs...)
		t.Range, t.Damage, t.ReloadTicks = reach, damage*fineFigures, reload
		return t
	}
	unit := func(name, queue string, cost int64, health, speed, reach, damage, reload int32, needs ...string) plausible.Type {
		return plausible.Type{
			Name: name, Queue: queue, Cost: cost, BuildTicks: int32(cost * 6 / 10), Prerequisites: needs, Health: health * fineFigures,
			Speed: speed, Range: reach, Damage: damage * fineFigures, ReloadTicks: reload,
		}
	}
	for i := range r.Types {
		switch t := &r.Types[i]; t.Name {
		case "yard":
			t.Produces = []string{"building", "defence"}
		case "turret":
			t.Queue = "defence"
		}
	}
	airfield := structure("airfield", "building", 1000, -30, 1600, 3, "radar")
	airfield.Produces = []string{"aircraft"}
	r.Types = append(r.Types,
		structure("reactor", "building", 500, 200, 1200, 3, "radar"), structure("depot", "building", 1200, -30, 1200, 3, "works"),
		structure("lab", "building", 1500, -60, 1000, 2, "radar"), airfield,
		defence("bunker", 400, 5<<10, 10, 12, "barracks"), defence("coil", 1500, 8<<10, 90, 75, "lab"),
		unit("flame", "infantry", 300, 60, 54, 3<<10, 20, 40, "radar"), unit("sniper", "infantry", 700, 50, 60, 8<<10, 40, 90, "lab"),
		unit("medium", "vehicle", 850, 450, 82, 5<<10, 22, 35), unit("launcher", "vehicle", 900, 150, 85, 9<<10, 36, 75, "lab"),
		unit("mammoth", "vehicle", 1700, 900, 45, 6<<10, 50, 45, "lab"),
		unit("copter", "aircraft", 1200, 180, 140, 6<<10, 20, 25), unit("raider", "aircraft", 900, 120, 170, 5<<10, 14, 15))
	return r
}

// fineFigures is by how much health and damage are finer in large games.
const fineFigures = 100
