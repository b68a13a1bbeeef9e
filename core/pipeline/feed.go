// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"convertd/core/divergence"
	"convertd/core/ir"
)

// feed merges a decoder's stream into ticks: for a tick it gives all orders of
// it and the hash recorded for it, wherever the batches happened to end. It
// reads ahead only as far as that takes.
type feed struct {
	source Source
	header *ir.Header

	orders  []ir.Order // a ring; slots keep their slices
	first   int
	held    int
	lastGot uint64 // tick of the newest order

	wantHashes bool
	hashes     []ir.SyncSample // first report of each frame, frames rising
	hashFirst  int             // hashes before it are used up
	hashSeen   bool
	newestHash ir.SyncSample

	cameras []ir.CameraSample // since they were last taken; beyond maxCameras they are lost

	sync        *divergence.SourceSync
	diagnostics []ir.Diagnostic
	diagnosed   uint64
	trailer     *ir.Trailer
	done        bool
	failure     error // *ir.DecodeError, after the good part
	// longest is how many ticks are believed, cut why the stream was not believed
	// from some tick on: what comes behind is left out.
	longest uint64
	cut     *ir.DecodeError
	scratch ir.Order
}

// openFeed reads up to the header.
func openFeed(ctx context.Context, source Source) (*feed, error) {
	f := &feed{source: source, sync: divergence.NewSourceSync(), longest: MaxTicks}
	for f.header == nil {
		if err := f.pull(ctx); err != nil {
			return nil, err
		}
		if f.done {
			if f.failure != nil {
				return nil, f.failure
			}
			return nil, &StreamError{Message: "it ended without a header"}
		}
	}
	return f, nil
}

// pull takes one event.
func (f *feed) pull(ctx context.Context) error {
	event, err := f.source.Next(ctx)
	if err != nil {
		return f.end(err)
	}
	switch {
	case event.Header != nil:
		if f.header != nil {
			return &StreamError{Message: "it has two headers"}
		}
		f.header = event.Header
		return nil
	case f.header == nil:
		return &StreamError{Message: "it does not begin with a header"}
	case f.trailer != nil:
		return &StreamError{Message: "it goes on after its trailer"}
	case event.Orders != nil:
		return f.addOrders(event.Orders)
	case event.Sync != nil:
		f.addHashes(event.Sync)
	case event.Camera != nil:
		f.cameras = append(f.cameras, event.Camera[:min(len(event.Camera), maxCameras-min(maxCameras, len(f.cameras)))]...)
	case event.Diagnostic != nil:
		f.diagnosed++
		if len(f.diagnostics) < maxWarnings {
			f.diagnostics = append(f.diagnostics, *event.Diagnostic)
		}
	case event.Trailer != nil:
		f.close(event.Trailer)
	}
	return nil
}

