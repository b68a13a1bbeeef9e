package openra

// shiftInfo is how a type bears being sent through time: not at all moments, or
// not alive.
type shiftInfo struct {
	requires expression
	explodes bool
}

// chronoshift sends the units in one footprint to the same places of another
// one.
func (w *World) chronoshift(a *Actor, power *powerRules, o *Order, to Cell) {
	if len(o.ExtraCells) == 0 {
		return
	}
	from := o.ExtraCells[0]
	for _, other := range w.inFootprint(power, from) {
		goal := w.location(other).add(to.sub(from))
		info := other.typ.shifts
		if info == nil || !w.holds(other, info.requires) || other.typ.mobile == nil || !w.exploredBy(a.owner, goal) || !w.canEnter(other, goal, none, byAll) {
			continue
		}
		if info.explodes {
			w.later(task{kind: taskKill, actor: other.ID, host: a.ID})
			continue
		}
		// Who is on a journey already goes back when and where that one says.
		if other.chronoTicks <= 0 {
			other.chronoOrigin, other.chronoTicks = w.location(other), power.duration
		}
		w.teleport(other, a.owner, goal, power.killsCargo)
	}
}

// flagKillsCargo of actTeleport: those inside do not survive.
const flagKillsCargo = 0

// teleport sends a unit to a cell that the sender must have explored.
func (w *World) teleport(a *Actor, sender int32, goal Cell, killsCargo bool) *Activity {
	act := w.newActivity(actTeleport)
	act.low = sender
	act.target, act.flag[flagKillsCargo] = goal, killsCargo
	w.order(a, false, act)
	return act
}

// tickTeleport puts a unit into the free cell nearest to its goal, as far off as
// the engine looks for cells at all.
func (w *World) tickTeleport(a *Actor, act *Activity) bool {
	if a.typ.mobile == nil {
		return true
	}
	for _, ring := range w.annulus(0, maxRing) {
		c := act.target.add(ring.at)
		if !w.ground.contains(c) || !w.exploredBy(act.low, c) || !w.canEnter(a, c, none, byAll) {
			continue
		}
		sub := w.availableSubCell(a, c, subAny, none)
		if sub == subInvalid {
			continue
		}
		w.setPosition(a, c, sub)
		w.shakeOff(a)
		if act.flag[flagKillsCargo] {
			w.killPassengers(a, nil)
		}
		break
	}
	return true
}

// tickChrono counts to the moment a chronoshifted unit goes back: at once where
// it only moves, and whatever it is told then.
func (w *World) tickChrono(a *Actor) {
	if a.chronoTicks <= 0 {
		return
	}
	if a.chronoTicks--; a.chronoTicks > 0 {
		return
	}
	if act := a.current(); act != nil && act.kind == actMove {
		w.releaseTree(a.activity)
		a.activity = nil
	}
	w.teleport(a, a.owner, a.chronoOrigin, true).uninterruptible = true
}

// chronoHash is the hash of where a unit was shifted from and for how long.
func (w *World) chronoHash(a *Actor) int32 {
	return w.cellHash(a.chronoOrigin) ^ a.chronoTicks
}
