// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"errors"

	"convertd/core/divergence"
	"convertd/core/fault"
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
	// ones first; Judged says the same of each with its odds.
	Candidates []string          `json:"candidates"`
	Judged     []TestedCandidate `json:"judged,omitempty"`
	// Next are the differences of the net frames that follow.
	Next []int32 `json:"next,omitempty"`
	// Courses are traits that account for several frames on end, Motions such
	// that account for how the difference changes.
	Courses []openra.Course `json:"courses,omitempty"`
	Motions []openra.Motion `json:"motions,omitempty"`
	// News is what the game saw for the first time in the last NewsFrames frames.
	News []openra.Novelty `json:"news,omitempty"`
	// Scan, Drawn and Changed are there when they are asked for.
	Scan    *openra.Scan   `json:"scan,omitempty"`
	Drawn   []openra.Draw  `json:"drawn,omitempty"`
	Changed []openra.Entry `json:"changed,omitempty"`
}

// TestedCandidate is a candidate with its odds.
type TestedCandidate struct {
	What string `json:"what"`
	// Tried is how many others as likely were tried: by chance, one value in
	// 2^32 accounts for a difference.
	Tried int64 `json:"tried"`
	// Played says whether the frames were played on with it, Met how many are
	// met then from the first that disagrees on, Distinct how many of these
	// have a difference of their own.
	Played   bool `json:"played"`
	Met      int  `json:"met"`
	Distinct int  `json:"distinct"`
}

// ExplainOptions say what is looked at beside what costs next to nothing.
type ExplainOptions struct {
	// Edits plays the frames before the difference again with small edits, from
	// Back frames before it on (at least 1), Trials times at most (0: the usual
	// number). Stop ends it early when it returns true, nil: never.
	Edits  bool
	Back   int
	Trials int
	// Chain is how many differences that come after the best edit are looked at
	// in the same way.
	Chain int
	Stop  func() bool
	// Draws lists who drew a random number in the last frame, Changes which
	// hashed traits changed in it.
	Draws, Changes bool
}

// NewsFrames is how many frames before the difference news is reported of.
const NewsFrames = 25

// followFrames is how many frames past the first mismatch are kept, to see how
// long an explanation lasts.
const followFrames = 200

// ErrNothingToExplain means that the game has no native hash we can compute,
// for want of a map or because its engine is closed. The Explanation says which.
var ErrNothingToExplain = errors.New("no native hash can be computed for this replay")

// Explain plays a replay up to the first frame whose recorded hash is not met,
// and the frames around it as often as the options say. It records nothing.
// Errors are those of Convert.
func Explain(ctx context.Context, job *Job, source Source, options ExplainOptions) (explanation *Explanation, err error) {
	defer fault.Contain(&err)
	c, err := openConversion(ctx, job, source, unrecorded)
	if err != nil {
		return nil, err
	}
	feed, game := c.feed, c.game
	out := &Explanation{
		File: job.File, Game: feed.header.Game, Version: feed.header.Version, Map: feed.header.Map.Name, Candidates: []string{},
	}
	module, ok := game.Module.(*openra.Module)
	if !ok || !game.Native.Computed() {
		out.Proof = c.proof.report
		return out, ErrNothingToExplain
	}
	c.suspicion = suspicion{} // the journal has the orders of each frame, too
	journal := module.KeepJournal()
	if err := c.playToMismatch(ctx, module, journal); err != nil {
		return nil, err
	}
	out.Proof = c.proof.report
	out.Frames = max(feed.newestHash.Frame, out.Proof.Checked)
	return out, out.fill(ctx, module.Explanation(), journal, options)
}

// playToMismatch plays on as long as every hash agrees, and notes what is
// recorded of the frames after that.
func (c *conversion) playToMismatch(ctx context.Context, module *openra.Module, journal *openra.Journal) error {
	span := uint64(c.feed.header.TicksPerFrame)
	follow := 0
	for tick := uint64(0); follow < followFrames && tick < MaxTicks; tick++ {
		if err := c.feed.ready(ctx, tick); err != nil {
			return err
		}
		if c.feed.ended(tick) {
			return nil
		}
		wrong := module.Explanation() != nil
		if tick%span == 0 {
			frame := c.feed.recordedFrame(tick, tick/span+1)
			if wrong {
				journal.Follow(frame)
				follow++
			} else {
				module.Expect(frame)
			}
		}
		if wrong {
			for c.feed.next(tick) != nil {
				continue
			}
			continue
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

func (e *Explanation) fill(ctx context.Context, found *openra.Explanation, journal *openra.Journal, options ExplainOptions) error {
	if found == nil {
		return nil
	}
	e.Tick, e.Difference, e.Draws = found.Tick, found.Difference, found.Draws
	e.News = journal.News.Since(found.Frame - NewsFrames)
	lab, err := openra.NewLaboratory(journal, options.Back)
	if err != nil && !errors.Is(err, openra.ErrNotReproduced) {
		return err
	}
	for i := range found.Candidates {
		candidate := &found.Candidates[i]
		tested := TestedCandidate{What: candidate.String(), Tried: candidate.Guesses}
		if lab != nil {
			tested.Met, tested.Distinct, tested.Played = lab.Verify(candidate)
		}
		e.Candidates = append(e.Candidates, tested.What)
		e.Judged = append(e.Judged, tested)
	}
	if lab == nil {
		return nil
	}
	e.Next = lab.Differences()[1:]
	e.Courses, e.Motions = lab.Courses(), lab.Motions()
	if options.Draws {
		e.Drawn = lab.Draws()
	}
	if options.Changes {
		e.Changed = lab.Entries()
	}
	if options.Edits {
		stop := func() bool { return ctx.Err() != nil || options.Stop != nil && options.Stop() }
		scan := lab.Scan(openra.ScanLimits{Trials: options.Trials, Chain: options.Chain, Back: options.Back, Stop: stop})
		e.Scan = &scan
	}
	return ctx.Err()
}

// discard is a Recording that keeps nothing.
type discard struct{}

func (discard) Name(string) (icrep.NameID, error)    { return 0, nil }
func (discard) EncodedTick(order.Tick, []byte) error { return nil }
func (discard) PackKeyframe(bool, []byte) (icrep.PackedKeyframe, error) {
	return icrep.PackedKeyframe{}, nil
}
func (discard) PackedKeyframe(order.Tick, icrep.PackedKeyframe) error { return nil }
func (discard) Event(icrep.Event) error                               { return nil }
func (discard) Finish(icrep.Final) (*icrep.Summary, error)            { return &icrep.Summary{}, nil }
