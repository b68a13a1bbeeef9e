// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"slices"

	"convertd/core/divergence"
	"convertd/core/evidence"
	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/translate"
)

// outcome is how one twin fared.
type outcome struct {
	mentions, right int // subjects named, and bound to what they truly are
	unbound         int
	// The same up to the true divergence.
	soundMentions, soundRight, soundUnbound int
	orders                                  int
	rejected                                int
	diverged                                bool
	divergedAt                              order.Tick
	reported                                bool
	reportedAt                              order.Tick
	peak                                    int  // greatest distance, see census.distance
	premature                               bool // reported before the two had ever differed
}

// twin converts a truth's replay under a perturbation.
type twin struct {
	truth     *truth
	entities  map[uint32]identityKey // who each foreign id truly is
	game      *game
	binder    *identity.Binder
	witness   *evidence.Witness
	translate *translate.Translator
	tracker   *divergence.Tracker
	known     ordinals
	orders    []order.TimestampedOrder
	evidence  []divergence.OrderEvidence
	origin    []int
	out       outcome
	lag       int // ticks by which the twin runs behind on purpose
	distances []int
	scores    []score
	counts    [][3]int // mentions, right, unbound before each sample
}

// replay plays the twin to the end of the game.
func (t *truth) replay(p *Perturbation, thresholds divergence.Thresholds) (*outcome, error) {
	rules, setup, orders := t.rules, t.setup, slices.Clone(t.orders)
	rules.Types = slices.Clone(rules.Types)
	if p.rules != nil {
		p.rules(&rules)
	}
	rules.OrdersByEvidence = true // the replay has only what the true game took
	if p.otherMap {
		setup = ground(t.seed+1, len(t.header.Players))
	}
	if p.orders != nil {
		var random sim.Random
		random.Seed(t.seed + 2)
		orders = p.orders(orders, &random)
	}
	known := t.entities
	if p.gaps > 0 {
		var random sim.Random
		random.Seed(t.seed + 3)
		known = make(map[uint32]identityKey, len(t.entities))
		for old, fresh := range spread(orders, t.entities, p.gaps, &random) {
			known[fresh] = t.entities[old]
		}
	}
	game, err := start(rules, setup, len(t.header.Players))
	if err != nil {
		return nil, err
	}
	rate := order.TickRate{Num: ticksPerSecond, Den: 1}
	w := &twin{truth: t, lag: p.lag, scores: make([]score, len(t.scores)), entities: known, game: game, known: newOrdinals(), tracker: divergence.NewTracker(thresholds, rate)}
	w.binder = identity.New(game.sim.View(), game.module, game.module)
	w.witness = evidence.NewWitness(game.sim.View(), w.binder, w.tracker, thresholds, rate)
	w.translate = translate.New(translate.NewScale(t.header, 0), w)
	if err := w.play(orders, rate); err != nil {
		return nil, err
	}
	w.compareDistances()
	out := w.out // alone: the twin behind it is not to be kept
	return &out, nil
}

func (w *twin) play(orders []ir.Order, rate order.TickRate) error {
	for tick := order.Tick(0); tick < w.truth.ticks; tick++ {
		w.known.note(w.game.sim.View(), w.game.sim.Events())
		if tick%sampleTicks == 0 {
			now := takeCensus(w.game.sim.View(), w.game.module)
			w.counts = append(w.counts, [3]int{w.out.mentions, w.out.right, w.out.unbound})
			then := max(0, int(tick)-w.lag) / sampleTicks
			w.distances = append(w.distances, w.truth.samples[then].distance(now))
		}
		w.binder.Watch()
		n := 0
		for n < len(orders) && orders[n].Tick <= uint64(tick) {
			n++
		}
		w.gather(tick, orders[:n])
		orders = orders[n:]
		translate.SpreadSubTicks(w.orders, rate)
		verdicts, err := w.game.sim.Apply(&order.TickOrders{Tick: tick, Orders: w.orders})
		if err != nil {
			return err
		}
		w.weigh(verdicts)
		w.witness.Defeats(tick, w.truth.lostAt(tick))
		scoring(w.scores, w.game.sim.Events())
		if tick+1 == w.truth.ticks && w.lag == 0 {
			w.compareScores(tick)
		}
		if !w.out.reported && w.tracker.Confidence() > divergence.Plausible {
			w.out.reported, w.out.reportedAt = true, tick
		}
	}
	return nil
}

