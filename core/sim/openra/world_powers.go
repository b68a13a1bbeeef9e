// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strconv"
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// Support powers: docs/engine/openra-world.md#support-powers.

// SupportPower is how far one power of a player is charged.
type supportPower struct {
	key       string
	remaining int32
	active    bool // it was counting in the last tick
	enabled   bool // an instance of it was switched on in the last tick
	available bool // its prerequisites were there in the last tick
	fired     bool // a power that works only once has
}

// powerInstance is one actor that brings a power.
type powerInstance struct {
	actor *Actor
	rules *info.PowerRules
	key   string
}

func keyOf(a *Actor, r *info.PowerRules) string {
	if r.Multiple {
		return r.Order + "_" + strconv.FormatUint(uint64(a.ID), 10)
	}
	return r.Order
}

// isPower reports whether an order names a support power of the rules.
func (w *World) isPower(name string) bool {
	if w.PowerOrders[name] {
		return true
	}
	at := strings.LastIndexByte(name, '_')
	return at > 0 && w.PowerOrders[name[:at]]
}

// chargers lists the actors in the world that bring powers, by id.
func (w *World) chargers() []uint32 {
	return w.charging.list(w, func(a *Actor) bool { return a.inWorld && len(a.typ.Supports) > 0 })
}

// tickPowers charges a player's powers (one tick each while one of the actors
// that bring it works).
func (w *World) tickPowers(p *player) {
	instances := w.instances(w.ownerIndex(p))
	for i := range instances {
		if p.power(instances[i].key) != nil {
			continue
		}
		one := supportPower{key: instances[i].key, remaining: instances[i].rules.Charge, available: true}
		if instances[i].rules.Charged {
			one.remaining = 0
		}
		p.powers = append(p.powers, one)
	}
	kept := p.powers[:0]
	for i := range p.powers {
		if one := p.powers[i]; w.chargePower(p, &one, instances) {
			kept = append(kept, one)
		}
	}
	p.powers = kept
	for i := range p.powers {
		if one := &p.powers[i]; one.active && one.remaining == 0 && w.selfActing(one.key, instances) {
			w.usePower(w.ownerIndex(p), &Order{Name: one.key})
		}
	}
}

// selfActing reports whether a power acts without an order.
func (w *World) selfActing(key string, instances []powerInstance) bool {
	for i := range instances {
		if instances[i].key == key {
			return instances[i].rules.Kind == info.PowerGps
		}
	}
	return false
}

func (w *World) instances(owner int32) []powerInstance {
	list := w.scratch.powers[:0]
	for _, id := range w.chargers() {
		a := w.actors[id]
		if a.owner != owner {
			continue
		}
		for i := range a.typ.Supports {
			list = append(list, powerInstance{a, &a.typ.Supports[i], keyOf(a, &a.typ.Supports[i])})
		}
	}
	w.scratch.powers = list
	return list
}

func (p *player) power(key string) *supportPower {
	for i := range p.powers {
		if p.powers[i].key == key {
			return &p.powers[i]
		}
	}
	return nil
}

// fastCharge is what is left of a charge with the developer's switch on.
const fastCharge = 25

// resetPowers begins the charge of what an actor brings its owner anew.
func (w *World) resetPowers(a *Actor) {
	p := &w.players[a.owner]
	for i := range a.typ.Supports {
		if one := p.power(keyOf(a, &a.typ.Supports[i])); one != nil && !one.fired && one.enabled && (one.available || p.cheats.allTech) {
			one.remaining = a.typ.Supports[i].Charge
		}
	}
}

// chargePower counts one power and reports whether the player keeps it: with
// the last building goes a power that worked.
func (w *World) chargePower(p *player, one *supportPower, instances []powerInstance) bool {
	var info *info.PowerRules
	enabled, running := false, false
	for i := range instances {
		if instances[i].key != one.key {
			continue
		}
		if info == nil {
			info = instances[i].rules
		}
		works := w.holds(instances[i].actor, instances[i].rules.Requires)
		enabled = enabled || works
		running = running || len(instances[i].rules.Pauses) == 0 || !w.holds(instances[i].actor, instances[i].rules.Pauses)
	}
	if info == nil {
		one.active = false
		usable := one.enabled && (one.available || p.cheats.allTech)
		return one.fired || !usable
	}
	available := w.hasPrerequisites(p, info.Prerequisites)
	if one.available && !available {
		one.remaining = info.Charge
	}
	one.available, one.enabled = available, enabled
	if !enabled {
		one.remaining = info.Charge
	}
	one.active = !p.lost && (available || p.cheats.allTech) && enabled && !one.fired && running
	if !one.active {
		return true
	}
	if p.cheats.fastCharge {
		one.remaining = min(one.remaining, fastCharge)
	}
	one.remaining = max(one.remaining-1, 0)
	return true
}

