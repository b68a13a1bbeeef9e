// SPDX-License-Identifier: GPL-3.0-or-later

package conversion_test

import (
	"os"
	"testing"

	"convertd/conversion"
	"convertd/failure"
)

func TestAResultTakesItsLimitAndNoMore(t *testing.T) {
	data := fixture(t, "orarep", "good", "ra-skirmish.orarep")
	_, file := convert(t, newEngine(t, nil), request(t, "a.orarep", data))
	limited := func(bytes int64) *conversion.Engine {
		return newEngine(t, func(o *conversion.Settings) { o.ResultBytes = bytes })
	}
	// What is written on the way is a little more than the file.
	if _, again := convert(t, limited(2*int64(len(file))), request(t, "a.orarep", data)); len(again) != len(file) {
		t.Error("a limit that is kept changes the result")
	}
	r := request(t, "a.orarep", data)
	_, err := limited(int64(len(file))/2).Convert(t.Context(), r)
	if class := failure.Classify(err); class.Code != "limit_exceeded" || class.Exit != failure.ExitLimit {
		t.Errorf("the error is %v, exit code %d", err, class.Exit)
	}
	left, err := os.ReadDir(r.Folder)
	if err != nil || len(left) != 0 {
		t.Errorf("%d files are left (%v)", len(left), err)
	}
}
