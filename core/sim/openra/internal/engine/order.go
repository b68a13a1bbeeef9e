// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Frame runs one net frame: the orders in the order of their packets, then the
// hash of the world as it then stands, then the frame's ticks
// (docs/engine/openra-world.md#resolving).
func (w *World) Frame(orders []Order) int32 {
	w.ForgetEnds()
	hash := w.BeginFrame(orders)
	for range state.TicksPerFrame {
		w.Step()
	}
	return hash
}

// BeginFrame resolves the orders of the next net frame and returns its hash;
// the caller goes on with Advance for each of its ticks.
func (w *World) BeginFrame(orders []Order) int32 {
	w.Frames++
	if w.pausedUntil > 0 && w.Frames >= w.pausedUntil {
		w.Paused, w.pausedUntil = false, 0
	}
	for i := range orders {
		w.Resolve(&orders[i])
	}
	return w.NativeHash()
}

// Advance runs one world tick.
func (w *World) Advance() { w.Step() }

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
	if w.KindOf(o.Name) == state.OrderWithoutTrace {
		return WithoutTrace
	}
	if w.KindOf(o.Name) == state.OrderPause {
		return Obeyed
	}
	if !w.anySubject(o) {
		return NotValid
	}
	if w.KindOf(o.Name) == state.OrderUnknown {
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
	if a := w.Alive(id); a != nil && a.InWorld {
		return a
	}
	return nil
}

