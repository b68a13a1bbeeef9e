// SPDX-License-Identifier: GPL-3.0-or-later

package foxes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Options of a game.
type Options struct {
	Version string // of the game
	Faction string
	Ticks   int
	// Drawn ids say nothing about age, instead of being given out in order.
	Drawn bool
	// Spoilt: the players' orders are swapped.
	Spoilt bool
}

// Write plays a game of two players, always the same, and returns it in the format of
// Decoder. Who plays keeps to the rules of docs/examples/rule-pack.json.
func Write(options Options) string {
	g := &game{random: rand.New(rand.NewPCG(1, 2)), options: options} //nolint:gosec // the same game always
	fmt.Fprintf(&g.text, "%s%s\n", magic, options.Version)
	for range g.players {
		fmt.Fprintf(&g.text, "player %s 300\n", options.Faction)
	}
	for player := range g.players {
		for _, kind := range []string{"den", "digger", "digger"} {
			g.appear(player, kind)
		}
	}
	for g.tick = 1; g.tick < options.Ticks; g.tick++ {
		g.deliver()
		for player := range g.players {
			g.play(player)
		}
	}
	return g.text.String()
}

type game struct {
	options Options
	random  *rand.Rand
	text    strings.Builder
	tick    int
	ids     []uint32 // given out
	players [2]player
	coming  []coming
}

type player struct {
	own   map[string][]uint32
	known bool // it can make owls
}

// coming is what is being made.
type coming struct {
	tick, player int
	kind         string
}

// times are how many ticks things take, as the rules say, and one to be sure.
var times = map[string]int{"den": 601, "lair": 301, "digger": 101, "hunter": 151, "owl": 201, "night_sight": 401}

// appear gives out the next id.
func (g *game) appear(who int, kind string) uint32 {
	id := uint32(len(g.ids) + 1)
	for g.options.Drawn {
		if id = g.random.Uint32N(60_000) + 1; !slices.Contains(g.ids, id) {
			break
		}
	}
	g.ids = append(g.ids, id)
	p := &g.players[who]
	if p.own == nil {
		p.own = make(map[string][]uint32)
	}
	p.own[kind] = append(p.own[kind], id)
	return id
}

// deliver lets appear what is done.
func (g *game) deliver() {
	g.coming = slices.DeleteFunc(g.coming, func(one coming) bool {
		if one.tick > g.tick {
			return false
		}
		if one.kind == "night_sight" {
			g.players[one.player].known = true
		} else {
			g.appear(one.player, one.kind)
		}
		return true
	})
}

func (g *game) order(who int, format string, arguments ...any) {
	if g.options.Spoilt {
		who = 1 - who
	}
	fmt.Fprintf(&g.text, "%d %d "+format+"\n", append([]any{g.tick, who}, arguments...)...)
}

func (g *game) make(who int, kind string, maker uint32, of string) {
	g.order(who, "%s %d of %s", kind, maker, of)
	g.coming = append(g.coming, coming{g.tick + times[of], who, of})
}

// play lets a player do what is next: production at fixed moments, so that nothing waits
// for anything, and something to do for those who are there.
func (g *game) play(who int) {
	p := &g.players[who]
	at := g.tick - 40*who // the second player is a little later
	switch {
	case at == 100:
		g.order(who, "place %d of lair at %d %d", p.own["digger"][0], 200+who*400, 200)
		g.appear(who, "lair") // it has its id from then on, and is done long before it is needed
	case at == 600:
		g.make(who, "research", p.own["den"][0], "night_sight")
	case at > 100 && at%400 == 150 && at != 550 && at != 950:
		g.make(who, "produce", p.own["den"][0], "digger")
	case at > 500 && at%400 == 300:
		g.make(who, "produce", p.own["lair"][0], "hunter")
	case at > 1200 && at%800 == 520 && p.known:
		g.make(who, "produce", p.own["lair"][0], "owl")
	case at%17 == 5:
		g.command(who)
	}
}

// command tells somebody to do something.
func (g *game) command(who int) {
	own, other := g.players[who].own, g.players[1-who].own
	x, y := float64(g.random.IntN(4000))/4, float64(g.random.IntN(4000))/4
	digger, hunter := g.pick(own["digger"]), g.pick(own["hunter"])
	switch n := g.random.IntN(8); {
	case n == 0 && hunter != 0 && len(other["hunter"]) > 0:
		g.order(who, "attack %d on %d", hunter, g.pick(other["hunter"]))
	case n <= 1 && hunter != 0:
		g.order(who, "patrol %d at %g %g", hunter, x, y)
	case n == 2:
		g.order(who, "harvest %d at %g %g", digger, x, y)
	case n == 3 && len(own["owl"]) > 0:
		g.order(who, "move %d at %g %g", g.pick(own["owl"]), x, y)
	case n == 4:
		g.order(who, "enter %d on %d", digger, own["den"][0])
	case n < 7 && hunter != 0:
		g.order(who, "move %d at %g %g", hunter, x, y)
	default:
		g.order(who, "move %d at %g %g", digger, x, y)
	}
}

// pick draws an id, 0 of none.
func (g *game) pick(ids []uint32) uint32 {
	if len(ids) == 0 {
		return 0
	}
	return ids[g.random.IntN(len(ids))]
}
