// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"errors"
	"fmt"
	"math"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

var _ sim.Editor = (*Module)(nil)

var errStructures = errors.New("structures do not move: remove it and put another one elsewhere")

// edited brings the kernel up to date after a change.
func (m *Module) edited() error {
	m.world.DrainTasks()
	return m.reconcile()
}

// Kinds implements sim.Editor: what somebody can own and does not belong to the world.
func (m *Module) Kinds() []string {
	var names []string
	for _, t := range m.world.Types {
		if m.canPut(t) {
			names = append(names, t.Name)
		}
	}
	return names
}

func (m *Module) canPut(t *info.ActorType) bool {
	switch t.Category {
	case "infantry", "vehicle", "aircraft", "ship", "building", "defence", "wall":
	default:
		return false
	}
	return t.Mobile != nil || t.Aircraft != nil || t.Building != nil && t.Building.Footprint != nil
}

// Put implements sim.Editor.
func (m *Module) Put(kind string, owner order.PlayerID, at order.WorldPos, finished bool) (order.UnitTag, error) {
	w := m.world
	t := w.TypeOf(kind)
	switch {
	case t == nil || !m.canPut(t):
		return order.NoUnit, fmt.Errorf("%q is nothing that can be put on the map", kind)
	case int(owner) >= len(w.Players):
		return order.NoUnit, sim.ErrNoPlayer
	}
	c := w.CellContaining(wpos.Pos{X: at.X, Y: at.Y})
	s := state.Spawn{Owner: int32(owner), Cell: c, HasCell: true, Facing: -1, Ready: finished}
	switch {
	case !w.Ground.Contains(c):
		return order.NoUnit, sim.ErrNoPlace
	case t.Building != nil && t.Building.Footprint != nil:
		s.Cell = wpos.Cell{X: c.X - (t.Building.Width-1)/2, Y: c.Y - (t.Building.Height-1)/2}
		if !w.CanPlace(t, s.Cell, state.None) {
			return order.NoUnit, sim.ErrNoPlace
		}
	case t.Mobile != nil:
		sub, free := m.freePlace(t, c, state.None)
		if !free {
			return order.NoUnit, sim.ErrNoPlace
		}
		s.Sub, s.HasSub = sub, true
	}
	id := w.Create(t, s).ID
	if err := m.edited(); err != nil {
		return order.NoUnit, err
	}
	tag, ok := m.TagOf(id)
	if !ok {
		return order.NoUnit, sim.ErrNotThere
	}
	return tag, nil
}

// freePlace finds a place in a cell for a unit of a type.
func (m *Module) freePlace(t *info.ActorType, c wpos.Cell, ignore uint32) (grid.SubCell, bool) {
	w := m.world
	l := &w.Paths.Locomotors[t.Mobile.Locomotor]
	if !w.Ground.Contains(c) || w.Paths.CellCost(l, c) == path.Unreachable {
		return grid.SubInvalid, false
	}
	taken := func(other *state.Actor) bool { return other.ID != ignore }
	if l.SharesCell {
		sub := w.FreeSubCell(c, w.Ground.FirstChoice, taken)
		return sub, sub != grid.SubInvalid
	}
	for at := w.First(c); at != 0; at = w.Occupied.Nodes[at].Next {
		if w.Occupied.Nodes[at].Actor != ignore {
			return grid.SubInvalid, false
		}
	}
	return grid.SubFull, true
}

// onMap finds an actor that stands in the world and is somebody's or something.
func (m *Module) onMap(tag order.UnitTag) (*state.Actor, error) {
	if !m.env.Alive(tag) {
		return nil, sim.ErrNotThere
	}
	if a := m.actorOf(tag); a != nil && a.InWorld && a.ID != state.None {
		return a, nil
	}
	return nil, sim.ErrNotThere
}

// Take implements sim.Editor.
func (m *Module) Take(tag order.UnitTag) error {
	a, err := m.onMap(tag)
	if err != nil {
		return err
	}
	if a.Type.Fleeting() || !m.canPut(a.Type) && a.Type.Crate == nil {
		return fmt.Errorf("%s belongs to the map", a.Type.Name)
	}
	a.Wrecks = 0
	m.world.DisposeNow(a)
	return m.edited()
}

// Shift implements sim.Editor.
func (m *Module) Shift(tag order.UnitTag, to order.WorldPos) error {
	a, err := m.onMap(tag)
	if err != nil {
		return err
	}
	w := m.world
	c := w.CellContaining(wpos.Pos{X: to.X, Y: to.Y})
	switch {
	case !w.Ground.Contains(c):
		return sim.ErrNoPlace
	case a.Type.Aircraft != nil:
		return errors.New("aircraft fly by themselves: order it to")
	case a.Type.Mobile == nil:
		return errStructures
	}
	sub, free := m.freePlace(a.Type, c, a.ID)
	if !free {
		return sim.ErrNoPlace
	}
	w.Remove(a)
	if a.Type.Harvester != nil {
		w.UnreserveHost(a)
	}
	w.ReleaseTree(a.Activity)
	a.Activity = nil
	a.Requested, a.Preset, a.Opportunity, a.Persistent, a.Claimed = state.None, false, state.None, false, 0
	w.SetPosition(a, c, sub)
	a.OldCenter = a.Center
	w.Add(a)
	return m.edited()
}

// HandOver implements sim.Editor.
func (m *Module) HandOver(tag order.UnitTag, owner order.PlayerID) error {
	a, err := m.onMap(tag)
	switch {
	case err != nil:
		return err
	case int(owner) >= len(m.world.Players):
		return sim.ErrNoPlayer
	case !m.canPut(a.Type):
		return fmt.Errorf("%s belongs to the map", a.Type.Name)
	}
	m.world.ChangeOwner(a, int32(owner))
	return m.edited()
}

// SetCredits implements sim.Editor: ore that is stored is spent first.
func (m *Module) SetCredits(player order.PlayerID, credits int64) error {
	if int(player) >= len(m.world.Players) || !m.world.Players[player].Playable {
		return sim.ErrNoPlayer
	}
	if credits < 0 || credits > math.MaxInt32 {
		return fmt.Errorf("%d credits: 0 to %d are possible", credits, math.MaxInt32)
	}
	p := &m.world.Players[player]
	p.Ore = min(p.Ore, int32(credits))
	p.Cash = int32(credits) - p.Ore
	return m.edited()
}
