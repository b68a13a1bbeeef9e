// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"fmt"

	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// truth is one game that was played: the foreign replay of it, and what really
// happened.
type truth struct {
	seed    uint64
	rules   plausible.Rules
	setup   plausible.Setup
	header  *ir.Header
	orders  []ir.Order
	ticks   order.Tick
	samples []census // one each sampleTicks, from tick 0 on
	// identity of every entity that ever appeared, by foreign id.
	entities map[uint32]identityKey
	lost     map[order.PlayerID]order.Tick // when a player went out
	scores   []score                       // at the end, by player
	final    order.SyncHash                // of the state at the end
}

// score is what a score screen tells of a player.
type score struct{ built, lost int }

// scoring counts what scores are made of.
func scoring(scores []score, events []sim.Event) {
	for i := range events {
		e := &events[i]
		switch {
		case int(e.Owner) >= len(scores):
		case e.Kind == sim.EventCreated:
			scores[e.Owner].built++
		case e.Kind == sim.EventRemoved && e.Cause == sim.CauseKilled:
			scores[e.Owner].lost++
		}
	}
}

// sampleTicks is how often the states of truth and twin are compared.
const sampleTicks = ticksPerSecond

// identityKey says which entity one is, in terms that truth and twin share: the
// n-th of its type that its first owner got.
type identityKey struct {
	owner   order.PlayerID
	kind    string
	ordinal int
}

// ordinals numbers entities as they appear.
type ordinals struct {
	next map[identityKey]int // ordinal 0 in the key
	keys map[order.UnitTag]identityKey
}

func newOrdinals() ordinals {
	return ordinals{next: make(map[identityKey]int), keys: make(map[order.UnitTag]identityKey)}
}

// note takes the events of a tick and returns the entities that appeared.
func (o *ordinals) note(view sim.View, events []sim.Event) (appeared []order.UnitTag) {
	for i := range events {
		e := &events[i]
		if e.Kind != sim.EventCreated {
			continue
		}
		key := identityKey{owner: e.Owner, kind: view.KindName(e.Entity)}
		o.next[key]++
		number := o.next[key]
		key.ordinal = number
		o.keys[e.Tag] = key
		appeared = append(appeared, e.Tag)
	}
	return appeared
}

// census counts the entities in the world by owner and type.
type census struct {
	counts []uint16 // owner*types + type
	total  int
}

func takeCensus(view sim.View, module *plausible.Module) census {
	types := module.Rules().Types
	c := census{counts: make([]uint16, view.Players()*len(types))}
	for e := range view.Entities() {
		if e.Flags&snapshot.FlagInWorld == 0 {
			continue
		}
		t := module.TypeOf(e.Kind)
		for i := range types {
			if &types[i] == t {
				c.counts[int(e.Owner)*len(types)+i]++
				c.total++
			}
		}
	}
	return c
}

// distance is the share of entities that the other state misses or has too many,
// or with another type or owner: so many in ten thousand of the true ones,
// rounded up, so that nothing above a limit hides below it.
func (c census) distance(other census) int {
	missing, extra := 0, 0
	for i := range c.counts {
		if d := int(c.counts[i]) - int(other.counts[i]); d > 0 {
			missing += d
		} else {
			extra -= d
		}
	}
	total := max(1, c.total)
	return (max(missing, extra)*10_000 + total - 1) / total
}

// numbering hands out foreign ids: one for each entity as it appears.
type numbering struct {
	next uint32
	ids  map[order.UnitTag]uint32
}

func (n *numbering) give(tag order.UnitTag) uint32 {
	n.next++
	n.ids[tag] = n.next
	return n.next
}

// playTruth lets scripts play a game and writes it down.
// Without a terrain it is on a generated map.
func playTruth(seed uint64, scale *scale, seconds int, on *Terrain) (*truth, error) {
	var random sim.Random
	random.Seed(seed)
	players := 2 + random.Below(3)/2 // mostly two, sometimes three
	t := &truth{
		seed: seed, rules: scale.rules(), ticks: order.Tick(seconds * ticksPerSecond),
		entities: make(map[uint32]identityKey), lost: make(map[order.PlayerID]order.Tick),
	}
	if on != nil {
		players = min(players, len(on.starts))
		t.setup = on.setup(seed, players)
	} else {
		t.setup = ground(seed, players)
	}
	game, err := start(t.rules, t.setup, players)
	if err != nil {
		return nil, err
	}
	t.header = header(players)
	t.scores = make([]score, players)
	ids := numbering{next: uint32(random.Below(200)), ids: make(map[order.UnitTag]uint32)}
	scripts := make([]*script, players)
	for i := range scripts {
		scripts[i] = &script{
			style: scale.styles[random.Below(len(scale.styles))], id: order.PlayerID(i), module: game.module, view: game.sim.View(),
			rally: make(map[order.UnitTag]bool), count: make(map[string]int), wait: 10 + random.Below(50),
		}
		scripts[i].random.Seed(seed*31 + uint64(i))
	}
	known := newOrdinals()
	err = t.play(game, scripts, &ids, &known)
	t.final = game.sim.SyncHash()
	return t, err
}

