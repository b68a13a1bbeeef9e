// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"sort"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Weapon is one weapon as combat needs it (docs/engine/openra-world.md#armament).
type Weapon struct {
	Name     string
	Reach    int32
	MinReach int32
	Reload   int32
	Burst    int32
	Delays   []int32
	Targets  []string
	Invalid  []string
	// ToCenter: shots go for the middle of an actor instead of its nearest
	// point.
	ToCenter bool
	// The shots of a burst go beside the target: the first by one offset, each
	// further one by another more (forward, right, up).
	FirstOffset, NextOffset wpos.Pos
	Projectile              ProjectileInfo
	Warheads                []Warhead
}

func newWeapon(info *rules.Weapon) *Weapon {
	f := info.Fields
	w := &Weapon{
		Name: info.Name, Reach: int32(f.Int("Range", 0)), MinReach: int32(f.Int("MinRange", 0)), Reload: int32(f.Int("ReloadDelay", 1)),
		Burst: int32(f.Int("Burst", 1)), Delays: Numbers32(f.Ints("BurstDelays")), Targets: f.Texts("ValidTargets"), Invalid: f.Texts("InvalidTargets"),
		ToCenter: f.Bool("TargetActorCenter"), Projectile: newProjectile(&info.Projectile),
		FirstOffset: wpos.PosOf(f.Ints("FirstBurstTargetOffset")), NextOffset: wpos.PosOf(f.Ints("FollowingBurstTargetOffset")),
	}
	for i := range info.Warheads {
		w.Warheads = append(w.Warheads, newWarhead(&info.Warheads[i]))
	}
	return w
}

// BurstOffset is how far beside its target a shot of a burst goes, counted from
// 0, of a weapon that points somewhere. The two parts are turned one by one.
func (w *Weapon) BurstOffset(shot, facing int32) wpos.Pos {
	f, n := w.FirstOffset, w.NextOffset
	first := wpos.Pos{X: f.Y, Y: -f.X, Z: f.Z}.Rotate(facing)
	return first.Add(wpos.Pos{X: shot * n.Y, Y: -shot * n.X, Z: shot * n.Z}.Rotate(facing))
}

// WarheadKind says what a warhead does.
type WarheadKind uint8

// The classes of warheads.
const (
	WarheadOther      WarheadKind = iota // nothing that is simulated
	WarheadSpread                        // damage around a place
	WarheadTarget                        // damage to what was aimed at, or stands at the place
	WarheadPercentage                    // damage around a place, as a share of the victim's health
	WarheadPuff                          // a sight drawn at a place somewhere near
	WarheadSow                           // lays resources around a place
	WarheadRaze                          // takes resources around a place
	WarheadCluster                       // fires a weapon at cells around a place
)

// Warhead is one part of what a weapon does where it hits.
type Warhead struct {
	Kind    WarheadKind
	Damage  int32
	Spread  int32
	Falloff []int32
	// ends are the distances the steps of the falloff end at.
	Ends      []int32
	Versus    []rules.Pair
	Targets   []string
	Invalid   []string
	Causes    []string // damage types
	Allies    bool
	Neutrals  bool
	Enemies   bool
	Parent    bool // may hurt who fired
	Delay     int32
	AirMargin int32
	// Of warheads that change resources: what kind, in which rings of cells, how
	// much.
	Resource           string
	Resources          []string
	InnerRing, RingEnd int32
	Amount             int32
	Cluster            Cluster
}

var warheadKinds = map[string]WarheadKind{
	"SpreadDamage": WarheadSpread, "TargetDamage": WarheadTarget, "HealthPercentageDamage": WarheadPercentage, "CreateEffect": WarheadPuff,
	"CreateResource": WarheadSow, "DestroyResource": WarheadRaze, "FireCluster": WarheadCluster,
}

