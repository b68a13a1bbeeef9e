// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"context"
	"errors"
	"fmt"
	"io"

	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
)

// Limits of a game that is held in memory to be spoilt.
const (
	// MaxOrders is how many orders are held. The longest real game known has
	// fewer than 60,000.
	MaxOrders = 1 << 20
	// MaxBytes bounds what orders and hash samples take together.
	MaxBytes = 256 << 20
)

// orderBytes and sampleBytes are what an order takes beside its lists, and a
// sample.
const (
	orderBytes  = 360
	sampleBytes = 48
)

// game is a decoded replay, whole.
type game struct {
	header  ir.Header
	packs   *pack.Set // rule packs from outside that it may be played by
	orders  []ir.Order
	hashes  []ir.SyncSample
	trailer *ir.Trailer
	damage  error // *ir.DecodeError that ended the source early
}

// read takes a whole stream. Errors are those of the source, and a
// *pipeline.LimitError for a game that is too large to be held.
func read(ctx context.Context, source pipeline.Source) (*game, error) {
	g := &game{}
	seen, bytes := false, 0
	for {
		event, err := source.Next(ctx)
		if decode, damaged := ir.AsDecodeError(err); damaged && seen {
			g.damage = decode
			return g, nil
		}
		if errors.Is(err, io.EOF) && seen {
			return g, nil
		}
		if errors.Is(err, io.EOF) {
			return nil, &pipeline.StreamError{Message: "it ended without a header"}
		}
		if err != nil {
			return nil, err
		}
		switch {
		case event.Header != nil:
			g.header, seen = *event.Header, true
		case event.Orders != nil:
			if bytes, err = g.take(event.Orders, bytes); err != nil {
				return nil, err
			}
		case event.Sync != nil:
			g.hashes = append(g.hashes, event.Sync...)
			bytes += sampleBytes * len(event.Sync)
		case event.Trailer != nil:
			trailer := *event.Trailer
			g.trailer = &trailer
		}
		if bytes > MaxBytes || len(g.orders) > MaxOrders {
			return nil, fmt.Errorf("the game cannot be held to be spoilt: %w", &pipeline.LimitError{What: "size of its orders in bytes", Limit: MaxBytes})
		}
	}
}

// take copies the orders of a batch and counts what they take.
func (g *game) take(batch *ir.OrderBatchReader, bytes int) (int, error) {
	var o ir.Order
	for batch.Next(&o) {
		g.orders = append(g.orders, copied(&o))
		bytes += orderBytes + 4*(len(o.Subjects)+len(o.Entities)) + len(o.Raw) + len(o.Text)
		if bytes > MaxBytes || len(g.orders) > MaxOrders {
			break
		}
	}
	return bytes, batch.Err()
}

// copied is an order with lists of its own.
func copied(o *ir.Order) ir.Order {
	c := *o
	c.Subjects = append([]uint32(nil), o.Subjects...)
	c.Entities = append([]uint32(nil), o.Entities...)
	c.Raw = append([]byte(nil), o.Raw...)
	return c
}

// clone is a game that can be changed without changing this one: orders whose
// lists are replaced, never written into, may share them.
func (g *game) clone() *game {
	c := *g
	c.orders = append([]ir.Order(nil), g.orders...)
	c.hashes = append([]ir.SyncSample(nil), g.hashes...)
	if g.trailer != nil {
		trailer := *g.trailer
		c.trailer = &trailer
	}
	return &c
}

// stream gives the game as a decoder would.
func (g *game) stream() pipeline.Source { return &playback{game: g} }

// batchOrders is how many orders a batch of the playback has at most.
const batchOrders = 4096

// playback is a game as a stream: the header, batches of orders, before each the
// hash samples up to its last tick, the trailer.
type playback struct {
	game    *game
	started bool
	ended   bool
	samples int // given so far
	next    int // order
	encoded []byte
	writer  ir.OrderBatchWriter
	reader  ir.OrderBatchReader
}

// Next implements pipeline.Source.
func (p *playback) Next(ctx context.Context) (pipeline.Event, error) {
	if ctx.Err() != nil {
		return pipeline.Event{}, context.Cause(ctx)
	}
	if !p.started {
		p.started = true
		header := p.game.header
		return pipeline.Event{Header: &header}, nil
	}
	if samples := p.due(); len(samples) > 0 {
		p.samples += len(samples)
		return pipeline.Event{Sync: samples}, nil
	}
	switch {
	case p.next < len(p.game.orders):
		return p.batch()
	case !p.ended && p.game.trailer != nil:
		p.ended = true
		trailer := *p.game.trailer
		return pipeline.Event{Trailer: &trailer}, nil
	case p.game.damage != nil:
		return pipeline.Event{}, p.game.damage
	}
	return pipeline.Event{}, io.EOF
}

// due lists the samples that belong before the next batch: all once the orders
// are used up.
func (p *playback) due() []ir.SyncSample {
	rest := p.game.hashes[p.samples:]
	if p.next >= len(p.game.orders) {
		return rest
	}
	last := p.game.orders[min(p.next+batchOrders, len(p.game.orders))-1].Tick
	n := 0
	for n < len(rest) && rest[n].Tick <= last {
		n++
	}
	return rest[:n]
}

// batch encodes the next orders: the form in which a decoder sends them.
func (p *playback) batch() (pipeline.Event, error) {
	for p.next < len(p.game.orders) && p.writer.Len() < batchOrders {
		full, err := p.writer.Add(&p.game.orders[p.next])
		if err != nil {
			return pipeline.Event{}, fmt.Errorf("order at byte %d: %w", p.game.orders[p.next].Offset, err)
		}
		p.next++
		if full {
			break
		}
	}
	p.encoded = p.writer.Flush(p.encoded[:0])
	if err := p.reader.Reset(p.encoded); err != nil {
		return pipeline.Event{}, err
	}
	return pipeline.Event{Orders: &p.reader}, nil
}
