// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"context"

	"convertd/core/ir"
	"convertd/plugins/remastered/internal/names"
	"convertd/sdk"
)

// stream is the state of one decoding behind the header.
type stream struct {
	r      *recording
	roster *roster
	sink   sdk.Sink

	order ir.Order
	event event
	line  []byte
	ui    uiState
	sync  [256]int64 // frame after the newest sample of each sender
	tally tally
}

// contextStride is how many calls of the sink go by between two looks at the
// context; turns without any count too.
const contextStride = 256

// run sends every turn, then the trailer, then returns what is wrong with the
// file, if anything is.
func (s *stream) run(ctx context.Context, data []byte, native bool) error {
	w := newWalker(s.r, data, s.r.start)
	budget := contextStride
	for t := (turn{}); w.next(&t); {
		if budget -= 1 + t.count; budget < 0 {
			budget = contextStride
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		s.tally.turn(&t)
		if t.hasUI && !native {
			if err := s.sendUI(&t); err != nil {
				return err
			}
		}
		if err := s.sendEvents(ctx, &t, native); err != nil {
			return err
		}
	}
	return s.finish(w)
}

// finish reports what was odd, and sends the trailer.
func (s *stream) finish(w *walker) error {
	if w.repeated > 0 {
		if err := s.sink.Diagnostic(ir.Diagnostic{
			Severity: ir.SeverityInfo, Code: "frames-repeated",
			Summary: "missions ended in this recording: frame numbers were used twice, turns go on counting",
		}); err != nil {
			return err
		}
	}
	trailer := s.tally.trailer(w)
	if err := s.sink.Trailer(&trailer); err != nil {
		return err
	}
	if w.err != nil {
		return w.err
	}
	return nil
}

// sendEvents sends the events of a turn one by one, as orders or as lines. A
// block may hold thousands, so that the context is looked at in between.
func (s *stream) sendEvents(ctx context.Context, t *turn, native bool) error {
	l := s.r.layout
	for i := range t.count {
		if i%contextStride == contextStride-1 && ctx.Err() != nil {
			return ctx.Err()
		}
		s.event.read(l, t.events[i*l.eventBytes:])
		s.tally.kinds[s.event.kind]++
		offset := t.eventsAt + i*l.eventBytes
		var err error
		if native {
			err = s.sendLine(t, offset)
		} else {
			err = s.sendOrder(t, offset)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sendOrder sends the current event as an order, and a checksum it carries as
// a sample.
func (s *stream) sendOrder(t *turn, offset int) error {
	s.fill(t, &s.event, offset)
	if err := s.sink.Order(&s.order); err != nil {
		return err
	}
	if s.event.kind == eventFrameInfo {
		return s.sendSync(t)
	}
	return nil
}

// Of a checksum the engine compares (docs/formats/remastered.md#frame-info):
// those at most this many frames old, and in Red Alert not those of the first
// frames.
const (
	maxSyncDelay       = 31
	redAlertFirstCheck = 32
)

// sendSync sends the checksum of a FRAMEINFO as a sample of the frame that it
// was taken at. A sender's second one for a frame, or one for an earlier frame,
// stays an order only.
func (s *stream) sendSync(t *turn) error {
	info := s.event.frameInfo()
	frame, tick := int64(t.frame)-int64(info.delay), int64(t.index)-int64(info.delay)
	first := int64(0)
	if s.r.layout.game == names.RedAlert {
		first = redAlertFirstCheck
	}
	sender := s.roster.sender(&s.event) & 0xFF
	if info.delay > maxSyncDelay || tick < first || frame < s.sync[sender] {
		return nil
	}
	s.sync[sender] = frame + 1
	return s.sink.Sync(ir.SyncSample{
		Frame: uint64(frame), Tick: uint64(tick), Reporter: int32(sender), Player: s.roster.bySender[sender], Value: uint64(info.crc),
	})
}
