// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"testing"

	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

// FuzzDecode decodes with the profile that is found.
func FuzzDecode(f *testing.F) {
	for _, file := range fixtures.Samples() {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkSoundness(t, data, "")
		match := probe(data, "")
		if match.Profile != "" && len(data) <= sdk.ProbeBytes {
			if sent, err := decode(data, sdk.DecodeOptions{}); sent.Header == nil || sent.Header.Profile != match.Profile {
				t.Fatalf("probe says %+v, decoding %v", match, err)
			}
		}
	})
}

// FuzzDecodeNamedProfile decodes with a profile that is named, which takes
// headers that detection refuses.
func FuzzDecodeNamedProfile(f *testing.F) {
	builds := fixtures.Builds()
	for i, b := range builds {
		f.Add(fixtures.Everything(b).Encode(b).Data, uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, build uint8) {
		checkSoundness(t, data, builds[int(build)%len(builds)].Profile)
	})
}
