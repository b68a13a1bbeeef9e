// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import "fmt"

// Verdict is how a replay's hashes compare with the world played again.
type Verdict uint8

// Verdicts.
const (
	// Exact: every recorded hash so far was met.
	Exact Verdict = iota
	// Diverged: a recorded hash was not met; what follows was not compared.
	Diverged
	// NotCheckable: the world cannot be reproduced; see Result.Reason.
	NotCheckable
)

// String returns the verdict as reports write it.
func (v Verdict) String() string {
	switch v {
	case Exact:
		return "exact"
	case Diverged:
		return "diverged"
	case NotCheckable:
		return "not checkable"
	default:
		return fmt.Sprintf("verdict %d", uint8(v))
	}
}

// Result is what a Check has found so far.
type Result struct {
	Verdict Verdict
	// Checked counts the frames that were compared, Proven the leading ones
	// whose hash was met.
	Checked, Proven uint64
	// First is where the first hash was not met; valid if Verdict is Diverged.
	First Mismatch
	// Reason says why there is nothing more to check; set if Verdict is
	// NotCheckable.
	Reason string
	// Receipts count what became of the commands.
	Receipts Receipts
}

// Mismatch is a frame whose hash was not met.
type Mismatch struct {
	Frame uint64 // 0 for the first frame of the file
	Tick  uint64 // as the frame records it
	Want  uint64 // recorded
	Got   uint64 // computed
}

// Check plays a replay's commands and compares its hashes, frame by frame:
// Command for each command of a frame, then EndFrame. It stops comparing at
// the first difference, as the engine's own comparison does.
type Check struct {
	engine *engine
	frame  uint64
	result Result
}

// NewCheck returns a check of a replay with this header against a world that
// ParseWorld or World.Check has passed. A world that cannot be reproduced
// gives a Check that says so. A world that is not the replay's gives an error
// that wraps ErrWorld.
func NewCheck(world *World, recorded Recorded) (*Check, error) {
	if err := recorded.fit(world); err != nil {
		return nil, err
	}
	if name, ok := world.FieldWriter(); ok {
		return &Check{result: Result{
			Verdict: NotCheckable,
			Reason:  fmt.Sprintf("propagator %q may change fields", name),
		}}, nil
	}
	return &Check{engine: newEngine(world, recorded.FieldCount)}, nil
}

// Command submits a command record for the coming frame. The record must stay
// as it is until EndFrame. A record that the engine could not have read ends
// the check.
func (c *Check) Command(record []byte) {
	if c.result.Verdict != Exact {
		return
	}
	if err := c.engine.submit(record); err != nil {
		c.result.Verdict = NotCheckable
		c.result.Reason = fmt.Sprintf("frame %d: %v", c.frame, err)
	}
}

// EndFrame plays the tick and compares its hash with the recorded one. tick is
// the number the frame records; it is reported only, since the engine counts
// for itself.
func (c *Check) EndFrame(tick, hash uint64) {
	frame := c.frame
	c.frame++
	if c.result.Verdict != Exact {
		return
	}
	c.engine.step()
	c.result.Checked++
	got := c.engine.hash()
	if got == hash {
		c.result.Proven++
		return
	}
	c.result.Verdict = Diverged
	c.result.First = Mismatch{Frame: frame, Tick: tick, Want: hash, Got: got}
}

// Result returns what was found so far.
func (c *Check) Result() Result {
	result := c.result
	if c.engine != nil {
		result.Receipts = c.engine.receipts
	}
	return result
}

// submit takes a command for the coming tick. The record may be reused after
// step only.
func (e *engine) submit(record []byte) error {
	c, err := parseCommand(record)
	if err == nil {
		e.take(c)
	}
	return err
}
