// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strconv"
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Support powers: docs/engine/openra-world.md#support-powers.

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
	return w.charging.list(w, func(a *Actor) bool { return a.InWorld && len(a.Type.Supports) > 0 })
}

// tickPowers charges a player's powers (one tick each while one of the actors
// that bring it works).
func (w *World) tickPowers(p *state.Player) {
	instances := w.instances(w.ownerIndex(p))
	for i := range instances {
		if p.Power(instances[i].Key) != nil {
			continue
		}
		one := state.SupportPower{Key: instances[i].Key, Remaining: instances[i].Rules.Charge, Available: true}
		if instances[i].Rules.Charged {
			one.Remaining = 0
		}
		p.Powers = append(p.Powers, one)
	}
	kept := p.Powers[:0]
	for i := range p.Powers {
		if one := p.Powers[i]; w.chargePower(p, &one, instances) {
			kept = append(kept, one)
		}
	}
	p.Powers = kept
	for i := range p.Powers {
		if one := &p.Powers[i]; one.Active && one.Remaining == 0 && w.selfActing(one.Key, instances) {
			w.usePower(w.ownerIndex(p), &Order{Name: one.Key})
		}
	}
}

// selfActing reports whether a power acts without an order.
func (w *World) selfActing(key string, instances []state.PowerInstance) bool {
	for i := range instances {
		if instances[i].Key == key {
			return instances[i].Rules.Kind == info.PowerGps
		}
	}
	return false
}

func (w *World) instances(owner int32) []state.PowerInstance {
	list := w.scratch.powers[:0]
	for _, id := range w.chargers() {
		a := w.Actors[id]
		if a.Owner != owner {
			continue
		}
		for i := range a.Type.Supports {
			list = append(list, state.PowerInstance{Actor: a, Rules: &a.Type.Supports[i], Key: keyOf(a, &a.Type.Supports[i])})
		}
	}
	w.scratch.powers = list
	return list
}

// FastCharge is what is left of a charge with the developer's switch on.
const fastCharge = 25

// resetPowers begins the charge of what an actor brings its owner anew.
func (w *World) resetPowers(a *Actor) {
	p := &w.Players[a.Owner]
	for i := range a.Type.Supports {
		if one := p.Power(keyOf(a, &a.Type.Supports[i])); one != nil && !one.Fired && one.Enabled && (one.Available || p.Cheats.AllTech) {
			one.Remaining = a.Type.Supports[i].Charge
		}
	}
}

// chargePower counts one power and reports whether the player keeps it: with
// the last building goes a power that worked.
func (w *World) chargePower(p *state.Player, one *state.SupportPower, instances []state.PowerInstance) bool {
	var info *info.PowerRules
	enabled, running := false, false
	for i := range instances {
		if instances[i].Key != one.Key {
			continue
		}
		if info == nil {
			info = instances[i].Rules
		}
		works := w.Holds(instances[i].Actor, instances[i].Rules.Requires)
		enabled = enabled || works
		running = running || len(instances[i].Rules.Pauses) == 0 || !w.Holds(instances[i].Actor, instances[i].Rules.Pauses)
	}
	if info == nil {
		one.Active = false
		usable := one.Enabled && (one.Available || p.Cheats.AllTech)
		return one.Fired || !usable
	}
	available := w.hasPrerequisites(p, info.Prerequisites)
	if one.Available && !available {
		one.Remaining = info.Charge
	}
	one.Available, one.Enabled = available, enabled
	if !enabled {
		one.Remaining = info.Charge
	}
	one.Active = !p.Lost && (available || p.Cheats.AllTech) && enabled && !one.Fired && running
	if !one.Active {
		return true
	}
	if p.Cheats.FastCharge {
		one.Remaining = min(one.Remaining, fastCharge)
	}
	one.Remaining = max(one.Remaining-1, 0)
	return true
}

