// SPDX-License-Identifier: GPL-3.0-or-later

package observe

import (
	"context"
	"fmt"
	"log/slog"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
)

// TraceOptions say where spans go.
type TraceOptions struct {
	Endpoint string  // "http://host:4317", or https
	Share    float64 // of jobs that nobody traces already
	Version  string
	Worker   string
	Log      *slog.Logger
}

// StartTraces sends the spans of this process to an endpoint, in the background:
// one that does not answer costs spans, not jobs. stop sends what is left.
func StartTraces(ctx context.Context, options TraceOptions) (stop func(context.Context) error, err error) {
	exporter, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(options.Endpoint))
	if err != nil {
		return nil, fmt.Errorf("traces cannot be sent to observe.traces_to: %w", err)
	}
	provider := trace.NewTracerProvider(
		trace.WithBatcher(exporter),
		trace.WithSampler(trace.ParentBased(trace.TraceIDRatioBased(options.Share))),
		// Nothing about the machine: results and traces tell what was done, not where.
		trace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "convertd"), attribute.String("service.version", options.Version),
			attribute.String("service.instance.id", options.Worker),
		)),
	)
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { options.Log.Warn("traces are not sent", "error", err) }))
	return provider.Shutdown, nil
}
