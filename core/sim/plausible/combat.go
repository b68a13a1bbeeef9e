// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"convertd/core/order"
	"convertd/core/sim"
)

// scanTicks is how often armed units without a target look for one.
const scanTicks = 8

// fight moves everything that moves and fires everything that fires.
func (m *Module) fight() {
	if uint64(m.env.Tick())%scanTicks == 0 && !m.rules.LossesByEvidence {
		m.acquire()
	}
	high := m.high
	for slot := m.awake.next(0, high); slot >= 0; slot = m.awake.next(slot+1, high) {
		u := &m.units[slot]
		if m.rests(u) {
			m.awake.remove(slot)
			continue
		}
		if u.doing == idle && u.wait == 0 || u.reserved || u.left > 0 || u.doing == deploying || u.doing == selling {
			continue
		}
		if u.wait > 0 {
			u.wait--
			m.env.TouchMotion(u.tag)
		}
		switch u.doing {
		case moving, attackMoving:
			m.env.TouchMotion(u.tag)
			if u.walk(u.to, m.typ(u).Speed) {
				m.env.TouchRest(u.tag)
				m.arrived(u)
			}
		case attacking:
			m.engage(u)
		case idle, deploying, selling, activities:
		}
	}
}

// walk takes one step in a straight line; true once it is there.
func (u *unit) walk(to order.WorldPos, speed int32) bool {
	dx, dy := int64(to.X)-int64(u.at.X), int64(to.Y)-int64(u.at.Y)
	square := dx*dx + dy*dy
	if square <= int64(speed)*int64(speed) {
		u.at.X, u.at.Y = to.X, to.Y
		return true
	}
	distance := order.ISqrt(square)
	u.at.X += int32(dx * int64(speed) / distance)
	u.at.Y += int32(dy * int64(speed) / distance)
	return false
}

func (m *Module) arrived(u *unit) {
	if len(u.path) == 0 {
		u.doing = idle
		return
	}
	u.to = u.path[0]
	u.path = append(u.path[:0], u.path[1:]...)
}

// engage follows, or fires at, the target.
func (m *Module) engage(u *unit) {
	t := m.typ(u)
	target := m.find(u.target)
	if target == nil || target.reserved {
		m.disengage(u)
		return
	}
	if u.at.DistanceSquared(target.at) > int64(t.Range)*int64(t.Range) {
		switch {
		case !u.chase || t.Speed == 0:
			m.disengage(u)
		default:
			m.env.TouchMotion(u.tag)
			u.walk(target.at, t.Speed)
		}
		return
	}
	if u.wait > 0 {
		return
	}
	if m.rules.LossesByEvidence {
		m.disengage(u)
		return
	}
	u.wait = t.ReloadTicks
	m.env.TouchMotion(u.tag)
	m.hit(u, target, t.Damage)
}

func (m *Module) disengage(u *unit) {
	m.env.TouchRest(u.tag)
	u.target, u.chase = order.NoUnit, false
	if u.resume {
		u.doing, u.resume = attackMoving, false
		return
	}
	u.doing = idle
	if len(u.path) > 0 {
		u.doing = moving
		m.arrived(u)
	}
}

func (m *Module) hit(by, target *unit, damage int32) {
	target.health -= damage
	m.env.TouchRest(target.tag)
	m.env.Emit(sim.Event{
		Kind: sim.EventDamaged, Tag: target.tag, Owner: target.owner, Killer: by.tag, KillerOwner: by.owner, Amount: int64(damage),
	})
	if target.health <= 0 && m.typ(target).Health > 0 {
		m.remove(target, sim.Removal{Cause: sim.CauseKilled, Killer: by.tag, KillerOwner: by.owner})
	}
}

// acquire gives every armed unit that waits or advances the nearest enemy in
// range.
func (m *Module) acquire() {
	m.grid.clear()
	for i := range m.units[:m.high] {
		u := &m.units[i]
		if m.env.Alive(u.tag) && !u.reserved {
			m.grid.add(u.at, int32(i))
		}
	}
	for i := range m.units[:m.high] {
		u := &m.units[i]
		t := m.typ(u)
		if u.doing != idle && u.doing != attackMoving || t.Damage == 0 || !m.env.Alive(u.tag) || u.reserved || u.left > 0 {
			continue
		}
		if enemy := m.nearestEnemy(u, t.Range); enemy != nil {
			u.resume = u.doing == attackMoving
			u.doing, u.target = attacking, enemy.tag
			m.wake(u)
			m.env.TouchRest(u.tag)
		}
	}
}

func (m *Module) nearestEnemy(u *unit, reach int32) *unit {
	var best *unit
	bestSquare := int64(reach)*int64(reach) + 1
	team := m.env.Config().Players[u.owner].Team
	for y := (u.at.Y - reach) >> gridShift; y <= (u.at.Y+reach)>>gridShift; y++ {
		for x := (u.at.X - reach) >> gridShift; x <= (u.at.X+reach)>>gridShift; x++ {
			for i := m.grid.first(x, y); i >= 0; i = m.grid.next[i] {
				other := &m.units[i]
				if other.owner == u.owner || team != 0 && m.env.Config().Players[other.owner].Team == team {
					continue
				}
				square := u.at.DistanceSquared(other.at)
				if square < bestSquare || square == bestSquare && best != nil && other.tag.Index < best.tag.Index {
					best, bestSquare = other, square
				}
			}
		}
	}
	return best
}

// grid finds what is near without looking at everything: entities by square of
// the ground, squares hashed into a fixed table.
type grid struct {
	heads [gridSlots]int32
	next  []int32
}

const (
	gridShift = 13 // squares of eight cells
	gridSlots = 1024
)

func (g *grid) begin(capacity int) { g.next = make([]int32, capacity) }

func (g *grid) clear() {
	for i := range g.heads {
		g.heads[i] = -1
	}
}

func slotOf(x, y int32) uint32 { return (uint32(x)*73856093 ^ uint32(y)*19349663) % gridSlots }

func (g *grid) add(at order.WorldPos, i int32) {
	slot := slotOf(at.X>>gridShift, at.Y>>gridShift)
	g.next[i] = g.heads[slot]
	g.heads[slot] = i
}

func (g *grid) first(x, y int32) int32 { return g.heads[slotOf(x, y)] }
