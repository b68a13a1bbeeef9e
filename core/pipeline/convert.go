// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"fmt"
	"slices"

	"convertd/core/actions"
	"convertd/core/divergence"
	"convertd/core/evidence"
	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/core/translate"
)

// Convert plays a foreign replay again and records it. Damage in the replay is
// part of the Result as long as a header was readable; an error means that
// there is nothing to keep, and a recording that was begun must be thrown away:
//
//   - *ir.DecodeError: not even the header could be read;
//   - *LimitError: the replay passes a limit of the conversion;
//   - *StreamError, *ir.WireError: the decoder broke its contract;
//   - *fault.Error: a panic, whose recording is not to be trusted either;
//   - context errors, errors of the source or the recording as they are.
//
// The same stream and job give the same calls to the recording, always.
func Convert(ctx context.Context, job *Job, source Source, begin Begin) (result *Result, err error) {
	defer fault.Contain(&err)
	c, err := openConversion(ctx, job, source, begin)
	if err != nil {
		return nil, err
	}
	defer c.frames.stop()
	if err := c.play(ctx); err != nil {
		return nil, err
	}
	return c.finish()
}

// conversion is the state of one pass.
type conversion struct {
	job       *Job
	feed      *feed
	game      *Game
	sim       *sim.Simulation
	rate      order.TickRate
	recorder  *recorder
	meter     *actions.Meter // by player id
	listed    []int32        // for each player id the index in the header
	frames    *frames
	identity  *resolver
	translate *translate.Translator
	tracker   *divergence.Tracker
	proof     proof
	handover  handover
	suspicion suspicion
	// witness weighs what the recording says beside hashes, nil while they are
	// met and where the game's entities are not known.
	witness *evidence.Witness
	// consistency looks at whether the recording agrees with itself, nil where a
	// native hash says more; pace at whether the rules hold for what is produced,
	// nil where they are not known.
	consistency *evidence.Consistency
	pace        *evidence.Pace
	past        pastProof
	// alarm is the order of the tick that was first evidence before it was
	// judged, -1 if none was; named how many subjects had been told to act
	// before each order of the tick.
	alarm int
	named []subjectCount
	// sourceSync is known once the stream is used up.
	sourceSync divergence.SourceSyncReport

	plain      ir.Order // of withoutPlayerActor
	cheated    bool     // where the module does not know cheats
	orders     []order.TimestampedOrder
	evidence   []divergence.OrderEvidence // one for each foreign order of the tick
	origin     []int                      // evidence of each canonical order
	silent     []string                   // for each evidence why it is none, "" if it is
	totals     divergence.OrderTotals
	unmodelled map[string]uint64
	corrected  map[string]uint64
	samples    []divergence.PlayerSample
	warnings   warnings
	covered    covered // what was judged of it
	factions   *factions
	trial      *trial // nil unless a rule pack is tried
}

// openConversion reads the header of a source and makes ready to play its game.
func openConversion(ctx context.Context, job *Job, source Source, begin Begin) (*conversion, error) {
	feed, err := openFeed(ctx, source)
	if err != nil {
		return nil, err
	}
	feed.believe(job.SourceBytes)
	game, err := buildGame(ctx, feed, &job.Materials)
	if err != nil {
		return nil, err
	}
	return newConversion(job, feed, game, begin)
}

// unrecorded begins a conversion of which nothing is kept.
func unrecorded(icrep.Metadata) (Recording, error) { return discard{}, nil }

