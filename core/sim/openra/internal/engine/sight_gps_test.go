// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/enginetest"
)

// withGps puts a charged technology centre with radar and power into the world.
func withGps(t *testing.T) (*World, *Actor) {
	t.Helper()
	w := plain(t)
	for i := range int32(4) {
		w.built(t, "apwr", 0, Cell{X: 2 + 4*i, Y: 50})
	}
	w.built(t, "dome", 0, Cell{X: 30, Y: 50})
	centre := w.built(t, "atek", 0, Cell{X: 40, Y: 50})
	w.pass(1)
	w.Players[0].Power("GpsPowerInfoOrder").Remaining = 1
	return w, centre
}

func TestACentreLaunchesItsSatelliteByItself(t *testing.T) {
	w, _ := withGps(t)
	p := &w.Players[0]
	w.pass(1)
	if len(w.Outlook.Satellites) != 1 || !p.Power("GpsPowerInfoOrder").Fired {
		t.Fatalf("%d satellites on their way", len(w.Outlook.Satellites))
	}
	w.pass(375 + 19)
	if p.Satellite || p.Mapped {
		t.Error("it is up too early")
	}
	w.pass(1)
	if !p.Satellite || !p.Mapped {
		t.Fatal("it is not up 395 ticks later")
	}
	w.pass(500)
	if len(w.Outlook.Satellites) != 0 {
		t.Error("it launches another")
	}
	for at, explored := range p.Explored {
		if !explored {
			t.Fatalf("cell %d is not explored", at)
		}
	}
	if w.Players[1].Mapped {
		t.Error("the enemy has its map")
	}
}

func TestWithGpsALostBuildingIsNotRemembered(t *testing.T) {
	for _, up := range []bool{false, true} {
		w, _ := withGps(t)
		far := w.built(t, "powr", 1, Cell{X: 60, Y: 10})
		w.pass(1)
		if up {
			w.reachOrbit(0)
		}
		w.Destroy(far, nil, nil)
		w.pass(2)
		remembered := false
		for i := range w.Frozen {
			remembered = remembered || w.Frozen[i].ID == far.ID && w.Frozen[i].Known&1 != 0
		}
		if remembered == up {
			t.Errorf("satellite up %t, remembered %t", up, remembered)
		}
	}
}

func TestWithoutItsCentreASatelliteServesNobody(t *testing.T) {
	w, centre := withGps(t)
	w.reachOrbit(0)
	if !w.gpsServes(0) || w.gpsServes(1) || w.gpsHash(0) != 0 {
		t.Errorf("serves its owner %t, the enemy %t, hash %d", w.gpsServes(0), w.gpsServes(1), w.gpsHash(0))
	}
	w.Destroy(centre, nil, nil)
	w.pass(1)
	if w.gpsServes(0) {
		t.Error("without its centre it serves")
	}
}

// A satellite that is out while buildings go and change hands tells of it as soon
// as it serves again.
func TestASatelliteThatServesAgainTellsWhatItsPlayerMissed(t *testing.T) {
	w, _ := withGps(t)
	lost, taken := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60}), enginetest.Remember(t, w, "silo", Cell{X: 80, Y: 60})
	w.reachOrbit(0)
	var dome *Actor
	for _, a := range w.Actors {
		if a != nil && a.Type.Radar != nil && a.Owner == 0 {
			dome = a
		}
	}
	w.Dispose(dome)
	w.pass(1)
	w.Destroy(lost, nil, nil)
	w.ChangeOwner(taken, 2)
	w.pass(5)
	if f := w.Frozen.Of(lost.ID); w.gpsWorks(0) || f == nil || f.Known&1 == 0 || w.Frozen.Of(taken.ID).OwnerTo(0) != 1 {
		t.Fatal("he knows what he cannot know")
	}
	w.built(t, "dome", 0, Cell{X: 30, Y: 50})
	if w.pass(2); !w.gpsWorks(0) {
		t.Fatal("the satellite does not serve him")
	}
	if f := w.Frozen.Of(lost.ID); f != nil && f.Known&1 != 0 || w.Frozen.Of(taken.ID).OwnerTo(0) != 2 {
		t.Error("he does not know what he missed")
	}
}

func TestWhatASatelliteMakesAPlayerForgetCountsNoMore(t *testing.T) {
	w, _ := withGps(t)
	silo := enginetest.Remember(t, w, "silo", Cell{X: 60, Y: 60})
	w.reachOrbit(0)
	w.pass(3)
	if !w.gpsWorks(0) || !w.Players[0].FrozenSettled {
		t.Fatal("the satellite does not serve him, or he looks again at what he remembers")
	}
	w.forgetByGps(w.Frozen.Of(silo.ID))
	w.wantFrozenCounted(t, "when it is forgotten")
}
