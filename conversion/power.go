// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"context"

	"convertd/core/power"
)

// Power spoils a replay on purpose and says which spoilt versions would have
// been noticed. Nothing is written.
func (e *Engine) Power(ctx context.Context, input Input) (*power.Measurement, error) {
	stream, job, err := e.examine(ctx, input)
	if err != nil {
		return nil, err
	}
	defer stream.Close() //nolint:errcheck // always nil
	job.SHA256 = SourceSHA256(input.Data)
	return power.Measure(ctx, job, source{stream})
}
