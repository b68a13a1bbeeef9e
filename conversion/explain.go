// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"context"
	"io"

	"convertd/core/pipeline"
	"convertd/core/rules"
	"convertd/core/rules/pack"
	"convertd/host"
	"convertd/sdk"
)

// Explain plays a replay up to the first recorded hash that is not met and says
// what could account for it. With pipeline.ErrNothingToExplain the explanation
// says why there is none.
func (e *Engine) Explain(ctx context.Context, input Input, options pipeline.ExplainOptions) (*pipeline.Explanation, error) {
	stream, job, err := e.examine(ctx, input)
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	return pipeline.Explain(ctx, job, source{stream}, options)
}

// Judge plays a whole replay and says how well its orders fit what is not
// proven. Nothing is written.
func (e *Engine) Judge(ctx context.Context, input Input) (*pipeline.Judgement, error) {
	stream, job, err := e.examine(ctx, input)
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	return pipeline.Judge(ctx, job, source{stream})
}

// CompareTrace plays a replay beside the trace of the engine that played it, up to
// the first net frame that differs; with art that the engine had and the rules do not
// know, or nil.
func (e *Engine) CompareTrace(ctx context.Context, input Input, trace io.Reader, art rules.Art) (*pipeline.TraceComparison, error) {
	stream, job, err := e.examine(ctx, input)
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	job.Materials.Art = art
	return pipeline.CompareTrace(ctx, job, source{stream}, trace)
}

// TryPack plays a whole replay by one rule pack and says how much of it the pack can
// judge. Nothing is written.
func (e *Engine) TryPack(ctx context.Context, input Input, p *pack.Pack) (*pipeline.Trial, error) {
	stream, job, err := e.examine(ctx, input)
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	alone, err := pack.NewSet(p)
	if err != nil {
		return nil, err
	}
	job.Materials.Packs = alone
	return pipeline.Try(ctx, job, source{stream})
}

// examine opens a replay that is only looked at.
func (e *Engine) examine(ctx context.Context, input Input) (*host.Stream, *pipeline.Job, error) {
	stream, _, err := e.Open(ctx, input, sdk.DepthFull, false)
	if err != nil {
		return nil, nil, err
	}
	return stream, &pipeline.Job{
		File: input.Name, SourceBytes: uint64(len(input.Data)), EngineVersion: e.settings.Version, Thresholds: e.settings.Thresholds,
		Materials: pipeline.Materials{Maps: e.maps, Packs: e.packs.Load()},
	}, nil
}
