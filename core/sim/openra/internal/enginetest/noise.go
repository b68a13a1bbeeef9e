// SPDX-License-Identifier: GPL-3.0-or-later

package enginetest

import (
	"maps"
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/path"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// Chance is where the noise takes its choices from.
type Chance interface {
	IntN(n int) int
	Uint32() uint32
}

// Stage is the game that noise is made for. Lists move as a game goes on: the noise
// looks at them where they are.
type Stage struct {
	World interface {
		World
		Alive(id uint32) *state.Actor
		FrameNumber() int32
	}
	Types   *info.CompiledTypes
	Paths   *path.Finder
	Actors  *[]*state.Actor
	Players *[]state.Player
}

// Noise makes orders that no player would give: every kind the engine knows, of actors
// and players taken by chance, at targets inside the map and outside.
type Noise struct {
	stage  Stage
	chance Chance
	orders []string
	crowd  []*info.ActorType // what can be put on the ground by itself
}

// NewNoise makes noise for a game.
func NewNoise(stage Stage, chance Chance) *Noise {
	n := &Noise{stage: stage, chance: chance, orders: []string{"BeginMinefield", "DevAll", "DevGiveCash", ""}}
	n.orders = slices.AppendSeq(n.orders, maps.Keys(state.OrderKinds))
	// Nothing more would happen after these.
	n.orders = slices.DeleteFunc(n.orders, func(name string) bool { return name == "PauseGame" || name == "Surrender" })
	n.orders = slices.AppendSeq(n.orders, maps.Keys(stage.Types.PowerOrders))
	slices.Sort(n.orders)
	for _, t := range stage.Types.Types {
		if t.Mobile != nil || t.Aircraft != nil || t.Building != nil {
			n.crowd = append(n.crowd, t)
		}
	}
	return n
}

func (n *Noise) cell() wpos.Cell {
	if n.chance.IntN(8) == 0 {
		return wpos.Cell{X: int32(n.chance.Uint32()), Y: int32(n.chance.Uint32())}
	}
	return wpos.Cell{X: int32(n.chance.IntN(40)), Y: int32(n.chance.IntN(40))}
}

func (n *Noise) order() state.Order {
	actors, players, types := len(*n.stage.Actors), *n.stage.Players, n.stage.Types.Types
	o := state.Order{
		Name: n.orders[n.chance.IntN(len(n.orders))], Client: int32(n.chance.IntN(4)), Subject: uint32(n.chance.IntN(actors + 5)),
		HasSubject: n.chance.IntN(8) > 0, Queued: n.chance.IntN(2) == 0, Target: state.TargetKind(n.chance.IntN(5)),
		Actor: uint32(n.chance.IntN(actors + 5)), Cell: n.cell(), Extra: uint32(n.chance.IntN(12)),
		Text: types[n.chance.IntN(len(types))].Name,
	}
	if n.chance.IntN(4) == 0 {
		o.Subject = players[n.chance.IntN(len(players))].Actor
	}
	if a := n.stage.World.Alive(o.Subject); a != nil && n.chance.IntN(8) > 0 {
		o.Client = players[a.Owner].Client
	}
	o.Position = wpos.Pos{X: o.Cell.X * 1024, Y: o.Cell.Y * 1024, Z: 0}
	if n.chance.IntN(5) == 0 {
		o.Grouped = []uint32{o.Subject, o.Actor, o.Subject + 1}
	}
	if n.chance.IntN(3) == 0 {
		o.Extra = o.Subject
	}
	return o
}

// throng puts an actor of any type anywhere.
func (n *Noise) throng() {
	kind := n.crowd[n.chance.IntN(len(n.crowd))]
	place := state.Spawn{
		Owner: int32(n.chance.IntN(len(*n.stage.Players))), Cell: wpos.Cell{X: int32(n.chance.IntN(40)), Y: int32(n.chance.IntN(40))}, HasCell: true,
		Facing: -1, Ready: n.chance.IntN(2) == 0,
	}
	if kind.Mobile != nil && n.stage.Paths.Locomotors[kind.Mobile.Locomotor].SharesCell {
		place.Sub, place.HasSub = 1, true
	}
	n.stage.World.Create(kind, place)
}

// Disturb makes the noise of one net frame, with somebody new in every second one.
func (n *Noise) Disturb() []state.Order {
	if n.stage.World.FrameNumber()%2 == 0 {
		n.throng()
	}
	var orders []state.Order
	for range n.chance.IntN(8) {
		orders = append(orders, n.order())
	}
	return orders
}

// Play gives the game noise for some net frames.
func (n *Noise) Play(frames int) {
	for range frames {
		n.stage.World.Frame(n.Disturb())
	}
}
