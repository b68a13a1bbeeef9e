// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
)

// nobody is the end of something without a killer.
func nobody(cause sim.Cause) sim.Removal {
	return sim.Removal{Cause: cause, Killer: order.NoUnit, KillerOwner: order.NoPlayer}
}

// Step implements sim.Module. The order of the parts is fixed: orders, power,
// production, income, construction and deployment, movement and combat,
// repair, end of the game. Changing it changes every recording.
func (m *Module) Step(orders []sim.Accepted) {
	for i := range orders {
		m.apply(&orders[i])
	}
	m.updatePower()
	m.produceAll()
	m.workAll()
	m.fight()
	m.endGame()
}

func (m *Module) apply(o *sim.Accepted) {
	if m.players[o.Order.Player].out {
		m.recall(o.Order.Player)
	}
	m.believeUnits(o.Units)
	switch o.Order.Order.Kind {
	case order.KindMove:
		m.move(o, moving)
	case order.KindAttack:
		m.attack(o, o.Order.Order.Target)
	case order.KindStop:
		m.stop(o)
	case order.KindGameOrder:
		m.applyGame(o)
	default:
	}
}

func (m *Module) applyGame(o *sim.Accepted) {
	switch o.Order.Order.Game.Tag {
	case order.TagMove, order.TagForceMove, order.TagReverseMove, order.TagWaypoint:
		m.move(o, moving)
	case order.TagAttackMove:
		m.move(o, attackMoving)
	case order.TagAttack, order.TagForceAttack:
		m.attack(o, o.Command.Target)
	case order.TagStop:
		m.stop(o)
	case order.TagProduce, order.TagResearch:
		m.produce(o)
	case order.TagCancelProduction, order.TagCancelResearch:
		m.cancel(o)
	case order.TagPauseProduction:
		m.pause(o)
	case order.TagPlaceBuilding, order.TagBuild:
		m.putDown(o)
	case order.TagSell, order.TagRepairBuilding, order.TagPowerToggle, order.TagSetRallyPoint, order.TagSetPrimary:
		m.applyStructure(o)
	case order.TagUseAbility:
		if m.deploysBy(o) {
			m.deploy(o)
		} else {
			m.task(o)
		}
	case order.TagDeploy:
		m.deploy(o)
	case order.TagDespawn:
		for _, tag := range o.Units {
			m.despawn(m.find(tag))
		}
	case order.TagResign, order.TagLeave:
		m.withdraw(o.Order.Player, o.Order.Order.Game.Tag == order.TagLeave)
	default:
		m.task(o)
	}
}

// despawn takes away what evidence says is gone; what was in production leaves
// its queue.
func (m *Module) despawn(u *unit) {
	if u == nil {
		return
	}
	if u.reserved {
		if q, it := m.itemOf(u); it != nil {
			m.drop(q, slices.IndexFunc(q.items, func(other item) bool { return other.tag == it.tag }))
			m.env.TouchPlayer(u.owner)
			return
		}
	}
	m.remove(u, nobody(sim.CauseEvidence))
}

func (m *Module) move(o *sim.Accepted, how activity) {
	to, ok := m.destination(o)
	if !ok {
		m.fail(o, sim.ReasonInvalidTarget)
		return
	}
	queued := o.Command != nil && (o.Command.Queued || o.Order.Order.Game.Tag == order.TagWaypoint)
	for _, tag := range o.Units {
		u := m.find(tag)
		if u == nil || u.reserved || m.typ(u).Speed == 0 {
			continue
		}
		m.env.Touch(tag)
		if queued && u.doing != idle {
			if len(u.path) < maxPath {
				u.path = append(u.path, to)
			}
			continue
		}
		m.order(u, how)
		u.to = to
	}
}

// order begins a new activity; what was before is forgotten.
func (m *Module) order(u *unit, how activity) {
	m.wake(u)
	u.doing, u.path, u.target, u.chase, u.resume = how, u.path[:0], order.NoUnit, false, false
}

func (m *Module) attack(o *sim.Accepted, target order.Target) {
	if m.find(target.Unit) == nil {
		m.fail(o, sim.ReasonInvalidTarget)
		return
	}
	m.targets[0] = target.Unit
	m.believeUnits(m.targets[:])
	for _, tag := range o.Units {
		if u := m.find(tag); u != nil && !u.reserved && m.typ(u).Damage > 0 {
			m.order(u, attacking)
			u.target, u.chase = target.Unit, true
			m.env.Touch(tag)
		}
	}
}

