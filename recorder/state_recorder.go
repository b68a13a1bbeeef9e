// SPDX-License-Identifier: GPL-3.0-or-later

package recorder

import (
	"errors"
	"os"
	"time"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/recorder"
)

// orderLogFrames is how many frames a desync capture shows: ten seconds at 25
// ticks per second.
const orderLogFrames = 250

// Options of a StateRecorder. The zero value records live play.
type Options struct {
	// Writer are the options of the file. AllowGaps is set by the recorder.
	Writer icrep.Options
	// Queue is DefaultQueue if 0.
	Queue int
	// Bound is SendBound if 0; NoBound waits instead of dropping.
	Bound   time.Duration
	NoBound bool
	// KeyframeInterval and FullEvery are those of the format if 0.
	KeyframeInterval, FullEvery uint64
}

// StateRecorder records a game tick by tick. Its methods are called by the
// goroutine that runs the game.
type StateRecorder struct {
	background *Background
	keyframes  recorder.Keyframes
	log        *recorder.OrderLog
	names      map[string]icrep.NameID
	metadata   icrep.Metadata
}

// New creates the journal of a replay called name in root and starts the
// background goroutine. Finish or Close must follow.
func New(root *os.Root, name string, options Options) (*StateRecorder, error) {
	options.Writer.AllowGaps = true
	writer, err := icrep.Create(root, name, options.Writer)
	if err != nil {
		return nil, err
	}
	if options.Queue == 0 {
		options.Queue = DefaultQueue
	}
	if options.Bound == 0 && !options.NoBound {
		options.Bound = SendBound
	}
	if options.NoBound {
		options.Bound = 0
	}
	return &StateRecorder{
		background: NewBackground(writer, options.Queue, options.Bound),
		keyframes:  recorder.Keyframes{Interval: options.KeyframeInterval, FullEvery: options.FullEvery},
		log:        recorder.NewOrderLog(orderLogFrames),
		names:      map[string]icrep.NameID{},
		metadata:   options.Writer.Metadata,
	}, nil
}

// Tick records the tick that is about to be executed: the keyframe of the
// present state, if one is due, and the frame with the state's hash and the
// orders. It keeps nothing of orders. An error means that the recording has
// failed; the game may go on.
func (s *StateRecorder) Tick(sim recorder.Simulation, orders []order.TimestampedOrder) error {
	if err := s.background.Err(); err != nil {
		return err
	}
	tick := sim.Tick()
	if s.keyframes.Due(tick) {
		if err := s.keyframe(tick, sim); err != nil {
			return err
		}
	}
	frame := icrep.TickFrame{Tick: tick, StateHash: sim.SyncHash(), Orders: orders}
	encoded, err := icrep.AppendFrame(s.background.buffer(), &frame)
	if err != nil {
		return err
	}
	s.log.Add(encoded)
	s.background.EncodedTick(tick, encoded)
	return nil
}

func (s *StateRecorder) keyframe(tick order.Tick, sim recorder.Simulation) error {
	blob, full, err := s.keyframes.Encode(s.background.blobBuffer(), sim)
	if err != nil {
		return err
	}
	if s.background.Keyframe(tick, full, blob) {
		s.keyframes.Recorded()
	} else {
		s.keyframes.Lost()
	}
	return nil
}

// Name returns the number of a type name for use in events.
func (s *StateRecorder) Name(name string) (icrep.NameID, error) {
	if id, ok := s.names[name]; ok {
		return id, nil
	}
	if len(s.names) >= icrep.MaxNames || len(name) > icrep.MaxNameBytes {
		return 0, errors.New("recorder: too many names, or one too long")
	}
	id := icrep.NameID(len(s.names))
	s.names[name] = id
	s.background.Name(name)
	return id, nil
}

// Event records an observation of the present tick.
func (s *StateRecorder) Event(e icrep.Event) error {
	s.background.Event(e)
	return s.background.Err()
}

// Desync captures the present state at once, because its hash is not the one
// that it was expected to have, and writes the capture into root.
func (s *StateRecorder) Desync(sim recorder.Simulation, expected order.SyncHash, root *os.Root) (*recorder.Capture, error) {
	capture, err := recorder.Take(sim, expected, s.log)
	if err != nil {
		return nil, err
	}
	return capture, capture.Write(root)
}

// Lost is how many frames, keyframes and events were dropped so far.
func (s *StateRecorder) Lost() (frames, keyframes, events uint64) { return s.background.Lost() }

// Finish completes the file with the final state of the game.
func (s *StateRecorder) Finish(sim recorder.Simulation, final icrep.Final) (*icrep.Summary, error) {
	final.TotalTicks, final.FinalStateHash = uint64(sim.Tick()), sim.StateHash()
	if final.Metadata == nil {
		final.Metadata = &s.metadata
	}
	return s.background.Finish(final)
}

// Close stops recording and leaves the journal for icrep.Repair.
func (s *StateRecorder) Close() error { return s.background.Close() }
