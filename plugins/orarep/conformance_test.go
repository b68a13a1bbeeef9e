// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"path"
	"strings"
	"testing"

	"convertd/sdk/conformance"

	fixtures "convertd/internal/fixtures/orarep"
)

func TestDecoderKeepsTheContract(t *testing.T) {
	var samples []conformance.Sample
	for _, file := range fixtures.Files() {
		if !strings.HasPrefix(file.Path, "bad/") {
			samples = append(samples, conformance.Sample{Name: path.Base(file.Path), Data: file.Data})
		}
	}
	conformance.Test(t, conformance.InProcess(New()), samples)
}
