// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
)

// judgement is how well the recorded orders fit a game that goes on from a state.
type judgement struct {
	FromTick order.Tick `json:"fromTick"`
	ToTick   order.Tick `json:"toTick"`
	fits
	// Recorded is the same of the game as it was recorded.
	Recorded *fits `json:"recorded"`
	// Hashes is null: an .icrep keeps no hash of the original engine to compare with.
	Hashes any `json:"hashes"`
}

// fits counts what became of orders.
type fits struct {
	Orders      int           `json:"orders"`
	Fit         int           `json:"fit"`
	Rejected    int           `json:"rejected"`
	NotModelled int           `json:"notModelled"`
	Failed      int           `json:"failed"`
	Reasons     []reasonCount `json:"reasons"`
}

type reasonCount struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// maxJudgedTicks bounds a judgement.
const maxJudgedTicks = 20_000

var errNothingToJudge = errors.New("there are no recorded orders from here on")

// judged brings a judgement back into its room.
type judged struct {
	request uint32
	outcome *judgement
	err     error
}

// judge plays the recorded orders on, from here and from the same tick of the recording,
// and says how many fit. It does so aside; the room goes on.
func (r *room) judge(c *client, request uint32, ticks int64) error {
	l := r.lab.stage
	switch {
	case l.file == nil:
		return errNoRecording
	case r.lab.judging:
		return errJudging
	case ticks <= 0 || uint64(r.stage.Tick()) >= l.file.Header().TotalTicks:
		return errNothingToJudge
	}
	from := r.stage.Tick()
	to := min(from+order.Tick(min(ticks, maxJudgedTicks)), order.Tick(l.file.Header().TotalTicks))
	state, source, materials, ctx := r.stage.Simulation().Snapshot(), l.file, r.game.Materials, r.ctx
	open := l.open
	r.lab.judging = true
	r.server.running.Go(func() {
		outcome, err := judgeFrom(ctx, open, state, source, to)
		if err == nil {
			outcome.Recorded, err = judgeRecorded(ctx, source, materials, from, to)
		}
		select {
		case r.inbox <- letter{from: c, message: judged{request, outcome, err}}:
		case <-ctx.Done():
		}
	})
	return nil
}

// judgeFrom counts over the orders of a file, played from a state.
func judgeFrom(
	ctx context.Context, open func(*simstate.SimSnapshot) (*sim.Simulation, sim.Module, error), state *simstate.SimSnapshot, file *icrep.Reader, to order.Tick,
) (*judgement, error) {
	simulation, _, err := open(state)
	if err != nil {
		return nil, err
	}
	j := &judgement{FromTick: simulation.Tick(), ToTick: to}
	count := newCounter(&j.fits)
	ticks := file.Ticks(simulation.Tick())
	for simulation.Tick() < to && ticks.Next() {
		frame := ticks.Frame()
		if frame.Tick%labCheckTicks == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		verdicts, err := simulation.Apply(&order.TickOrders{Tick: frame.Tick, Orders: frame.Orders})
		if err != nil {
			return nil, err
		}
		count.add(frame.Orders, verdicts, simulation.LateFailures())
	}
	count.end()
	j.ToTick = simulation.Tick()
	return j, ticks.Err()
}

// counter adds verdicts up.
type counter struct {
	to      *fits
	reasons map[string]int
}

func newCounter(to *fits) *counter { return &counter{to: to, reasons: make(map[string]int)} }

func (n *counter) add(orders []order.TimestampedOrder, verdicts []sim.Verdict, late []sim.LateFailure) {
	for i := range verdicts {
		if i >= len(orders) || orders[i].Order.Kind == order.KindChatMessage {
			continue
		}
		n.to.Orders++
		switch v := &verdicts[i]; v.Outcome {
		case sim.OutcomeAccepted:
			n.to.Fit++
		case sim.OutcomeRejected:
			n.to.Rejected++
			n.reasons[v.Reason.String()]++
		case sim.OutcomeNotModelled:
			n.to.NotModelled++
		}
	}
	for i := range late {
		if late[i].Index >= 0 {
			n.to.Failed++
		}
	}
}

func (n *counter) end() {
	n.to.Reasons = []reasonCount{}
	for reason, count := range n.reasons {
		n.to.Reasons = append(n.to.Reasons, reasonCount{reason, count})
	}
	slices.SortFunc(n.to.Reasons, func(a, b reasonCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
}

// judgeRecorded counts over the same ticks of the game as it was recorded.
func judgeRecorded(ctx context.Context, file *icrep.Reader, materials *pipeline.Materials, from, to order.Tick) (*fits, error) {
	watch, err := pipeline.NewWatch(ctx, file, materials, from, 0)
	if err != nil {
		return nil, err
	}
	counted := &fits{}
	count := newCounter(counted)
	for watch.Tick() < to {
		if watch.Tick()%labCheckTicks == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		played, ok, err := watch.Next()
		if err != nil || !ok {
			return counted, err
		}
		count.add(played.Orders, played.Verdicts, watch.Simulation().LateFailures())
	}
	count.end()
	return counted, nil
}
