// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"strings"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"
)

// describe says in words what an edit changes.
func (l *Laboratory) describe(e *edit) string {
	w := l.bases[min(e.base, len(l.bases)-1)]
	who := called(w, e.actor)
	at := fmt.Sprintf("in tick %d", e.tick)
	switch e.kind {
	case editDraw:
		return l.describeDraw(e)
	case editTurn:
		return describeTurn(w, e, who, at)
	case editEnd:
		return fmt.Sprintf("%s ends what it does %s (%s)", who, at, doing(w, e.actor))
	case editInnerEnd:
		return fmt.Sprintf("%s ends the innermost of what it does %s (%s)", who, at, doing(w, e.actor))
	case editScan:
		return fmt.Sprintf("%s has %d ticks to its next look around %s, not %d", who, e.n, at, w.Peek(e.actor).NextScan)
	case editOrderGone:
		return fmt.Sprintf("the order %s is not executed", l.describeOrder(w, e))
	case editOrderLate:
		return fmt.Sprintf("the order %s is executed a net frame later", l.describeOrder(w, e))
	case editOrderEarly:
		return fmt.Sprintf("the order %s is executed a net frame earlier", l.describeOrder(w, e))
	case editStep:
		return fmt.Sprintf("%s takes cell %d,%d place %d %s", who, e.cell.X, e.cell.Y, e.sub, at)
	case editTarget:
		return fmt.Sprintf("%s finds %s when it looks around %s", who, called(w, e.target), at)
	case editEffect:
		return fmt.Sprintf("the %s of %s %s %s", l.weaponOf(e), who, map[bool]string{true: "stands still", false: "has two ticks"}[e.n == 0], at)
	case editEffectGone:
		return fmt.Sprintf("the %s of %s vanishes %s", l.weaponOf(e), who, at)
	case editHit, editHitLate, editHitEarly, editBlame:
		return describeHit(w, e, who, at)
	case editHealth:
		return fmt.Sprintf("%s has %+d health before tick %d", who, e.n, e.tick)
	case editKill:
		return fmt.Sprintf("%s dies before tick %d", who, e.tick)
	case editTrait:
		return l.describeTrait(e)
	}
	return ""
}

// doing names what an actor does, from the outermost to the innermost.
func doing(w *engine.World, id uint32) string {
	text := ""
	if a := w.Peek(id); a != nil {
		for act := a.Current(); act != nil; act = state.SkipDone(act.Child) {
			if text != "" {
				text += " > "
			}
			text += engine.KindName(act.Kind)
		}
	}
	if text == "" {
		return "idle"
	}
	return text
}

func (l *Laboratory) describeDraw(e *edit) string {
	text := fmt.Sprintf("%d more numbers are drawn", e.n)
	if e.n < 0 {
		text = fmt.Sprintf("%d fewer numbers are drawn", -e.n)
	}
	for i := range l.log.draws {
		d := &l.log.draws[i]
		if d.n != e.draw {
			continue
		}
		text += fmt.Sprintf(" in tick %d, at draw %d, of %s", d.tick, d.n+1, l.describeDoer(d))
		if l.rarity(e) == 1 {
			text += ", the only one of that kind in a while"
		}
		return text + l.between(i)
	}
	return text + " after all others"
}

// maxBetween is how many of those between two draws are named.
const maxBetween = 12

// between names who may draw between a draw and the one before it, and did not:
// a number more may be theirs.
func (l *Laboratory) between(i int) string {
	d := &l.log.draws[i]
	if d.effect >= 0 {
		return ""
	}
	low, last := uint32(0), ""
	if i > 0 {
		before := &l.log.draws[i-1]
		last = fmt.Sprintf("; the draw before is of %s in tick %d", l.describeDoer(before), before.tick)
		if before.tick == d.tick && before.part == d.part && before.effect < 0 {
			low = before.actor
		}
	}
	var names []string
	for _, w := range l.bases {
		if w.Ticks+1 != d.tick {
			continue
		}
		for id := low + 1; id < d.actor && int(id) < len(w.Actors); id++ {
			if a := w.Actors[id]; a != nil && a.InWorld && (a.Type.AutoTarget != nil || a.Type.HasIdleHooks) {
				names = append(names, fmt.Sprintf("%s (%s)", called(w, id), doing(w, id)))
			}
		}
	}
	switch {
	case len(names) == 0:
		return last
	case len(names) > maxBetween:
		return fmt.Sprintf("%s; %d who draw at times are between them", last, len(names))
	}
	return last + "; who draws at times and is between them: " + strings.Join(names, ", ")
}

