// SPDX-License-Identifier: GPL-3.0-or-later

package enginetest

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// World is what is done here to a game in progress.
type World interface {
	TypeOf(name string) *info.ActorType
	Create(t *info.ActorType, s state.Spawn) *state.Actor
	Dispose(a *state.Actor)
	VisibleTo(a *state.Actor, owner int32) bool
	Step()
	Frame(orders []state.Order) int32
}

// FirstPlayer is the first player of a game on a map of our own, after Neutral and
// Creeps.
const FirstPlayer = 2

// Put creates an actor of a player in the middle of the ground.
func Put(tb testing.TB, w World, name string, owner int32, at wpos.Cell) *state.Actor {
	tb.Helper()
	t := w.TypeOf(name)
	if t == nil {
		tb.Fatalf("no actor type %q", name)
	}
	return w.Create(t, state.Spawn{Owner: owner, Cell: at, HasCell: true, Facing: 0})
}

// Built puts a building whose make animation is over.
func Built(tb testing.TB, w World, name string, owner int32, at wpos.Cell) *state.Actor {
	tb.Helper()
	a := Put(tb, w, name, owner, at)
	a.Incomplete = 0
	return a
}

// Pass runs ticks without orders.
func Pass(w World, ticks int) {
	for range ticks {
		w.Step()
	}
}

// Frames runs net frames without orders.
func Frames(w World, n int) {
	for range n {
		w.Frame(nil)
	}
}

// Named is the first actor of a type; nil if there is none.
func Named(actors []*state.Actor, name string) *state.Actor {
	for _, a := range actors {
		if a != nil && a.Type.Name == name {
			return a
		}
	}
	return nil
}

// Bid lets a player order an actor something, and plays a net frame.
func Bid(w World, p *state.Player, id uint32, o state.Order) {
	o.Subject, o.HasSubject, o.Client = id, true, p.Client
	w.Frame([]state.Order{o})
}

// Remember has player 0 see a building of player 1 once, and returns it when he only
// remembers it.
func Remember(tb testing.TB, w World, name string, at wpos.Cell) *state.Actor {
	tb.Helper()
	building := Built(tb, w, name, 1, at)
	scout := Put(tb, w, "e1", 0, at.Add(wpos.Cell{X: 2, Y: 2}))
	scout.Stance = info.StanceHoldFire
	Pass(w, 2)
	if !w.VisibleTo(building, 0) {
		tb.Fatal("the scout does not see the building")
	}
	w.Dispose(scout)
	Pass(w, 2)
	if w.VisibleTo(building, 0) {
		tb.Fatal("the building is still in sight")
	}
	return building
}

// Skirmish makes a game on a field a fight of two sides that has begun: soldiers, tanks,
// guns that throw shells, refineries with their harvesters, production.
func Skirmish(tb testing.TB, w World, players []state.Player) {
	tb.Helper()
	for i, player := range []int32{FirstPlayer, FirstPlayer + 1} {
		side := int32(i)
		for k, name := range []string{"e1", "e3", "2tnk", "arty", "e1", "jeep"} {
			Put(tb, w, name, player, wpos.Cell{X: 20 + 4*side, Y: 14 + int32(k)})
		}
		Built(tb, w, "powr", player, wpos.Cell{X: 4 + 30*side, Y: 24})
		Built(tb, w, "proc", player, wpos.Cell{X: 8 + 20*side, Y: 26})
		Built(tb, w, "tent", player, wpos.Cell{X: 4 + 30*side, Y: 30})
		p := &players[player]
		Bid(w, p, p.Actor, state.Order{Name: "StartProduction", Text: "e1", Extra: 3, Queued: true})
	}
	Frames(w, 20)
}

// Changing is a world in which actors become others.
type Changing interface {
	TypeOf(name string) *info.ActorType
	Peek(id uint32) *state.Actor
	Replace(a *state.Actor, task *state.Task)
	DrainTasks()
}

// Become lets an actor become one of another type at once.
func Become(tb testing.TB, w Changing, a *state.Actor, name string) *state.Actor {
	tb.Helper()
	w.Replace(a, &state.Task{Actor: a.ID, Type: w.TypeOf(name), Amount: 100})
	successor := a.ReplacedBy
	w.DrainTasks()
	if w.Peek(a.ID) != nil || w.Peek(successor) == nil {
		tb.Fatal("it has not changed")
	}
	return w.Peek(successor)
}

// Cheat makes everything affordable, at once and anywhere.
func Cheat(options *state.WorldOptions, players []state.Player) {
	options.Cheats = true
	for i := range players {
		p := &players[i]
		p.Cash, p.Developer = 100_000, true
		p.Cheats.FastBuild, p.Cheats.BuildAnywhere = true, true
	}
}