func newConversion(job *Job, f *feed, game *Game, begin Begin) (*conversion, error) {
	simulation, err := sim.New(game.Config, game.Module)
	if err != nil {
		return nil, err
	}
	rate := tickRate(f.header)
	c := &conversion{
		job: job, feed: f, game: game, sim: simulation, rate: rate,
		tracker:    divergence.NewTracker(job.Thresholds, rate),
		proof:      newProof(game),
		factions:   newFactions(f.header),
		unmodelled: make(map[string]uint64),
		corrected:  make(map[string]uint64),
		covered:    covered{otherRules: game.StandIns.OtherRules()},
		meter:      actions.NewMeter(actions.RulesOf(f.header), simulation.View().Players()),
		listed:     listedPlayers(game.Players.IDs, simulation.View().Players()),
	}
	view := simulation.View()
	c.identity = newResolver(view, game, rate)
	c.handover = newHandover(view)
	c.suspicion = newSuspicion(game, f.header)
	if !game.Native.Computed() {
		c.beginEvidence(0)
		c.beginConsistency()
	}
	scale := translate.NewScale(f.header, game.UnitsPerCell)
	c.translate = translate.New(scale, c.identity)
	f.wantHashes = game.Native.Computed()
	recording, err := begin(c.metadata())
	if err != nil {
		return nil, err
	}
	c.recorder = newRecorder(recording, simulation, rate, c.meter)
	c.recorder.seen.scale, c.recorder.seen.abilities = scale, view.Accountant() == nil
	c.frames = newFrames(simulation, recording, job.Aside)
	return c, nil
}

// play runs tick after tick until the stream is used up.
func (c *conversion) play(ctx context.Context) error {
	for tick := uint64(0); ; tick++ {
		if err := c.feed.ready(ctx, tick); err != nil {
			return err
		}
		if c.feed.ended(tick) {
			return c.frames.settle()
		}
		if tick >= MaxTicks {
			return &LimitError{What: "length of the game in ticks", Limit: MaxTicks}
		}
		if err := c.step(order.Tick(tick)); err != nil {
			return err
		}
		if tick%progressTicks == 0 {
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			if c.job.Progress != nil {
				c.job.Progress(order.Tick(tick))
			}
		}
	}
}

// progressTicks is how often cancellation is looked at and progress reported.
const progressTicks = 256

// step translates, records, applies and judges one tick.
func (c *conversion) step(tick order.Tick) error {
	if tick%icrep.KeyframeInterval == 0 {
		c.frames.keyframe()
	}
	c.gather(tick)
	if err := c.frames.add(tick, c.orders); err != nil {
		return err
	}
	c.handover.tick()
	c.suspicion.expect(c.feed, tick)
	verdicts, err := c.sim.Apply(&order.TickOrders{Tick: tick, Orders: c.orders})
	if err != nil {
		return fmt.Errorf("simulating tick %d: %w", tick, err)
	}
	c.weigh(verdicts)
	c.prove(tick)
	c.endPast(tick, c.past.subjects.count)
	if c.tracker.WantsPlayers(tick) {
		c.tracker.Players(tick, c.playerSamples())
	}
	return c.recorder.events(tick)
}

// prove compares the native hash of the tick that was just played.
func (c *conversion) prove(tick order.Tick) {
	hash, frame, ok := c.sim.View().NativeHash()
	if !ok || !c.game.Native.Computed() {
		return
	}
	recorded, found := c.feed.hash(frame)
	if !found {
		return
	}
	if mismatch := c.proof.compare(tick, frame, recorded.Value, hash); mismatch != nil {
		c.suspicion.fill(mismatch, c.job.File)
		c.tracker.HashMismatch(*mismatch)
		c.handOver(tick + 1)
	} else if !c.handover.done {
		c.handover.met()
		c.covered.met()
	}
	if c.witness != nil && c.game.Native.Defeats {
		c.witness.Defeats(tick, recorded.Extra)
	}
}

