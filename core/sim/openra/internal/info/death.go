// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"sort"
	"strconv"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// DeathKind says what a trait does when its actor is killed.
type DeathKind uint8

// The kinds in the order in which they run: construct order puts what needs no
// other trait first, in the order of the rule files, then what needs health,
// then what needs a place (docs/engine/openra-world.md#hashed-traits).
const (
	DeathExperience DeathKind = iota
	DeathBounty
	DeathEject
	DeathSpawn
	DeathBloom // d2k-0225-1v1-desert-twister of the engine's games, net frame 1458
	DeathExplode
	DeathCargo
	DeathReveal
)

// DeathHook is one trait that takes notice of its actor's death.
type DeathHook struct {
	Kind     DeathKind
	Requires Expression
	// amount is the chance or percentage of the kind, or the experience (-1:
	// the price).
	Amount                      int32
	ActorPercent, PlayerPercent int32
	Loaded, Threshold           int32
	Weapon, EmptyWeapon         *Weapon
	ByKiller, ByParent          bool // whose doing an explosion is
	Footprint                   bool
	Offset                      wpos.Pos
	Cell                        wpos.Cell
	Causes                      []string
	Actor                       string
	Owner                       WreckOwner
	OwnerName                   string
	AfterDefeat, IfCreeps       bool
	InAir, OnGround, Anywhere   bool
	Radius                      int32
}

// Worth is the experience that a type gives who kills it: what it costs, unless the rules
// name an amount.
func (hook *DeathHook) Worth(t *ActorType) int32 {
	if hook.Amount < 0 {
		return t.Cost
	}
	return hook.Amount
}

// WreckOwner says whose the remains are.
type WreckOwner uint8

// Whose a wreck is.
const (
	wreckOfVictim WreckOwner = iota
	WreckOfKiller
	WreckOfNamed
)

// deathTrait reads the traits that matter at the end of an actor.
func (c *compiler) deathTrait(t *ActorType, trait *rules.Trait) {
	var hook DeathHook
	switch trait.Name {
	case "GivesExperience":
		hook.Kind, hook.Amount = DeathExperience, Number(trait, "Experience", -1)
		hook.ActorPercent, hook.PlayerPercent = Number(trait, "ActorExperienceModifier", 10000), Number(trait, "PlayerExperienceModifier", 0)
	case "GivesBounty":
		hook.Kind, hook.Amount = DeathBounty, Number(trait, "Percentage", 10)
	case "SpawnActorOnDeath":
		c.wreckHook(&hook, trait)
	case "EjectOnDeath":
		hook.Kind, hook.Amount, hook.Actor = DeathEject, Number(trait, "SuccessRate", 50), strings.ToLower(trait.Text("PilotActor"))
		hook.InAir, hook.OnGround, hook.Anywhere = trait.Bool("EjectInAir"), trait.Bool("EjectOnGround"), trait.Bool("AllowUnsuitableCell")
	case "FireWarheadsOnDeath", "Explodes":
		hook.Kind, hook.Amount, hook.Loaded = DeathExplode, Number(trait, "Chance", 100), Number(trait, "LoadedChance", 100)
		hook.Threshold = Number(trait, "DamageThreshold", 0)
		hook.Weapon, hook.EmptyWeapon = c.weaponNamed(trait.Text("Weapon")), c.weaponNamed(trait.Text("EmptyWeapon"))
		source := trait.Text("DamageSource")
		hook.ByKiller, hook.ByParent, hook.Footprint = source == "Killer", source == "Parent", trait.Text("Type") == "Footprint"
		hook.Offset, hook.Causes = wpos.PosOf(trait.Ints("Offset")), trait.Texts("DeathTypes")
	case "RevealOnDeath":
		hook.Kind, hook.Amount, hook.Radius = DeathReveal, Number(trait, "Duration", 25), Number(trait, "Radius", 1536)
		hook.Causes = trait.Texts("DeathTypes")
	case "SpiceBloom":
		hook.Kind = DeathBloom
		t.Bloom = newBloom(trait)
		t.Bloom.Weapon = c.weaponNamed(trait.Text("Weapon"))
	case "Cargo":
		hook.Kind = DeathCargo
	case "GainsExperience":
		t.RankSteps = rankSteps(trait, t.Rules.Facts.Cost)
		t.Levels = int32(len(t.RankSteps))
		return
	case "Husk":
		t.Husk, t.HuskTerrain = true, trait.Texts("AllowedTerrain")
		if at, ok := c.locomotors[trait.Text("Locomotor")]; ok {
			t.HuskCrushes = c.set.World.Locomotors[at].Crushes
		}
		return
	case "HarvesterHuskModifier":
		t.FullHusk, t.FullHuskAt = strings.ToLower(trait.Text("FullHuskActor")), Number(trait, "FullnessThreshold", 0)
		return
	case "Armament":
		t.Armed = true
		return
	default:
		return
	}
	hook.Requires = RequirementOf(trait)
	t.Deaths = append(t.Deaths, hook)
}

func (c *compiler) wreckHook(hook *DeathHook, trait *rules.Trait) {
	hook.Kind, hook.Amount, hook.Actor = DeathSpawn, Number(trait, "Probability", 100), strings.ToLower(trait.Text("Actor"))
	hook.Cell, hook.IfCreeps = wpos.CellOf(trait.Ints("Offset")), trait.Bool("RequiresLobbyCreeps")
	if cause := trait.Text("DeathType"); cause != "" {
		hook.Causes = []string{cause}
	}
	switch trait.Text("OwnerType") {
	case "Killer":
		hook.Owner = WreckOfKiller
	case "InternalName":
		hook.Owner = WreckOfNamed
	default:
	}
	hook.OwnerName, hook.AfterDefeat = trait.Text("InternalOwner"), !trait.Has("SpawnAfterDefeat") || trait.Bool("SpawnAfterDefeat")
}

// orderDeaths brings the hooks of a type into construct order.
func (t *ActorType) orderDeaths() {
	sort.SliceStable(t.Deaths, func(i, j int) bool { return t.Deaths[i].Kind < t.Deaths[j].Kind })
}

func (c *compiler) weaponNamed(name string) *Weapon {
	info := c.set.Weapon(name)
	if name == "" || info == nil {
		return nil
	}
	if known := c.weapons[info.Name]; known != nil {
		return known
	}
	made := c.newWeapon(info)
	c.weapons[info.Name] = made
	for i := range made.Warheads {
		c.weaponNamed(made.Warheads[i].Cluster.Weapon)
	}
	return made
}

// RankSteps is the experience each rank needs: percentages of the price, or of
// a figure of the trait's own.
func rankSteps(trait *rules.Trait, cost int) []int32 {
	base := Number(trait, "ExperienceModifier", -1)
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

// CellsOf visits the cells of one kind of a footprint.
func (b *BuildingInfo) CellsOf(kind byte, at wpos.Cell, visit func(wpos.Cell)) {
	for _, i := range b.Listed {
		if b.Footprint[i] == kind {
			visit(wpos.Cell{X: at.X + i%b.Width, Y: at.Y + i/b.Width})
		}
	}
}
