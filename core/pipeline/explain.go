package pipeline

import (
	"context"
	"errors"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim/openra"
)

// Explanation says how far the native hashes of a replay are met, and what
// could account for the first one that is not
// (docs/schemas/explanation.schema.json).
type Explanation struct {
	File    string           `json:"file"`
	Game    string           `json:"game"`
	Version string           `json:"version"`
	Map     string           `json:"map"`
	Proof   divergence.Proof `json:"proof"`
	Frames  uint64           `json:"frames"` // of the whole replay
	// Tick is the world's own tick at the first mismatch; Difference is
	// recorded minus computed; Draws is how many random numbers were drawn.
	Tick       int32 `json:"tick,omitempty"`
	Difference int32 `json:"difference,omitempty"`
	Draws      int64 `json:"draws,omitempty"`
	// Candidates are single causes that would make the hashes agree, likely
	// ones first.
	Candidates []string `json:"candidates"`
	// Next are the differences of the net frames that follow.
	Next []int32 `json:"next,omitempty"`
}

// ErrNothingToExplain means that the game has no native hash we can compute,
// for want of a map or because its engine is closed. The Explanation says which.
var ErrNothingToExplain = errors.New("no native hash can be computed for this replay")

// Explain plays a replay up to the first frame whose recorded hash is not met.
// It records nothing. Errors are those of Convert.
func Explain(ctx context.Context, job *Job, source Source) (*Explanation, error) {
	feed, err := openFeed(ctx, source)
	if err != nil {
		return nil, err
	}
	game, err := buildGame(ctx, feed, &job.Materials)
	if err != nil {
		return nil, err
	}
	c, err := newConversion(job, feed, game, func(icrep.Metadata) (Recording, error) { return discard{}, nil })
	if err != nil {
		return nil, err
	}
	out := &Explanation{
		File: job.File, Game: feed.header.Game, Version: feed.header.Version, Map: feed.header.Map.Name, Candidates: []string{},
	}
	module, ok := game.Module.(*openra.Module)
	if !ok || game.Judge == "" {
		out.Proof = c.proof.report
		return out, ErrNothingToExplain
	}
	if err := c.playToMismatch(ctx, module); err != nil {
		return nil, err
	}
	out.Proof = c.proof.report
	out.Frames = max(feed.newestHash.Frame, out.Proof.Checked)
	out.fill(module.Explanation())
	return out, nil
}

// playToMismatch plays on as long as every hash agrees, and a few net frames
// more to see how the difference goes on.
func (c *conversion) playToMismatch(ctx context.Context, module *openra.Module) error {
	span := uint64(c.feed.header.TicksPerFrame)
	for tick := uint64(0); !module.Explained() && tick < MaxTicks; tick++ {
		if err := c.feed.ready(ctx, tick); err != nil {
			return err
		}
		if c.feed.ended(tick) {
			return nil
		}
		if tick%span == 0 {
			if recorded, ok := c.feed.hash(tick/span + 1); ok {
				module.Expect(uint32(recorded.Value))
			}
		}
		if err := c.step(order.Tick(tick)); err != nil {
			return err
		}
	}
	return c.drain(ctx)
}

// drain reads the rest of the stream, so that its length is known.
func (c *conversion) drain(ctx context.Context) error {
	for !c.feed.done {
		if err := c.feed.pull(ctx); err != nil {
			return err
		}
		for c.feed.take() != nil {
			continue
		}
		c.feed.hashes, c.feed.hashFirst = c.feed.hashes[:0], 0
	}
	return nil
}

func (e *Explanation) fill(found *openra.Explanation) {
	if found == nil {
		return
	}
	e.Next = found.Next
	e.Tick, e.Difference, e.Draws = found.Tick, found.Difference, found.Draws
	for _, candidate := range found.Candidates {
		e.Candidates = append(e.Candidates, candidate.String())
	}
}

// discard is a Recording that keeps nothing.
type discard struct{}

func (discard) Name(string) (icrep.NameID, error)          { return 0, nil }
func (discard) EncodedTick(order.Tick, []byte) error       { return nil }
func (discard) Keyframe(order.Tick, bool, []byte) error    { return nil }
func (discard) Event(icrep.Event) error                    { return nil }
func (discard) Finish(icrep.Final) (*icrep.Summary, error) { return &icrep.Summary{}, nil }
