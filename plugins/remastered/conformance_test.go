// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"path"
	"strings"
	"testing"

	fixtures "convertd/internal/fixtures/remastered"
	"convertd/plugins/remastered"
	"convertd/sdk/conformance"
)

func TestDecoderKeepsTheContract(t *testing.T) {
	var samples []conformance.Sample
	for _, file := range fixtures.Samples() {
		if !strings.HasPrefix(file.Name, "bad/") {
			samples = append(samples, conformance.Sample{Name: path.Base(file.Name), Data: file.Data})
		}
	}
	conformance.Test(t, conformance.InProcess(remastered.Decoder{}), samples)
}

func TestDecoderKeepsTheContractOnTheCorpus(t *testing.T) {
	var samples []conformance.Sample
	for _, o := range oracles(t) {
		samples = append(samples, conformance.Sample{Name: o.File, Data: o.data})
	}
	conformance.Test(t, conformance.InProcess(remastered.Decoder{}), samples)
}
