package conversion

import (
	"context"

	"convertd/core/pipeline"
	"convertd/sdk"
)

// Explain plays a replay up to the first recorded hash that is not met and says
// what could account for it. With pipeline.ErrNothingToExplain the explanation
// says why there is none.
func (e *Engine) Explain(ctx context.Context, input Input) (*pipeline.Explanation, error) {
	stream, _, err := e.Open(ctx, input, sdk.DepthFull, false)
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	job := &pipeline.Job{
		File: input.Name, EngineVersion: e.options.Version, Thresholds: e.options.Thresholds,
		Materials: pipeline.Materials{Maps: e.maps},
	}
	return pipeline.Explain(ctx, job, source{stream})
}
