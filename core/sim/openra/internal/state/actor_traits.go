// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Placed reports whether an actor is something that stands somewhere: not the
// world and not a player.
func (a *Actor) Placed() bool { return a.ID != 0 && a.Type.Index >= 0 }

// Listed is how much is in an actor's lists, of most nothing.
func (a *Actor) Listed() int {
	return len(a.Queues) + len(a.Shots) + len(a.Rally) + len(a.RallyPath) + len(a.DockReserved) + len(a.Passengers)
}

// Leaving reports whether a unit is on its way out of its cell.
func (a *Actor) Leaving() bool {
	if a.Movement&MovingHorizontal != 0 {
		return true
	}
	return a.Movement&MovingTurn != 0 && a.TurnToMove
}

// Orientation is the whole direction of an actor; what cannot turn has none.
func (a *Actor) Orientation() int32 {
	if !a.Type.Turns() {
		return 0
	}
	return a.Facing
}

// BodyFacing is the direction the sprite of an actor shows.
func (a *Actor) BodyFacing() int32 { return a.Shown(a.Orientation(), a.Type.BodyFacings) }

// Shown is the direction that a sprite with so many directions shows of an actor. Until
// 20200503 the uneven ones are taken to be even, and chosen another way
// (cnc-20200503-tactical-advance-0 of the engine's games, net frame 58).
func (a *Actor) Shown(facing, directions int32) int32 {
	if a.Type.ClassicByThirds && directions == 32 {
		return wpos.QuantizeByThirds(facing)
	}
	return wpos.Quantize(facing, directions, a.Type.ClassicBody)
}

// LoadOrder is the order in which a harvester of a release until 20231010 got
// its kinds of resource, which is the order it unloads them in: Harvester held
// them in a Dictionary of .NET's. A kind that is used up leaves its place free,
// and the next new kind takes the place that was left last.
type LoadOrder struct {
	slots int32 // a byte per place: 1 + the kind, 0 if the place is free
	freed int32 // a byte per free place below the highest ever used, 1 + its number, the last left lowest
}

// Kind is the kind of resource at a place, -1 if it is free.
func (o *LoadOrder) Kind(place int) int { return int(o.slots>>(8*place)&0xff) - 1 }

// Add gives a new kind a place.
func (o *LoadOrder) Add(kind int) {
	place := int(o.freed&0xff) - 1
	o.freed >>= 8
	for place < 0 || o.Kind(place) >= 0 {
		place++
	}
	o.slots |= int32(kind+1) << (8 * place)
}

// Remove leaves the place of a kind free.
func (o *LoadOrder) Remove(kind int) {
	for place := range MaxResources {
		if o.Kind(place) == kind {
			o.slots &^= 0xff << (8 * place)
			o.freed = o.freed<<8 | int32(place+1)
			return
		}
	}
}

// BodyState says what the body of infantry is doing.
type BodyState uint8

// The states of bodies.
const (
	BodyIdle BodyState = iota
	BodyAttacking
	BodyMoving
	BodyWaiting
	BodyIdleAnimating
)

// Animation is a sprite sequence that play waits for.
type Animation struct {
	Left int32 // ticks until it ends
	Then AnimationEnd
}

// AnimationEnd says what follows an animation.
type AnimationEnd uint8

// What may follow an animation.
const (
	EndNothing AnimationEnd = iota
	EndIdle
	EndDocked
	EndUndocked
	EndTransform
	EndSale
	EndRisen // of an anti-aircraft site
	EndSunk
)

// Followed lets a body take notice of movement and reports whether it did.
func (b *BodyState) Followed(horizontal, changed, idle bool) bool {
	switch {
	case (*b != BodyMoving || changed) && horizontal:
		*b = BodyMoving
	case (*b == BodyMoving || changed) && !horizontal, (*b == BodyIdle || *b == BodyIdleAnimating) && !idle:
		*b = BodyWaiting
	default:
		return false
	}
	return true
}

// Assaults reports whether an actor is on an attack move on which it attacks
// anything.
func (a *Actor) Assaults() bool {
	act := a.pastExit()
	return act.underAttackMove() && act.Flag[FlagAssault] && a.ScansWhileMoving()
}

// Marches reports whether it is on one on which it attacks what it would at any time.
func (a *Actor) Marches() bool {
	act := a.pastExit()
	return act.underAttackMove() && !act.Flag[FlagAssault] && a.ScansWhileMoving()
}

// pastExit is what an actor does, behind its way out of the building that made it.
func (a *Actor) pastExit() *Activity {
	act := a.Current()
	if act != nil && act.Kind == ActLeaveProduction {
		return SkipDone(act.Child)
	}
	return act
}

