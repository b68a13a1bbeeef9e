// SPDX-License-Identifier: GPL-3.0-or-later

package icrep_test

import (
	"path/filepath"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/order"
)

// A recording may end before its first tick: its end is the starting state.
func TestAFileOfNoTicksIsWholeAndHoldsItsStart(t *testing.T) {
	game := icreptest.Game{}
	write := func(change func(w *icrep.Writer, final *icrep.Final) error) ([]byte, error) {
		dir := t.TempDir()
		w, err := icrep.CreateFile(filepath.Join(dir, icreptest.FileName), icrep.Options{Metadata: icreptest.Metadata(), Durability: icrep.SyncNever})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Keyframe(0, true, icreptest.State(0, 0).Append(nil)); err != nil {
			t.Fatal(err)
		}
		final := icrep.Final{FinalStateHash: game.Hash(0), Signature: game.Sign(icreptest.Key(), 0)}
		if err := change(w, &final); err != nil {
			return nil, err
		}
		if _, err := w.Finish(final); err != nil {
			return nil, err
		}
		return icreptest.Read(t, dir), nil
	}
	data, err := write(func(w *icrep.Writer, _ *icrep.Final) error { return w.Event(&icrep.Pause{Paused: true}) })
	if err != nil {
		t.Fatal(err)
	}
	r := openBytes(t, data)
	report := r.Verify(icrep.VerifyOptions{States: true, Key: icreptest.PublicKey()})
	if !report.OK() || report.Frames != 0 || report.Keyframes != 1 || report.Events != 1 || r.Header().Flags&icrep.FlagIncomplete != 0 {
		t.Errorf("%+v", report)
	}
	if plan, err := r.SeekPlan(0); err != nil || plan.FirstFrame != 0 {
		t.Errorf("%+v, %v", plan, err)
	}
	if _, err := r.SeekPlan(1); err == nil {
		t.Error("tick 1 of no ticks can be sought")
	}
	if _, err := write(func(w *icrep.Writer, _ *icrep.Final) error { return w.Event(&icrep.Pause{Tick: 1}) }); err == nil {
		t.Error("an event of tick 1 of no ticks was written")
	}
}

// An order may be nobody's.
func TestOrdersOfNobodyAreKept(t *testing.T) {
	data := icreptest.Forge(t, icreptest.Game{Ticks: 10}.Write(t), icreptest.Forgery{Frame: func(f *icrep.TickFrame) bool {
		for i := range f.Orders {
			f.Orders[i].Player = order.NoPlayer
		}
		return true
	}})
	r := openBytes(t, data)
	if report := r.Verify(icrep.VerifyOptions{}); !report.OK() || report.Orders == 0 {
		t.Errorf("%+v", report)
	}
	ticks := r.Ticks(0)
	for ticks.Next() {
		for _, o := range ticks.Frame().Orders {
			if o.Player != order.NoPlayer {
				t.Errorf("player %d", o.Player)
			}
		}
	}
}

func TestASignatureOfATickThatNeverCameIsFound(t *testing.T) {
	game := icreptest.Game{Ticks: 60}
	game.Final = func(f *icrep.Final) { f.Signature = game.Sign(icreptest.Key(), 90) }
	report := openBytes(t, game.Write(t)).Verify(icrep.VerifyOptions{})
	if report.OK() || !strings.Contains(report.Err().Error(), "the game has 60 ticks") {
		t.Errorf("%v", report.Problems)
	}
}
