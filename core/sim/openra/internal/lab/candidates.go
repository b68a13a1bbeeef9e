// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
)

// candidates lists the single edits, the latest tick first: what changed
// something long ago would have shown before.
func (l *Laboratory) candidates() []edit {
	var all []edit
	for base := len(l.bases) - 1; base >= 0; base-- {
		b := edits{lab: l, w: l.bases[base], base: base, tick: l.bases[base].Ticks + 1}
		if l.bases[base].Paused {
			continue
		}
		b.targets()
		b.steps()
		b.hits()
		b.effects()
		b.turns()
		b.activities()
		b.draws()
		b.health()
		if base%state.TicksPerFrame == 0 {
			b.orders(base / state.TicksPerFrame)
		}
		all = append(all, b.list...)
	}
	b := edits{lab: l, w: l.bases[len(l.bases)-1], base: len(l.bases) - 1}
	b.orders(l.wrong)
	return append(b.list, all...)
}

// edits collects the edits of one tick.
type edits struct {
	lab  *Laboratory
	w    *engine.World // before the tick
	base int
	tick int32
	list []edit
}

func (b *edits) add(e edit) {
	e.base, e.tick = b.base, b.tick
	b.list = append(b.list, e)
}

// TargetCells is how far around an actor others are tried as its target.
const targetCells = 14

// targets: what is found by a look around is another one that could be shot at,
// or nothing.
func (b *edits) targets() {
	for _, aim := range b.lab.log.aims {
		a := b.w.Peek(aim.actor)
		if aim.tick != b.tick || a == nil {
			continue
		}
		try := func(target uint32) {
			if target != aim.target {
				b.add(edit{kind: editTarget, actor: aim.actor, nth: aim.nth, target: target})
			}
		}
		try(state.None)
		for _, other := range b.w.Actors {
			if other == nil || other == a || !other.InWorld || other.Dead || !b.w.Hostile(a.Owner, other.Owner) ||
				other.Center.Sub(a.Center).FlatLength() > targetCells*1024 {
				continue
			}
			if _, ok := b.w.PriorityOf(a, other); ok {
				try(other.ID)
			}
		}
		for i := range b.w.Frozen {
			if f := &b.w.Frozen[i]; f.Shown&(1<<uint(a.Owner)) != 0 && b.w.CenterOfCell(f.Cell).Sub(a.Center).FlatLength() <= targetCells*1024 {
				try(f.ID | engine.FrozenBit)
			}
		}
	}
}

// steps: a unit takes another neighbour of its cell, or another place in it.
func (b *edits) steps() {
	for _, step := range b.lab.log.steps {
		a := b.w.Actor(step.actor)
		if step.tick != b.tick || a == nil {
			continue
		}
		shares := b.w.Paths.Locomotors[a.Type.Mobile.Locomotor].SharesCell
		for _, d := range wpos.Directions {
			c := step.from.Add(d)
			if !b.w.CanEnter(a, c, state.None, path.ByAll) {
				continue
			}
			if !shares {
				if c != step.to {
					b.add(edit{kind: editStep, actor: step.actor, nth: step.nth, cell: c, sub: step.sub})
				}
				continue
			}
			free := b.w.FreePlaces(c)
			for sub := grid.SubFirst; sub <= b.w.Ground.LastPlace; sub++ {
				if (c != step.to || sub != step.sub) && free>>sub&1 != 0 {
					b.add(edit{kind: editStep, actor: step.actor, nth: step.nth, cell: c, sub: sub})
				}
			}
		}
	}
}

// hits: a hit does not happen, does half or twice the damage, comes a tick
// earlier or later, or somebody else is to blame for it.
func (b *edits) hits() {
	for i := range b.lab.log.hits {
		h := &b.lab.log.hits[i]
		if h.tick != b.tick {
			continue
		}
		at := edit{actor: h.victim, nth: h.nth}
		for _, percent := range []int32{0, 50, 75, 90, 110, 125, 150, 200} {
			at.kind, at.n = editHit, percent
			b.add(at)
		}
		at.kind, at.n = editHitLate, 0
		b.add(at)
		at.kind, at.n, at.target, at.causes = editHitEarly, h.amount, h.source, h.causes
		b.add(at)
		at.kind, at.n, at.causes = editBlame, 0, nil
		for _, other := range b.lab.blamed(b.w, h.victim) {
			if at.target = other; other != h.source {
				b.add(at)
			}
		}
	}
}

// effects: a projectile or a warhead that waits is a tick later or earlier, or
// vanishes.
func (b *edits) effects() {
	for i := range b.lab.log.flight {
		f := &b.lab.log.flight[i]
		if f.tick != b.tick {
			continue
		}
		for _, times := range []int32{0, 2} {
			b.add(edit{kind: editEffect, actor: f.actor, nth: int(f.effect), n: times})
		}
		b.add(edit{kind: editEffectGone, actor: f.actor, nth: int(f.effect)})
	}
}