func (m *Module) stop(o *sim.Accepted) {
	for _, tag := range o.Units {
		if u := m.find(tag); u != nil && !u.reserved && u.doing != selling {
			m.order(u, idle)
			m.env.Touch(tag)
		}
	}
}

func (m *Module) applyStructure(o *sim.Accepted) {
	u := m.find(structureOf(o))
	if u == nil {
		m.fail(o, sim.ReasonInvalidTarget)
		return
	}
	m.env.Touch(u.tag)
	switch o.Order.Order.Game.Tag {
	case order.TagSell:
		if u.doing != selling {
			m.order(u, selling)
			u.wait = m.rules.SellTicks
		}
		if u.wait == 0 {
			m.sold(u)
		}
	case order.TagRepairBuilding:
		u.repairing = !u.repairing
		m.wake(u)
	case order.TagPowerToggle:
		u.off, m.powered = !u.off, false
	case order.TagSetPrimary:
		m.setPrimary(u)
	case order.TagSetRallyPoint:
		if to, ok := m.targetPosition(o.Command.Target); ok {
			u.rally, u.hasRally = to, true
		}
	default:
	}
}

// sold takes a structure down for its share of the price; its crew comes out.
func (m *Module) sold(u *unit) {
	t, owner, at := m.typ(u), u.owner, u.at
	if t.Health > 0 {
		m.players[owner].credits += t.Cost * int64(m.rules.RefundPercent) / 100 * int64(u.health) / int64(t.Health)
	}
	m.env.TouchPlayer(owner)
	m.remove(u, nobody(sim.CauseSold))
	m.appearAt(owner, at, t.SoldBrings)
}

func (m *Module) setPrimary(u *unit) {
	u.primary = !u.primary
	for i := range m.units[:m.high] {
		other := &m.units[i]
		if other.primary && other.kind == u.kind && other.owner == u.owner && other.tag != u.tag {
			other.primary = false
			m.env.Touch(other.tag)
		}
	}
}

func (m *Module) deploy(o *sim.Accepted) {
	for _, tag := range o.Units {
		if u := m.find(tag); u != nil && !u.reserved && m.typ(u).Deploys != "" && u.doing != deploying {
			m.order(u, deploying)
			u.wait = m.typ(u).DeployTicks
			m.env.Touch(tag)
		}
	}
}

// deployed turns a unit into what it deploys into, if the ground is still
// free.
func (m *Module) deployed(u *unit) {
	kind := m.byName[m.typ(u).Deploys]
	into := &m.rules.Types[kind]
	owner, at, health, full := u.owner, u.at, int64(u.health), int64(m.typ(u).Health)
	m.order(u, idle)
	m.env.Touch(u.tag)
	if into.Structure {
		cell := m.deployCell(u, into)
		if !m.free(into, cell, u.tag) {
			m.env.FailLate(sim.LateFailure{Player: owner, Index: -1, Unit: u.tag, Reason: sim.ReasonInvalidPlacement})
			return
		}
		at = m.standing(kind, cell)
	}
	m.remove(u, nobody(sim.CauseTransformed))
	next, err := m.spawn(kind, owner, at)
	if err == nil && full > 0 {
		next.health = max(1, int32(int64(into.Health)*health/full))
	}
}

// withdraw takes a player out of the game, with all that is theirs.
func (m *Module) withdraw(id order.PlayerID, left bool) {
	p := &m.players[id]
	if p.out {
		return
	}
	p.out, p.left, p.beaten = true, left, false
	for i := range m.units[:m.high] {
		if u := &m.units[i]; u.owner == id && m.env.Alive(u.tag) {
			m.remove(u, nobody(sim.CauseEvidence))
		}
	}
	p.queues = p.queues[:0]
	m.standingChanged(id)
}

// recall brings a player back who was beaten here and goes on in the recording.
func (m *Module) recall(id order.PlayerID) {
	m.players[id].out = false
	m.standingChanged(id)
}

