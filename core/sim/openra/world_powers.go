// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strconv"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// Support powers: openra-world.md §4.2.

// powerKind says what a support power does.
type powerKind uint8

const (
	powerNothing powerKind = iota // it changes nothing that is simulated
	powerNuke
	powerIonCannon
	powerParatroopers
	powerAirstrike
	powerCondition
	powerChronoshift
	powerSpawn
	powerGps // acts by itself as soon as it is charged
)

var powerKinds = map[string]powerKind{
	"NukePower": powerNuke, "IonCannonPower": powerIonCannon, "ParatroopersPower": powerParatroopers, "AirstrikePower": powerAirstrike,
	"GrantExternalConditionPower": powerCondition, "ChronoshiftPower": powerChronoshift, "SpawnActorPower": powerSpawn,
	"GpsPower": powerGps,
}

// powerRules is one support power that an actor type brings its owner.
type powerRules struct {
	kind             powerKind
	order            string
	charge           int32
	prerequisites    []string
	multiple         bool // each actor charges for itself
	once             bool
	charged          bool // ready from the start
	requires, pauses expression

	weapon          *weapon
	delay           int32 // until the weapon hits
	unit            string
	squad           int32
	squadOffset     Pos
	facings, cordon int32
	directional     bool
	items           []string
	duration        int32
	radius          int32 // of a round footprint in cells, 0 where it is drawn
	width, height   int32
	footprint       string
	valid           relations
	killsCargo      bool
	camera          string // looks on while a weapon strikes
	sight, flight   int32  // how far around the goal of a missile is seen, and how long that flies
	lifetime        int32
}

// fallbackDirections is how many directions a strike may come from where the
// rules do not say.
const fallbackDirections = 32

func (c *compiler) supportTrait(t *actorType, trait *rules.Trait) {
	kind, ok := powerKinds[trait.Name]
	if !ok {
		return
	}
	name := trait.Text("OrderName")
	if name == "" {
		name = trait.Name + "InfoOrder"
	}
	size := wpos.CellOf(trait.Ints("Dimensions"))
	radius := int32(0)
	if size == (Cell{}) {
		radius = number(trait, "Range", 1) // until 20200503
	}
	t.supports = append(t.supports, powerRules{
		kind: kind, order: name, charge: number(trait, "ChargeInterval", 0), prerequisites: trait.Texts("Prerequisites"),
		multiple: trait.Bool("AllowMultiple"), once: trait.Bool("OneShot"), charged: trait.Bool("StartFullyCharged"),
		requires: requirementOf(trait), pauses: pauseOf(trait),
		weapon: c.weaponNamed(firstText(trait, "MissileWeapon", "Weapon")),
		delay:  number(trait, "MissileDelay", 0) + number(trait, "FlightDelay", 0) + number(trait, "WeaponDelay", 0) + number(trait, "RevealDelay", 0),
		unit:   strings.ToLower(trait.Text("UnitType")), squad: number(trait, "SquadSize", 1), squadOffset: wpos.PosOf(trait.Ints("SquadOffset")),
		facings: max(number(trait, "QuantizedFacings", fallbackDirections), 1), cordon: number(trait, "Cordon", 5120),
		directional: trait.Bool("UseDirectionalTarget"), items: lowered(append(trait.Texts("DropItems"), trait.Texts("Actor")...)),
		duration: number(trait, "Duration", 0), radius: radius, width: size.X, height: size.Y,
		footprint: strings.Join(strings.Fields(trait.Text("Footprint")), ""), valid: relationsOf(trait.Text("ValidRelationships")),
		sight: int32(c.set.Extra.PowerSights[t.name]), flight: number(trait, "FlightDelay", 0),
		killsCargo: trait.Bool("KillCargo"), camera: c.set.Extra.PowerCameras[t.name], lifetime: number(trait, "LifeTime", 0),
	})
	if c.powerOrders != nil {
		c.powerOrders[name] = true
	}
}

func firstText(trait *rules.Trait, names ...string) string {
	for _, name := range names {
		if text := trait.Text(name); text != "" {
			return text
		}
	}
	return ""
}

func lowered(list []string) []string {
	for i := range list {
		list[i] = strings.ToLower(list[i])
	}
	return list
}

// supportPower is how far one power of a player is charged.
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
	rules *powerRules
	key   string
}

func keyOf(a *Actor, r *powerRules) string {
	if r.multiple {
		return r.order + "_" + strconv.FormatUint(uint64(a.ID), 10)
	}
	return r.order
}

// isPower reports whether an order names a support power of the rules.
func (w *World) isPower(name string) bool {
	if w.powerOrders[name] {
		return true
	}
	at := strings.LastIndexByte(name, '_')
	return at > 0 && w.powerOrders[name[:at]]
}

// chargers lists the actors in the world that bring powers, by id.
func (w *World) chargers() []uint32 {
	return w.charging.list(w, func(a *Actor) bool { return a.inWorld && len(a.typ.supports) > 0 })
}