// turns: an actor's turn is left out or done twice: what it does comes a tick
// later or earlier.
func (b *edits) turns() {
	for i := range b.lab.log.turns {
		t := &b.lab.log.turns[i]
		if t.tick != b.tick {
			continue
		}
		for _, times := range []int32{0, 2} {
			b.add(edit{kind: editTurn, actor: t.actor, part: t.part, n: times})
		}
	}
}

// activities: what an actor does ends, all of it or the innermost; its next
// look around comes now, a tick earlier or later.
func (b *edits) activities() {
	for _, a := range b.w.Actors {
		if a == nil || !a.InWorld {
			continue
		}
		if act := a.Current(); act != nil {
			b.add(edit{kind: editEnd, actor: a.ID})
			if state.SkipDone(act.Child) != nil {
				b.add(edit{kind: editInnerEnd, actor: a.ID})
			}
		}
		if a.Type.AutoTarget != nil && a.Type.Attacks {
			for _, next := range []int32{0, a.NextScan - 1, a.NextScan + 1} {
				if next >= 0 && next != a.NextScan {
					b.add(edit{kind: editScan, actor: a.ID, n: next})
				}
			}
		}
	}
}

// mostDrawn is how many numbers more or fewer are tried at one place; explosions
// of several parts and bodies of several draw that many.
const mostDrawn = 6

// draws: numbers are drawn more or fewer before one that was drawn, or after
// the last.
func (b *edits) draws() {
	last := b.base == len(b.lab.bases)-1
	for i := range b.lab.log.draws {
		d := &b.lab.log.draws[i]
		if d.tick != b.tick {
			continue
		}
		for n := int32(1); n <= mostDrawn; n++ {
			b.add(edit{kind: editDraw, actor: d.actor, draw: d.n, n: n})
			b.add(edit{kind: editDraw, actor: d.actor, draw: d.n, n: -n})
		}
	}
	if !last {
		return
	}
	drawn := b.w.Random.Draws
	if n := len(b.lab.log.draws); n > 0 {
		drawn = max(drawn, b.lab.log.draws[n-1].n+1)
	}
	for n := int32(1); n <= mostDrawn; n++ {
		b.add(edit{kind: editDraw, draw: drawn, n: n})
	}
}

// health: who was hit has as much more or less as one of those hits does; who is
// hurt dies.
func (b *edits) health() {
	seen := map[[2]int32]bool{}
	hit := map[uint32]uint32{}
	for i := range b.lab.log.hits {
		h := &b.lab.log.hits[i]
		hit[h.victim] = h.source
		if key := [2]int32{int32(h.victim), h.amount}; !seen[key] && h.amount != 0 {
			seen[key] = true
			b.add(edit{kind: editHealth, actor: h.victim, n: h.amount})
			b.add(edit{kind: editHealth, actor: h.victim, n: -h.amount})
		}
	}
	for _, a := range b.w.Actors {
		if a == nil || !a.InWorld || a.Type.MaxHP == 0 || a.Dead || a.Type.Index == engine.PlayerType {
			continue
		}
		if by, was := hit[a.ID]; was || a.HP < a.Type.MaxHP && !a.Type.Husk {
			b.add(edit{kind: editKill, actor: a.ID, target: by})
			if by != state.None {
				b.add(edit{kind: editKill, actor: a.ID})
			}
		}
	}
}

// orders: an order is not executed, or a net frame earlier or later.
func (b *edits) orders(frame int) {
	for i := range b.lab.frames[frame].Orders {
		o := &b.lab.frames[frame].Orders[i]
		if b.w.KindOf(o.Name) == state.OrderWithoutTrace {
			continue
		}
		base := min(frame*state.TicksPerFrame, len(b.lab.bases)-1)
		if frame < b.lab.wrong {
			b.add(edit{kind: editOrderLate, frame: frame, nth: i})
		}
		b.add(edit{kind: editOrderGone, frame: frame, nth: i})
		for k := len(b.list) - 2; k < len(b.list); k++ {
			if k >= 0 {
				b.list[k].base = base - base%state.TicksPerFrame
			}
		}
		if frame > 0 {
			b.add(edit{kind: editOrderEarly, frame: frame, nth: i})
			b.list[len(b.list)-1].base = (frame - 1) * state.TicksPerFrame
		}
	}
}

// blameCells is how far away somebody may be who is blamed.
const blameCells = 24

// blamed lists who could be blamed by an actor: nobody, enemies with weapons
// around, and those who died not long ago.
func (l *Laboratory) blamed(w *engine.World, victim uint32) []uint32 {
	list := []uint32{state.None}
	a := w.Peek(victim)
	if a == nil {
		return list
	}
	for _, other := range w.Actors {
		if other != nil && other.InWorld && len(other.Type.Armaments) > 0 && w.Hostile(a.Owner, other.Owner) &&
			other.Center.Sub(a.Center).FlatLength() <= blameCells*1024 {
			list = append(list, other.ID)
		}
	}
	return list
}
