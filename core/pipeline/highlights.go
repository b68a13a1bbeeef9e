// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"slices"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// highlights finds fights and turns in what a simulation shows: docs/figures.md says what
// counts as one. Where nobody knows who killed whom there are none.
type highlights struct {
	quiet, sampling order.Tick // lengths in ticks
	fights          []*fight   // in the order in which they began
	leads           []lead     // by player
	samples         []icrep.UnitPosition
}

// What counts as a highlight.
const (
	quietMilliseconds    = 10_000    // a fight is over when so long nobody was killed
	samplingMilliseconds = 2_000     // between two samples of the places of those who fight
	fightReach           = 15 * 1024 // world units around the middle of a fight
	wipePercent          = 70        // of the army, more than that is lost (docs/figures.md#highlights)
	wipeUnits            = 5         // fewer are no army
	baseBuildings        = 3         // fewer are no base
	comebackPercent      = 20        // behind, then ahead, of what the strongest opponent has
)

// fight is one engagement, between two players around a place.
type fight struct {
	sides   [2]fightSide
	center  order.WorldPos
	began   order.Tick
	last    order.Tick // in which somebody was killed
	sampled order.Tick // next time to say where everybody is
}

// fightSide is what one player had in a fight, and lost.
type fightSide struct {
	player    order.PlayerID
	units     []order.UnitTag // that were there when it began
	value     int64
	army      uint32 // units of the player anywhere when it began
	lost      uint32
	lostUnits uint32
	lostValue int64 // of units
	buildings []order.UnitTag
}

// lead is how far a player was behind at worst.
type lead struct {
	deficit int64
	behind  bool
}

func newHighlights(players int, rate order.TickRate) highlights {
	return highlights{
		quiet: max(1, rate.TicksIn(quietMilliseconds)), sampling: max(1, rate.TicksIn(samplingMilliseconds)),
		leads: make([]lead, players),
	}
}

// lost takes a death. The event of a fight that it begins is written with the tick.
func (h *highlights) lost(tick order.Tick, e *sim.Event, r *recorder) {
	if r.statsOf(e.Owner) == nil || r.statsOf(e.KillerOwner) == nil || e.Owner == e.KillerOwner || !e.HasPosition ||
		!fights(r.sim, e.Owner) || !fights(r.sim, e.KillerOwner) {
		return
	}
	f := h.fightOf(e.Owner, e.KillerOwner, e.Position)
	if f == nil {
		f = &fight{center: e.Position, began: tick, sampled: tick}
		f.sides[0].player, f.sides[1].player = min(e.Owner, e.KillerOwner), max(e.Owner, e.KillerOwner)
		f.muster(r)
		h.fights = append(h.fights, f)
	}
	f.last = tick
	facts := r.kinds[e.Entity]
	side := &f.sides[0]
	if side.player != e.Owner {
		side = &f.sides[1]
	}
	side.lost++
	if facts.structure {
		side.buildings = append(side.buildings, e.Tag)
		return
	}
	side.lostUnits++
	side.lostValue += facts.worth
}

// fights reports whether a player is somebody who plays.
func fights(s *sim.Simulation, id order.PlayerID) bool {
	player, ok := s.View().Player(id)
	return ok && (player.Kind == snapshot.PlayerHuman || player.Kind == snapshot.PlayerAI)
}

// fightOf finds the fight of two players around a place.
func (h *highlights) fightOf(a, b order.PlayerID, at order.WorldPos) *fight {
	first, second := min(a, b), max(a, b)
	for _, f := range h.fights {
		if f.sides[0].player == first && f.sides[1].player == second && within(f.center, at) {
			return f
		}
	}
	return nil
}

// within reports whether two places are no farther from each other than a fight reaches.
func within(a, b order.WorldPos) bool {
	x, y := int64(a.X)-int64(b.X), int64(a.Y)-int64(b.Y)
	return x*x+y*y <= fightReach*fightReach
}

// muster lists who is there when a fight begins. Those who died in this tick are not.
func (f *fight) muster(r *recorder) {
	view := r.sim.View()
	for slot := range view.Slots() {
		entity, ok := view.At(slot)
		if !ok || !observed(&entity) || !entity.HasPosition {
			continue
		}
		for i := range f.sides {
			side := &f.sides[i]
			if entity.Owner != side.player {
				continue
			}
			facts := r.learn(&entity)
			if !facts.structure {
				side.army++
			}
			if within(f.center, entity.Position) && len(side.units) < icrep.MaxEventTags {
				side.units = append(side.units, entity.Tag)
				side.value += facts.worth
			}
		}
	}
}

// tick writes the fights that began and ended, and where those are who fight.
func (h *highlights) tick(tick order.Tick, r *recorder) error {
	if len(h.fights) == 0 {
		return nil
	}
	open := h.fights[:0]
	for _, f := range h.fights {
		if f.began == tick {
			if err := f.writeBegin(r.recording); err != nil {
				return err
			}
		}
		if tick-f.last < h.quiet {
			open = append(open, f)
			continue
		}
		if err := f.writeEnd(tick, r); err != nil {
			return err
		}
	}
	clear(h.fights[len(open):])
	h.fights = open
	return h.writePositions(tick, r)
}

// close ends the fights that go on when the game is over.
func (h *highlights) close(tick order.Tick, r *recorder) error {
	for _, f := range h.fights {
		if err := f.writeEnd(tick, r); err != nil {
			return err
		}
	}
	h.fights = nil
	return nil
}

