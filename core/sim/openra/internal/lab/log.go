// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"runtime"
	"slices"
	"strings"

	"convertd/core/sim/openra/internal/grid"
	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/engine"

	"convertd/core/sim/openra/internal/wpos"
)

// tickLog is what happened in the frames before a difference, in order.
type tickLog struct {
	turns  []turnEntry
	draws  []drawEntry
	steps  []stepEntry
	paths  []pathEntry
	aims   []aimEntry
	hits   []hitEntry
	flight []flightEntry
	deaths []deadActor
}

// doer is who did something: an actor in one of its turns, or an effect.
type doer struct {
	tick   int32
	actor  uint32
	part   engine.TurnPart
	effect int32 // index of the effect, -1 for an actor
}

type turnEntry struct {
	doer
	kind state.ActivityKind // of the innermost activity, ActNone if idle
	idle bool
	drew int32
}

type drawEntry struct {
	doer
	n    int64    // numbers drawn before it
	path []string // functions that asked for it, the one that drew last
}

type stepEntry struct {
	doer
	nth  int // of the unit in this tick
	from wpos.Cell
	to   wpos.Cell
	sub  grid.SubCell
}

type pathEntry struct {
	doer
	nth  int
	next wpos.Cell
	more bool
}

type aimEntry struct {
	doer
	nth    int
	target uint32
}

type hitEntry struct {
	doer
	nth            int // in this tick
	victim, source uint32
	amount         int32
	causes         []string
}

type flightEntry struct {
	doer
	kind   state.EffectKind
	weapon string
}

// habits counts how often each way of functions drew.
func (l *tickLog) habits() map[string]int {
	count := map[string]int{}
	for i := range l.draws {
		count[joined(l.draws[i].path)]++
	}
	return count
}

// logger is the observer that writes a tickLog.
type logger struct {
	log  *tickLog
	now  doer
	hit  int
	tick int32
	nth  map[doer]int
}

func (g *logger) begin(d doer) {
	g.now = d
	if d.tick != g.tick {
		g.tick, g.hit = d.tick, 0
	}
}

// count numbers what an actor does in one turn.
func (g *logger) count(what byte) int {
	if g.nth == nil {
		g.nth = map[doer]int{}
	}
	key := g.now
	key.effect = int32(what)
	n := g.nth[key]
	g.nth[key]++
	return n
}

func (g *logger) Turn(w *engine.World, a *state.Actor, part engine.TurnPart) {
	g.begin(doer{tick: w.Ticks, actor: a.ID, part: part, effect: -1})
	kind, idle, before := innermost(a), a.Idle(), w.Random.Draws
	w.RunTurn(a, part)
	g.log.turns = append(g.log.turns, turnEntry{doer: g.now, kind: kind, idle: idle, drew: int32(w.Random.Draws - before)})
}

// innermost is the kind of what an actor does in the end: the activity inside
// all others.
func innermost(a *state.Actor) state.ActivityKind {
	kind := state.ActNone
	for act := a.Current(); act != nil; act = state.SkipDone(act.Child) {
		kind = act.Kind
	}
	return kind
}

func (g *logger) EffectTurn(w *engine.World, i int) {
	e := &w.Effects[i]
	g.begin(doer{tick: w.Ticks, actor: e.Source, effect: int32(i)})
	g.log.flight = append(g.log.flight, flightEntry{doer: g.now, kind: e.Kind, weapon: e.Weapon.Name})
	w.RunEffect(i)
}

func (g *logger) Draws(t *state.Twister) bool {
	g.log.draws = append(g.log.draws, drawEntry{doer: g.now, n: t.Draws, path: callers()})
	return false
}

func (g *logger) Steps(_ *engine.World, a *state.Actor, _ *state.Activity, to wpos.Cell, sub grid.SubCell) (wpos.Cell, grid.SubCell) {
	g.log.steps = append(g.log.steps, stepEntry{doer: g.now, nth: g.count('s'), from: a.To, to: to, sub: sub})
	return to, sub
}

func (g *logger) PathFound(_ *engine.World, _ *state.Actor, act *state.Activity) {
	p := pathEntry{doer: g.now, nth: g.count('p')}
	if n := len(act.Path); n > 0 {
		p.next, p.more = act.Path[n-1], true
	}
	g.log.paths = append(g.log.paths, p)
}

func (g *logger) Aims(_ *engine.World, _ *state.Actor, target uint32) uint32 {
	g.log.aims = append(g.log.aims, aimEntry{doer: g.now, nth: g.count('a'), target: target})
	return target
}

func (g *logger) Hits(w *engine.World, victim, source *state.Actor, amount int32, causes []string) (*state.Actor, int32, bool) {
	if w.Ticks != g.tick {
		g.tick, g.hit = w.Ticks, 0
	}
	h := hitEntry{doer: g.now, nth: g.hit, victim: victim.ID, amount: amount, causes: causes}
	h.tick = w.Ticks
	if source != nil {
		h.source = source.ID
	}
	g.hit++
	g.log.hits = append(g.log.hits, h)
	return source, amount, true
}

// ends notes who died in the tick that was just played.
func (l *tickLog) ends(w *engine.World) {
	for _, e := range w.Ends {
		l.deaths = append(l.deaths, deadActor{tick: w.Ticks, Ended: e})
	}
}

// maxCallers is how many functions around a draw are looked at.
const maxCallers = 32

// machinery are the functions that say nothing about who draws.
var machinery = map[string]bool{
	"callers": true, "raw": true, "between": true, "below": true, "scatter": true, "draws": true, "turn": true, "runTurn": true,
	"tickActor": true, "tickTraits": true, "tickGroundTraits": true, "tickSpecialTraits": true, "tickStates": true, "tickLastTraits": true, "runActivity": true, "tickOuter": true, "tickChild": true, "tickActivity": true,
	"tickEffects": true, "effectTurn": true, "runEffect": true, "drainTasks": true,
}

// callers names the functions between a tick and the draw, the one that drew
// last. The rules are written in these: the names say which rule drew.
func callers() []string {
	var stack [maxCallers]uintptr
	frames := runtime.CallersFrames(stack[:runtime.Callers(2, stack[:])])
	var path []string
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		name := lowered(frame.Function[strings.LastIndexByte(frame.Function, '.')+1:])
		if name == "step" || name == "beginFrame" {
			break
		}
		if !machinery[name] && !strings.HasPrefix(name, "func") {
			path = append(path, name)
		}
	}
	slices.Reverse(path)
	return path
}

// lowered is a name as it reads inside the engine, where it has no capital.
func lowered(name string) string {
	if name == "" {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:]
}
