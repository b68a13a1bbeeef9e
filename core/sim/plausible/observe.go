// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"convertd/core/order"
	"convertd/core/sim"
)

var _ sim.Observable = (*Module)(nil)

// wholly is all of something in thousandths.
const wholly = 1000

// Stride implements sim.Observable.
func (m *Module) Stride() order.Tick { return 1 }

// Allied implements sim.Observable: by team.
func (m *Module) Allied(a, b order.PlayerID) bool {
	if a == b {
		return true
	}
	view := m.env.View()
	one, okOne := view.Player(a)
	other, okOther := view.Player(b)
	return okOne && okOther && one.Team != 0 && one.Team == other.Team
}

// Sight implements sim.Observable: there is none.
func (m *Module) Sight(order.PlayerID) (layer *sim.Layer, inSight byte, why string) {
	return nil, 0, "this game's simulation does not know what a player sees"
}

// Resources implements sim.Observable: there are none.
func (m *Module) Resources() (kinds, amounts *sim.Layer, names []string) { return nil, nil, nil }

// AppendShots implements sim.Observable: hits come at once.
func (m *Module) AppendShots(dst []sim.Shot) []sim.Shot { return dst }

// Doing implements sim.Observable.
func (m *Module) Doing(tag order.UnitTag) sim.Doing {
	doing := sim.Doing{Target: order.NoUnit, Built: wholly}
	u := m.find(tag)
	if u == nil {
		return doing
	}
	t := m.typ(u)
	switch u.doing {
	case moving, attackMoving:
		doing.Activity, doing.Destination, doing.HasDestination = sim.ActivityMove, u.to, true
	case attacking:
		doing.Activity, doing.Target = sim.ActivityAttack, u.target
	case deploying:
		doing.Activity = sim.ActivityDeploy
	case selling:
		doing.Activity = sim.ActivitySell
	default:
		if t.Income > 0 {
			doing.Activity = sim.ActivityHarvest
		}
	}
	if u.repairing {
		doing.Activity = sim.ActivityRepair
	}
	if u.left > 0 {
		doing.Activity = sim.ActivityBuild
		if t.BuildTicks > 0 {
			doing.Built = wholly - int32(int64(min(u.left, t.BuildTicks))*wholly/int64(t.BuildTicks))
		}
	}
	if u.hasRally {
		doing.Rally, doing.HasRally = u.rally, true
	}
	return doing
}

// AppendQueues implements sim.Observable.
func (m *Module) AppendQueues(dst []sim.Queued, player order.PlayerID) []sim.Queued {
	if int(player) >= len(m.players) {
		return dst
	}
	for i := range m.players[player].queues {
		q := &m.players[player].queues[i]
		for k := range q.items {
			it := &q.items[k]
			one := sim.Queued{
				Queue: m.categories[q.category], Item: m.rules.Types[it.kind].Name, Paused: it.held, Ready: it.done, First: k == 0, Maker: q.factory,
			}
			if it.began && it.total > 0 {
				one.Done = wholly - int32(int64(max(it.left, 0))*wholly/int64(it.total))
			}
			dst = append(dst, one)
		}
	}
	return dst
}
