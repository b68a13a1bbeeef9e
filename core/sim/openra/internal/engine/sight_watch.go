// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// A nuclear strike shows its goal to who sent it and his allies, from a while
// before the missile comes down until a while after. Where a wreck of an aircraft
// falls is shown to its owner, from then on for a while.

// When the sight on a goal opens and closes, in ticks before and after the end of
// the missile's flight: the engine's defaults, which no rule file changes.
const (
	watchBefore = 25
	watchAfter  = 25
)

// watchGoal plans the sight on the goal of a strike.
func (w *World) watchGoal(owner int32, info *info.PowerRules, at Pos) {
	if info.Sight <= 0 {
		return
	}
	at.Z = 0
	w.Outlook.Watches = append(w.Outlook.Watches, state.Watch{
		Owner: owner, At: at, Radius: info.Sight, Wait: info.Flight - watchBefore + launchTicks, Left: watchBefore + watchAfter,
	})
}

// revealDeath shows where an actor dies, unless the game is over for its owner.
func (w *World) revealDeath(a *Actor, hook *info.DeathHook, causes []string) {
	p := &w.Players[a.Owner]
	if !a.InWorld || p.Lost || p.Won || len(hook.Causes) > 0 && !overlaps(hook.Causes, causes) {
		return
	}
	w.later(state.Task{Kind: state.TaskReveal, Player: a.Owner, Amount: hook.Amount, Queue: hook.Radius, Spawn: state.Spawn{Center: a.Center}})
}

// reveal is the frame-end task that opens a sight in the next tick.
func (w *World) reveal(t *state.Task) {
	w.Outlook.Watches = append(w.Outlook.Watches, state.Watch{Owner: t.Player, At: t.Spawn.Center, Radius: t.Queue, Wait: 1, Left: max(t.Amount, 1)})
}

// tickWatches opens and closes the sights.
func (w *World) tickWatches() {
	kept := w.Outlook.Watches[:0]
	for _, one := range w.Outlook.Watches {
		if one.Wait > 0 {
			if one.Wait--; one.Wait == 0 {
				one.Viewers = w.viewersOf(one.Owner)
				w.ApplyWatch(&one, 1)
			}
		} else if one.Left--; one.Left == 0 {
			w.ApplyWatch(&one, -1)
			continue
		}
		kept = append(kept, one)
	}
	w.Outlook.Watches = kept
}

// ApplyWatch adds or takes a sight.
func (w *World) ApplyWatch(one *state.Watch, change int) {
	info := info.SightInfo{MaxRange: one.Radius}
	w.scratch.rows = w.scratch.rows[:0]
	w.rowsInRange(one.At, &info)
	w.shareSight(one.Viewers, &info, w.scratch.rows, change)
}