// usePower resolves the order to use a power: the nearest actor that brings it
// acts, and the charge begins anew.
func (w *World) usePower(owner int32, o *Order) {
	p := &w.players[owner]
	one := p.power(o.Name)
	if one == nil || !one.active || one.remaining > 0 {
		return
	}
	at, hasTarget := w.orderPosition(o)
	var best *powerInstance
	nearest := int64(0)
	instances := w.instances(owner)
	for i := range instances {
		in := &instances[i]
		if in.key != o.Name || !w.holds(in.actor, in.rules.Requires) || len(in.rules.Pauses) > 0 && w.holds(in.actor, in.rules.Pauses) {
			continue
		}
		distance := int64(0)
		if hasTarget {
			distance = in.actor.center.Sub(at).FlatSquared()
		}
		if best == nil || distance < nearest {
			best, nearest = in, distance
		}
	}
	if best == nil {
		return
	}
	w.firePower(best.actor, best.rules, o, at)
	w.firedPower(owner, best.rules, at, hasTarget)
	one.remaining = best.rules.Charge
	one.fired = one.fired || best.rules.Once
}

// orderPosition is where an order points.
func (w *World) orderPosition(o *Order) (Pos, bool) {
	switch o.Target {
	case TargetPosition:
		return o.Position, true
	case TargetCell:
		return w.centerOfCell(o.Cell), true
	case TargetActor:
		if a := w.alive(o.Actor); a != nil {
			return a.center, true
		}
	case TargetFrozen:
		if f := w.memoryOf(o.Actor); f != nil && f.known != 0 {
			return f.center, true
		}
	case TargetNone:
	}
	return Pos{}, false
}

func (w *World) firePower(a *Actor, rule *info.PowerRules, o *Order, at Pos) {
	c := w.cellContaining(at)
	switch rule.Kind {
	case info.PowerNuke, info.PowerIonCannon:
		if rule.Weapon != nil {
			w.later(task{kind: taskStrike, typ: a.typ, player: a.owner, name: rule.Order, goal: at})
		}
		w.watchGoal(a.owner, rule, at)
		if camera := w.typeOf(rule.Camera); camera != nil {
			w.later(task{kind: taskSpawn, typ: camera, spawn: spawn{owner: a.owner, cell: c, hasCell: true, facing: -1, lifetime: cameraStays + 1}})
		}
	case info.PowerParatroopers, info.PowerAirstrike:
		w.sendPlanes(a, rule, o, at)
	case info.PowerCondition:
		for _, other := range w.inFootprint(rule, c) {
			if w.allow(rule.Valid, a.owner, other.owner) && other.typ.Curtained {
				w.shieldFor(other, rule.Duration)
			}
		}
	case info.PowerChronoshift:
		w.chronoshift(a, rule, o, c)
	case info.PowerSpawn:
		if !w.ground.within(c) {
			return
		}
		for _, t := range w.knownTypes(rule.Items) {
			w.later(task{kind: taskSpawn, typ: t, spawn: spawn{owner: a.owner, cell: c, hasCell: true, facing: -1, lifetime: rule.Lifetime + 1}})
		}
	case info.PowerGps:
		w.satellites = append(w.satellites, satellite{owner: a.owner, left: rule.Delay + satelliteTicks})
	case info.PowerNothing:
	}
}

// sendStrike is the frame-end task that sends a weapon on its way, behind all shots of this
// tick. To blame is the player, not his building.
func (w *World) sendStrike(t *task) {
	for i := range t.typ.Supports {
		if info := &t.typ.Supports[i]; info.Order == t.name && info.Weapon != nil {
			w.effects = append(w.effects, effect{
				kind: effectStrike, weapon: info.Weapon, source: w.players[t.player].actor, owner: t.player, firepower: fullFire, to: t.goal, length: info.Delay + launchTicks - 1,
			})
			return
		}
	}
}

// inFootprint lists the actors in the cells a power works on, none twice.
func (w *World) inFootprint(info *info.PowerRules, middle Cell) []*Actor {
	var found []*Actor
	visit := func(c Cell) {
		for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
			a := w.actors[w.occupied.nodes[at].actor]
			if a != nil && !listedActor(found, a) {
				w.wake(a)
				found = append(found, a)
			}
		}
	}
	if info.Radius > 0 {
		for _, ring := range wpos.Annulus(0, info.Radius) {
			visit(middle.Add(ring.At))
		}
		return found
	}
	for i := range info.Footprint {
		if info.Footprint[i] == 'x' && info.Width != 0 {
			visit(Cell{X: middle.X + int32(i)%info.Width - (info.Width-1)/2, Y: middle.Y + int32(i)/info.Width - (info.Height-1)/2})
		}
	}
	return found
}

func listedActor(list []*Actor, a *Actor) bool {
	for _, other := range list {
		if other == a {
			return true
		}
	}
	return false
}

// launchTicks pass from the order beside the delay of a weapon: the effect that carries
// it is added at the end of the tick, and strikes in the tick after its delay.
const launchTicks = 2

// cameraStays is how long a camera looks on. Found by the hashes of
// cnc-release-20200202-skirmish.
const cameraStays = 25

// tickStrike lets a strike hit when its time has come.
func (w *World) tickStrike(i int) {
	e := &w.effects[i]
	if e.length--; e.length <= 0 {
		e.gone = true
		b := e.impact(e.to)
		w.strike(&b)
	}
}

func (p *supportPower) coded(c *coder) {
	c.text(&p.key)
	c.i32(&p.remaining)
	c.bools(&p.active, &p.enabled, &p.available, &p.fired)
}
