// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"convertd/core/rules"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// noise makes orders that no player would give: every kind the engine knows,
// of actors and players taken by chance, at targets inside the map and outside.
type noise struct {
	source *rand.Rand
	orders []string
	crowd  []*info.ActorType // what can be put on the ground by itself
}

func newNoise(w *World, a, b uint64) *noise {
	n := &noise{source: rand.New(rand.NewPCG(a, b)), orders: []string{"BeginMinefield", "DevAll", "DevGiveCash", ""}}
	for name := range state.OrderKinds {
		// Nothing more would happen after these.
		if name != "PauseGame" && name != "Surrender" {
			n.orders = append(n.orders, name)
		}
	}
	for name := range w.PowerOrders {
		n.orders = append(n.orders, name)
	}
	sort.Strings(n.orders)
	for _, t := range w.Types {
		if t.Mobile != nil || t.Aircraft != nil || t.Building != nil {
			n.crowd = append(n.crowd, t)
		}
	}
	return n
}

func (n *noise) cell() Cell {
	if n.source.IntN(8) == 0 {
		return Cell{X: int32(n.source.Uint32()), Y: int32(n.source.Uint32())}
	}
	return Cell{X: int32(n.source.IntN(40)), Y: int32(n.source.IntN(40))}
}

func (n *noise) order(w *World) Order {
	o := Order{
		Name: n.orders[n.source.IntN(len(n.orders))], Client: int32(n.source.IntN(4)), Subject: uint32(n.source.IntN(len(w.Actors) + 5)),
		HasSubject: n.source.IntN(8) > 0, Queued: n.source.IntN(2) == 0, Target: state.TargetKind(n.source.IntN(5)),
		Actor: uint32(n.source.IntN(len(w.Actors) + 5)), Cell: n.cell(), Extra: uint32(n.source.IntN(12)),
		Text: w.Types[n.source.IntN(len(w.Types))].Name,
	}
	if n.source.IntN(4) == 0 {
		o.Subject = w.Players[n.source.IntN(len(w.Players))].Actor
	}
	if a := w.Alive(o.Subject); a != nil && n.source.IntN(8) > 0 {
		o.Client = w.Players[a.Owner].Client
	}
	o.Position = Pos{X: o.Cell.X * 1024, Y: o.Cell.Y * 1024, Z: 0}
	if n.source.IntN(5) == 0 {
		o.Grouped = []uint32{o.Subject, o.Actor, o.Subject + 1}
	}
	if n.source.IntN(3) == 0 {
		o.Extra = o.Subject
	}
	return o
}

// throng puts an actor of any type anywhere.
func (n *noise) throng(w *World) {
	kind := n.crowd[n.source.IntN(len(n.crowd))]
	place := state.Spawn{
		Owner: int32(n.source.IntN(len(w.Players))), Cell: Cell{X: int32(n.source.IntN(40)), Y: int32(n.source.IntN(40))}, HasCell: true,
		Facing: -1, Ready: n.source.IntN(2) == 0,
	}
	if kind.Mobile != nil && w.Paths.Locomotors[kind.Mobile.Locomotor].SharesCell {
		place.Sub, place.HasSub = 1, true
	}
	w.Create(kind, place)
}

// disturb makes the noise of one net frame, with somebody new in every second
// one.
func (n *noise) disturb(w *World) []Order {
	if w.Frames%2 == 0 {
		n.throng(w)
	}
	var orders []Order
	for range n.source.IntN(8) {
		orders = append(orders, n.order(w))
	}
	return orders
}

// play gives a world noise for some net frames.
func (n *noise) play(w *World, frames int) {
	for range frames {
		w.Frame(n.disturb(w))
	}
}

// letEverybodyCheat makes everything affordable, at once and anywhere.
func (w *World) letEverybodyCheat() {
	w.Options.Cheats = true
	for i := range w.Players {
		w.Players[i].Cash = 100_000
		w.Players[i].Developer = true
		w.Players[i].Cheats.FastBuild = true
		w.Players[i].Cheats.BuildAnywhere = true
	}
}

// duels are games of two people on open ground, in the releases that differ
// most.
var duels = []struct{ mod, version, one, other string }{
	{"ra", "{DEV_VERSION}", "allies", "russia"},
	{"ra", "release-20200503", "england", "ukraine"},
	{"ra", "release-20230225", "france", "russia"},
	{"cnc", "release-20200202", "gdi", "nod"},
	{"cnc", "playtest-20201213", "nod", "gdi"},
	{"cnc", "release-20231010", "gdi", "nod"},
	{"d2k", "release-20231010", "atreides", "ordos"},
	{"ts", "release-20231010", "gdi", "nod"},
}

func duel(tb testing.TB, mod, version string, factions ...string) state.Setup {
	tb.Helper()
	set, err := rules.Load(mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	setup := state.Setup{Rules: set, Seed: 7}
	for i, faction := range factions {
		name := fmt.Sprintf("Multi%d", i)
		setup.Clients = append(setup.Clients, state.Client{Index: int32(i), Slot: name, Faction: faction, Admin: i == 0})
		setup.Slots = append(setup.Slots, state.Slot{Name: name, Player: name})
	}
	return setup
}

func TestNoOrdersBreakTheWorld(t *testing.T) {
	for i, game := range duels {
		t.Run(game.mod+" "+game.version, func(t *testing.T) {
			w, err := New(duel(t, game.mod, game.version, game.one, game.other))
			if err != nil {
				t.Fatal(err)
			}
			w.letEverybodyCheat()
			newNoise(w, uint64(i), 1).play(w, 200)
			if w.Tick() != 600 {
				t.Errorf("stopped at tick %d", w.Tick())
			}
		})
	}
}

// All games of a process share the rules.
func TestPlayingChangesNoRules(t *testing.T) {
	set, err := rules.Load("ra", "{DEV_VERSION}")
	if err != nil {
		t.Fatal(err)
	}
	written := func() string {
		var text strings.Builder
		for _, actor := range set.Actors {
			fmt.Fprint(&text, *actor)
		}
		for _, weapon := range set.Weapons {
			fmt.Fprint(&text, *weapon)
		}
		fmt.Fprint(&text, set.World)
		return text.String()
	}
	before := written()
	w := plain(t)
	w.letEverybodyCheat()
	newNoise(w, 3, 1).play(w, 60)
	if written() != before {
		t.Error("a game changed the rules it is played by")
	}
}

func FuzzOrders(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		w := plain(t)
		newNoise(w, a, b).play(w, 60)
	})
}