func (act *Activity) underAttackMove() bool {
	return act != nil && act.Kind == ActAttackMove && act.State != StateQueued
}

// ScansWhileMoving reports whether an attack move of this type looks for
// targets at all.
func (a *Actor) ScansWhileMoving() bool { return a.Type.AutoTarget != nil }

// Flags of ActAttackMove.
const (
	FlagMoving  = iota // the child is the move, not an attack
	FlagAssault        // whatever it meets is attacked
)

// Turret is where a turret points, relative to its body.
type Turret struct {
	Facing  int32
	Want    wpos.Pos // direction it turns to, zero for none
	Realign bool
	Idle    int32 // ticks without aiming
}

// MayMoveToAttack reports whether an actor goes after what it finds on its own;
// what stands still never does.
func (a *Actor) MayMoveToAttack() bool {
	moves := a.Type.Mobile != nil || a.Type.Aircraft != nil
	return a.Type.AutoTarget.AllowMove && moves && a.Stance > info.StanceDefend
}

// DropAims lets go whatever a turret aims at.
func (a *Actor) DropAims() {
	a.Requested, a.Opportunity = None, None
	a.Persistent, a.Preset = false, false
}

// DelayedShot is a shot whose trigger is pulled.
type DelayedShot struct {
	Arm  int32
	Left int32 // ticks
	Shot Shot
}

// TurretWorld is where the turret's sprite points on the map.
func (a *Actor) TurretWorld() int32 {
	return a.Shown(wpos.SumOfYaws(a.Turret.Facing, a.Orientation()), a.Type.TurretFacing)
}

// armament is how far an actor's weapon is between two shots.
type armament struct {
	Since  int32 // ticks since the last shot, up to the reload time
	Delay  int32 // ticks until it may fire
	Burst  int32
	Barrel int32 // which is next, where a burst is one shot
	Kick   int32 // how far the recoil has pushed it back
}

// FillAmmo gives an actor all its shots.
func (a *Actor) FillAmmo() {
	if info := a.Type.Ammo; info != nil {
		a.Ammo, a.RearmTicks, a.ReloadTicks = info.Initial, info.Delay, info.SelfDelay
	}
}

// UseAmmo takes a shot.
func (a *Actor) UseAmmo() {
	info := a.Type.Ammo
	if info == nil {
		return
	}
	a.Ammo = max(a.Ammo-1, 0)
	if info.Resets {
		a.ReloadTicks = info.SelfDelay
	}
}

// DamageState is how much an actor is damaged.
func (a *Actor) DamageState() info.DamageState {
	hp, most := int64(a.HP)*100, int64(a.Type.MaxHP)
	switch {
	case a.HP >= a.Type.MaxHP:
		return info.DamageNone
	case a.HP <= 0:
		return info.DamageDead
	case hp < most*25:
		return info.DamageCritical
	case hp < most*50:
		return info.DamageHeavy
	case hp < most*75:
		return info.DamageMedium
	}
	return info.DamageLight
}

// HealthPercent is how much of an actor's health is left, at least one percent:
// that much what it becomes has at least.
func (a *Actor) HealthPercent() int32 {
	if a.Type.MaxHP == 0 {
		return 0
	}
	return max(1, int32(int64(a.HP)*100/int64(a.Type.MaxHP)))
}

// ForceAttack is the order to attack whatever it is: friends, wrecks, the
// ground.
const ForceAttack = "ForceAttack"

// Strikes reports whether a plane of a squad is over its target: where it bombs,
// or where they jump.
func (a *Actor) Strikes() bool {
	return a.Squad != None && (a.OverTarget || a.Carries && a.InDropRange)
}

// MayRise reports whether an actor has a rank before it.
func (a *Actor) MayRise() bool { return a.Level < int32(len(a.Type.RankSteps)) }

// DropDisguise shows a spy after something loud.
func (a *Actor) DropDisguise(occasion string) {
	if a.Type.Disguise != nil && info.Contains(a.Type.Disguise.DropsOn, occasion) {
		a.LooksLike = 0
	}
}

// ShownDisguise is whom a spy looks like and how his bodies show it: they are idle as
// the bodies of that type are (WithDisguisingInfantryBody).
type ShownDisguise struct {
	As          int32 // index of the type he looks like, plus 1
	Shown       int32 // the one his bodies took notice of
	ShownPlayer int32 // and whose

	// The second body, that for the parachute, has nothing to do of its own, but
	// while it shows another type it is idle as well, seen or not.
	Second       BodyState
	IdleSequence int32
	IdleDelay    int32
	Left         int32
}

func (g *ShownDisguise) coded(c *codec.Coder) {
	c.Ints(&g.As, &g.Shown, &g.ShownPlayer, &g.IdleSequence, &g.IdleDelay, &g.Left)
	c.U8((*uint8)(&g.Second))
}