// rarity is how often what an edit changes happened in the frames that were
// played again, 0 where it is not counted.
func (l *Laboratory) rarity(e *edit) int {
	if e.kind != editDraw {
		return 0
	}
	for i := range l.log.draws {
		if d := &l.log.draws[i]; d.n == e.draw {
			return l.habits[joined(d.path)]
		}
	}
	return 0
}

func (l *Laboratory) describeDoer(d *drawEntry) string {
	who := called(l.bases[0], d.actor)
	for _, w := range l.bases {
		if w.Ticks+1 == d.tick {
			who = called(w, d.actor)
		}
	}
	if d.actor == state.None && d.effect < 0 {
		who = "the world"
	}
	if d.effect >= 0 && d.part == engine.PartActivities {
		who = "a projectile of " + who
	}
	if len(d.path) > 0 {
		who += " in " + joined(d.path)
	}
	return who
}

func joined(path []string) string { return strings.Join(path, " > ") }

func describeTurn(w *engine.World, e *edit, who, at string) string {
	what := "its activities run"
	if e.part == engine.PartTraits {
		what = "its traits tick"
	}
	how := "twice"
	if e.n == 0 {
		how = "not at all"
	}
	return fmt.Sprintf("%s: %s %s %s (%s)", who, what, how, at, doing(w, e.actor))
}

func describeHit(w *engine.World, e *edit, who, at string) string {
	hit := fmt.Sprintf("hit %d %s, on %s,", e.nth+1, at, who)
	switch {
	case e.kind == editHitLate:
		return hit + " comes a tick later"
	case e.kind == editHitEarly:
		return hit + " comes before all else of the tick"
	case e.kind == editBlame:
		return hit + " is by " + called(w, e.target)
	case e.n == 0:
		return hit + " does not happen"
	}
	return fmt.Sprintf("%s does %d%% of its damage", hit, e.n)
}

func (l *Laboratory) describeOrder(w *engine.World, e *edit) string {
	o := &l.frames[e.frame].Orders[e.nth]
	text := o.Name
	if o.Text != "" {
		text += " " + o.Text
	}
	switch {
	case len(o.Grouped) > 0:
		text += fmt.Sprintf(" for %s and %d more", called(w, o.Grouped[0]), len(o.Grouped)-1)
	case o.HasSubject:
		text += " for " + called(w, o.Subject)
	}
	return fmt.Sprintf("%s of frame %d", text, int(l.first)+e.frame)
}

func (l *Laboratory) weaponOf(e *edit) string {
	for i := range l.log.flight {
		if f := &l.log.flight[i]; f.tick == e.tick && int(f.effect) == e.nth {
			return f.weapon
		}
	}
	return "projectile"
}

func (l *Laboratory) describeTrait(e *edit) string {
	w := l.course[0].world
	a := w.Actors[e.actor]
	slot := &a.Type.Syncs[e.slot]
	have := w.TraitHash(a, slot) ^ w.ConditionHash(a, slot)
	t := Term{Actor: a.ID, Type: nameOf(w, a), Trait: slot.Key, Have: have, Want: e.n}
	if slot.Kind == info.SyncAutoTarget {
		if e.n>>16 != have>>16 {
			t.Note = "its attacker is " + called(w, uint32(e.n)>>16)
		} else {
			t.Note = fmt.Sprintf("its next look around is in %d ticks, not %d", e.n&0xFFFF, have&0xFFFF)
		}
	}
	return t.String()
}
