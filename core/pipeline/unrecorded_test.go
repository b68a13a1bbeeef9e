// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/plugins/ea"
)

// Who only asks for the report does not pay for frames, keyframes and their hashes.
// The report is that of the conversion.
func TestReportIsThatOfAConversion(t *testing.T) {
	for _, name := range []string{"kw.KWReplay", "zerohour.rep", "bfme2.BfME2Replay"} {
		path := filepath.Join("..", "..", "testdata", "replays", "ea", name)
		source, _ := decode(t, ea.New(), path)
		converted, _ := convert(t, source, nil)
		source, _ = decode(t, ea.New(), path)
		report, err := pipeline.Report(t.Context(), &pipeline.Job{
			File: converted.Report.File, SHA256: converted.Report.SHA256, Thresholds: divergence.DefaultThresholds(),
		}, source)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&converted.Report, report); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
