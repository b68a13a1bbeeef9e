// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/maps"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"

	"convertd/core/sim/openra/internal/wpos"
)

var _ sim.Observable = (*Module)(nil)

// Ruleset is the rules that are played.
func (m *Module) Ruleset() *rules.Ruleset { return m.setup.Rules }

// Map is the map that is played on, nil without one. It must not be changed.
func (m *Module) Map() *maps.Map { return m.setup.Map }

// Stride implements sim.Observable: the world moves once in a net frame.
func (m *Module) Stride() order.Tick { return state.TicksPerFrame }

// Allied implements sim.Observable.
func (m *Module) Allied(a, b order.PlayerID) bool {
	known := int(a) < len(m.world.Players) && int(b) < len(m.world.Players)
	return known && m.world.Allied(int32(a), int32(b))
}

// Sight implements sim.Observable.
func (m *Module) Sight(player order.PlayerID) (layer *sim.Layer, inSight byte, why string) {
	switch {
	case int(player) >= len(m.shown):
		return nil, 0, "there is no such player"
	case !m.world.Options.Fog:
		return nil, 0, "the game was played without fog"
	case m.world.Players[player].ShroudDisabled:
		return nil, 0, "nothing is hidden from this player"
	}
	return m.shown[player], state.ShownVisible, ""
}

// Resources implements sim.Observable.
func (m *Module) Resources() (kinds, amounts *sim.Layer, names []string) {
	for i := range m.world.Resources.Infos {
		names = append(names, m.world.Resources.Infos[i].Name)
	}
	return m.kinds, m.densities, names
}

// Doing implements sim.Observable.
func (m *Module) Doing(tag order.UnitTag) sim.Doing {
	doing := sim.Doing{Target: order.NoUnit, Built: wholly}
	a := m.actorOf(tag)
	if a == nil {
		return doing
	}
	if whole := a.Type.Incomplete; a.Incomplete > 0 && whole > 0 {
		doing.Built = wholly - min(a.Incomplete, whole)*wholly/whole
		doing.Activity = sim.ActivityBuild
	}
	if len(a.Rally) > 0 {
		doing.Rally, doing.HasRally = cellCenter(a.Rally[0]), true
	}
	if act := a.Activity; act != nil {
		m.doing(act, &doing)
	}
	if a.Selling {
		doing.Activity = sim.ActivitySell
	}
	return doing
}

// wholly is all of something in thousandths.
const wholly = 1000

// doing takes the word, the target and the goal from an activity and what runs
// inside it: the outermost says what it is about, the innermost where it goes.
func (m *Module) doing(act *state.Activity, to *sim.Doing) {
	for depth := 0; act != nil && depth < state.MaxActivityDepth; act, depth = act.Child, depth+1 {
		if word := activityWords[act.Kind]; to.Activity == sim.ActivityIdle {
			to.Activity = word
		}
		if host := act.Host &^ engine.FrozenBit; host != state.None && to.Target == order.NoUnit {
			if tag, ok := m.TagOf(host); ok {
				to.Target = tag
			}
		}
		switch act.Kind {
		case state.ActMove, state.ActAttackMove, state.ActHarvest, state.ActMoveOnto, state.ActMoveBeside, state.ActMoveInto, state.ActNudge:
			if m.world.Ground.Within(act.Target) {
				to.Destination, to.HasDestination = cellCenter(act.Target), true
			}
		default:
		}
	}
}

func cellCenter(c wpos.Cell) order.WorldPos {
	return order.CellPos{X: c.X, Y: c.Y}.Center()
}