// usePower resolves the order to use a power: the nearest actor that brings it
// acts, and the charge begins anew.
func (w *World) usePower(owner int32, o *Order) {
	p := &w.Players[owner]
	one := p.Power(o.Name)
	if one == nil || !one.Active || one.Remaining > 0 {
		return
	}
	at, hasTarget := w.orderPosition(o)
	var best *state.PowerInstance
	nearest := int64(0)
	instances := w.instances(owner)
	for i := range instances {
		in := &instances[i]
		if in.Key != o.Name || !w.Holds(in.Actor, in.Rules.Requires) || len(in.Rules.Pauses) > 0 && w.Holds(in.Actor, in.Rules.Pauses) {
			continue
		}
		distance := int64(0)
		if hasTarget {
			distance = in.Actor.Center.Sub(at).FlatSquared()
		}
		if best == nil || distance < nearest {
			best, nearest = in, distance
		}
	}
	if best == nil {
		return
	}
	w.firePower(best.Actor, best.Rules, o, at)
	w.firedPower(owner, best.Rules, at, hasTarget)
	one.Remaining = best.Rules.Charge
	one.Fired = one.Fired || best.Rules.Once
}

// orderPosition is where an order points.
func (w *World) orderPosition(o *Order) (Pos, bool) {
	switch o.Target {
	case state.TargetPosition:
		return o.Position, true
	case state.TargetCell:
		return w.CenterOfCell(o.Cell), true
	case state.TargetActor:
		if a := w.Alive(o.Actor); a != nil {
			return a.Center, true
		}
	case state.TargetFrozen:
		if f := w.Frozen.Of(o.Actor); f != nil && f.Known != 0 {
			return f.Center, true
		}
	case state.TargetNone:
	}
	return Pos{}, false
}

func (w *World) firePower(a *Actor, rule *info.PowerRules, o *Order, at Pos) {
	c := w.CellContaining(at)
	switch rule.Kind {
	case info.PowerNuke, info.PowerIonCannon:
		if rule.Weapon != nil {
			w.later(state.Task{Kind: state.TaskStrike, Type: a.Type, Player: a.Owner, Name: rule.Order, Goal: at})
		}
		w.watchGoal(a.Owner, rule, at)
		if camera := w.TypeOf(rule.Camera); camera != nil {
			w.later(state.Task{Kind: state.TaskSpawn, Type: camera, Spawn: state.Spawn{Owner: a.Owner, Cell: c, HasCell: true, Facing: -1, Lifetime: cameraStays + 1}})
		}
	case info.PowerParatroopers, info.PowerAirstrike:
		w.sendPlanes(a, rule, o, at)
	case info.PowerCondition:
		for _, other := range w.InFootprint(rule, c) {
			if w.allow(rule.Valid, a.Owner, other.Owner) && other.Type.Curtained {
				w.shieldFor(other, rule.Duration)
			}
		}
	case info.PowerChronoshift:
		w.chronoshift(a, rule, o, c)
	case info.PowerSpawn:
		if !w.Ground.Within(c) {
			return
		}
		for _, t := range w.knownTypes(rule.Items) {
			w.later(state.Task{Kind: state.TaskSpawn, Type: t, Spawn: state.Spawn{Owner: a.Owner, Cell: c, HasCell: true, Facing: -1, Lifetime: rule.Lifetime + 1}})
		}
	case info.PowerGps:
		w.Outlook.Satellites = append(w.Outlook.Satellites, state.Satellite{Owner: a.Owner, Left: rule.Delay + satelliteTicks})
	case info.PowerNothing:
	}
}

// sendStrike is the frame-end task that sends a weapon on its way, behind all shots of this
// tick. To blame is the player, not his building.
func (w *World) sendStrike(t *state.Task) {
	for i := range t.Type.Supports {
		if info := &t.Type.Supports[i]; info.Order == t.Name && info.Weapon != nil {
			w.Effects = append(w.Effects, state.Effect{
				Kind: state.EffectStrike, Weapon: info.Weapon, Source: w.Players[t.Player].Actor, Owner: t.Player, Firepower: fullFire, To: t.Goal, Length: info.Delay + launchTicks - 1,
			})
			return
		}
	}
}

// InFootprint lists the actors in the cells a power works on, none twice.
func (w *World) InFootprint(info *info.PowerRules, middle Cell) []*Actor {
	var found []*Actor
	visit := func(c Cell) {
		for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
			a := w.Actors[w.Occupied.Nodes[at].Actor]
			if a != nil && !listedActor(found, a) {
				w.Wake(a)
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
	e := &w.Effects[i]
	if e.Length--; e.Length <= 0 {
		e.Gone = true
		b := e.Impact(e.To)
		w.strike(&b)
	}
}
