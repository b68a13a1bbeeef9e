// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"context"
	"errors"
	"io"

	"convertd/core/ir"
	"convertd/core/maps"
	"convertd/core/pipeline"
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
	inspection.Map.Author = e.mapAuthor(inspection.Map.ID)
	inspection.File, inspection.Size, inspection.SHA256 = input.Name, int64(len(input.Data)), SourceSHA256(input.Data)
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
	inspection, damage, err = pipeline.Inspect(ctx, source{stream}, e.packs.Load())
	return inspection, damage, ambiguous, err
}

// mapAuthor is who made a map, "" if its file is in no map folder or does not say.
func (e *Engine) mapAuthor(id string) string {
	if id == "" {
		return ""
	}
	data, ok, err := e.maps.FindMap(id)
	if err != nil || !ok {
		return ""
	}
	read, err := maps.Read(data)
	if err != nil {
		return ""
	}
	return read.Author
}

// Dump writes every native record as one line, without what identifies a person
// or a machine. What was readable is written before an error is returned.
func (e *Engine) Dump(ctx context.Context, input Input, output io.Writer) error {
	return e.dump(ctx, input, sdk.DecodeOptions{Native: true}, output)
}

// DumpRaw is Dump with addresses and account names as they stand in the file. It
// is for somebody who looks at a file of their own: nothing that answers others
// may call it.
func (e *Engine) DumpRaw(ctx context.Context, input Input, output io.Writer) error {
	return e.dump(ctx, input, sdk.DecodeOptions{Native: true, Raw: true}, output)
}

func (e *Engine) dump(ctx context.Context, input Input, options sdk.DecodeOptions, output io.Writer) error {
	stream, _, err := e.open(ctx, input, options)
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
