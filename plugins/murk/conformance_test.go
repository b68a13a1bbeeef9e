// SPDX-License-Identifier: GPL-3.0-or-later

package murk_test

import (
	"path"
	"testing"

	fixtures "convertd/internal/fixtures/murk"
	"convertd/plugins/murk"
	"convertd/sdk/conformance"
)

func TestDecoderKeepsTheContract(t *testing.T) {
	var samples []conformance.Sample
	for _, file := range fixtures.Files() {
		if path.Dir(file.Name) != "bad" {
			samples = append(samples, conformance.Sample{Name: path.Base(file.Name), Data: file.Data})
		}
	}
	conformance.Test(t, conformance.InProcess(murk.Decoder{}), samples)
}