// end sorts the ends of a stream: clean, damaged replay, failure.
func (f *feed) end(err error) error {
	if decode, ok := ir.AsDecodeError(err); ok {
		f.failure = decode
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	if f.cut != nil {
		f.failure = f.cut // it comes before any other
	}
	f.done = true
	if f.header != nil && f.trailer == nil && f.failure == nil {
		return &StreamError{Message: "it ended without a trailer"}
	}
	return nil
}

// believe bounds the length of the game by the bytes that were recorded of it, 0 for
// not known.
func (f *feed) believe(sourceBytes uint64) {
	f.longest = credibleTicks(sourceBytes, tickRate(f.header))
}

// credible reports whether a tick is believed. From the first one on that is not,
// everything is left out, and the recording counts as damaged there.
func (f *feed) credible(tick, offset uint64) bool {
	if f.cut == nil && tick >= f.longest {
		f.cut = &ir.DecodeError{
			Code: ir.CodeMalformed, Section: "ticks", Offset: offset,
			Message: fmt.Sprintf("tick %d, and a file of this size holds a game of %d at most", tick, f.longest),
		}
		if f.longest == MaxTicks {
			f.cut.Code, f.cut.Message = ir.CodeLimitExceeded, fmt.Sprintf("tick %d, and games of %d are played at most", tick, uint64(MaxTicks))
		}
	}
	return f.cut == nil
}

// close takes the trailer. The length it claims is believed like any other.
func (f *feed) close(trailer *ir.Trailer) {
	f.trailer = trailer
	if trailer.Ticks > f.longest {
		f.credible(trailer.Ticks, trailer.BytesConsumed)
	}
	if f.cut != nil {
		short := *trailer
		short.Complete, short.Ticks = false, f.lastGot
		f.trailer = &short
	}
}

func (f *feed) addOrders(batch *ir.OrderBatchReader) error {
	for batch.Next(&f.scratch) {
		if !f.credible(f.scratch.Tick, f.scratch.Offset) {
			continue // what else the batch says is read, and left out
		}
		if f.scratch.Tick < f.lastGot {
			return &StreamError{Message: fmt.Sprintf("order of tick %d after one of tick %d", f.scratch.Tick, f.lastGot)}
		}
		f.lastGot = f.scratch.Tick
		f.push(&f.scratch)
	}
	return batch.Err()
}

// push copies an order into the ring.
func (f *feed) push(o *ir.Order) {
	if f.held == len(f.orders) {
		f.grow()
	}
	slot := &f.orders[(f.first+f.held)%len(f.orders)]
	subjects, entities, raw := slot.Subjects, slot.Entities, slot.Raw
	*slot = *o
	slot.Subjects = append(subjects[:0], o.Subjects...)
	slot.Entities = append(entities[:0], o.Entities...)
	slot.Raw = append(raw[:0], o.Raw...)
	f.held++
}

func (f *feed) grow() {
	larger := make([]ir.Order, max(64, 2*len(f.orders)))
	for i := range f.held {
		larger[i] = f.orders[(f.first+i)%len(f.orders)]
	}
	f.orders, f.first = larger, 0
}

func (f *feed) addHashes(samples []ir.SyncSample) {
	for _, sample := range samples {
		if !f.credible(sample.Tick, 0) {
			return
		}
		f.sync.Add(sample)
		if f.hashSeen && sample.Frame <= f.newestHash.Frame {
			continue
		}
		f.hashSeen, f.newestHash = true, sample
		if f.wantHashes {
			f.hashes = append(f.hashes, sample)
		}
	}
}

// ready reads ahead until everything of the tick is there.
func (f *feed) ready(ctx context.Context, tick uint64) error {
	for !f.done {
		ordersReady := f.lastGot > tick || f.held >= maxAhead
		hashesReady := !f.wantHashes || (f.hashSeen && f.newestHash.Tick >= tick) || len(f.hashes)-f.hashFirst >= maxAhead
		if ordersReady && (hashesReady || f.held >= maxAhead) {
			return nil
		}
		if len(f.hashes)-f.hashFirst >= maxAhead && hashesReady {
			return nil
		}
		if err := f.pull(ctx); err != nil {
			return err
		}
	}
	return nil
}

// next returns the oldest order if it is of the tick, or nil. It is valid until
// the next call of ready.
func (f *feed) next(tick uint64) *ir.Order {
	if f.held == 0 || f.orders[f.first].Tick > tick {
		return nil
	}
	return f.take()
}

// at returns an order that is held, 0 being the oldest. It is valid until the
// next pull.
func (f *feed) at(i int) *ir.Order { return &f.orders[(f.first+i)%len(f.orders)] }

// take returns the oldest order, or nil. It is valid until the next pull.
func (f *feed) take() *ir.Order {
	if f.held == 0 {
		return nil
	}
	o := &f.orders[f.first]
	f.first = (f.first + 1) % len(f.orders)
	f.held--
	return o
}

// hash returns the hash recorded for the frame; ok is false if there is none.
// Frames must not go back from one call to the next.
func (f *feed) hash(frame uint64) (sample ir.SyncSample, ok bool) {
	for f.hashFirst < len(f.hashes) && f.hashes[f.hashFirst].Frame < frame {
		f.hashFirst++
	}
	if f.hashFirst == len(f.hashes) {
		f.hashes, f.hashFirst = f.hashes[:0], 0
		return ir.SyncSample{}, false
	}
	return f.hashes[f.hashFirst], f.hashes[f.hashFirst].Frame == frame
}

// ended reports whether nothing is left at or after the tick.
func (f *feed) ended(tick uint64) bool {
	if !f.done || f.held > 0 {
		return false
	}
	total := uint64(0)
	if f.trailer != nil {
		total = f.trailer.Ticks
	}
	if f.wantHashes && f.hashSeen {
		total = max(total, f.newestHash.Tick+1)
	}
	return tick >= total
}
