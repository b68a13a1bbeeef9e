// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"
)

// TargetKind says what an order points at.
type TargetKind uint8

// The kinds of target.
const (
	TargetNone TargetKind = iota
	TargetActor
	TargetFrozen
	TargetCell
	TargetPosition
)

// Order is one order of the engine as a replay holds it.
type Order struct {
	Name       string
	Client     int32 // whose packet it came in
	Subject    uint32
	HasSubject bool
	Queued     bool
	Target     TargetKind
	Actor      uint32 // TargetActor, TargetFrozen: the real actor
	Cell       Cell   // TargetCell, and the cell under TargetPosition
	Position   Pos    // TargetPosition
	Text       string
	Extra      uint32
	ExtraCells []Cell
	Grouped    []uint32
}

// Frame runs one net frame: the orders in the order of their packets, then the
// hash of the world as it then stands, then the frame's ticks
// (docs/engine/openra-world.md#resolving).
func (w *World) Frame(orders []Order) int32 {
	w.forgetEnds()
	hash := w.BeginFrame(orders)
	for range ticksPerFrame {
		w.step()
	}
	return hash
}

// ticksPerFrame is the net frame interval.
const ticksPerFrame = 3

// BeginFrame resolves the orders of the next net frame and returns its hash;
// the caller goes on with Advance for each of its ticks.
func (w *World) BeginFrame(orders []Order) int32 {
	w.frame++
	if w.pausedUntil > 0 && w.frame >= w.pausedUntil {
		w.paused, w.pausedUntil = false, 0
	}
	for i := range orders {
		w.Resolve(&orders[i])
	}
	return w.NativeHash()
}

// Advance runs one world tick.
func (w *World) Advance() { w.step() }

// Verdict says what became of an order.
type Verdict uint8

// The verdicts on an order.
const (
	Obeyed       Verdict = iota
	NotValid             // the engine ignores it: dead subject, not the sender's
	NotModelled          // the engine would act, this model does not
	WithoutTrace         // it changes nothing that is simulated
)

// Judge says what Resolve would do with an order, without doing it.
func (w *World) Judge(o *Order) Verdict {
	if w.kindOf(o.Name) == orderWithoutTrace {
		return WithoutTrace
	}
	if w.kindOf(o.Name) == orderPause {
		return Obeyed
	}
	if !w.anySubject(o) {
		return NotValid
	}
	if w.kindOf(o.Name) == orderUnknown {
		return NotModelled
	}
	return Obeyed
}

// anySubject reports whether an order reaches anyone its sender commands; the
// subject is left out where a list of actors is named.
func (w *World) anySubject(o *Order) bool {
	if len(o.Grouped) == 0 {
		subject := w.named(o.Subject)
		return o.HasSubject && subject != nil && w.maySend(o.Client, subject)
	}
	for _, id := range o.Grouped {
		if a := w.named(id); a != nil && w.maySend(o.Client, a) {
			return true
		}
	}
	return false
}

// named finds an actor that an order names: the engine finds by their ids those
// in the world, so who is aboard of something by now is told nothing.
func (w *World) named(id uint32) *Actor {
	if a := w.alive(id); a != nil && a.inWorld {
		return a
	}
	return nil
}

// Resolve carries out one order, or counts it if nothing here models it.
func (w *World) Resolve(o *Order) Verdict {
	verdict := w.Judge(o)
	switch verdict {
	case NotModelled:
		w.unmodelled.add(o.Name)
		return verdict
	case Obeyed:
	default:
		return verdict
	}
	kind := w.kindOf(o.Name)
	if kind == orderPause {
		w.paused = o.Text != "UnPause"
		return verdict
	}
	if len(o.Grouped) == 0 {
		w.resolveFor(kind, o, w.named(o.Subject))
		return verdict
	}
	for _, id := range o.Grouped {
		if a := w.named(id); a != nil && w.maySend(o.Client, a) {
			w.resolveFor(kind, o, a)
		}
	}
	return verdict
}

// maySend is the engine's order validator.
func (w *World) maySend(client int32, subject *Actor) bool {
	if subject.ID == 0 {
		return true
	}
	p := &w.players[subject.owner]
	owner := p.client
	if owner < 0 {
		for i := range w.clients {
			if w.clients[i].Admin {
				owner = w.clients[i].Index
			}
		}
	}
	if owner == client {
		return true
	}
	for i := range w.clients {
		if c := &w.clients[i]; c.Index == owner && c.Bot != "" && c.BotController == client {
			return true
		}
	}
	return false
}