func (t *truth) play(game *game, scripts []*script, ids *numbering, known *ordinals) error {
	var orders order.TickOrders
	for tick := order.Tick(0); tick < t.ticks; tick++ {
		for _, tag := range known.note(game.sim.View(), game.sim.Events()) {
			t.entities[ids.give(tag)] = known.keys[tag]
		}
		if tick%sampleTicks == 0 {
			t.samples = append(t.samples, takeCensus(game.sim.View(), game.module))
		}
		orders.Tick, orders.Orders = tick, orders.Orders[:0]
		for _, s := range scripts {
			for _, c := range s.play() {
				orders.Orders = append(orders.Orders, c.canonical(s.id, uint32(len(orders.Orders))))
				t.orders = append(t.orders, c.foreign(s.id, tick, ids.ids))
			}
		}
		verdicts, err := game.sim.Apply(&orders)
		if err != nil {
			return err
		}
		// What the engine itself refused was never part of its replay's play.
		kept := t.orders[:len(t.orders)-len(verdicts)]
		for i, verdict := range verdicts {
			if verdict.Outcome == sim.OutcomeAccepted {
				kept = append(kept, t.orders[len(t.orders)-len(verdicts)+i])
			}
		}
		t.orders = kept
		t.noteLosses(game.sim.Events(), tick)
		scoring(t.scores, game.sim.Events())
		if len(t.lost) >= len(scripts)-1 {
			t.ticks = min(t.ticks, tick+5*ticksPerSecond) // the winner looks around
		}
	}
	return nil
}

func (t *truth) noteLosses(events []sim.Event, tick order.Tick) {
	for i := range events {
		if e := &events[i]; e.Kind == sim.EventStandingChanged {
			t.lost[e.Owner] = tick
		}
	}
}

// game is a running simulation with its module.
type game struct {
	sim    *sim.Simulation
	module *plausible.Module
}

func start(rules plausible.Rules, setup plausible.Setup, players int) (*game, error) {
	module, err := plausible.New(rules, setup)
	if err != nil {
		return nil, err
	}
	s, err := sim.New(sim.Config{Players: make([]sim.PlayerConfig, players)}, module)
	if err != nil {
		return nil, err
	}
	return &game{sim: s, module: module}, nil
}

func header(players int) *ir.Header {
	h := &ir.Header{
		Format: "bench", Game: "bench", TickRate: ir.Rational{Num: ticksPerSecond, Den: 1}, TicksPerFrame: 1,
		PositionUnit: ir.PositionWorld1024, LocalPlayer: ir.NoPlayer,
	}
	for i := range players {
		h.Players = append(h.Players, ir.Player{Slot: int32(i), Name: fmt.Sprintf("Player %d", i+1), Kind: ir.PlayerAI})
	}
	return h
}

// canonical is the command as the true simulation takes it.
func (c *command) canonical(player order.PlayerID, subTick uint32) order.TimestampedOrder {
	payload := order.Command{Units: c.units, Item: c.item}
	if c.placed {
		payload.Target = order.Target{Kind: order.TargetCell, Cell: c.cell}
	} else if c.target != (order.UnitTag{}) && c.target != order.NoUnit {
		payload.Target = order.Target{Kind: order.TargetUnit, Unit: c.target}
	}
	if c.item != "" {
		payload.Flags |= order.CommandHasItem
	}
	return order.TimestampedOrder{Player: player, SubTick: subTick, Order: order.PlayerOrder{
		Kind: order.KindGameOrder, Game: order.GameOrder{Tag: gameTags[c.kind], Payload: order.AppendCommand(nil, &payload)},
	}}
}

// gameTags are the tags of the kinds that scripts use.
var gameTags = map[ir.Kind]order.GameOrderTag{
	ir.KindDeploy: order.TagDeploy, ir.KindProduce: order.TagProduce, ir.KindPlaceBuilding: order.TagPlaceBuilding,
	ir.KindSetRallyPoint: order.TagSetRallyPoint, ir.KindRepairBuilding: order.TagRepairBuilding, ir.KindSell: order.TagSell,
	ir.KindAttackMove: order.TagAttackMove, ir.KindAttack: order.TagAttack, ir.KindMove: order.TagMove,
}

// foreign is the command as a foreign replay records it.
func (c *command) foreign(player order.PlayerID, tick order.Tick, ids map[order.UnitTag]uint32) ir.Order {
	o := ir.Order{Frame: uint64(tick), Tick: uint64(tick), Player: int32(player), Client: int32(player), Kind: c.kind, NativeName: "bench", Item: c.item}
	for _, tag := range c.units {
		o.Subjects = append(o.Subjects, ids[tag])
	}
	if c.placed {
		o.Target = ir.Target{Kind: ir.TargetCell, X: c.cell.X, Y: c.cell.Y}
	} else if id, ok := ids[c.target]; ok {
		o.Target = ir.Target{Kind: ir.TargetEntity, ID: id}
	}
	return o
}