// writeBegin writes a fight once, as the side of the lower id sees it.
func (f *fight) writeBegin(recording Recording) error {
	own, other := &f.sides[0], &f.sides[1]
	return recording.Event(&icrep.EngagementStarted{
		Tick: f.began, Player: own.player, Center: f.center, Friendly: own.units, Enemy: other.units, ValueFriendly: own.value, ValueEnemy: other.value,
	})
}

func (f *fight) writeEnd(tick order.Tick, r *recorder) error {
	own, other := &f.sides[0], &f.sides[1]
	err := r.recording.Event(&icrep.EngagementEnded{
		Tick: tick, Player: own.player, Center: f.center, FriendlyLosses: own.lost, EnemyLosses: other.lost,
		FriendlySurvivors: own.survivors(r), EnemySurvivors: other.survivors(r), Duration: uint64(f.last - f.began),
	})
	for i := range f.sides {
		if err == nil {
			err = f.sides[i].writeLosses(tick, f, r)
		}
	}
	return err
}

func (s *fightSide) survivors(r *recorder) (count uint32) {
	for _, tag := range s.units {
		if _, alive := r.sim.View().Entity(tag); alive {
			count++
		}
	}
	return count
}

// writeLosses writes that an army or a base is gone.
func (s *fightSide) writeLosses(tick order.Tick, f *fight, r *recorder) error {
	army := max(s.army, s.lostUnits)
	if s.lostUnits >= wipeUnits && uint64(s.lostUnits)*100 > uint64(army)*wipePercent {
		err := r.recording.Event(&icrep.ArmyWipe{
			Tick: tick, Player: s.player, UnitsLost: s.lostUnits, TotalValueLost: s.lostValue, Percentage: uint16(uint64(s.lostUnits) * 100 / uint64(army)),
		})
		if err != nil {
			return err
		}
	}
	if len(s.buildings) < baseBuildings || len(s.buildings) > icrep.MaxEventTags || s.hasBuildings(f.center, r) {
		return nil
	}
	return r.recording.Event(&icrep.BaseDestroyed{Tick: tick, Player: s.player, Pos: f.center, Buildings: s.buildings})
}

// hasBuildings reports whether any building of the player still stands around a place.
func (s *fightSide) hasBuildings(center order.WorldPos, r *recorder) bool {
	for entity := range r.sim.View().Entities() {
		if entity.Owner == s.player && observed(&entity) && entity.Flags&snapshot.FlagStructure != 0 && within(center, entity.Position) {
			return true
		}
	}
	return false
}

// writePositions says, every other second of a fight, where those who were there when it
// began are; of all fights of a tick together as many as an event holds.
func (h *highlights) writePositions(tick order.Tick, r *recorder) error {
	h.samples = h.samples[:0]
	for _, f := range h.fights {
		if tick < f.sampled {
			continue
		}
		f.sampled = tick + h.sampling
		for i := range f.sides {
			for _, tag := range f.sides[i].units {
				if entity, alive := r.sim.View().Entity(tag); alive && entity.HasPosition && entity.Flags&snapshot.FlagStructure == 0 {
					h.samples = append(h.samples, icrep.UnitPosition{Tag: tag, Pos: entity.Position})
				}
			}
		}
	}
	if len(h.samples) == 0 {
		return nil
	}
	slices.SortFunc(h.samples, func(a, b icrep.UnitPosition) int { return compareTags(a.Tag, b.Tag) })
	h.samples = slices.CompactFunc(h.samples, func(a, b icrep.UnitPosition) bool { return a.Tag == b.Tag })
	return r.recording.Event(&icrep.UnitPositionSample{Tick: tick, Positions: h.samples[:min(len(h.samples), icrep.MaxPositionSamples)]})
}

// turns looks, with every snapshot of the score, for players who were far behind the
// strongest of the others and are far ahead now.
func (h *highlights) turns(tick order.Tick, r *recorder) error {
	if r.accounts == nil {
		return nil
	}
	values := make([]int64, len(h.leads))
	for entity := range r.sim.View().Entities() {
		if int64(entity.Owner) < int64(len(values)) && observed(&entity) {
			values[entity.Owner] += r.learn(&entity).worth
		}
	}
	for id := range h.leads {
		if err := h.turn(tick, order.PlayerID(id), values, r); err != nil {
			return err
		}
	}
	return nil
}

func (h *highlights) turn(tick order.Tick, id order.PlayerID, values []int64, r *recorder) error {
	if !fights(r.sim, id) {
		return nil
	}
	strongest, any := int64(0), false
	for other := range values {
		if order.PlayerID(other) != id && fights(r.sim, order.PlayerID(other)) && !sameTeam(r.sim, id, order.PlayerID(other)) {
			strongest, any = max(strongest, values[other]), true
		}
	}
	if !any {
		return nil
	}
	ahead, l := values[id]-strongest, &h.leads[id]
	switch {
	case -ahead*100 >= strongest*comebackPercent && ahead < 0:
		l.behind, l.deficit = true, max(l.deficit, -ahead)
	case l.behind && ahead*100 >= strongest*comebackPercent && ahead > 0:
		deficit := l.deficit
		*l = lead{}
		return r.recording.Event(&icrep.ComebackMoment{Tick: tick, Player: id, DeficitBefore: deficit, AdvantageAfter: ahead, Swing: deficit + ahead})
	}
	return nil
}

// sameTeam reports whether two players began in one team.
func sameTeam(s *sim.Simulation, a, b order.PlayerID) bool {
	first, _ := s.View().Player(a)
	second, _ := s.View().Player(b)
	return first.Team != 0 && first.Team == second.Team
}
