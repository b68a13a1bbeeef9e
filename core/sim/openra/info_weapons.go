// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"sort"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// weapon is one weapon as combat needs it (openra-world.md §7).
type weapon struct {
	name     string
	reach    int32
	minReach int32
	reload   int32
	burst    int32
	delays   []int32
	targets  []string
	invalid  []string
	// toCenter: shots go for the middle of an actor instead of its nearest
	// point.
	toCenter bool
	// The shots of a burst go beside the target: the first by one offset, each
	// further one by another more (forward, right, up).
	firstOffset, nextOffset Pos
	projectile              projectileInfo
	warheads                []warhead
}

func newWeapon(info *rules.Weapon) *weapon {
	f := info.Fields
	w := &weapon{
		name: info.Name, reach: int32(f.Int("Range", 0)), minReach: int32(f.Int("MinRange", 0)), reload: int32(f.Int("ReloadDelay", 1)),
		burst: int32(f.Int("Burst", 1)), delays: numbers32(f.Ints("BurstDelays")), targets: f.Texts("ValidTargets"), invalid: f.Texts("InvalidTargets"),
		toCenter: f.Bool("TargetActorCenter"), projectile: newProjectile(&info.Projectile),
		firstOffset: wpos.PosOf(f.Ints("FirstBurstTargetOffset")), nextOffset: wpos.PosOf(f.Ints("FollowingBurstTargetOffset")),
	}
	for i := range info.Warheads {
		w.warheads = append(w.warheads, newWarhead(&info.Warheads[i]))
	}
	return w
}

// burstOffset is how far beside its target a shot of a burst goes, counted from
// 0, of a weapon that points somewhere. The two parts are turned one by one.
func (w *weapon) burstOffset(shot, facing int32) Pos {
	f, n := w.firstOffset, w.nextOffset
	first := Pos{X: f.Y, Y: -f.X, Z: f.Z}.Rotate(facing)
	return first.Add(Pos{X: shot * n.Y, Y: -shot * n.X, Z: shot * n.Z}.Rotate(facing))
}

// warheadKind says what a warhead does.
type warheadKind uint8

const (
	warheadOther      warheadKind = iota // nothing that is simulated
	warheadSpread                        // damage around a place
	warheadTarget                        // damage to what was aimed at, or stands at the place
	warheadPercentage                    // damage around a place, as a share of the victim's health
	warheadPuff                          // a sight drawn at a place somewhere near
	warheadSow                           // lays resources around a place
	warheadRaze                          // takes resources around a place
	warheadCluster                       // fires a weapon at cells around a place
)

// warhead is one part of what a weapon does where it hits.
type warhead struct {
	kind    warheadKind
	damage  int32
	spread  int32
	falloff []int32
	// ends are the distances the steps of the falloff end at.
	ends      []int32
	versus    []rules.Pair
	targets   []string
	invalid   []string
	causes    []string // damage types
	allies    bool
	neutrals  bool
	enemies   bool
	parent    bool // may hurt who fired
	delay     int32
	airMargin int32
	// Of warheads that change resources: what kind, in which rings of cells, how
	// much.
	resource           string
	resources          []string
	innerRing, ringEnd int32
	amount             int32
	cluster            cluster
}

var warheadKinds = map[string]warheadKind{
	"SpreadDamage": warheadSpread, "TargetDamage": warheadTarget, "HealthPercentageDamage": warheadPercentage, "CreateEffect": warheadPuff,
	"CreateResource": warheadSow, "DestroyResource": warheadRaze, "FireCluster": warheadCluster,
}

func newWarhead(part *rules.Part) warhead {
	h := warhead{
		kind: warheadKinds[part.Type], damage: int32(part.Int("Damage", 0)), spread: int32(part.Int("Spread", 43)),
		falloff: numbers32(part.Ints("Falloff")), versus: part.Map("Versus"), targets: part.Texts("ValidTargets"), invalid: part.Texts("InvalidTargets"),
		causes: part.Texts("DamageTypes"), parent: part.Bool("AffectsParent"), delay: int32(part.Int("Delay", 0)),
		airMargin: int32(part.Int("AirThreshold", 128)),
	}
	related := part.Texts("ValidRelationships")
	h.allies, h.neutrals, h.enemies = contains(related, "Ally"), contains(related, "Neutral"), contains(related, "Enemy")
	if len(related) == 0 {
		h.allies, h.neutrals, h.enemies = true, true, true
	}
	h.readResources(part)
	if h.kind == warheadCluster {
		h.cluster = newCluster(part)
	}
	h.ends = numbers32(part.Ints("Range"))
	if len(h.ends) == len(h.falloff) {
		return h
	}
	h.ends = make([]int32, len(h.falloff))
	for i := range h.ends {
		h.ends[i] = int32(i) * h.spread
	}
	return h
}

// against is the percentage of damage a kind of armour takes.
func (h *warhead) against(armor string) int32 {
	at := sort.Search(len(h.versus), func(i int) bool { return h.versus[i].Key >= armor })
	if at < len(h.versus) && h.versus[at].Key == armor {
		return int32(h.versus[at].Int)
	}
	return 100
}

// at is the share of damage at a distance: straight lines between the steps of
// the falloff.
func (h *warhead) at(distance int32) int32 {
	for i := 1; i < len(h.ends); i++ {
		if h.ends[i] > distance {
			return wpos.Lerp(h.falloff[i-1], h.falloff[i], distance-h.ends[i-1], h.ends[i]-h.ends[i-1])
		}
	}
	return 0
}

// armamentInfo is one weapon of an actor type and where it is mounted.
type armamentInfo struct {
	reload    int32  // of the weapon: each tick asks for it, and need not go there
	reloading string // condition while it reloads
	key       string // of its trait
	name      string
	weapon    *weapon
	delay     int32 // between the decision to fire and the shot
	barrels   []barrel
	recoil    rules.Recoil
	// garrisoned: fired only by what the actor is inside of.
	garrisoned bool
	pauses     expression // while it holds the weapon does not fire
	// whom it is fired at without being forced, and whom when it is.
	whom, forcedOn relations
	turret         int32 // index of its turret, -1 for none
}

// shotCondition is what a shot grants for some ticks (GrantConditionOnAttack).
type shotCondition struct {
	name      string
	armaments []string
	ticks     int32
}

func newShotCondition(trait *rules.Trait) *shotCondition {
	armaments := trait.Texts("ArmamentNames")
	if len(armaments) == 0 {
		armaments = []string{"primary"}
	}
	return &shotCondition{name: trait.Text("Condition"), armaments: armaments, ticks: number(trait, "RevokeDelay", 15)}
}

// barrel is where a shot leaves: forward, right, up of turret or body.
type barrel struct {
	offset Pos
	yaw    int32
}

// armament is how far an actor's weapon is between two shots.
type armament struct {
	since  int32 // ticks since the last shot, up to the reload time
	delay  int32 // ticks until it may fire
	burst  int32
	barrel int32 // which is next, where a burst is one shot
	kick   int32 // how far the recoil has pushed it back
}

// maxArmaments is the most weapons an actor type has.
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
	rank                                  bool // only ranks fulfil the condition
}

// alwaysBelow is a share of its health in percent that nobody reaches.
const alwaysBelow = 200

// maxHeals is the most such traits an actor type has.
const maxHeals = 2

// shape is what a shot must come near: a circle, a rectangle or a polygon
// around an actor's middle.
type shape struct {
	radius      int32
	rectangle   bool
	topLeft     Pos
	bottomRight Pos
	corners     []Pos // of a polygon
}
