// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"context"
	"errors"
	"io"

	"convertd/core/ir"
	"convertd/sdk"
)

// Remote is a decoder of the host with the shape of an sdk.Decoder: it pushes
// into a sink what a Stream gives. The acceptance suite runs over it, and it
// suits whoever wants all of a replay in one call.
type Remote struct {
	host  *Host
	entry *entry
}

// Remote returns the decoder of that name, or of that format.
func (h *Host) Remote(name string) (*Remote, error) {
	one, err := h.catalog.Load().named(name)
	if err != nil {
		return nil, err
	}
	return &Remote{host: h, entry: one}, nil
}

// Info asks the decoder what it is.
func (r *Remote) Info(ctx context.Context) (sdk.Info, error) {
	process, err := r.host.pool.take(ctx, r.entry)
	if err != nil {
		return sdk.Info{}, err
	}
	defer r.host.pool.giveBack(process, true)
	return process.info, nil
}

// Probe asks the decoder about an input.
func (r *Remote) Probe(ctx context.Context, input sdk.ProbeInput) (sdk.Match, error) {
	return r.host.probe(ctx, r.entry, &input)
}

// Decode follows the contract of sdk.Decoder, with the errors of Stream.Next.
func (r *Remote) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	stream, err := r.host.Decode(ctx, &Request{
		Decoder: r.entry.key(), Name: source.Name, Options: options,
		Source: bytes.NewReader(source.Data), Size: int64(len(source.Data)),
	})
	if err != nil {
		return err
	}
	defer stream.Close() //nolint:errcheck // always nil
	for {
		event, err := stream.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := push(event, sink); err != nil {
			return err
		}
	}
}

// push gives one event to a sink.
func push(event *Event, sink sdk.Sink) error {
	switch event.Kind {
	case EventHeader:
		return sink.Header(event.Header)
	case EventOrders:
		var order ir.Order
		for event.Orders.Next(&order) {
			if err := sink.Order(&order); err != nil {
				return err
			}
		}
	case EventSync:
		for _, sample := range event.Sync {
			if err := sink.Sync(sample); err != nil {
				return err
			}
		}
	case EventCamera:
		for _, sample := range event.Camera {
			if err := sink.Camera(sample); err != nil {
				return err
			}
		}
	case EventNative:
		for line := range bytes.Lines(event.Native) {
			if err := sink.Native(line[:len(line)-1]); err != nil {
				return err
			}
		}
	case EventDiagnostic:
		return sink.Diagnostic(event.Diagnostic)
	case EventTrailer:
		return sink.Trailer(event.Trailer)
	}
	return nil
}
