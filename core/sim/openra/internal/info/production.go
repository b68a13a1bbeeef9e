// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// QueueInfo is one production queue of a player.
type QueueInfo struct {
	Kind       string
	Sign       uint64 // of the kind; see NumberKinds
	Reductions []int32
	SpeedUp    bool
	LowPower   int32
	Modifier   int32
	ItemLimit  int32
	Factions   []string // of the queues of buildings
}

// MaxSigns is how many kinds of queues can have a sign of their own. If there are
// more, the last ones share it, and that a producer has it is only reason to compare
// names.
const MaxSigns = 64

// buildingQueueInfos lists the queues of a building in construct order.
func newBuildingQueue(trait *rules.Trait) QueueInfo {
	return QueueInfo{
		Kind: trait.Text("Type"), Factions: trait.Texts("Factions"),
		LowPower: Number(trait, "LowPowerModifier", 100), Modifier: Number(trait, "BuildDurationModifier", 100),
		ItemLimit: Number(trait, "ItemLimit", 999),
	}
}

// productionTrait reads the traits of an actor type that say what it costs, what it
// takes to build it, and what it builds.
func (c *compiler) productionTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Valued":
		t.Cost = Number(trait, "Cost", 0)
	case "Buildable":
		t.Buildable = &buildableInfo{
			Queues: trait.Texts("Queue"), Prerequisites: trait.Texts("Prerequisites"), At: trait.Text("BuildAtProductionType"),
			Duration: Number(trait, "BuildDuration", -1), Modifier: Number(trait, "BuildDurationModifier", 60),
			Limit: Number(trait, "BuildLimit", 0), ForceFaction: trait.Text("ForceFaction"),
		}
	case "Production":
		t.addProduction(trait)
	case "ProductionAirdrop":
		t.addProduction(trait)
		t.Airdrop = newAirdrop(trait)
	case "ProductionQueue":
		t.Queues = append(t.Queues, newBuildingQueue(trait))
	case "PrimaryBuilding":
		t.CanLead = true
	case "RallyPoint":
		t.RallyPoint = true
		t.RallyOffset = wpos.Cell{X: 1, Y: 3}
		if offset := trait.Ints("Offset"); len(offset) == 2 {
			t.RallyOffset = wpos.CellOf(offset)
		}
	case "Exit":
		t.Exits = append(t.Exits, ExitInfo{
			Cell: wpos.CellOf(trait.Ints("ExitCell")), Offset: wpos.PosOf(trait.Ints("SpawnOffset")), Facing: Number(trait, "Facing", -1),
			Priority: Number(trait, "Priority", 1), Delay: Number(trait, "ExitDelay", 0), Types: trait.Texts("ProductionTypes"),
			Requires: RequirementOf(trait),
		})
	case "ProvidesPrerequisite":
		name := trait.Text("Prerequisite")
		if name == "" {
			name = t.Name
		}
		t.Provides = append(t.Provides, provideInfo{
			Name: strings.ToLower(name), Factions: trait.Texts("Factions"), Requires: trait.Texts("RequiresPrerequisites"),
		})
	case "ProducibleWithLevel":
		t.Trained = append(t.Trained, trainedInfo{Levels: Number(trait, "InitialLevels", 1), Prerequisites: trait.Texts("Prerequisites")})
	case "FreeActor":
		t.FreeActors = append(t.FreeActors, freeActorInfo{
			Key: trait.Key, Actor: strings.ToLower(trait.Text("Actor")), Offset: wpos.CellOf(trait.Ints("SpawnOffset")), Facing: Number(trait, "Facing", 0),
		})
	case "FreeActorWithDelivery":
		t.Deliveries = append(t.Deliveries, newDelivery(trait))
	}
}

func (t *ActorType) addProduction(trait *rules.Trait) {
	t.Produces = append(t.Produces, trait.Texts("Produces")...)
}

// Positive lists the prerequisites that some type provides; those of lobby and
// faction and those that must not be there are left out.
func (b *buildableInfo) Positive(provided map[string]bool) (names []string) {
	for _, name := range b.Prerequisites {
		if name = strings.TrimPrefix(name, "~"); provided[name] {
			names = append(names, name)
		}
	}
	return names
}