// tickPowers charges a player's powers (one tick each while one of the actors
// that bring it works).
func (w *World) tickPowers(p *player) {
	instances := w.instances(w.ownerIndex(p))
	for i := range instances {
		if p.power(instances[i].key) != nil {
			continue
		}
		one := supportPower{key: instances[i].key, remaining: instances[i].rules.charge, available: true}
		if instances[i].rules.charged {
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
			return instances[i].rules.kind == powerGps
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
		for i := range a.typ.supports {
			list = append(list, powerInstance{a, &a.typ.supports[i], keyOf(a, &a.typ.supports[i])})
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
	for i := range a.typ.supports {
		if one := p.power(keyOf(a, &a.typ.supports[i])); one != nil && !one.fired && one.enabled && (one.available || p.cheats.allTech) {
			one.remaining = a.typ.supports[i].charge
		}
	}
}

// chargePower counts one power and reports whether the player keeps it: with
// the last building goes a power that worked.
func (w *World) chargePower(p *player, one *supportPower, instances []powerInstance) bool {
	var info *powerRules
	enabled, running := false, false
	for i := range instances {
		if instances[i].key != one.key {
			continue
		}
		if info == nil {
			info = instances[i].rules
		}
		works := w.holds(instances[i].actor, instances[i].rules.requires)
		enabled = enabled || works
		running = running || len(instances[i].rules.pauses) == 0 || !w.holds(instances[i].actor, instances[i].rules.pauses)
	}
	if info == nil {
		one.active = false
		usable := one.enabled && (one.available || p.cheats.allTech)
		return one.fired || !usable
	}
	available := w.hasPrerequisites(p, info.prerequisites)
	if one.available && !available {
		one.remaining = info.charge
	}
	one.available, one.enabled = available, enabled
	if !enabled {
		one.remaining = info.charge
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
		if in.key != o.Name || !w.holds(in.actor, in.rules.requires) || len(in.rules.pauses) > 0 && w.holds(in.actor, in.rules.pauses) {
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
	one.remaining = best.rules.charge
	one.fired = one.fired || best.rules.once
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

func (w *World) firePower(a *Actor, info *powerRules, o *Order, at Pos) {
	c := w.cellContaining(at)
	switch info.kind {
	case powerNuke, powerIonCannon:
		if info.weapon != nil {
			w.later(task{kind: taskStrike, typ: a.typ, player: a.owner, name: info.order, goal: at})
		}
		w.watchGoal(a.owner, info, at)
		if camera := w.typeOf(info.camera); camera != nil {
			w.later(task{kind: taskSpawn, typ: camera, spawn: spawn{owner: a.owner, cell: c, hasCell: true, facing: -1, lifetime: cameraStays + 1}})
		}
	case powerParatroopers, powerAirstrike:
		w.sendPlanes(a, info, o, at)
	case powerCondition:
		for _, other := range w.inFootprint(info, c) {
			if w.allow(info.valid, a.owner, other.owner) && other.typ.curtained {
				w.shieldFor(other, info.duration)
			}
		}
	case powerChronoshift:
		w.chronoshift(a, info, o, c)
	case powerSpawn:
		if !w.ground.within(c) {
			return
		}
		for _, t := range w.knownTypes(info.items) {
			w.later(task{kind: taskSpawn, typ: t, spawn: spawn{owner: a.owner, cell: c, hasCell: true, facing: -1, lifetime: info.lifetime + 1}})
		}
	case powerGps:
		w.satellites = append(w.satellites, satellite{owner: a.owner, left: info.delay + satelliteTicks})
	case powerNothing:
	}
}

// sendStrike is the frame-end task that sends a weapon on its way, behind all shots of this
// tick. To blame is the player, not his building.
func (w *World) sendStrike(t *task) {
	for i := range t.typ.supports {
		if info := &t.typ.supports[i]; info.order == t.name && info.weapon != nil {
			w.effects = append(w.effects, effect{
				kind: effectStrike, weapon: info.weapon, source: w.players[t.player].actor, owner: t.player, firepower: fullFire, to: t.goal, length: info.delay + launchTicks - 1,
			})
			return
		}
	}
}

// inFootprint lists the actors in the cells a power works on, none twice.
func (w *World) inFootprint(info *powerRules, middle Cell) []*Actor {
	var found []*Actor
	visit := func(c Cell) {
		for at := w.first(c); at != 0; at = w.occupied.nodes[at].next {
			a := w.actors[w.occupied.nodes[at].actor]
			if a != nil && !listedActor(found, a) {
				w.stir(a)
				found = append(found, a)
			}
		}
	}
	if info.radius > 0 {
		for _, ring := range wpos.Annulus(0, info.radius) {
			visit(middle.Add(ring.At))
		}
		return found
	}
	for i := range info.footprint {
		if info.footprint[i] == 'x' && info.width != 0 {
			visit(Cell{X: middle.X + int32(i)%info.width - (info.width-1)/2, Y: middle.Y + int32(i)/info.width - (info.height-1)/2})
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
		b := e.blow(e.to)
		w.strike(&b)
	}
}

func (p *supportPower) coded(c *coder) {
	c.text(&p.key)
	c.i32(&p.remaining)
	c.bools(&p.active, &p.enabled, &p.available, &p.fired)
}