// activityWords are the words for the kinds that are not sim.ActivityOther.
var activityWords = func() (words [state.ActAwaitRoom + 1]sim.Activity) {
	for kind := range words {
		words[kind] = sim.ActivityOther
	}
	for _, one := range []struct {
		word  sim.Activity
		kinds []state.ActivityKind
	}{
		{sim.ActivityIdle, []state.ActivityKind{state.ActNone, state.ActWait, state.ActFlyIdle}},
		{sim.ActivityMove, []state.ActivityKind{
			state.ActMove, state.ActFirstHalf, state.ActSecondHalf, state.ActTurn, state.ActDrag, state.ActNudge, state.ActLeaveProduction, state.ActReturnToCell, state.ActMoveWithin, state.ActMoveBeside,
			state.ActMoveInto, state.ActFollow, state.ActTeleport, state.ActJump, state.ActParachute, state.ActAwaitRoom,
		}},
		{sim.ActivityAttack, []state.ActivityKind{
			state.ActAttack, state.ActFollowAttack, state.ActAttackMove, state.ActFlyAttack, state.ActAttackRun, state.ActChargeAttack, state.ActChargeFire, state.ActLeapAttack, state.ActLeap,
			state.ActLayMines, state.ActDetonate, state.ActTrigger, state.ActSetTarget,
		}},
		{sim.ActivityHarvest, []state.ActivityKind{state.ActFindResources, state.ActHarvest, state.ActMoveToDock, state.ActDock, state.ActMoveOnto, state.ActLinkRefinery}},
		{sim.ActivityDeploy, []state.ActivityKind{state.ActTransform, state.ActAfterTransform}},
		{sim.ActivityRepair, []state.ActivityKind{state.ActResupply}},
		{sim.ActivityEnter, []state.ActivityKind{state.ActEnter, state.ActAwaitPassengers, state.ActUnload}},
		{sim.ActivityFly, []state.ActivityKind{
			state.ActFly, state.ActFlyForward, state.ActFlyFollow, state.ActTakeOff, state.ActLand, state.ActAirfield, state.ActReturnToBase, state.ActFall, state.ActUnloadPlane, state.ActLeaveMap,
		}},
		{sim.ActivitySell, []state.ActivityKind{state.ActSell}},
	} {
		for _, kind := range one.kinds {
			words[kind] = one.word
		}
	}
	return words
}()

// AppendShots implements sim.Observable.
func (m *Module) AppendShots(dst []sim.Shot) []sim.Shot {
	for i := range m.world.Effects {
		e := &m.world.Effects[i]
		shot := sim.Shot{
			Owner: order.PlayerID(e.Owner),
			At:    order.WorldPos{X: e.At.X, Y: e.At.Y, Z: e.At.Z}, To: order.WorldPos{X: e.To.X, Y: e.To.Y, Z: e.To.Z},
		}
		switch e.Kind {
		case state.EffectBullet:
			shot.Kind = sim.ShotBullet
		case state.EffectMissile:
			shot.Kind = sim.ShotMissile
		case state.EffectBomb, state.EffectStrike:
			shot.Kind = sim.ShotBomb
		case state.EffectZap, state.EffectLaser, state.EffectInstant:
			shot.Kind = sim.ShotBeam
		default:
			continue
		}
		if !e.Gone {
			dst = append(dst, shot)
		}
	}
	return dst
}

// AppendQueues implements sim.Observable.
func (m *Module) AppendQueues(dst []sim.Queued, player order.PlayerID) []sim.Queued {
	if int(player) >= len(m.world.Players) {
		return dst
	}
	p := &m.world.Players[player]
	for i := range p.Queues {
		dst = m.appendQueue(dst, &p.Queues[i])
	}
	for _, id := range m.world.Producing() {
		if a := m.world.Actors[id]; a.Owner == int32(player) {
			for i := range a.Queues {
				dst = m.appendQueue(dst, &a.Queues[i])
			}
		}
	}
	return dst
}

func (m *Module) appendQueue(dst []sim.Queued, q *state.Queue) []sim.Queued {
	maker := order.NoUnit
	if tag, ok := m.TagOf(q.Maker); ok && q.Maker != state.None {
		maker = tag
	}
	for i := range q.Items {
		it := &q.Items[i]
		one := sim.Queued{
			Queue: q.Info.Kind, Item: it.Type.Name, Paused: it.Paused, Ready: it.Done, First: i == 0, Maker: maker,
		}
		if it.Started && it.TotalTime > 0 {
			one.Done = int32(int64(it.TotalTime-min(it.RemainingTime, it.TotalTime)) * wholly / int64(it.TotalTime))
		}
		if it.Done {
			one.Done = wholly
		}
		dst = append(dst, one)
	}
	return dst
}