func newWarhead(part *rules.Part) Warhead {
	h := Warhead{
		Kind: warheadKinds[part.Type], Damage: int32(part.Int("Damage", 0)), Spread: int32(part.Int("Spread", 43)),
		Falloff: Numbers32(part.Ints("Falloff")), Versus: part.Map("Versus"), Targets: part.Texts("ValidTargets"), Invalid: part.Texts("InvalidTargets"),
		Causes: part.Texts("DamageTypes"), Parent: part.Bool("AffectsParent"), Delay: int32(part.Int("Delay", 0)),
		AirMargin: int32(part.Int("AirThreshold", 128)),
	}
	related := part.Texts("ValidRelationships")
	h.Allies, h.Neutrals, h.Enemies = Contains(related, "Ally"), Contains(related, "Neutral"), Contains(related, "Enemy")
	if len(related) == 0 {
		h.Allies, h.Neutrals, h.Enemies = true, true, true
	}
	h.readResources(part)
	if h.Kind == WarheadCluster {
		h.Cluster = newCluster(part)
	}
	h.Ends = Numbers32(part.Ints("Range"))
	if len(h.Ends) == len(h.Falloff) {
		return h
	}
	h.Ends = make([]int32, len(h.Falloff))
	for i := range h.Ends {
		h.Ends[i] = int32(i) * h.Spread
	}
	return h
}

// Against is the percentage of damage a kind of armour takes.
func (h *Warhead) Against(armor string) int32 {
	at := sort.Search(len(h.Versus), func(i int) bool { return h.Versus[i].Key >= armor })
	if at < len(h.Versus) && h.Versus[at].Key == armor {
		return int32(h.Versus[at].Int)
	}
	return 100
}

// At is the share of damage at a distance: straight lines between the steps of
// the falloff.
func (h *Warhead) At(distance int32) int32 {
	for i := 1; i < len(h.Ends); i++ {
		if h.Ends[i] > distance {
			return wpos.Lerp(h.Falloff[i-1], h.Falloff[i], distance-h.Ends[i-1], h.Ends[i]-h.Ends[i-1])
		}
	}
	return 0
}

// ArmamentInfo is one weapon of an actor type and where it is mounted.
type ArmamentInfo struct {
	Reload    int32  // of the weapon: each tick asks for it, and need not go there
	Reloading string // condition while it reloads
	Key       string // of its trait
	Name      string
	Weapon    *Weapon
	Delay     int32 // between the decision to fire and the shot
	Barrels   []Barrel
	Recoil    rules.Recoil
	// garrisoned: fired only by what the actor is inside of.
	Garrisoned bool
	Pauses     Expression // while it holds the weapon does not fire
	// whom it is fired at without being forced, and whom when it is.
	Whom, ForcedOn Relations
	Turret         int32 // index of its turret, -1 for none
}

// ShotCondition is what a shot grants for some ticks (GrantConditionOnAttack).
type shotCondition struct {
	Name      string
	Armaments []string
	Ticks     int32
}

func newShotCondition(trait *rules.Trait) *shotCondition {
	armaments := trait.Texts("ArmamentNames")
	if len(armaments) == 0 {
		armaments = []string{"primary"}
	}
	return &shotCondition{Name: trait.Text("Condition"), Armaments: armaments, Ticks: Number(trait, "RevokeDelay", 15)}
}

// Barrel is where a shot leaves: forward, right, up of turret or body.
type Barrel struct {
	Offset wpos.Pos
	Yaw    int32
}

// MaxArmaments is the most weapons an actor type has.
const MaxArmaments = 4

// priorityInfo is what an actor type shoots at on its own.
type priorityInfo struct {
	Priority int32
	Targets  []string
	Invalid  []string
	Anything bool       // only while it attacks anything or moves to assault
	Others   bool       // only otherwise
	Requires Expression // anything else it depends on
}

// healInfo is what changes an actor's health by itself.
type healInfo struct {
	Key                                   string
	Step, Percent, Delay, Below, Cooldown int32
	Requires                              Expression
	Rank                                  bool // only ranks fulfil the condition
}

// alwaysBelow is a share of its health in percent that nobody reaches.
const alwaysBelow = 200

// MaxHeals is the most such traits an actor type has.
const MaxHeals = 2

// Shape is what a shot must come near: a circle, a rectangle or a polygon
// around an actor's middle.
type Shape struct {
	Radius      int32
	Rectangle   bool
	TopLeft     wpos.Pos
	BottomRight wpos.Pos
	Corners     []wpos.Pos // of a polygon
}