// ShowsTwice reports whether a spy has two bodies and both show somebody else.
func (a *Actor) ShowsTwice() bool {
	return a.Type.Infantry.Disguising > 1 && a.ShownAs.ShownPlayer > 0
}

// FoundationHash is what until 20201213, when it was a trait of its own (DamagedByTerrain), is
// hashed of it: the ticks and the health that stays, all of it where nothing is worn.
func (a *Actor) FoundationHash(f *info.FoundationInfo) int32 {
	switch {
	case a.SinksTo > 0:
		return a.Sink ^ a.SinksTo
	case f.AtOnce:
		return a.Type.MaxHP
	}
	return 0
}

// Panicking reports whether an actor panics.
func (a *Actor) Panicking() bool { return a.PanicSince > 0 }

// PanicSpeed is the percentage of its speed somebody runs at.
func (a *Actor) PanicSpeed() int32 {
	if a.Panicking() {
		return a.Type.Panics.Speed
	}
	return 100
}

// Where such a turret is: the charges of its actor, which has no others. How long it
// has had nothing to do is in the ticks of what hovers, which it never does.
const (
	PopupOpen int32 = iota
	PopupTurning
	PopupMoving
	PopupClosed
)

// How long the art takes to rise and to go down: 16 and 14 pictures of 30 ms, in
// ticks of 40 (mods/cnc/sequences/structures.yaml).
const (
	PopupRises = 12
	PopupSinks = 11
)

// TurretDirections are the directions of the picture of a turret.
func (a *Actor) TurretDirections() int32 {
	if a.OneSided {
		return 1
	}
	return a.Type.TurretFacing
}

// Buried reports whether an actor's turret is down.
func (a *Actor) Buried() bool { return a.Type.Popup != nil && a.Charges == PopupClosed }

// Risen reports whether a turret is up, and lets one that is down rise.
func (a *Actor) Risen() bool {
	if a.Charges == PopupClosed {
		a.Charges, a.HoverTicks = PopupMoving, 0
		a.Animation = Animation{Left: PopupRises, Then: EndRisen}
	}
	return a.Charges != PopupMoving
}

// ConstructQueues gives a new building its queues.
func (a *Actor) ConstructQueues() {
	for i := range a.Type.Queues {
		rule := &a.Type.Queues[i]
		valid := len(rule.Factions) == 0 || info.Contains(rule.Factions, a.Faction)
		a.Queues = append(a.Queues, Queue{Info: rule, ValidFaction: valid, Enabled: valid, Maker: a.ID, Index: int32(i)})
	}
}

// RestoreQueues links restored queues to their rules.
func (a *Actor) RestoreQueues() bool {
	if len(a.Queues) != len(a.Type.Queues) {
		return false
	}
	for i := range a.Queues {
		a.Queues[i].Info, a.Queues[i].Maker, a.Queues[i].Index = &a.Type.Queues[i], a.ID, int32(i)
	}
	return true
}

// WantsShots reports whether a building would give an actor shots it has not.
func (a *Actor) WantsShots(host *Actor) bool {
	return a.Type.Ammo != nil && a.Ammo < a.Type.Ammo.Full && info.Contains(a.Type.RearmedAt, host.Type.Name)
}

// MaxResources is how many kinds of resource a game may have.
const MaxResources = 4

// Parachuting reports whether an actor hangs from a parachute: not yet at the end
// of the tick in which it leaves the plane, for its fall grants that when it begins.
func (a *Actor) Parachuting() bool {
	act := a.Current()
	for act != nil && (act.Kind == ActLeaveProduction || act.Kind == ActReturnToCell) {
		act = SkipDone(act.Child)
	}
	return act != nil && act.Kind == ActParachute && act.State != StateQueued
}

// TickLent lets the count of somebody who is not in the world stand still.
func (a *Actor) TickLent() {
	if !a.InWorld {
		a.LentUntil++
	}
}

// BodyYaw is where a body looks that can turn, else 0.
func (a *Actor) BodyYaw() int32 {
	if a.Type.Turns() {
		return a.Facing
	}
	return 0
}

// ConstructOldTurret points a new turret where its body looks, that of a
// building where its rules say.
func (a *Actor) ConstructOldTurret() {
	a.Aim = a.Facing
	if a.Type.TurretSpeed > 0 && !a.Type.Turns() {
		a.Aim = a.Type.TurretInitial
	}
	if a.Type.TwoTurrets {
		a.HoverTicks = a.Aim
	}
	a.Turret.Facing = wpos.Angle(a.Aim - a.BodyYaw())
}
