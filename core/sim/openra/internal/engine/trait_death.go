// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// kill ends an actor that has no health left: [World.damage] calls it last, in
// the same step of the tick. The attacker is nil where nobody is to blame; the
// causes are the damage types of what killed.
//
// The traits that take notice run at once and in construct order; the actor
// leaves the world at the end of the tick, and what it leaves behind is created
// after that (docs/engine/openra-world.md#death).
func (w *World) kill(a, attacker *Actor, causes []string) {
	a.HP, a.Dead = 0, true
	if a.Type.FrozenUnderFog {
		w.unsettleFrozen()
	}
	w.fell(a, state.EndKilled, attacker)
	w.loseStored(a)
	w.abandonQueues(a)
	for i := range a.Type.Deaths {
		hook := &a.Type.Deaths[i]
		if !w.Holds(a, hook.Requires) {
			continue
		}
		switch hook.Kind {
		case info.DeathExperience:
			w.rewardExperience(a, attacker, hook)
		case info.DeathBounty:
			w.rewardBounty(a, attacker, hook)
		case info.DeathSpawn:
			w.leaveWreck(a, hook, i, causes)
		case info.DeathEject:
			w.ejectPilot(a, hook)
		case info.DeathExplode:
			w.explodeOnDeath(a, attacker, hook, causes)
		case info.DeathBloom:
			w.burstBloom(a)
		case info.DeathCargo:
			w.killPassengers(a, attacker)
		case info.DeathReveal:
			w.revealDeath(a, hook, causes)
		}
	}
	w.Dispose(a)
}

// fell notes why an actor goes.
func (w *World) fell(a *Actor, cause state.EndCause, killer *Actor) {
	e := state.Ended{ID: a.ID, Cause: cause, KillerOwner: -1}
	if killer != nil {
		e.Killer, e.KillerOwner = killer.ID, killer.Owner
	}
	w.Ends = append(w.Ends, e)
}

// ForgetEnds empties the list of ends once it was taken.
func (w *World) ForgetEnds() { w.Ends, w.endsBefore, w.endsKnown = w.Ends[:0], 0, 0 }

// FreshEnds are the ends of the tick that is played, or was last, and of the orders
// before it.
func (w *World) FreshEnds() []state.Ended { return w.Ends[w.endsBefore:] }

// chance draws as every trait does that acts with a probability in percent:
// 100 costs a draw as well.
func (w *World) chance(percent int32) bool { return w.Random.Below(100) <= percent }

// rewardExperience gives the killer, and his player, what the dead was worth.
func (w *World) rewardExperience(a, attacker *Actor, hook *info.DeathHook) {
	if attacker == nil || w.Allied(attacker.Owner, a.Owner) {
		return
	}
	worth := hook.Worth(a.Type)
	if worth == 0 {
		return
	}
	if attacker.Carrier == none {
		w.giveExperience(attacker, wpos.Percent(worth, hook.ActorPercent))
	}
	w.Players[attacker.Owner].Experience += wpos.Percent(worth, hook.PlayerPercent)
}

// rewardWorld gives the player who owns the world, the first, what somebody was worth
// whom the ground killed (long-cnc-0503-hal9001-cabal of the engine's games, net frame 1979).
func (w *World) rewardWorld(a *Actor) {
	for i := range a.Type.Deaths {
		hook := &a.Type.Deaths[i]
		if hook.Kind == info.DeathExperience && w.Holds(a, hook.Requires) && !w.Allied(0, a.Owner) {
			w.Players[0].Experience += wpos.Percent(hook.Worth(a.Type), hook.PlayerPercent)
		}
	}
}

// giveExperience adds to an actor's experience and raises its rank.
func (w *World) giveExperience(a *Actor, amount int32) {
	steps := a.Type.RankSteps
	if len(steps) == 0 || amount <= 0 {
		return
	}
	a.Experience = min(a.Experience+amount, steps[len(steps)-1])
	for int(a.Level) < len(steps) && a.Experience >= steps[a.Level] {
		a.Level++
	}
}

// rewardBounty pays the killer's player a share of what the dead cost.
func (w *World) rewardBounty(a, attacker *Actor, hook *info.DeathHook) {
	if attacker != nil && !w.Allied(attacker.Owner, a.Owner) {
		w.Players[attacker.Owner].Cash += a.Type.SellValue * hook.Amount / 100
	}
}

