// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import "convertd/core/sim/plausible"

// Ticks of a second of game time in all bench games.
const ticksPerSecond = 25

// baseRules is the game that the scripted players play: two dozen types in the
// manner of Red Alert, figures of our own.
func baseRules() plausible.Rules {
	structure := func(name string, cost int64, power, health int32, needs ...string) plausible.Type {
		return plausible.Type{
			Name: name, Queue: "building", Cost: cost, BuildTicks: int32(cost * 6 / 10), Prerequisites: needs, Health: health, Power: power,
			Structure: true, Width: 2, Height: 2,
		}
	}
	unit := func(name, queue string, cost int64, health, speed, reach, damage, reload int32, needs ...string) plausible.Type {
		return plausible.Type{
			Name: name, Queue: queue, Cost: cost, BuildTicks: int32(cost * 6 / 10), Prerequisites: needs, Health: health,
			Speed: speed, Range: reach, Damage: damage, ReloadTicks: reload,
		}
	}
	yard := structure("yard", 2000, 0, 1500)
	yard.Queue, yard.Width, yard.Height, yard.Produces = "", 3, 3, []string{"building"}
	refinery := structure("refinery", 1400, -30, 900, "power")
	refinery.Width, refinery.Height, refinery.AcceptsIncome = 3, 3, true
	barracks := structure("barracks", 400, -20, 600, "power")
	barracks.Produces = []string{"infantry"}
	works := structure("works", 2000, -30, 1500, "refinery")
	works.Width, works.Height, works.Produces = 3, 2, []string{"vehicle"}
	radar := structure("radar", 1500, -40, 1000, "refinery")
	turret := structure("turret", 600, -40, 400, "barracks")
	turret.Width, turret.Height, turret.Range, turret.Damage, turret.ReloadTicks = 1, 1, 6<<10, 24, 20
	harvester := unit("harvester", "vehicle", 1100, 600, 72, 0, 0, 0, "refinery")
	harvester.Income, harvester.IncomeTicks = 500, 20*ticksPerSecond
	carrier := unit("carrier", "vehicle", 2000, 600, 60, 0, 0, 0, "radar")
	carrier.Deploys, carrier.DeployTicks = "yard", 2*ticksPerSecond
	return plausible.Rules{
		Name: "bench", LowPowerPercent: 33, RefundPercent: 50, RepairTicks: 24, RepairHealth: 7, RepairPercent: 20, BuildRadius: 6,
		EvidencePercent: 30, ShortGame: true,
		Types: []plausible.Type{
			yard, structure("power", 300, 100, 400), refinery, barracks, works, radar, turret, harvester, carrier,
			unit("rifle", "infantry", 100, 50, 54, 5<<10, 5, 20),
			unit("rocket", "infantry", 300, 45, 54, 6<<10, 18, 50),
			unit("grenade", "infantry", 160, 50, 68, 4<<10, 14, 50, "barracks"),
			unit("scout", "vehicle", 500, 150, 164, 5<<10, 6, 10),
			unit("light", "vehicle", 700, 260, 113, 5<<10, 14, 25),
			unit("heavy", "vehicle", 1150, 600, 60, 5<<10, 26, 40, "radar"),
			unit("cannon", "vehicle", 850, 100, 72, 10<<10, 30, 60, "radar"),
		},
	}
}
