// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "convertd/core/sim/openra/internal/info"

// A nuclear strike shows its goal to who sent it and his allies, from a while
// before the missile comes down until a while after. Where a wreck of an aircraft
// falls is shown to its owner, from then on for a while.

// When the sight on a goal opens and closes, in ticks before and after the end of
// the missile's flight: the engine's defaults, which no rule file changes.
const (
	watchBefore = 25
	watchAfter  = 25
)

// watch is one sight on a goal: it opens when wait is over and closes when left
// is.
type watch struct {
	owner      int32
	at         Pos
	radius     int32
	wait, left int32
	viewers    uint32 // who has shared it since it opened
}

// watchGoal plans the sight on the goal of a strike.
func (w *World) watchGoal(owner int32, info *info.PowerRules, at Pos) {
	if info.Sight <= 0 {
		return
	}
	at.Z = 0
	w.watches = append(w.watches, watch{
		owner: owner, at: at, radius: info.Sight, wait: info.Flight - watchBefore + launchTicks, left: watchBefore + watchAfter,
	})
}

// revealDeath shows where an actor dies, unless the game is over for its owner.
func (w *World) revealDeath(a *Actor, hook *info.DeathHook, causes []string) {
	p := &w.players[a.owner]
	if !a.inWorld || p.lost || p.won || len(hook.Causes) > 0 && !overlaps(hook.Causes, causes) {
		return
	}
	w.later(task{kind: taskReveal, player: a.owner, amount: hook.Amount, queue: hook.Radius, spawn: spawn{center: a.center}})
}

// reveal is the frame-end task that opens a sight in the next tick.
func (w *World) reveal(t *task) {
	w.watches = append(w.watches, watch{owner: t.player, at: t.spawn.center, radius: t.queue, wait: 1, left: max(t.amount, 1)})
}

// tickWatches opens and closes the sights.
func (w *World) tickWatches() {
	kept := w.watches[:0]
	for _, one := range w.watches {
		if one.wait > 0 {
			if one.wait--; one.wait == 0 {
				one.viewers = w.viewersOf(one.owner)
				w.applyWatch(&one, 1)
			}
		} else if one.left--; one.left == 0 {
			w.applyWatch(&one, -1)
			continue
		}
		kept = append(kept, one)
	}
	w.watches = kept
}

// applyWatch adds or takes a sight.
func (w *World) applyWatch(one *watch, change int) {
	info := info.SightInfo{MaxRange: one.radius}
	w.scratch.rows = w.scratch.rows[:0]
	w.rowsInRange(one.at, &info)
	w.shareSight(one.viewers, &info, w.scratch.rows, change)
}

// minWatchBytes is what a watch takes at least.
const minWatchBytes = 8

func (one *watch) coded(c *coder) {
	c.ints(&one.owner, &one.at.X, &one.at.Y, &one.at.Z, &one.radius, &one.wait, &one.left)
	c.u32(&one.viewers)
}