// leaveWreck decides whether the actor that stands for the remains is made; it
// is made when this one has left the world, also where the killer is gone by
// then: his missile was still flying.
func (w *World) leaveWreck(a *Actor, hook *info.DeathHook, index int, causes []string) {
	if hook.IfCreeps && !w.Options.Creeps || !a.InWorld || !w.chance(hook.Amount) || len(hook.Causes) > 0 && !overlaps(hook.Causes, causes) {
		return
	}
	a.Wrecks |= 1 << uint(index)
}

// explodeOnDeath lets the weapon go off that an actor carries, or that its
// building is.
func (w *World) explodeOnDeath(a, attacker *Actor, hook *info.DeathHook, causes []string) {
	if !a.InWorld || !w.chance(hook.Amount) || len(hook.Causes) > 0 && !overlaps(hook.Causes, causes) {
		return
	}
	chosen := w.deathWeapon(a, hook)
	if chosen == nil {
		return
	}
	source := a
	if hook.ByKiller {
		source = attacker
	} else if layer := w.Alive(a.Linked); hook.ByParent && a.Linked != none && layer != nil {
		source = layer
	}
	if !hook.Footprint || a.Type.Building == nil {
		w.explode(chosen, source, a.Center.Add(hook.Offset))
		return
	}
	for _, kind := range [...]byte{info.FootprintOccupied, info.FootprintUntargeted, info.FootprintTransit} {
		a.Type.Building.CellsOf(kind, a.Cell, func(c Cell) { w.explode(chosen, source, w.CenterOfCell(c)) })
	}
}

// deathWeapon is what explodes: armed actors draw whether they were loaded.
func (w *World) deathWeapon(a *Actor, hook *info.DeathHook) *info.Weapon {
	if !a.Type.Armed {
		return hook.Weapon
	}
	if !w.chance(hook.Loaded) {
		return hook.EmptyWeapon
	}
	for i := range a.Type.Armaments {
		if a.Arms[i].Delay <= 0 {
			return hook.Weapon
		}
	}
	return hook.EmptyWeapon
}

// ejectPilot lets the pilot of a plane bail out, at the end of the tick.
func (w *World) ejectPilot(a *Actor, hook *info.DeathHook) {
	c := w.location(a)
	if w.Players[a.Owner].Lost || !w.Ground.Contains(c) || w.Random.Below(100) >= hook.Amount {
		return
	}
	inAir := a.Center.Z > 0
	pilot := w.TypeOf(hook.Actor)
	if inAir && !hook.InAir || !inAir && !hook.OnGround || pilot == nil || pilot.Mobile == nil {
		return
	}
	w.later(state.Task{
		Kind: state.TaskBailOut, Type: pilot, Amount: info.Boolean(hook.Anywhere),
		Spawn: state.Spawn{Owner: a.Owner, Cell: c, HasCell: true, Center: a.Center, HasCenter: true, Facing: -1},
	})
}

// bailOut is the frame-end task that makes the pilot of a plane. From high
// enough he hangs from a parachute, over the place in the cell that is free.
func (w *World) bailOut(t *state.Task) {
	s := t.Spawn
	if t.Amount == 0 && w.enterCost(&w.Paths.Locomotors[t.Type.Mobile.Locomotor], nil, s.Cell, path.ByAll, none, false, grid.SubFull) == path.Unreachable {
		return
	}
	if s.Center.Z > 0 {
		if sub := w.FreeSubCell(s.Cell, grid.SubAny, func(*Actor) bool { return true }); sub != grid.SubInvalid {
			height := s.Center.Z
			s.Sub, s.HasSub = sub, true
			s.Center = w.CenterOfCell(s.Cell).Add(w.Ground.OffsetOf(sub))
			s.Center.Z = height
		}
	}
	pilot := w.Create(t.Type, s)
	if s.Center.Z <= 0 {
		w.nudge(pilot, pilot)
	}
}

// thresholdReached lets what bursts under heavy damage die at the end of the
// tick, by itself unless its rules blame who hit it.
func (w *World) thresholdReached(a, source *Actor) {
	for i := range a.Type.Deaths {
		hook := &a.Type.Deaths[i]
		if hook.Threshold > 0 && w.Holds(a, hook.Requires) && int64(a.HP)*100 < int64(hook.Threshold)*int64(a.Type.MaxHP) {
			if !hook.ByKiller {
				source = a
			}
			w.later(state.Task{Kind: state.TaskKill, Actor: a.ID, Host: idOf(source)})
			return
		}
	}
}

func idOf(a *Actor) uint32 {
	if a == nil {
		return none
	}
	return a.ID
}
