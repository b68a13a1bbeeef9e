// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"testing"

	"convertd/sdk/conformance"

	fixture "convertd/internal/fixtures/ea"
)

func TestDecoderConforms(t *testing.T) {
	var samples []conformance.Sample
	for _, game := range fixture.Games() {
		source := sampleSource(game)
		samples = append(samples, conformance.Sample{Name: source.Name, Data: source.Data})
	}
	conformance.Test(t, conformance.InProcess(New()), samples)
}
