package openra

import (
	"sort"

	"convertd/core/rules"
)

// weapon is one weapon as combat needs it (openra-world.md §7).
type weapon struct {
	name       string
	reach      int32
	minReach   int32
	reload     int32
	burst      int32
	delays     []int32
	targets    []string
	invalid    []string
	projectile projectileKind
	warheads   []warhead
}

type projectileKind uint8

const (
	projectileNone projectileKind = iota
	projectileInstant
	projectileOther // flies; not modelled
)

// warhead is one damaging part of a weapon.
type warhead struct {
	damage   int32
	spread   int32
	falloff  []int32
	versus   []rules.Pair
	targets  []string
	invalid  []string
	causes   []string // damage types
	friendly bool
	delay    int32
}

func newWeapon(info *rules.Weapon) *weapon {
	f := info.Fields
	w := &weapon{
		name: info.Name, reach: int32(f.Int("Range", 0)), minReach: int32(f.Int("MinRange", 0)), reload: int32(f.Int("ReloadDelay", 1)),
		burst: int32(f.Int("Burst", 1)), delays: numbers32(f.Ints("BurstDelays")), targets: f.Texts("ValidTargets"), invalid: f.Texts("InvalidTargets"),
	}
	switch info.Projectile.Type {
	case "":
	case "InstantHit":
		w.projectile = projectileInstant
	default:
		w.projectile = projectileOther
	}
	for i := range info.Warheads {
		part := &info.Warheads[i]
		if part.Type != "SpreadDamage" {
			continue
		}
		w.warheads = append(w.warheads, warhead{
			damage: int32(part.Int("Damage", 0)), spread: int32(part.Int("Spread", 43)), falloff: numbers32(part.Ints("Falloff")),
			versus: part.Map("Versus"), targets: part.Texts("ValidTargets"), invalid: part.Texts("InvalidTargets"),
			causes: part.Texts("DamageTypes"), friendly: part.Text("ValidRelationships") != "Enemy", delay: int32(part.Int("Delay", 0)),
		})
	}
	return w
}

// against is the percentage of damage a kind of armour takes.
func (h *warhead) against(armor string) int32 {
	at := sort.Search(len(h.versus), func(i int) bool { return h.versus[i].Key >= armor })
	if at < len(h.versus) && h.versus[at].Key == armor {
		return int32(h.versus[at].Int)
	}
	return 100
}

// hits reports whether a warhead damages a type of actor.
func (h *warhead) hits(t *actorType) bool {
	return overlaps(h.targets, t.targetTypes) && !overlaps(h.invalid, t.targetTypes)
}

// worksOn reports whether a weapon may be fired at a type of actor.
func (w *weapon) worksOn(t *actorType) bool {
	if !overlaps(w.targets, t.targetTypes) || overlaps(w.invalid, t.targetTypes) {
		return false
	}
	for i := range w.warheads {
		if w.warheads[i].hits(t) {
			return true
		}
	}
	return false
}

// armamentInfo is one weapon of an actor type.
type armamentInfo struct {
	weapon *weapon
	delay  int32 // between the decision to fire and the shot
}

// armament is how far an actor's weapon is between two shots.
type armament struct {
	since int32 // ticks since the last shot, up to the reload time
	delay int32 // ticks until it may fire
	burst int32
}

// maxArmaments is the most weapons an actor type uses at a time.
const maxArmaments = 4

// priorityInfo is what an actor type shoots at on its own.
type priorityInfo struct {
	priority int32
	targets  []string
	invalid  []string
	anything bool // only while it attacks anything or moves to assault
	others   bool // only otherwise
}

// healInfo is what changes an actor's health by itself.
type healInfo struct {
	step, percent, delay, below, cooldown int32
	requires                              expression
}

// maxHeals is the most such traits an actor type has.
const maxHeals = 2

// shape is what a shot must come near: a circle or a rectangle around an
// actor's middle.
type shape struct {
	radius      int32
	rectangle   bool
	topLeft     Pos
	bottomRight Pos
}