func (w *twin) gather(tick order.Tick, orders []ir.Order) {
	w.translate.BeginTick()
	w.orders, w.evidence, w.origin = w.orders[:0], w.evidence[:0], w.origin[:0]
	for i := range orders {
		before := len(w.orders)
		w.binder.Order(&orders[i], order.PlayerID(orders[i].Player))
		var result translate.Result
		w.orders, result = w.translate.Translate(w.orders, &orders[i], order.PlayerID(orders[i].Player))
		w.witness.Order(tick, &orders[i])
		e := divergence.OrderEvidence{Tick: tick, Player: order.PlayerID(orders[i].Player), Subjects: result.Subjects, Unbound: result.Unbound}
		if len(w.orders) == before {
			e.Fit, e.Reason = divergence.FitRejected, "not_translated"
		}
		for range len(w.orders) - before {
			w.origin = append(w.origin, len(w.evidence))
		}
		w.evidence = append(w.evidence, e)
	}
}

func (w *twin) weigh(verdicts []sim.Verdict) {
	for i, verdict := range verdicts {
		e := &w.evidence[w.origin[i]]
		e.Dead += int(verdict.Dead)
		switch verdict.Outcome {
		case sim.OutcomeRejected:
			e.Fit, e.Reason = divergence.FitRejected, verdict.Reason.String()
			e.InvalidPosition = verdict.Reason == sim.ReasonInvalidPlacement
		case sim.OutcomeNotModelled:
			e.Fit = divergence.FitNotModelled
		case sim.OutcomeAccepted:
			if verdict.Believed && e.Fit == divergence.FitAccepted {
				e.Fit, e.Reason = divergence.FitCorrected, verdict.Detail
			}
		}
	}
	for i := range w.evidence {
		w.out.orders++
		if w.evidence[i].Fit == divergence.FitRejected {
			w.out.rejected++
		}
		w.tracker.Order(&w.evidence[i])
	}
	w.witness.EndTick(w.game.sim.View().Tick() - 1)
}

// lostAt tells who is out of the true game at a tick, bit i for player i: a
// foreign replay tells that much.
func (t *truth) lostAt(tick order.Tick) (lost uint64) {
	for id := range t.header.Players {
		if at, out := t.lost[order.PlayerID(id)]; out && at <= tick {
			lost |= 1 << id
		}
	}
	return lost
}

// compareScores hands on the score screens: what each player built and lost.
func (w *twin) compareScores(tick order.Tick) {
	players := make([][]evidence.Score, len(w.truth.scores))
	for i, want := range w.truth.scores {
		got := w.scores[i]
		players[i] = []evidence.Score{{Recorded: int64(want.built), Ours: int64(got.built)}, {Recorded: int64(want.lost), Ours: int64(got.lost)}}
	}
	w.witness.Scores(tick, players)
}

// Find implements translate.Identity: it asks the binder and marks the answer.
func (w *twin) Find(mention translate.Mention) (order.UnitTag, bool) {
	tag, ok := w.binder.Find(mention)
	if mention.Role == translate.RoleSubject {
		w.out.mentions++
		switch {
		case !ok:
			w.out.unbound++
		case w.key(tag) == w.entities[mention.Native]:
			w.out.right++
		}
	}
	return tag, ok
}

// key is who a tag is. What is still in production is the next of its type, what
// waits behind it one of those after it.
func (w *twin) key(tag order.UnitTag) identityKey {
	if key, known := w.known.keys[tag]; known {
		return key
	}
	entity, alive := w.game.sim.View().Entity(tag)
	if !alive {
		return identityKey{}
	}
	key := identityKey{owner: entity.Owner, kind: w.game.sim.View().KindName(entity.Kind)}
	coming := w.game.module.Coming(nil, entity.Owner, w.game.module.ProductOf(entity.Kind))
	number := w.known.next[key] + 1 + max(0, slices.Index(coming, tag))
	key.ordinal = number
	return key
}

// divergedDistance is the distance above which a twin has truly diverged: 2 %.
const divergedDistance = 200

// compareDistances finds where the twin truly diverged: the first distance above
// 2 %.
func (w *twin) compareDistances() {
	w.out.soundMentions, w.out.soundRight, w.out.soundUnbound = w.out.mentions, w.out.right, w.out.unbound
	w.out.premature = w.out.reported
	for i, d := range w.distances {
		w.out.peak = max(w.out.peak, d)
		if d > 0 && order.Tick(i*sampleTicks) <= w.out.reportedAt {
			w.out.premature = false
		}
		if d <= divergedDistance || w.out.diverged {
			continue
		}
		w.out.diverged, w.out.divergedAt = true, order.Tick(i*sampleTicks)
		at := w.counts[i]
		w.out.soundMentions, w.out.soundRight, w.out.soundUnbound = at[0], at[1], at[2]
	}
}