// Resolve carries out one order, or counts it if nothing here models it.
func (w *World) Resolve(o *Order) Verdict {
	verdict := w.Judge(o)
	switch verdict {
	case NotModelled:
		w.unmodelled.Add(o.Name)
		return verdict
	case Obeyed:
	default:
		return verdict
	}
	kind := w.KindOf(o.Name)
	if kind == state.OrderPause {
		w.Paused = o.Text != "UnPause"
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
	p := &w.Players[subject.Owner]
	owner := p.Client
	if owner < 0 {
		for i := range w.Clients {
			if w.Clients[i].Admin {
				owner = w.Clients[i].Index
			}
		}
	}
	if owner == client {
		return true
	}
	for i := range w.Clients {
		if c := &w.Clients[i]; c.Index == owner && c.Bot != "" && c.BotController == client {
			return true
		}
	}
	return false
}

// cellOf is the cell an order points at.
func (w *World) cellOf(o *Order) (Cell, bool) {
	switch o.Target {
	case state.TargetCell:
		return o.Cell, true
	case state.TargetPosition:
		return w.CellContaining(o.Position), true
	case state.TargetActor:
		if a := w.named(o.Actor); a != nil {
			return w.CellContaining(a.Center), true
		}
	case state.TargetFrozen:
		if f := w.Frozen.Of(o.Actor); f != nil && f.Known != 0 {
			return w.CellContaining(f.Center), true
		}
	case state.TargetNone:
	}
	return Cell{}, false
}

func (w *World) resolveFor(kind state.OrderKind, o *Order, a *Actor) {
	switch kind {
	case state.OrderStart, state.OrderCancel, state.OrderPauseProduction, state.OrderPlace, state.OrderRepair, state.OrderCheat:
		switch {
		case a.Type.Index == PlayerType:
			w.resolvePlayer(kind, o, a)
		case kind == state.OrderCheat:
			w.cheatLevels(a, o)
		case len(a.Queues) > 0 && kind != state.OrderPlace && kind != state.OrderRepair:
			w.resolveBuildingQueue(kind, o, a)
		}
	case state.OrderDeploy:
		w.deploy(a, o.Queued)
	case state.OrderDeployAgain:
		w.deployAgain(a, o)
	case state.OrderRally:
		w.setRally(a, o)
	case state.OrderSell:
		w.sell(a)
	case state.OrderSupport:
		if a.Type.Index == PlayerType {
			w.usePower(a.Owner, o)
		}
	case state.OrderSurrender:
		if a.Type.Index == PlayerType {
			w.defeat(a.Owner)
		}
	case state.OrderGuard:
		w.orderGuard(a, o)
	case state.OrderDetonate:
		w.orderDetonate(a, o)
	case state.OrderTrigger:
		w.orderTrigger(a, o)
	case state.OrderJump:
		w.orderJump(a, o)
	case state.OrderDisguise:
		w.orderDisguise(a, o)
	case state.OrderMine:
		w.orderMines(a, o)
	case state.OrderLand:
		w.orderLand(a, o)
	case state.OrderEnterPad:
		w.orderEnterPad(a, o)
	case state.OrderReturn:
		w.orderReturn(a, o)
	case state.OrderRepairUnit:
		switch {
		case a.Type.Aircraft != nil:
			w.orderEnterPad(a, o)
		case a.Type.Mobile == nil:
			w.followUp(a, o, kind)
		default:
			w.orderRepair(a, o, false)
		}
	case state.OrderRepairNear:
		w.orderRepair(a, o, true)
	case state.OrderBoard:
		if a.Type.Mobile == nil {
			w.followUp(a, o, kind)
			return
		}
		w.orderBoard(a, o)
	case state.OrderUnload:
		w.orderUnload(a, o.Queued)
	case state.OrderCapture:
		w.orderEnter(a, o, state.EnterCapture)
	case state.OrderDemolish:
		w.orderEnter(a, o, state.EnterDemolish)
	case state.OrderInstantRepair:
		w.orderEnter(a, o, state.EnterRepair)
	case state.OrderInfiltrate:
		w.orderEnter(a, o, state.EnterInfiltrate)
	case state.OrderDonate:
		w.orderEnter(a, o, state.EnterDonate)
	case state.OrderMendBridge:
		w.orderEnter(a, o, state.EnterBridge)
	case state.OrderPower:
		w.switchPower(a, o.Name)
	case state.OrderAttack:
		w.attackOnOrder(a, o)
	case state.OrderPrimary:
		if a.Type.CanLead {
			w.setPrimary(a, !a.Primary)
		}
	case state.OrderMove, state.OrderAttackMove, state.OrderStop, state.OrderScatter, state.OrderHarvest, state.OrderDock, state.OrderStance:
		w.resolveUnit(kind, o, a)
	default:
	}
}

func (w *World) resolvePlayer(kind state.OrderKind, o *Order, a *Actor) {
	p := &w.Players[a.Owner]
	switch kind {
	case state.OrderPlace:
		if t := w.TypeOf(strings.ToLower(o.Text)); t != nil {
			if c, ok := w.cellOf(o); ok {
				place := state.Task{Kind: state.TaskPlace, Player: a.Owner, Type: t, Cell: c, Actor: o.Extra}
				if o.Name == "LineBuild" {
					place.Amount = placeLine
				}
				w.later(place)
			}
		}
	case state.OrderRepair:
		if o.Target == state.TargetActor {
			if b := w.named(o.Actor); b != nil {
				w.toggleRepair(b, a.Owner)
			}
		}
	case state.OrderCheat:
		w.cheat(p, o)
	default:
		w.resolveQueue(kind, p, o)
	}
}

func (w *World) resolveQueue(kind state.OrderKind, p *state.Player, o *Order) {
	w.resolveQueues(kind, p, p.Queues, o)
}

func (w *World) resolveQueues(kind state.OrderKind, p *state.Player, queues []state.Queue, o *Order) {
	t := w.TypeOf(strings.ToLower(o.Text))
	if t == nil || t.Buildable == nil {
		return
	}
	for i := range queues {
		q := &queues[i]
		if !q.Enabled {
			continue
		}
		switch kind {
		case state.OrderStart:
			w.startProduction(p, q, t, o.Extra, o.Queued)
		case state.OrderCancel:
			w.cancelProduction(p, q, t, o.Extra)
		case state.OrderPauseProduction:
			q.Pause(t, o.Extra != 0)
		default:
		}
	}
}

func (w *World) setRally(a *Actor, o *Order) {
	if !a.Type.RallyPoint {
		return
	}
	if !o.Queued {
		a.RallyPath = nil
	}
	if c, ok := w.cellOf(o); ok {
		a.RallyPath = append(a.RallyPath, c)
	}
	if o.Extra == 1 && a.Type.CanLead && !a.Primary {
		w.setPrimary(a, true)
	}
}

// setPrimary makes a producer the first of its kind; others of the same kind
// are no longer.
func (w *World) setPrimary(a *Actor, primary bool) {
	if primary {
		for _, other := range w.Actors {
			if other != nil && other != a && other.Owner == a.Owner && other.Primary && overlaps(other.Type.Produces, a.Type.Produces) {
				other.Primary = false
			}
		}
	}
	a.Primary = primary
}

// orderNearEnough is how near, in cells, an ordered move must come to its goal.
const orderNearEnough = 8

func (w *World) resolveUnit(kind state.OrderKind, o *Order, a *Actor) {
	c, hasCell := w.cellOf(o)
	mobile := a.Type.Mobile != nil
	switch kind {
	case state.OrderStance:
		w.setStance(a, info.Stance(min(o.Extra, 1<<7)))
	case state.OrderStop:
		w.orderStop(a)
	case state.OrderMove:
		switch {
		case mobile && hasCell:
			w.order(a, o.Queued, w.MoveTo(w.Ground.ClampCell(c), orderNearEnough, true))
		case a.Type.Aircraft != nil && hasCell:
			w.orderFlight(a, o, w.Ground.ClampCell(c))
		case !mobile:
			w.followUp(a, o, kind)
		}
	case state.OrderAttackMove:
		if a.Type.Aircraft != nil && hasCell && a.Type.Marches {
			act := w.attackMove(w.Ground.ClampCell(c), orderNearEnough, true)
			act.Flag[state.FlagAssault] = o.Name == "AssaultMove"
			w.order(a, o.Queued, act)
		}
		if mobile && hasCell {
			goal := w.nearestMovable(a, w.Ground.ClampCell(c), 1, 10)
			act := w.attackMove(goal, orderNearEnough, false)
			act.Flag[state.FlagAssault] = o.Name == "AssaultMove"
			w.order(a, o.Queued, act)
		}
	case state.OrderScatter:
		switch {
		case a.Type.Aircraft != nil:
			w.scatterInAir(a, o.Queued)
		case !mobile:
		case w.Release.NudgesAtOnce:
			w.nudge(a, a)
		default:
			w.order(a, o.Queued, w.newActivity(state.ActNudge))
		}
	case state.OrderHarvest:
		w.orderHarvest(o, a, c, hasCell)
	case state.OrderDock:
		w.orderDock(o, a)
	default:
	}
}

// OrderStop resolves the order to stop: what fires by the way loses sight of its
// targets, producers of their way out, which in 20200202 nobody can take away. An
// aircraft on its pad is not disturbed.
func (w *World) orderStop(a *Actor) {
	if !w.Release.RallyHash {
		a.RallyPath = nil
	}
	if a.Type.Opportunity {
		a.Requested, a.Opportunity, a.Persistent = none, none, false
	}
	if a.Type.Aircraft != nil {
		if current := a.Current(); current != nil && (current.Kind == state.ActResupply || current.Kind == state.ActReturnToBase && w.padBelow(a) != nil) {
			return
		}
		w.leavePad(a)
	}
	w.cancelAll(a)
}

// OrderHarvest sends a harvester to the enterable cell nearest to the target.
func (w *World) orderHarvest(o *Order, a *Actor, c Cell, hasCell bool) {
	if a.Type.Harvester == nil || a.Type.Mobile == nil || len(a.Type.Harvester.Resources) == 0 {
		return
	}
	goal := w.location(a)
	if hasCell {
		goal = c
		if !w.CanEnter(a, c, none, path.ByAll) || !w.claim(a, c) {
			for _, ring := range wpos.Annulus(1, 6) {
				if near := c.Add(ring.At); w.Ground.Contains(near) && w.CanEnter(a, near, none, path.ByAll) && w.claim(a, near) {
					goal = near
					break
				}
			}
		}
	}
	if w.Release.Links {
		a.Linked = none
	}
	w.order(a, o.Queued, w.findResources(goal, true))
}

func (w *World) orderDock(o *Order, a *Actor) {
	if a.Type.Harvester == nil || o.Target != state.TargetActor {
		return
	}
	host := w.hostUsable(o.Actor)
	if host == nil || host.Type.Dock == nil {
		return
	}
	if w.Release.Links {
		act := w.findResources(Cell{}, false)
		act.Host = host.ID
		w.order(a, o.Queued, act)
		return
	}
	if !w.Release.Fork && !w.canDock(a, host) {
		return
	}
	act := w.newActivity(state.ActMoveToDock)
	act.Host = host.ID
	w.order(a, o.Queued, act)
}
