// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/state"
)

// A game whose lobby set a time limit ends with it (TimeLimitManager): whoever is
// ahead in experience wins, everybody else is defeated.

// tickLengths are the milliseconds of a tick by the speed of the game: the same
// in the rule tables of all games.
var tickLengths = map[string]int32{"slowest": 80, "slower": 50, "default": 40, "fast": 35, "faster": 30, "fastest": 20}

// timeLimitOf is the tick in which a game ends, 0 if none: the engine reckons
// with whole ticks a second.
func timeLimitOf(setup *state.Setup) int32 {
	length, known := tickLengths[setup.Option("gamespeed", "default")]
	if !known {
		length = tickLengths["default"]
	}
	return setup.OptionInt("timelimit", 0) * 60 * (1000 / length)
}

// tickTimeLimit ends the game when its time is over.
func (w *World) tickTimeLimit() {
	if w.Options.TimeLimit <= 0 || w.Ticks != w.Options.TimeLimit {
		return
	}
	for i := range w.Players {
		if w.Players[i].NonCombatant {
			continue
		}
		if w.isAhead(int32(i)) {
			w.win(int32(i))
		} else {
			w.defeat(int32(i))
		}
	}
}

// lobbySide is a side by what its players have achieved. Those without a team
// count as one side, of which only the first can win.
type lobbySide struct {
	team, experience int32
	first            int32 // its best player
}

// isAhead reports whether a player is of the side that is ahead; of equals the
// one whose best player is better, then whose comes first.
func (w *World) isAhead(index int32) bool {
	var order []int32
	for i := range w.Players {
		if p := &w.Players[i]; !p.NonCombatant && p.Playable {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return int(w.Players[b].Experience) - int(w.Players[a].Experience) })
	var sides []lobbySide
	for _, i := range order {
		team := w.teamOf(&w.Players[i])
		at := slices.IndexFunc(sides, func(s lobbySide) bool { return s.team == team })
		if at < 0 {
			at, sides = len(sides), append(sides, lobbySide{team: team, first: i})
		}
		sides[at].experience += w.Players[i].Experience
	}
	if len(sides) == 0 {
		return false
	}
	best := sides[0]
	for _, s := range sides[1:] {
		if s.experience > best.experience {
			best = s
		}
	}
	return w.teamOf(&w.Players[index]) == best.team && (best.team != 0 || best.first == index)
}

// teamOf is the team a player chose in the lobby, 0 for none.
func (w *World) teamOf(p *state.Player) int32 {
	for i := range w.Clients {
		if w.Clients[i].Index == p.Client {
			return w.Clients[i].Team
		}
	}
	return 0
}
