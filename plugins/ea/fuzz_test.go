// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"testing"

	"convertd/sdk"

	fixture "convertd/internal/fixtures/ea"
)

// fuzz decodes mutated samples of some games in every way.
func fuzz(f *testing.F, games ...fixture.Game) {
	for _, game := range games {
		data := sampleSource(game).Data
		f.Add(data, false)
		f.Add(data, true)
		f.Add(data[:len(data)*2/3], false)
	}
	f.Fuzz(func(t *testing.T, data []byte, native bool) {
		checkStream(t, data, decode(sdk.Source{Data: data}, sdk.DecodeOptions{Native: native}))
		decode(sdk.Source{Data: data}, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		New().Probe(sdk.ProbeInput{Head: data, Size: int64(len(data))})
	})
}

// FuzzRecords: Generals, Zero Hour, BFME I and II, Rise of the Witch-king.
func FuzzRecords(f *testing.F) {
	fuzz(f, fixture.Generals, fixture.ZeroHour, fixture.BFMEShort, fixture.BFMELong, fixture.BFME2, fixture.RiseOfTheWitchKing)
}

// FuzzChunks: Tiberium Wars, Kane's Wrath, Red Alert 3.
func FuzzChunks(f *testing.F) {
	fuzz(f, fixture.TiberiumWars, fixture.TiberiumWarsEarly, fixture.KanesWrath, fixture.RedAlert3)
}

// FuzzTwilight: Tiberian Twilight.
func FuzzTwilight(f *testing.F) {
	fuzz(f, fixture.TiberianTwilight)
}

// FuzzOptions reads options strings in the layouts of all games.
func FuzzOptions(f *testing.F) {
	f.Add([]byte("US=1;M=07maps/a;MC=1;SD=-5;C=100;O=N;S=HA:,b=,C0000201,8088,TT,-1,-1,0,-1,1:CH,1,2,3,4:X:O:;"))
	f.Add([]byte("M=281data/maps/a;RU=1 2 3 ;S=HA,C0000201,8088,TT,-1,7,-1,-1,0,1,-1,TAG:CB,-1,7,-1,1,0,-1:X:;"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, layout := range []slotLayout{slotsGenerals, slotsBFME2, slotsCNC3} {
			options := parseOptions(raw, 3, layout)
			if len(options.slots) > maxSlots {
				t.Fatalf("%d slots", len(options.slots))
			}
			resolved := resolveRandomFactions(uint32(options.seed), options.slots, zeroHourTemplates)
			for i := range options.slots {
				if options.slots[i].faction != templateRandom && resolved[i] != options.slots[i].faction {
					t.Fatalf("a chosen faction was changed")
				}
			}
		}
	})
}
