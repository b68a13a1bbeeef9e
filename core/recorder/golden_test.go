// SPDX-License-Identifier: GPL-3.0-or-later

package recorder_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"convertd/core/recorder"
)

// update rewrites the golden file: go test ./core/recorder -run Golden -update.
// Do so only for a change that docs/icrep.md describes.
var update = flag.Bool("update", false, "rewrite testdata/golden")

func TestGoldenCaptureIsStillWrittenAndReadTheSame(t *testing.T) {
	const path = "../../testdata/golden/desync-v1.snap"
	got, err := sample(t, 0).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Error("the format changed; if that is meant, describe it in docs/icrep.md and run with -update")
	}
	if _, err := recorder.ReadCapture(bytes.NewReader(want), int64(len(want))); err != nil {
		t.Error(err)
	}
}
