// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
	"convertd/core/pipeline"
)

// repairFile repairs bytes; nil if nothing could be written.
func repairFile(t *testing.T, data []byte) []byte {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := icrep.Repair(bytes.NewReader(data), int64(len(data)), root, "repaired.icrep", icrep.Options{Durability: icrep.SyncNever}); err != nil {
		return nil
	}
	repaired, err := os.ReadFile(filepath.Join(dir, "repaired.icrep"))
	if err != nil {
		t.Fatal(err)
	}
	return repaired
}

// Whatever bits of a game were flipped: what repair writes is that game as far as it
// goes. Only what names its rules and its map may be damaged so that it cannot be
// played.
func TestWhateverTheDamageWhatRepairWritesIsPlayedAgain(t *testing.T) {
	whole, materials := provenGame(t, forgedGame)
	metadata := openFile(t, whole).Header().Metadata
	rounds := 40
	if testing.Short() {
		rounds = 10
	}
	random := rand.New(rand.NewPCG(11, 12))
	played := 0
	for range rounds {
		data := slices.Clone(whole)
		inMetadata := false
		for range 1 + random.IntN(3) {
			at := random.IntN(len(data))
			data[at] ^= 1 << random.IntN(8)
			inMetadata = inMetadata || at >= int(metadata.Offset) && at < int(metadata.Offset+metadata.Length)
		}
		repaired := repairFile(t, data)
		if repaired == nil {
			continue
		}
		again, err := playAgain(t, repaired, materials)
		switch {
		case inMetadata && (errors.Is(err, pipeline.ErrOtherVersion) || errors.Is(err, pipeline.ErrMapMissing)):
		case err != nil:
			t.Fatal(err)
		case !again.OK():
			t.Fatalf("%+v, %+v", again.Mismatch, again.Facts)
		default:
			played++
		}
	}
	if played == 0 {
		t.Error("nothing was ever played again")
	}
}

// What is said about a tick is that tick or nothing.
func TestSeekGivesTheTickOrSaysWhyNot(t *testing.T) {
	file, materials := provenGame(t, forgedGame)
	total := openFile(t, file).Header().TotalTicks
	seek := func(data []byte, tick uint64) (uint64, error) {
		simulation, err := pipeline.Seek(t.Context(), openFile(t, data), order.Tick(tick), materials)
		if err != nil {
			return 0, err
		}
		return uint64(simulation.Tick()), nil
	}
	for _, tick := range []uint64{0, 1, 299, 300, 301, total - 1, total} {
		if got, err := seek(file, tick); err != nil || got != tick {
			t.Errorf("tick %d: %d, %v", tick, got, err)
		}
	}
	tail := forgeFrames(t, file, lose(2500, order.Tick(total)))
	hole := forgeFrames(t, file, lose(700, 710))
	for name, test := range map[string]struct {
		data []byte
		tick uint64
		ok   bool
	}{
		"before the lost tail": {tail, 2500, true},
		"in the lost tail":     {tail, 2501, false},
		"end of the lost tail": {tail, total, false},
		"up to the hole":       {hole, 700, true},
		"in the hole":          {hole, 705, false},
		"behind the hole":      {hole, 899, false},
		"the next keyframe":    {hole, 900, true},
	} {
		got, err := seek(test.data, test.tick)
		if test.ok && (err != nil || got != test.tick) || !test.ok && !errors.Is(err, icrep.ErrTruncated) {
			t.Errorf("%s: tick %d, %v", name, got, err)
		}
	}
	for name, test := range map[string]struct {
		wrong order.Tick
		tick  uint64
		ok    bool
	}{
		"a hash on the way":        {650, 700, false},
		"the hash of the tick":     {700, 700, false},
		"the hash of the keyframe": {600, 700, false},
		"a hash behind the tick":   {701, 700, true},
		"a hash before the state":  {599, 700, true},
	} {
		forged := forgeFrames(t, file, func(f *icrep.TickFrame) bool {
			if f.Tick == test.wrong {
				f.StateHash++
			}
			return true
		})
		_, err := seek(forged, test.tick)
		var mismatch *pipeline.SeekMismatchError
		if test.ok != (err == nil) || !test.ok && (!errors.As(err, &mismatch) || mismatch.Mismatch.Tick != test.wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wrongEnd := icreptest.Forge(t, file, icreptest.Forgery{Final: func(f *icrep.Final) { f.FinalStateHash[0]++ }})
	var mismatch *pipeline.SeekMismatchError
	if _, err := seek(wrongEnd, total); !errors.As(err, &mismatch) || mismatch.Mismatch.What != "final hash" {
		t.Error(err)
	}
}

func forgeFrames(t *testing.T, data []byte, frame func(*icrep.TickFrame) bool) []byte {
	t.Helper()
	return icreptest.Forge(t, data, icreptest.Forgery{Frame: frame})
}
