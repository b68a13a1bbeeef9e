// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// A carryall brings what comes with a building: FreeActorWithDelivery and the
// part of Carryall that it needs. Nobody else is carried.

// deliver makes a carryall and what it brings while the building is made; the
// carryall is in the world at the end of the tick. The place where it leaves the
// map is drawn.
func (w *World) deliver(a *Actor, d *info.DeliveryInfo) {
	carrierType, cargoType := w.TypeOf(d.Carrier), w.TypeOf(d.Actor)
	if carrierType == nil || carrierType.Aircraft == nil || carrierType.Carryall == nil || cargoType == nil || cargoType.Mobile == nil {
		return
	}
	from := w.nearestEdge(a.Cell)
	at := w.CenterOfCell(from)
	at.Z += carrierType.Aircraft.Altitude
	carrier := w.Create(carrierType, state.Spawn{
		Owner: a.Owner, Center: at, HasCenter: true, Facing: w.facingBetween(from, a.Cell, 0), OutsideOnly: true,
	})
	cargo := w.Create(cargoType, state.Spawn{Owner: a.Owner, Facing: 0, OutsideOnly: true})
	carrier.Cargo, cargo.Carrier = cargo.ID, carrier.ID
	land := w.land(carrier, nil, w.CenterOfCell(a.Cell.Add(d.To)), Pos{X: 0, Y: 0, Z: -carrierType.Carryall.Offset.Z}, -1)
	land.High = d.Reach
	w.queue(carrier, land)
	wait := w.newActivity(state.ActWait)
	wait.WaitLeft = carrierType.Carryall.UnloadDelay
	w.queue(carrier, wait)
	w.queue(carrier, w.newActivity(state.ActRelease))
	w.queue(carrier, w.newActivity(state.ActTakeOff))
	w.queue(carrier, w.fly(w.CenterOfCell(w.drawEdgeCell())))
	w.queue(carrier, w.newActivity(state.ActRemoveSelf))
	w.later(state.Task{Kind: state.TaskAppear, Actor: carrier.ID})
}

// unhook sets down what a carryall carries where it stands.
func (w *World) unhook(a *Actor) {
	w.leaveGround(a)
	cargo := w.Alive(a.Cargo)
	if cargo == nil {
		return
	}
	cargo.Facing, cargo.OldFacing = a.Facing, a.Facing
	w.SetPosition(cargo, w.CellContaining(a.Center), grid.SubFull)
	w.later(state.Task{Kind: state.TaskSetDown, Actor: a.ID, Host: cargo.ID})
}

// setDown is the frame-end task that puts the cargo into the world.
func (w *World) setDown(t *state.Task) {
	cargo := w.Alive(t.Host)
	if carrier := w.Actor(t.Actor); carrier != nil {
		carrier.Cargo = none
	}
	if cargo != nil && !cargo.InWorld {
		cargo.Carrier = none
		w.Add(cargo)
	}
}

// loseCargo takes away what a carryall carries that is gone.
func (w *World) loseCargo(a *Actor) {
	if cargo := w.Alive(a.Cargo); cargo != nil && !cargo.InWorld {
		w.Dispose(cargo)
	}
	a.Cargo = none
}

// nearestEdge is the cell at the nearer of the two edges that are nearest to a
// cell. The right and the lower one are those just outside.
func (w *World) nearestEdge(c Cell) Cell {
	edges, _, _ := w.Ground.Edges()
	column, row := c.X, c.Y
	if w.Ground.Isometric {
		column, row = wpos.MapPlace(c)
	}
	across, along := edges.Right, edges.Bottom
	if column-edges.Left < (edges.Right-edges.Left)/2 {
		across = edges.Left
	}
	if row-edges.Top < (edges.Bottom-edges.Top)/2 {
		along = edges.Top
	}
	if wpos.Abs(across-column) < wpos.Abs(along-row) {
		column = across
	} else {
		row = along
	}
	at := Cell{X: column, Y: row}
	if w.Ground.Isometric {
		at = wpos.CellAt(column, row)
	}
	if !w.Ground.Within(at) {
		return c
	}
	return at
}

// drawEdgeCell draws one of the cells along the edges: those above and below
// column by column, then those left and right row by row.
func (w *World) drawEdgeCell() Cell {
	edges, _, _ := w.Ground.Edges()
	columns, rows := edges.Right-edges.Left, edges.Bottom-edges.Top
	n := w.Random.Below(2 * (columns + rows))
	column, row := edges.Left+n/2, edges.Top
	if n&1 == 1 {
		row = edges.Bottom - 1
	}
	if n >= 2*columns {
		n -= 2 * columns
		column, row = edges.Left, edges.Top+n/2
		if n&1 == 1 {
			column = edges.Right - 1
		}
	}
	if w.Ground.Isometric {
		return wpos.CellAt(column, row)
	}
	return Cell{X: column, Y: row}
}
