// SPDX-License-Identifier: GPL-3.0-or-later

package recorder_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/recorder"
)

// killedChild makes the test binary record until it is killed.
const killedChild = "CONVERTD_TEST_RECORD_INTO"

// recordedTicks is the length of each game that the child records.
const recordedTicks = 1200

func TestMain(m *testing.M) {
	if dir := os.Getenv(killedChild); dir != "" {
		recordUntilKilled(dir)
		return
	}
	os.Exit(m.Run())
}

// recordUntilKilled records the game again and again under new names, so that
// the moment of death falls into every phase: begin, blocks, keyframes,
// assembly, renaming.
func recordUntilKilled(dir string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		panic(err)
	}
	frames := make([]*icrep.TickFrame, recordedTicks)
	game := icreptest.Game{}
	for i := range frames {
		frames[i] = game.Frame(uint64(i))
	}
	fmt.Println("ready")
	for n := 0; ; n++ {
		s, err := recorder.New(root, fmt.Sprintf("%d.icrep", n), recorder.Options{Writer: writerOptions(), NoBound: true})
		if err != nil {
			panic(err)
		}
		sim := &icreptest.Simulation{}
		for _, f := range frames {
			if err := s.Tick(sim, f.Orders); err != nil {
				panic(err)
			}
			sim.Step()
		}
		if _, err := s.Finish(sim, icrep.Final{}); err != nil {
			panic(err)
		}
	}
}

// TestKilledRecordingsAreReadableOrRepairable kills a recorder at random
// moments. Every file left behind must be whole, or a journal that repair
// turns into a replay of frames that were recorded, up to the last whole
// block.
func TestKilledRecordingsAreReadableOrRepairable(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	random := rand.New(rand.NewPCG(11, 12))
	finished, repaired, begun := 0, 0, 0
	for range rounds {
		dir := t.TempDir()
		killAfter(t, dir, time.Duration(random.IntN(60_000))*time.Microsecond)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			data, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				t.Fatal(err)
			}
			switch filepath.Ext(entry.Name()) {
			case ".icrep":
				checkRecording(t, data, recordedTicks)
				finished++
			case icrep.JournalSuffix:
				if repairJournal(t, data) {
					repaired++
				} else {
					begun++
				}
			case ".tmp":
				// An unfinished assembly; the journal beside it has everything.
			default:
				t.Errorf("unexpected file %s", entry.Name())
			}
		}
	}
	t.Logf("%d kills: %d finished files, %d repaired journals, %d journals killed before their first state", rounds, finished, repaired, begun)
	if repaired == 0 {
		t.Error("no kill hit a recording: the test proves nothing")
	}
}

// killAfter starts a child, waits until it records, and kills it.
func killAfter(t *testing.T, dir string, delay time.Duration) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), killedChild+"="+dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	ready := make([]byte, 6)
	if _, err := out.Read(ready); err != nil {
		t.Error(err)
	}
	time.Sleep(delay)
	if err := child.Process.Kill(); err != nil {
		t.Error(err)
	}
	var exit *exec.ExitError
	if err := child.Wait(); !errors.As(err, &exit) || exit.Exited() {
		t.Errorf("the child ended by itself: %v", err)
	}
}

// repairJournal repairs a journal and checks the result. It returns false for
// a journal without starting state, which no replay can be made of.
func repairJournal(t *testing.T, journal []byte) bool {
	t.Helper()
	dir := t.TempDir()
	report, err := icrep.Repair(bytes.NewReader(journal), int64(len(journal)), openRoot(t, dir), icreptest.FileName, icrep.Options{Durability: icrep.SyncNever})
	if err != nil {
		if len(journal) > 40_000 || (!errors.Is(err, icrep.ErrTruncated) && !errors.Is(err, icrep.ErrCorrupt)) {
			t.Errorf("a journal of %d bytes: %v", len(journal), err)
		}
		return false
	}
	if report.Frames%icrep.BlockTicks != 0 && report.Frames != recordedTicks {
		t.Errorf("%d frames are neither whole blocks nor the whole game", report.Frames)
	}
	checkRecording(t, icreptest.Read(t, dir), report.Frames)
	return true
}

// checkRecording checks that a file verifies and holds exactly the first
// frames of the game.
func checkRecording(t *testing.T, data []byte, frames uint64) {
	t.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Error(err)
		return
	}
	report := r.Verify(icrep.VerifyOptions{States: true})
	if !report.OK() || report.Frames != frames {
		t.Errorf("%d frames, want %d: %v", report.Frames, frames, report.Problems)
	}
	game := icreptest.Game{}
	ticks := r.Ticks(0)
	for tick := uint64(0); ticks.Next(); tick++ {
		if !bytes.Equal(ticks.Frame().AppendTo(nil), game.Frame(tick).AppendTo(nil)) {
			t.Fatalf("frame %d is not the one that was recorded", tick)
		}
	}
}