// cellOf is the cell an order points at.
func (w *World) cellOf(o *Order) (Cell, bool) {
	switch o.Target {
	case TargetCell:
		return o.Cell, true
	case TargetPosition:
		return w.cellContaining(o.Position), true
	case TargetActor:
		if a := w.named(o.Actor); a != nil {
			return w.cellContaining(a.center), true
		}
	case TargetFrozen:
		if f := w.memoryOf(o.Actor); f != nil && f.known != 0 {
			return w.cellContaining(f.center), true
		}
	case TargetNone:
	}
	return Cell{}, false
}

func (w *World) resolveFor(kind orderKind, o *Order, a *Actor) {
	switch kind {
	case orderStart, orderCancel, orderPauseProduction, orderPlace, orderRepair, orderCheat:
		switch {
		case a.typ.Index == playerType:
			w.resolvePlayer(kind, o, a)
		case kind == orderCheat:
			w.cheatLevels(a, o)
		case len(a.queues) > 0 && kind != orderPlace && kind != orderRepair:
			w.resolveBuildingQueue(kind, o, a)
		}
	case orderDeploy:
		w.deploy(a, o.Queued)
	case orderDeployAgain:
		w.deployAgain(a, o)
	case orderRally:
		w.setRally(a, o)
	case orderSell:
		w.sell(a)
	case orderSupport:
		if a.typ.Index == playerType {
			w.usePower(a.owner, o)
		}
	case orderSurrender:
		if a.typ.Index == playerType {
			w.defeat(a.owner)
		}
	case orderGuard:
		w.orderGuard(a, o)
	case orderDetonate:
		w.orderDetonate(a, o)
	case orderTrigger:
		w.orderTrigger(a, o)
	case orderJump:
		w.orderJump(a, o)
	case orderDisguise:
		w.orderDisguise(a, o)
	case orderMine:
		w.orderMines(a, o)
	case orderLand:
		w.orderLand(a, o)
	case orderEnterPad:
		w.orderEnterPad(a, o)
	case orderReturn:
		w.orderReturn(a, o)
	case orderRepairUnit:
		switch {
		case a.typ.Aircraft != nil:
			w.orderEnterPad(a, o)
		case a.typ.Mobile == nil:
			w.followUp(a, o, kind)
		default:
			w.orderRepair(a, o, false)
		}
	case orderRepairNear:
		w.orderRepair(a, o, true)
	case orderBoard:
		if a.typ.Mobile == nil {
			w.followUp(a, o, kind)
			return
		}
		w.orderBoard(a, o)
	case orderUnload:
		w.orderUnload(a, o.Queued)
	case orderCapture:
		w.orderEnter(a, o, enterCapture)
	case orderDemolish:
		w.orderEnter(a, o, enterDemolish)
	case orderInstantRepair:
		w.orderEnter(a, o, enterRepair)
	case orderInfiltrate:
		w.orderEnter(a, o, enterInfiltrate)
	case orderDonate:
		w.orderEnter(a, o, enterDonate)
	case orderMendBridge:
		w.orderEnter(a, o, enterBridge)
	case orderPower:
		w.switchPower(a, o.Name)
	case orderAttack:
		w.attackOnOrder(a, o)
	case orderPrimary:
		if a.typ.CanLead {
			w.setPrimary(a, !a.primary)
		}
	case orderMove, orderAttackMove, orderStop, orderScatter, orderHarvest, orderDock, orderStance:
		w.resolveUnit(kind, o, a)
	default:
	}
}

func (w *World) resolvePlayer(kind orderKind, o *Order, a *Actor) {
	p := &w.players[a.owner]
	switch kind {
	case orderPlace:
		if t := w.typeOf(strings.ToLower(o.Text)); t != nil {
			if c, ok := w.cellOf(o); ok {
				place := task{kind: taskPlace, player: a.owner, typ: t, cell: c, actor: o.Extra}
				if o.Name == "LineBuild" {
					place.amount = placeLine
				}
				w.later(place)
			}
		}
	case orderRepair:
		if o.Target == TargetActor {
			if b := w.named(o.Actor); b != nil {
				w.toggleRepair(b, a.owner)
			}
		}
	case orderCheat:
		w.cheat(p, o)
	default:
		w.resolveQueue(kind, p, o)
	}
}

func (w *World) resolveQueue(kind orderKind, p *player, o *Order) {
	w.resolveQueues(kind, p, p.queues, o)
}

func (w *World) resolveQueues(kind orderKind, p *player, queues []queue, o *Order) {
	t := w.typeOf(strings.ToLower(o.Text))
	if t == nil || t.Buildable == nil {
		return
	}
	for i := range queues {
		q := &queues[i]
		if !q.enabled {
			continue
		}
		switch kind {
		case orderStart:
			w.startProduction(p, q, t, o.Extra, o.Queued)
		case orderCancel:
			w.cancelProduction(p, q, t, o.Extra)
		case orderPauseProduction:
			q.pause(t, o.Extra != 0)
		default:
		}
	}
}

