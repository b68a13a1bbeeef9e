// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/maps"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/sim"
)

var _ sim.Observable = (*Module)(nil)

// Ruleset is the rules that are played.
func (m *Module) Ruleset() *rules.Ruleset { return m.setup.Rules }

// Map is the map that is played on, nil without one. It must not be changed.
func (m *Module) Map() *maps.Map { return m.setup.Map }

// Stride implements sim.Observable: the world moves once in a net frame.
func (m *Module) Stride() order.Tick { return ticksPerFrame }

// Allied implements sim.Observable.
func (m *Module) Allied(a, b order.PlayerID) bool {
	known := int(a) < len(m.world.players) && int(b) < len(m.world.players)
	return known && m.world.allied(int32(a), int32(b))
}

// Sight implements sim.Observable.
func (m *Module) Sight(player order.PlayerID) (layer *sim.Layer, inSight byte, why string) {
	switch {
	case int(player) >= len(m.shown):
		return nil, 0, "there is no such player"
	case !m.world.options.fog:
		return nil, 0, "the game was played without fog"
	case m.world.players[player].shroudDisabled:
		return nil, 0, "nothing is hidden from this player"
	}
	return m.shown[player], shownVisible, ""
}

// Resources implements sim.Observable.
func (m *Module) Resources() (kinds, amounts *sim.Layer, names []string) {
	for i := range m.world.resources.infos {
		names = append(names, m.world.resources.infos[i].name)
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
	if whole := a.typ.Incomplete; a.incomplete > 0 && whole > 0 {
		doing.Built = wholly - min(a.incomplete, whole)*wholly/whole
		doing.Activity = sim.ActivityBuild
	}
	if len(a.rally) > 0 {
		doing.Rally, doing.HasRally = cellCenter(a.rally[0]), true
	}
	if act := a.activity; act != nil {
		m.doing(act, &doing)
	}
	if a.selling {
		doing.Activity = sim.ActivitySell
	}
	return doing
}

// wholly is all of something in thousandths.
const wholly = 1000

// doing takes the word, the target and the goal from an activity and what runs
// inside it: the outermost says what it is about, the innermost where it goes.
func (m *Module) doing(act *Activity, to *sim.Doing) {
	for depth := 0; act != nil && depth < maxActivityDepth; act, depth = act.child, depth+1 {
		if word := activityWords[act.kind]; to.Activity == sim.ActivityIdle {
			to.Activity = word
		}
		if host := act.host &^ frozenBit; host != none && to.Target == order.NoUnit {
			if tag, ok := m.TagOf(host); ok {
				to.Target = tag
			}
		}
		switch act.kind {
		case actMove, actAttackMove, actHarvest, actMoveOnto, actMoveBeside, actMoveInto, actNudge:
			if m.world.ground.within(act.target) {
				to.Destination, to.HasDestination = cellCenter(act.target), true
			}
		default:
		}
	}
}

func cellCenter(c Cell) order.WorldPos {
	return order.CellPos{X: c.X, Y: c.Y}.Center()
}

// activityWords are the words for the kinds that are not sim.ActivityOther.
var activityWords = func() (words [actAwaitRoom + 1]sim.Activity) {
	for kind := range words {
		words[kind] = sim.ActivityOther
	}
	for _, one := range []struct {
		word  sim.Activity
		kinds []activityKind
	}{
		{sim.ActivityIdle, []activityKind{actNone, actWait, actFlyIdle}},
		{sim.ActivityMove, []activityKind{
			actMove, actFirstHalf, actSecondHalf, actTurn, actDrag, actNudge, actLeaveProduction, actReturnToCell, actMoveWithin, actMoveBeside,
			actMoveInto, actFollow, actTeleport, actJump, actParachute, actAwaitRoom,
		}},
		{sim.ActivityAttack, []activityKind{
			actAttack, actFollowAttack, actAttackMove, actFlyAttack, actAttackRun, actChargeAttack, actChargeFire, actLeapAttack, actLeap,
			actLayMines, actDetonate, actTrigger, actSetTarget,
		}},
		{sim.ActivityHarvest, []activityKind{actFindResources, actHarvest, actMoveToDock, actDock, actMoveOnto, actLinkRefinery}},
		{sim.ActivityDeploy, []activityKind{actTransform, actAfterTransform}},
		{sim.ActivityRepair, []activityKind{actResupply}},
		{sim.ActivityEnter, []activityKind{actEnter, actAwaitPassengers, actUnload}},
		{sim.ActivityFly, []activityKind{
			actFly, actFlyForward, actFlyFollow, actTakeOff, actLand, actAirfield, actReturnToBase, actFall, actUnloadPlane, actLeaveMap,
		}},
		{sim.ActivitySell, []activityKind{actSell}},
	} {
		for _, kind := range one.kinds {
			words[kind] = one.word
		}
	}
	return words
}()

// AppendShots implements sim.Observable.
func (m *Module) AppendShots(dst []sim.Shot) []sim.Shot {
	for i := range m.world.effects {
		e := &m.world.effects[i]
		shot := sim.Shot{
			Owner: order.PlayerID(e.owner),
			At:    order.WorldPos{X: e.at.X, Y: e.at.Y, Z: e.at.Z}, To: order.WorldPos{X: e.to.X, Y: e.to.Y, Z: e.to.Z},
		}
		switch e.kind {
		case effectBullet:
			shot.Kind = sim.ShotBullet
		case effectMissile:
			shot.Kind = sim.ShotMissile
		case effectBomb, effectStrike:
			shot.Kind = sim.ShotBomb
		case effectZap, effectLaser, effectInstant:
			shot.Kind = sim.ShotBeam
		default:
			continue
		}
		if !e.gone {
			dst = append(dst, shot)
		}
	}
	return dst
}

// AppendQueues implements sim.Observable.
func (m *Module) AppendQueues(dst []sim.Queued, player order.PlayerID) []sim.Queued {
	if int(player) >= len(m.world.players) {
		return dst
	}
	p := &m.world.players[player]
	for i := range p.queues {
		dst = m.appendQueue(dst, &p.queues[i])
	}
	for _, id := range m.world.producing() {
		if a := m.world.actors[id]; a.owner == int32(player) {
			for i := range a.queues {
				dst = m.appendQueue(dst, &a.queues[i])
			}
		}
	}
	return dst
}

func (m *Module) appendQueue(dst []sim.Queued, q *queue) []sim.Queued {
	maker := order.NoUnit
	if tag, ok := m.TagOf(q.maker); ok && q.maker != none {
		maker = tag
	}
	for i := range q.items {
		it := &q.items[i]
		one := sim.Queued{
			Queue: q.info.Kind, Item: it.typ.Name, Paused: it.paused, Ready: it.done, First: i == 0, Maker: maker,
		}
		if it.started && it.totalTime > 0 {
			one.Done = int32(int64(it.totalTime-min(it.remainingTime, it.totalTime)) * wholly / int64(it.totalTime))
		}
		if it.done {
			one.Done = wholly
		}
		dst = append(dst, one)
	}
	return dst
}
