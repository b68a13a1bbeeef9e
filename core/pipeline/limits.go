package pipeline

import "fmt"

// Limits of one conversion. They bound what a hostile replay can cost.
const (
	// MaxTicks is the longest game that is simulated: 24 hours at 50 ticks a
	// second.
	MaxTicks = 24 * 60 * 60 * 50
	// maxAhead bounds how many orders, or sync samples, are held while the
	// other of the two has not caught up. Decoders send both in order of
	// ticks, so they are a batch apart.
	maxAhead = 1 << 16
	// maxWarnings bounds the warnings kept; all are counted.
	maxWarnings = 200
	// maxForeignIDs bounds the distinct foreign ids counted.
	maxForeignIDs = 1 << 20
)

// LimitError means that a replay passed a limit of the conversion. It is not
// worth trying again.
type LimitError struct {
	What  string
	Limit uint64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s exceeds the limit of %d", e.What, e.Limit)
}

// StreamError means that a decoder broke the contract of its stream: order of
// events, ticks going back. The decoder is at fault, not the replay.
type StreamError struct{ Message string }

func (e *StreamError) Error() string { return "decoder stream: " + e.Message }
