// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
	"google.golang.org/grpc/metadata"
)

// Change says what happened to a decoder's process.
type Change string

// Changes. All but the first two are the end of a process: why it was killed.
const (
	ChangeStarted    Change = "started"
	ChangeNotStarted Change = "not_started"
	ChangeDied       Change = "died"      // by itself
	ChangeUnhealthy  Change = "unhealthy" // its job went wrong or was abandoned
	ChangeWornOut    Change = "worn_out"  // it served its number of jobs, or its processor time
	ChangeIdle       Change = "idle"      // nobody needed it
	ChangeReloaded   Change = "reloaded"  // it was replaced, changed or disabled
	ChangeClosed     Change = "closed"    // the host was closed
)

// ProcessUsage is one process of a decoder as it is now.
type ProcessUsage struct {
	Decoder string
	Memory  uint64 // bytes resident, 0 if the system does not say
}

// Usage lists the processes that run now.
func (h *Host) Usage() []ProcessUsage {
	h.pool.mu.Lock()
	defer h.pool.mu.Unlock()
	usage := make([]ProcessUsage, 0, len(h.pool.all))
	for process := range h.pool.all {
		usage = append(usage, ProcessUsage{Decoder: process.entry.name, Memory: residentMemory(process.runner.process.Pid())})
	}
	return usage
}

// changed tells whoever watches.
func (p *pool) changed(one *entry, change Change) {
	if p.config.Observe != nil {
		p.config.Observe(one.name, change)
	}
}

// traced gives the trace of ctx to the decoder, as gRPC metadata "traceparent": a
// decoder that has traces of its own goes on with it. The direct line has no room
// for it, and the bundled decoders, which use it, have nobody to send spans to.
func traced(ctx context.Context) context.Context {
	headers := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, headers)
	for name, value := range headers {
		ctx = metadata.AppendToOutgoingContext(ctx, name, value)
	}
	return ctx
}