// gather translates all foreign orders of the tick into c.orders.
func (c *conversion) gather(tick order.Tick) {
	c.translate.BeginTick()
	c.identity.beginTick()
	c.orders, c.evidence, c.origin, c.silent = c.orders[:0], c.evidence[:0], c.origin[:0], c.silent[:0]
	c.named, c.alarm = c.named[:0], -1
	c.trial.beginTick()
	for i := range c.feed.cameras {
		sample := &c.feed.cameras[i]
		c.recorder.seen.camera(sample, c.game.Players.ID(sample.Player))
	}
	c.feed.cameras = c.feed.cameras[:0]
	for o := c.feed.next(uint64(tick)); o != nil; o = c.feed.next(uint64(tick)) {
		c.factions.order(o)
		if len(c.orders) >= order.MaxOrdersPerTick {
			c.warnings.add(divergence.Warning{Code: WarningTooManyOrders, Tick: tick, Text: "more orders than a tick can hold"})
			continue
		}
		c.translateOrder(tick, o)
	}
	translate.SpreadSubTicks(c.orders, c.rate)
}

func (c *conversion) translateOrder(tick order.Tick, o *ir.Order) {
	before, named := len(c.orders), c.past.subjects.count
	var result translate.Result
	player := c.game.Players.ID(o.Player)
	switch {
	case (c.handover.done || !c.game.Native.Computed()) && c.game.Senders.Seats != nil: // ids are inferred, and owners with them
		player = c.attribute(o, player)
	case c.game.Senders.Attribute != nil:
		player = c.game.Senders.Attribute(o, player)
	}
	o = c.withoutPlayerActor(o)
	c.cheated = c.cheated || c.game.Model == ModelWithoutGround && o.Kind == ir.KindCheat
	c.identity.order(o, player)
	c.meter.Add(c.actor(player), o)
	c.identity.begin()
	c.orders, result = c.translate.Translate(c.orders, o, player)
	c.recorder.seen.order(tick, o, player, c.identity.Lookup)
	if result.Class == translate.ClassNone {
		return
	}
	evidence := divergence.OrderEvidence{
		Tick: tick, Player: player, Subjects: result.Subjects, Unbound: result.Unbound, Fit: divergence.FitNotGame,
		NothingNew: c.identity.nothingNew(),
	}
	if result.Class == translate.ClassGame {
		if c.witness != nil && c.silence(o, player) == "" {
			c.witness.Order(tick, o)
		}
		c.totals.Total++
		evidence.Fit = divergence.FitAccepted
		if len(c.orders) == before {
			evidence.Fit, evidence.Reason = divergence.FitRejected, "not_translated"
		} else if result.Unbound == 0 || result.Unbound < result.Subjects {
			c.totals.Translated++
		}
	}
	evidence.Unconditional = len(c.orders) > before
	c.contradictions(&evidence, o, &result)
	if result.Warning != "" {
		c.warnings.order(result.Warning, tick, o)
	}
	for range len(c.orders) - before {
		c.origin = append(c.origin, len(c.evidence))
	}
	if c.alarm < 0 && c.tracker.Evident() {
		c.alarm = len(c.evidence)
	}
	c.evidence = append(c.evidence, evidence)
	c.trial.order(o)
	c.named = append(c.named, named)
	c.silent = append(c.silent, c.silence(o, player))
}

// actor is who acted for the figures, -1 if that is nobody of the recording: what cannot
// be attributed counts apart.
func (c *conversion) actor(player order.PlayerID) int {
	if int64(player) >= int64(len(c.listed)) || c.listed[player] == nobodyListed {
		return -1
	}
	return int(player)
}

// withoutPlayerActor takes a player out of the subjects of an order: what he is
// told to do, as to produce something, is said by whose order it is. What belongs to
// nobody and makes something for him is named beside, and does not act.
func (c *conversion) withoutPlayerActor(o *ir.Order) *ir.Order {
	if c.game.OfNobody != nil && len(o.Subjects) > 0 && c.game.OfNobody(o) {
		c.plain = *o
		c.plain.Subjects, c.plain.Entities = nil, append(slices.Clip(o.Entities), o.Subjects...)
		return &c.plain
	}
	if c.game.Senders.PlayerActor == nil || len(o.Subjects) != 1 {
		return o
	}
	if _, is := c.game.Senders.PlayerActor(o.Subjects[0]); !is {
		return o
	}
	c.plain = *o
	c.plain.Subjects = nil
	return &c.plain
}

