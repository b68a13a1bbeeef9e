// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// traitChanges lists other values of hashed traits at the first frame that
// differs, and by how much each changes the hash: narrow ones, health by the
// damage that was just done, who is to blame, and what the value was or will be
// a few ticks away.
func (l *Laboratory) traitChanges() []change {
	c := &traitChanges{lab: l, at: &l.course[0]}
	for i := range c.at.terms {
		t := &c.at.terms[i]
		c.narrow(t)
		switch t.slot.Kind {
		case info.SyncHealth:
			c.health(t)
		case info.SyncAutoTarget:
			c.blame(t)
		default:
		}
	}
	c.elsewhen()
	return c.list
}

type traitChanges struct {
	lab  *Laboratory
	at   *moment
	list []change
}

// add offers a value.
func (c *traitChanges) add(t *hashTerm, want int32) {
	if want == t.have {
		return
	}
	e := &edit{kind: editTrait, base: len(c.lab.bases) - 1, frame: c.lab.wrong, actor: t.actor.ID, slot: t.slotOf(), n: want}
	c.list = append(c.list, change{by: t.factor * (want - t.have), edit: e})
}

func (c *traitChanges) narrow(t *hashTerm) {
	low := t.have &^ (pairValues - 1)
	for want := low; want < low+pairValues; want++ {
		if of, _ := plausible(c.at.world, t, want); of > 0 && of <= narrowValues {
			c.add(t, want)
		}
	}
}

func (c *traitChanges) health(t *hashTerm) {
	for i := range c.lab.log.hits {
		h := &c.lab.log.hits[i]
		if h.victim != t.actor.ID || h.amount == 0 {
			continue
		}
		for _, want := range []int32{t.have + h.amount, t.have - h.amount} {
			if want > 0 && want <= t.actor.Type.MaxHP {
				c.add(t, want)
			}
		}
	}
}

// blame gives an actor that looks around by itself every attacker it could
// have, and every time of its next look.
func (c *traitChanges) blame(t *hashTerm) {
	info := t.actor.Type.AutoTarget
	if info == nil {
		return
	}
	for _, other := range c.lab.blamed(c.at.world, t.actor.ID) {
		c.add(t, t.have&0xFFFF^int32(other<<16))
	}
	for i := range c.lab.ended {
		c.add(t, t.have&0xFFFF^int32(c.lab.ended[i].ID<<16))
	}
	for next := range max(info.MaxScan, info.MinScan+1) {
		c.add(t, t.have&^0xFFFF|next)
	}
}

// elsewhen gives what changes around that moment the values it had or will have
// in the ticks around.
func (c *traitChanges) elsewhen() {
	for i := range c.lab.bases {
		c.from(c.lab.bases[len(c.lab.bases)-1-i])
		if i == 2*state.TicksPerFrame {
			break
		}
	}
	later := &engine.World{}
	c.at.world.CopyTo(later)
	for range state.TicksPerFrame {
		later.Step()
		c.from(later)
	}
}

func (c *traitChanges) from(w *engine.World) {
	for i := range c.at.terms {
		t := &c.at.terms[i]
		a := w.Peek(t.actor.ID)
		if a == nil || a.Type != t.actor.Type || !a.Woken && !t.actor.Woken {
			continue
		}
		c.add(t, w.TraitHash(a, t.slot)^w.ConditionHash(a, t.slot))
	}
}
