// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"testing"

	"convertd/internal/testdecoder"
	"convertd/sdk/conformance"
)

func TestGoodDecoderPassesTheSuiteOutOfProcess(t *testing.T) {
	h := newHost(t, nil)
	remote, err := h.Remote("good")
	if err != nil {
		t.Fatal(err)
	}
	conformance.Test(t, remote, testdecoder.Samples())
}
