package openra

import "testing"

func TestABlockedUnitDrawsHowLongItWaitsIn20200202(t *testing.T) {
	for _, early := range []bool{false, true} {
		w := plain(t)
		w.behaviour.earlyMove = early
		mcv := w.anyNamed("mcv")
		l := &w.locomotors[mcv.typ.mobile.locomotor]
		waits := map[int32]bool{}
		for range 200 {
			draws := w.random.draws
			wait := w.blockedWait(mcv)
			waits[wait] = true
			if drew := w.random.draws != draws; drew != early {
				t.Fatalf("early %v: drew %v", early, drew)
			}
			if wait < l.wait-l.waitSpread || wait >= l.wait+l.waitSpread {
				t.Fatalf("a wait of %d ticks", wait)
			}
		}
		if many := len(waits) > 1; many != early {
			t.Errorf("early %v: %d different waits", early, len(waits))
		}
	}
}
