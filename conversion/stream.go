// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"context"

	"convertd/core/pipeline"
	"convertd/host"
)

// source gives a decoder's stream to the pipeline. The context that ends it
// is the one the stream was opened with.
type source struct{ stream *host.Stream }

// Next implements pipeline.Source.
func (s source) Next(context.Context) (pipeline.Event, error) {
	event, err := s.stream.Next()
	if err != nil {
		return pipeline.Event{}, err
	}
	switch event.Kind {
	case host.EventHeader:
		return pipeline.Event{Header: event.Header}, nil
	case host.EventOrders:
		return pipeline.Event{Orders: event.Orders}, nil
	case host.EventSync:
		return pipeline.Event{Sync: event.Sync}, nil
	case host.EventCamera:
		return pipeline.Event{Camera: event.Camera}, nil
	case host.EventDiagnostic:
		return pipeline.Event{Diagnostic: &event.Diagnostic}, nil
	case host.EventTrailer:
		return pipeline.Event{Trailer: event.Trailer}, nil
	case host.EventNative:
		return pipeline.Event{Native: [][]byte{event.Native}}, nil
	}
	return pipeline.Event{}, &pipeline.StreamError{Message: "an event of unknown kind"}
}