// weigh adds the simulation's verdicts to the evidence of each foreign order
// and hands it on. An order that was split counts as rejected if a part was.
func (c *conversion) weigh(verdicts []sim.Verdict) {
	for i, verdict := range verdicts {
		e := &c.evidence[c.origin[i]]
		e.Dead += int(verdict.Dead)
		e.Unconditional = e.Unconditional && verdict.Unconditional
		if e.Fit == divergence.FitNotGame {
			continue
		}
		if silent := c.silent[c.origin[i]]; silent != "" && verdict.Outcome == sim.OutcomeRejected {
			verdict.NotModelled(silent)
		}
		switch verdict.Outcome {
		case sim.OutcomeRejected:
			if verdict.Reason == sim.ReasonNotOwner {
				e.NotOwned++
			}
			e.InvalidPosition = e.InvalidPosition || verdict.Reason == sim.ReasonInvalidPlacement
			e.Fit, e.Reason = divergence.FitRejected, verdict.Reason.String()
		case sim.OutcomeNotModelled:
			if e.Fit == divergence.FitAccepted {
				e.Fit, e.Reason = divergence.FitNotModelled, verdict.Detail
			}
			c.unmodelled[verdict.Detail]++
		case sim.OutcomeAccepted:
			if verdict.Believed && e.Fit == divergence.FitAccepted {
				e.Fit, e.Reason = divergence.FitCorrected, verdict.Detail
			}
		}
	}
	for i := range c.evidence {
		if c.silent[i] != "" && c.evidence[i].Fit == divergence.FitRejected { // not even translated
			c.evidence[i].Fit = divergence.FitNotModelled
			c.unmodelled[c.silent[i]]++
		}
		switch c.evidence[i].Fit {
		case divergence.FitRejected:
			c.totals.Rejected++
		case divergence.FitNotModelled:
			c.totals.Unmodelled++
		case divergence.FitCorrected:
			c.totals.Corrected++
			c.corrected[c.evidence[i].Reason]++
		case divergence.FitAccepted, divergence.FitNotGame:
		}
		c.covered.add(&c.evidence[i], c.silent[i])
		c.trial.judged(i, &c.evidence[i], c.silent[i])
		if c.silent[i] != "" {
			c.evidence[i].Looked = c.consistency != nil && c.silent[i] == detailUnknownWorld && c.evidence[i].Fit != divergence.FitNotGame
			c.evidence[i].Fit = divergence.FitNotGame
		}
		c.tracker.Order(&c.evidence[i])
		if c.alarm <= i { // what an order raised ends before it
			c.endPast(c.evidence[i].Tick, c.named[i])
		}
		c.past.add(&c.evidence[i])
	}
	if c.witness != nil {
		c.witness.EndTick(c.sim.Tick() - 1)
	}
}

// playerSamples reads economy and strength of every player.
func (c *conversion) playerSamples() []divergence.PlayerSample {
	view := c.sim.View()
	c.samples = c.samples[:0]
	for id := range view.Players() {
		player, _ := view.Player(order.PlayerID(id))
		c.samples = append(c.samples, divergence.PlayerSample{Player: player.ID, Credits: player.Credits})
	}
	for slot := range view.Slots() {
		entity, ok := view.At(slot)
		if !ok || int(entity.Owner) >= len(c.samples) || entity.Flags&snapshot.FlagInWorld == 0 {
			continue
		}
		sample := &c.samples[entity.Owner]
		switch {
		case entity.Flags&snapshot.FlagStructure != 0:
			sample.Buildings++
		case entity.Flags&snapshot.FlagMobile != 0:
			sample.Units++
		}
	}
	return c.samples
}