func (m *Module) standingChanged(id order.PlayerID) {
	m.env.TouchPlayer(id)
	m.env.Emit(sim.Event{
		Kind: sim.EventStandingChanged, Tag: order.NoUnit, Owner: id, Killer: order.NoUnit, KillerOwner: order.NoPlayer,
		Amount: int64(m.players[id].standing()),
	})
}

// updatePower adds up power after structures came, went or were switched.
func (m *Module) updatePower() {
	if m.powered {
		return
	}
	m.powered = true
	for id := range m.players {
		m.players[id].provided, m.players[id].drained = 0, 0
	}
	for i := range m.units[:m.high] {
		u := &m.units[i]
		if !m.env.Alive(u.tag) || u.reserved || u.left > 0 || u.off {
			continue
		}
		if power := m.typ(u).Power; power > 0 {
			m.players[u.owner].provided += power
		} else {
			m.players[u.owner].drained -= power
		}
	}
	for id := range m.players {
		m.env.TouchPlayer(order.PlayerID(id))
	}
}

// workAll lets harvesters earn, structures be built and repaired, units deploy.
func (m *Module) workAll() {
	high := m.high
	for slot := m.awake.next(0, high); slot >= 0; slot = m.awake.next(slot+1, high) {
		u := &m.units[slot]
		t := m.typ(u)
		if !u.works() && !t.earns() || u.reserved || !m.env.Alive(u.tag) {
			continue
		}
		switch {
		case u.doing == selling:
			m.env.TouchMotion(u.tag)
			if u.wait--; u.wait <= 0 {
				m.sold(u)
			}
		case u.left > 0:
			m.env.TouchMotion(u.tag)
			if u.left--; u.left == 0 {
				m.env.TouchRest(u.tag)
				m.finished(u)
				m.bring(u)
				m.env.Emit(sim.Event{
					Kind: sim.EventConstructionCompleted, Tag: u.tag, Entity: m.kind(u.kind), Owner: u.owner,
					Killer: order.NoUnit, KillerOwner: order.NoPlayer,
				})
			}
		case u.doing == deploying:
			m.env.TouchMotion(u.tag)
			if u.wait--; u.wait <= 0 {
				u.wait = 0
				m.deployed(u)
			}
		case t.earns():
			m.earn(u, t)
		case u.repairing:
			m.repair(u, t)
		}
	}
}

func (m *Module) earn(u *unit, t *Type) {
	m.env.TouchMotion(u.tag)
	if u.earn--; u.earn > 0 {
		return
	}
	u.earn = t.IncomeTicks
	for kind := range m.rules.Types {
		if m.rules.Types[kind].AcceptsIncome && m.players[u.owner].owned[kind] > 0 {
			m.players[u.owner].credits += t.Income
			m.env.TouchPlayer(u.owner)
			m.env.Emit(sim.Event{
				Kind: sim.EventResourceCollected, Tag: u.tag, Owner: u.owner, Killer: order.NoUnit, KillerOwner: order.NoPlayer, Amount: t.Income,
			})
			return
		}
	}
}

func (m *Module) repair(u *unit, t *Type) {
	if u.health >= t.Health || m.rules.RepairTicks == 0 {
		u.repairing = false
		m.env.Touch(u.tag)
		return
	}
	if uint64(m.env.Tick())%uint64(m.rules.RepairTicks) != 0 {
		return
	}
	gain := min(m.rules.RepairHealth, t.Health-u.health)
	cost := t.Cost * int64(m.rules.RepairPercent) / 100 * int64(gain) / int64(t.Health)
	p := &m.players[u.owner]
	if p.credits < cost {
		return
	}
	p.credits -= cost
	u.health += gain
	m.env.TouchPlayer(u.owner)
	m.env.Touch(u.tag)
}

// endGame takes out players who can never build again.
func (m *Module) endGame() {
	if !m.rules.ShortGame || uint64(m.env.Tick())%endGameTicks != 0 {
		return
	}
	for id := range m.players {
		p := &m.players[id]
		if p.out || p.beaten || len(p.owned) == 0 {
			continue
		}
		alive := false
		for kind := range m.rules.Types {
			t := &m.rules.Types[kind]
			alive = alive || p.owned[kind] > 0 && (t.Structure || t.Deploys != "")
		}
		if !alive {
			p.out, p.beaten = true, true
			m.standingChanged(order.PlayerID(id))
		}
	}
}

// endGameTicks is how often the end is looked for.
const endGameTicks = 8
