// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"context"
	"testing"

	"convertd/sdk"
	"convertd/sdk/sinktest"

	fixture "convertd/internal/fixtures/ea"
)

// TestCommandsDoNotAllocate decodes a recording and one with a thousand times
// its commands: both allocate the same.
func TestCommandsDoNotAllocate(t *testing.T) {
	for _, game := range fixture.Games() {
		if game == fixture.TiberiumWarsEarly {
			continue // as Tiberium Wars
		}
		t.Run(game.Name(), func(t *testing.T) {
			short := fixture.Sample(game)
			long := fixture.Sample(game)
			body := long.Records[:len(long.Records)-1]
			last := long.Records[len(long.Records)-1]
			long.Records = nil
			for range 1000 {
				for _, record := range body {
					if record.ID == game.IDs().BeaconText && record.Payload == nil {
						continue // text is the one thing that is allocated: a string
					}
					record.Frame = 1
					long.Records = append(long.Records, record)
				}
			}
			long.Records = append(long.Records, last)
			for _, native := range []bool{false, true} {
				options := sdk.DecodeOptions{Native: native}
				few, many := allocations(t, short.Encode(game), options), allocations(t, long.Encode(game), options)
				// Selections and control groups grow once each; a cut through
				// the pool of bodies may cost one more round.
				const slack = 40
				if many > few+slack {
					t.Errorf("native %t: %v allocations, with a thousand times the commands %v", native, few, many)
				}
			}
		})
	}
}

func allocations(t *testing.T, data []byte, options sdk.DecodeOptions) float64 {
	t.Helper()
	sink := &sinktest.Counter{}
	return testing.AllocsPerRun(10, func() {
		if err := New().Decode(context.Background(), sdk.Source{Data: data}, options, sink); err != nil {
			t.Fatal(err)
		}
	})
}
