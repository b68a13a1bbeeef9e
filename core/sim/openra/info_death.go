// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"sort"
	"strconv"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// deathKind says what a trait does when its actor is killed.
type deathKind uint8

// The kinds in the order in which they run: construct order puts what needs no
// other trait first, in the order of the rule files, then what needs health,
// then what needs a place (openra-world.md §2.3 with the trait table).
const (
	deathExperience deathKind = iota
	deathBounty
	deathEject
	deathSpawn
	deathExplode
	deathBloom
	deathCargo
	deathReveal
)

// deathHook is one trait that takes notice of its actor's death.
type deathHook struct {
	kind     deathKind
	requires expression
	// amount is the chance or percentage of the kind, or the experience (-1:
	// the price).
	amount                      int32
	actorPercent, playerPercent int32
	loaded, threshold           int32
	weapon, emptyWeapon         *weapon
	byKiller, byParent          bool // whose doing an explosion is
	footprint                   bool
	offset                      Pos
	cell                        Cell
	causes                      []string
	actor                       string
	owner                       wreckOwner
	ownerName                   string
	afterDefeat, ifCreeps       bool
	inAir, onGround, anywhere   bool
	radius                      int32
}

// wreckOwner says whose the remains are.
type wreckOwner uint8

const (
	wreckOfVictim wreckOwner = iota
	wreckOfKiller
	wreckOfNamed
)

// deathTrait reads the traits that matter at the end of an actor.
func (c *compiler) deathTrait(t *actorType, trait *rules.Trait) {
	var hook deathHook
	switch trait.Name {
	case "GivesExperience":
		hook.kind, hook.amount = deathExperience, number(trait, "Experience", -1)
		hook.actorPercent, hook.playerPercent = number(trait, "ActorExperienceModifier", 10000), number(trait, "PlayerExperienceModifier", 0)
	case "GivesBounty":
		hook.kind, hook.amount = deathBounty, number(trait, "Percentage", 10)
	case "SpawnActorOnDeath":
		c.wreckHook(&hook, trait)
	case "EjectOnDeath":
		hook.kind, hook.amount, hook.actor = deathEject, number(trait, "SuccessRate", 50), strings.ToLower(trait.Text("PilotActor"))
		hook.inAir, hook.onGround, hook.anywhere = trait.Bool("EjectInAir"), trait.Bool("EjectOnGround"), trait.Bool("AllowUnsuitableCell")
	case "FireWarheadsOnDeath", "Explodes":
		hook.kind, hook.amount, hook.loaded = deathExplode, number(trait, "Chance", 100), number(trait, "LoadedChance", 100)
		hook.threshold = number(trait, "DamageThreshold", 0)
		hook.weapon, hook.emptyWeapon = c.weaponNamed(trait.Text("Weapon")), c.weaponNamed(trait.Text("EmptyWeapon"))
		source := trait.Text("DamageSource")
		hook.byKiller, hook.byParent, hook.footprint = source == "Killer", source == "Parent", trait.Text("Type") == "Footprint"
		hook.offset, hook.causes = wpos.PosOf(trait.Ints("Offset")), trait.Texts("DeathTypes")
	case "RevealOnDeath":
		hook.kind, hook.amount, hook.radius = deathReveal, number(trait, "Duration", 25), number(trait, "Radius", 1536)
		hook.causes = trait.Texts("DeathTypes")
	case "SpiceBloom":
		hook.kind = deathBloom
		t.bloom = newBloom(trait)
		t.bloom.weapon = c.weaponNamed(trait.Text("Weapon"))
	case "Cargo":
		hook.kind = deathCargo
	case "GainsExperience":
		t.rankSteps = rankSteps(trait, t.rules.Facts.Cost)
		t.levels = int32(len(t.rankSteps))
		return
	case "Husk":
		t.husk, t.huskTerrain = true, trait.Texts("AllowedTerrain")
		if at, ok := c.locomotors[trait.Text("Locomotor")]; ok {
			t.huskCrushes = c.set.World.Locomotors[at].Crushes
		}
		return
	case "HarvesterHuskModifier":
		t.fullHusk, t.fullHuskAt = strings.ToLower(trait.Text("FullHuskActor")), number(trait, "FullnessThreshold", 0)
		return
	case "Armament":
		t.armed = true
		return
	default:
		return
	}
	hook.requires = requirementOf(trait)
	t.deaths = append(t.deaths, hook)
}

func (c *compiler) wreckHook(hook *deathHook, trait *rules.Trait) {
	hook.kind, hook.amount, hook.actor = deathSpawn, number(trait, "Probability", 100), strings.ToLower(trait.Text("Actor"))
	hook.cell, hook.ifCreeps = wpos.CellOf(trait.Ints("Offset")), trait.Bool("RequiresLobbyCreeps")
	if cause := trait.Text("DeathType"); cause != "" {
		hook.causes = []string{cause}
	}
	switch trait.Text("OwnerType") {
	case "Killer":
		hook.owner = wreckOfKiller
	case "InternalName":
		hook.owner = wreckOfNamed
	default:
	}
	hook.ownerName, hook.afterDefeat = trait.Text("InternalOwner"), !trait.Has("SpawnAfterDefeat") || trait.Bool("SpawnAfterDefeat")
}

// orderDeaths brings the hooks of a type into construct order.
func (t *actorType) orderDeaths() {
	sort.SliceStable(t.deaths, func(i, j int) bool { return t.deaths[i].kind < t.deaths[j].kind })
}

func (c *compiler) weaponNamed(name string) *weapon {
	info := c.set.Weapon(name)
	if name == "" || info == nil {
		return nil
	}
	if known := c.weapons[info.Name]; known != nil {
		return known
	}
	made := c.newWeapon(info)
	c.weapons[info.Name] = made
	for i := range made.warheads {
		c.weaponNamed(made.warheads[i].cluster.weapon)
	}
	return made
}

// rankSteps is the experience each rank needs: percentages of the price, or of
// a figure of the trait's own.
func rankSteps(trait *rules.Trait, cost int) []int32 {
	base := number(trait, "ExperienceModifier", -1)
	if base < 0 {
		base = int32(cost)
	}
	var steps []int32
	for _, pair := range trait.Map("Conditions") {
		if n, err := strconv.ParseInt(pair.Key, 10, 32); err == nil {
			steps = append(steps, int32(n)*base)
		}
	}
	sort.Slice(steps, func(i, j int) bool { return steps[i] < steps[j] })
	return steps
}
