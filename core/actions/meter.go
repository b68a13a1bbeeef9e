// SPDX-License-Identifier: GPL-3.0-or-later

package actions

import (
	"encoding/binary"

	"convertd/core/ir"
	"convertd/core/order"
)

// Meter counts the actions of all players of one game.
type Meter struct {
	rules   Rules
	players []player
	// unattributed counts orders that would be actions if it were known whose.
	unattributed uint64
}

// Rules is what the counting of one game depends on.
type Rules struct {
	Rate order.TickRate
	// Queue is how many items a production queue of the game takes, 0 where it takes
	// as many as anybody orders, or nobody knows.
	Queue int
}

// RulesOf is how the game of a header is counted.
func RulesOf(header *ir.Header) Rules {
	return Rules{
		Rate:  order.TickRate{Num: header.TickRate.Num, Den: header.TickRate.Den},
		Queue: queueLimits[header.Game],
	}
}

// queueLimits holds the games whose queues are known to be short: the production
// module of the published source of both refuses a tenth entry unless its data say
// otherwise, and no building's do.
var queueLimits = map[string]int{"generals": 9, "zerohour": 9}

// NewMeter returns a meter for a game of so many players.
func NewMeter(rules Rules, players int) *Meter {
	m := &Meter{rules: rules, players: make([]player, players)}
	for i := range m.players {
		m.players[i].end = noEnd
	}
	return m
}

// player is the count of one player. The actions themselves are kept, as differences
// of ticks in a byte or two each, because a recording may say only at its end when a
// player's game was over.
type player struct {
	figures Figures
	actions []byte // for each: uvarint of 2·(ticks since the action before) + 1 if effective
	end     uint64 // tick from which on nothing counts
	last    last
}

const noEnd = ^uint64(0)

// maxTick is the last tick that can be told from later ones.
const maxTick = 1 << 62

// Add counts an order of a player, given by the index in the meter; a player that is
// none of the meter's is nobody known. Ticks must not go back.
func (m *Meter) Add(player int, o *ir.Order) {
	if ends(o.Kind) {
		m.End(player, o.Tick)
		return
	}
	if !o.Kind.Game() {
		return
	}
	if player < 0 || player >= len(m.players) {
		m.unattributed++
		return
	}
	m.players[player].add(o, &m.rules)
}

// ends reports whether an order of a kind ends the game of who gives it. It is no
// action: somebody who waits ten minutes and resigns did nothing in them.
func ends(kind ir.Kind) bool { return kind == ir.KindLeave || kind == ir.KindResign }

// End says that a player's game is over at a tick: nothing from there on counts. It
// may be called late, and more than once: the earliest tick holds.
func (m *Meter) End(player int, tick uint64) {
	if player < 0 || player >= len(m.players) || tick >= m.players[player].end {
		return
	}
	p := &m.players[player]
	p.end = tick
	if p.figures.Ticks > tick {
		p.cut()
	}
}

// Figures is what a player did so far.
func (m *Meter) Figures(player int) Figures {
	if player < 0 || player >= len(m.players) {
		return Figures{}
	}
	return m.players[player].figures
}

// Unattributed counts the orders of which nobody knows whose they are.
func (m *Meter) Unattributed() uint64 { return m.unattributed }

func (p *player) add(o *ir.Order, rules *Rules) {
	if o.Tick >= p.end {
		return
	}
	before := uint64(0)
	if p.figures.Ticks > 0 {
		before = p.figures.Ticks - 1
	}
	tick := min(max(o.Tick, before), maxTick)
	step := (tick - before) << 1
	if p.last.effective(o, rules) {
		step |= 1
	}
	p.actions = binary.AppendUvarint(p.actions, step)
	p.figures.count(tick, step&1 == 1)
}

func (f *Figures) count(tick uint64, effective bool) {
	f.Actions++
	f.Ticks = tick + 1
	if effective {
		f.Effective++
	}
}

// cut counts anew, up to the end.
func (p *player) cut() {
	p.figures = Figures{}
	rest, tick := p.actions, uint64(0)
	for len(rest) > 0 {
		step, size := binary.Uvarint(rest)
		tick += step >> 1
		if tick >= p.end {
			break
		}
		p.figures.count(tick, step&1 == 1)
		rest = rest[size:]
	}
	p.actions = p.actions[:len(p.actions)-len(rest)]
}
