// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// productionTrait reads the traits of an actor type that say what it costs, what it
// takes to build it, and what it builds.
func (c *compiler) productionTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Valued":
		t.cost = number(trait, "Cost", 0)
	case "Buildable":
		t.buildable = &buildableInfo{
			queues: trait.Texts("Queue"), prerequisites: trait.Texts("Prerequisites"), at: trait.Text("BuildAtProductionType"),
			duration: number(trait, "BuildDuration", -1), modifier: number(trait, "BuildDurationModifier", 60),
			limit: number(trait, "BuildLimit", 0), forceFaction: trait.Text("ForceFaction"),
		}
	case "Production":
		t.addProduction(trait)
	case "ProductionAirdrop":
		t.addProduction(trait)
		t.airdrop = newAirdrop(trait)
	case "ProductionQueue":
		t.queues = append(t.queues, newBuildingQueue(trait))
	case "PrimaryBuilding":
		t.canLead = true
	case "RallyPoint":
		t.rallyPoint = true
		t.rallyOffset = Cell{X: 1, Y: 3}
		if offset := trait.Ints("Offset"); len(offset) == 2 {
			t.rallyOffset = wpos.CellOf(offset)
		}
	case "Exit":
		t.exits = append(t.exits, exitInfo{
			cell: wpos.CellOf(trait.Ints("ExitCell")), offset: wpos.PosOf(trait.Ints("SpawnOffset")), facing: number(trait, "Facing", -1),
			priority: number(trait, "Priority", 1), delay: number(trait, "ExitDelay", 0), types: trait.Texts("ProductionTypes"),
			requires: requirementOf(trait),
		})
	case "ProvidesPrerequisite":
		name := trait.Text("Prerequisite")
		if name == "" {
			name = t.name
		}
		t.provides = append(t.provides, provideInfo{
			name: strings.ToLower(name), factions: trait.Texts("Factions"), requires: trait.Texts("RequiresPrerequisites"),
		})
	case "ProducibleWithLevel":
		t.trained = append(t.trained, trainedInfo{levels: number(trait, "InitialLevels", 1), prerequisites: trait.Texts("Prerequisites")})
	case "FreeActor":
		t.freeActors = append(t.freeActors, freeActorInfo{
			actor: strings.ToLower(trait.Text("Actor")), offset: wpos.CellOf(trait.Ints("SpawnOffset")), facing: number(trait, "Facing", 0),
		})
	case "FreeActorWithDelivery":
		t.deliveries = append(t.deliveries, newDelivery(trait))
	}
}

func (t *actorType) addProduction(trait *rules.Trait) {
	t.produces = append(t.produces, trait.Texts("Produces")...)
}
