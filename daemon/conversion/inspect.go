package conversion

import (
	"context"
	"errors"
	"io"

	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/daemon"
	"convertd/host"
	"convertd/sdk"
)

// Inspect sums a replay up. Damage is part of the inspection and returned
// beside it; err means that there is no inspection.
func (e *Engine) Inspect(ctx context.Context, input Input) (inspection *pipeline.Inspection, damage, err error) {
	inspection, damage, ambiguous, err := e.inspect(ctx, input)
	if err != nil {
		return nil, nil, err
	}
	inspection.File, inspection.Size, inspection.SHA256 = input.Name, int64(len(input.Data)), daemon.SourceSHA256(input.Data)
	if ambiguous {
		warning := ambiguity(inspection.Format)
		inspection.Warnings = append(inspection.Warnings, pipeline.InspectWarning{Code: warning.Code, Text: warning.Text})
	}
	return inspection, damage, nil
}

func (e *Engine) inspect(ctx context.Context, input Input) (inspection *pipeline.Inspection, damage error, ambiguous bool, err error) {
	stream, ambiguous, err := e.Open(ctx, input, sdk.DepthFull, false)
	if decode, ok := ir.AsDecodeError(err); ok {
		return pipeline.Unreadable(decode), decode, false, nil
	}
	if err != nil {
		return nil, nil, false, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	inspection, damage, err = pipeline.Inspect(ctx, source{stream})
	return inspection, damage, ambiguous, err
}

// Dump writes every native record as one line. What was readable is written
// before an error is returned.
func (e *Engine) Dump(ctx context.Context, input Input, output io.Writer) error {
	stream, _, err := e.Open(ctx, input, sdk.DepthFull, true)
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
		if event.Kind != host.EventNative {
			continue
		}
		if _, err := output.Write(event.Native); err != nil {
			return err
		}
	}
}
