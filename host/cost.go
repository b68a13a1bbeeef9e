// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"convertd/core/ir"
	"convertd/sdk"
)

// Cost is what one source costs a decoder, and what it may cost.
type Cost struct {
	// Time is from the question to the end of the answer in a warm process,
	// the median of several.
	Time time.Duration
	// Bytes, Orders and Diagnostics are what was sent; samples count as orders.
	Bytes, Orders, Diagnostics int64
	// Memory is the most that the process ever held, 0 if that cannot be said.
	Memory uint64
	// Limits are those of this source, MemoryLimit that of the process.
	Limits      Limits
	MemoryLimit uint64
	// Damage is why the source could not be read to its end, nil if it was.
	Damage *ir.DecodeError
}

// costRuns is how often a source is decoded to say what it costs.
const costRuns = 5

// Cost decodes a source several times and says what that costs.
func (r *Remote) Cost(ctx context.Context, source sdk.Source) (Cost, error) {
	cost := Cost{Limits: r.host.config.Limits.forSource(int64(len(source.Data))), MemoryLimit: r.host.config.Memory}
	var times []time.Duration
	for range costRuns + 1 {
		begun := time.Now()
		if err := r.decodeOnce(ctx, source, &cost); err != nil {
			return cost, err
		}
		times = append(times, time.Since(begun))
	}
	times = times[1:] // the first may have started the process
	slices.Sort(times)
	cost.Time = times[len(times)/2]
	return cost, nil
}

func (r *Remote) decodeOnce(ctx context.Context, source sdk.Source, cost *Cost) error {
	stream, err := r.host.Decode(ctx, &Request{
		Decoder: r.entry.key(), Name: source.Name, Source: bytes.NewReader(source.Data), Size: int64(len(source.Data)),
	})
	if err != nil {
		return err
	}
	defer stream.Close() //nolint:errcheck // always nil
	pid := stream.process.runner.process.Pid()
	for {
		event, err := stream.Next()
		if err == nil {
			var order ir.Order
			for event.Kind == EventOrders && event.Orders.Next(&order) {
			}
			continue
		}
		var damage *ir.DecodeError
		if errors.As(err, &damage) {
			cost.Damage = damage
		} else if !errors.Is(err, io.EOF) {
			return err
		}
		cost.Bytes, cost.Orders, cost.Diagnostics = stream.counts.bytes, stream.counts.orders, stream.counts.diagnostics
		cost.Memory = max(cost.Memory, peakMemory(pid))
		return nil
	}
}