func (w *World) setRally(a *Actor, o *Order) {
	if !a.typ.RallyPoint {
		return
	}
	if !o.Queued {
		a.rallyPath = nil
	}
	if c, ok := w.cellOf(o); ok {
		a.rallyPath = append(a.rallyPath, c)
	}
	if o.Extra == 1 && a.typ.CanLead && !a.primary {
		w.setPrimary(a, true)
	}
}

// setPrimary makes a producer the first of its kind; others of the same kind
// are no longer.
func (w *World) setPrimary(a *Actor, primary bool) {
	if primary {
		for _, other := range w.actors {
			if other != nil && other != a && other.owner == a.owner && other.primary && overlaps(other.typ.Produces, a.typ.Produces) {
				other.primary = false
			}
		}
	}
	a.primary = primary
}

// orderNearEnough is how near, in cells, an ordered move must come to its goal.
const orderNearEnough = 8

func (w *World) resolveUnit(kind orderKind, o *Order, a *Actor) {
	c, hasCell := w.cellOf(o)
	mobile := a.typ.Mobile != nil
	switch kind {
	case orderStance:
		w.setStance(a, info.Stance(min(o.Extra, 1<<7)))
	case orderStop:
		w.orderStop(a)
	case orderMove:
		switch {
		case mobile && hasCell:
			w.order(a, o.Queued, w.moveTo(w.ground.clampCell(c), orderNearEnough, true))
		case a.typ.Aircraft != nil && hasCell:
			w.orderFlight(a, o, w.ground.clampCell(c))
		case !mobile:
			w.followUp(a, o, kind)
		}
	case orderAttackMove:
		if a.typ.Aircraft != nil && hasCell && a.typ.Marches {
			act := w.attackMove(w.ground.clampCell(c), orderNearEnough, true)
			act.flag[flagAssault] = o.Name == "AssaultMove"
			w.order(a, o.Queued, act)
		}
		if mobile && hasCell {
			goal := w.nearestMovable(a, w.ground.clampCell(c), 1, 10)
			act := w.attackMove(goal, orderNearEnough, false)
			act.flag[flagAssault] = o.Name == "AssaultMove"
			w.order(a, o.Queued, act)
		}
	case orderScatter:
		switch {
		case a.typ.Aircraft != nil:
			w.scatterInAir(a, o.Queued)
		case !mobile:
		case w.behaviour.NudgesAtOnce:
			w.nudge(a, a)
		default:
			w.order(a, o.Queued, w.newActivity(actNudge))
		}
	case orderHarvest:
		w.orderHarvest(o, a, c, hasCell)
	case orderDock:
		w.orderDock(o, a)
	default:
	}
}

// orderStop resolves the order to stop: what fires by the way loses sight of its
// targets, producers of their way out, which in 20200202 nobody can take away. An
// aircraft on its pad is not disturbed.
func (w *World) orderStop(a *Actor) {
	if !w.behaviour.RallyHash {
		a.rallyPath = nil
	}
	if a.typ.Opportunity {
		a.requested, a.opportunity, a.persistent = none, none, false
	}
	if a.typ.Aircraft != nil {
		if current := a.current(); current != nil && (current.kind == actResupply || current.kind == actReturnToBase && w.padBelow(a) != nil) {
			return
		}
		w.leavePad(a)
	}
	w.cancelAll(a)
}

// orderHarvest sends a harvester to the enterable cell nearest to the target.
func (w *World) orderHarvest(o *Order, a *Actor, c Cell, hasCell bool) {
	if a.typ.Harvester == nil || a.typ.Mobile == nil || len(a.typ.Harvester.Resources) == 0 {
		return
	}
	goal := w.location(a)
	if hasCell {
		goal = c
		if !w.canEnter(a, c, none, byAll) || !w.claim(a, c) {
			for _, ring := range wpos.Annulus(1, 6) {
				if near := c.Add(ring.At); w.ground.contains(near) && w.canEnter(a, near, none, byAll) && w.claim(a, near) {
					goal = near
					break
				}
			}
		}
	}
	if w.behaviour.Links {
		a.linked = none
	}
	w.order(a, o.Queued, w.findResources(goal, true))
}

func (w *World) orderDock(o *Order, a *Actor) {
	if a.typ.Harvester == nil || o.Target != TargetActor {
		return
	}
	host := w.hostUsable(o.Actor)
	if host == nil || host.typ.Dock == nil {
		return
	}
	if w.behaviour.Links {
		act := w.findResources(Cell{}, false)
		act.host = host.ID
		w.order(a, o.Queued, act)
		return
	}
	if !w.behaviour.Fork && !w.canDock(a, host) {
		return
	}
	act := w.newActivity(actMoveToDock)
	act.host = host.ID
	w.order(a, o.Queued, act)
}
