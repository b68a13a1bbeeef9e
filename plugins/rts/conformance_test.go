// SPDX-License-Identifier: GPL-3.0-or-later

package rts_test

import (
	"path"
	"testing"

	fixtures "convertd/internal/fixtures/rts"
	"convertd/plugins/rts"
	"convertd/sdk/conformance"
)

func TestDecoderKeepsTheContract(t *testing.T) {
	var samples []conformance.Sample
	for _, file := range fixtures.Files() {
		if path.Dir(file.Name) != "bad" {
			samples = append(samples, conformance.Sample{Name: path.Base(file.Name), Data: file.Data})
		}
	}
	conformance.Test(t, conformance.InProcess(rts.Decoder{}), samples)
}
