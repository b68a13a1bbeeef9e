// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"slices"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// GPS satellites: a technology centre launches one by itself when it is charged.
// Once it is up its side knows the ground, and as long as the centre works also
// what has become of every building it remembers.

// satelliteTicks pass beside its delay until a satellite is up: the doors open
// for nineteen, and what is launched flies from the tick after it was added.
const satelliteTicks = 21

// tickSatellites lets satellites rise.
func (w *World) tickSatellites() {
	kept := w.Outlook.Satellites[:0]
	for _, one := range w.Outlook.Satellites {
		if one.Left--; one.Left > 0 {
			kept = append(kept, one)
			continue
		}
		w.reachOrbit(one.Owner)
	}
	w.Outlook.Satellites = kept
	w.catchUpByGps()
}

// catchUpByGps tells players whose satellite serves them again, after the centre
// or the radar was out, what has become of what they remember. While it serves
// them there is nothing left to tell.
func (w *World) catchUpByGps() {
	up := uint32(0)
	for i := range w.Players {
		if w.Players[i].Satellite {
			up |= 1 << uint(i)
		}
	}
	if up == 0 {
		return
	}
	asked, drop := false, false
	for i := range w.Frozen {
		f := &w.Frozen[i]
		a := w.Peek(f.ID)
		gone := a == nil || a.Dead
		if gone && f.Known&up == 0 || !gone && f.MistakenPlayers()&up == 0 {
			continue
		}
		if !asked {
			if up, asked = w.servedByGps(up), true; up == 0 {
				return
			}
		}
		if gone {
			w.forgetByGps(f)
			drop = drop || f.Known == 0
		} else {
			w.learnByGps(f)
		}
	}
	if drop {
		w.dropForgotten()
	}
}

// servedByGps are those of some players whose satellite serves them.
func (w *World) servedByGps(players uint32) uint32 {
	for i := range w.Players {
		if bit := uint32(1) << uint(i); players&bit != 0 && !w.gpsWorks(int32(i)) {
			players &^= bit
		}
	}
	return players
}

// reachOrbit shows the ground to the owner's side, and what is gone of what it
// remembers.
func (w *World) reachOrbit(owner int32) {
	if owner < 0 || int(owner) >= len(w.Players) {
		return
	}
	w.Players[owner].Satellite = true
	for i := range w.Players {
		p := &w.Players[i]
		if !w.Allied(owner, int32(i)) {
			continue
		}
		if !p.Mapped {
			p.Mapped = true
			w.exploreAll(p)
		}
	}
	for i := range w.Frozen {
		if f := &w.Frozen[i]; w.Alive(f.ID) == nil {
			w.forgetByGps(f)
		} else {
			w.learnByGps(f)
		}
	}
	w.dropForgotten()
}

// gpsWorks reports whether a player's satellite serves him: a centre is at work
// and there is radar.
func (w *World) gpsWorks(owner int32) bool {
	if !w.Players[owner].Satellite {
		return false
	}
	centre, radar := false, false
	for _, id := range w.watching() {
		a := w.Actors[id]
		if a.Dead || a.Owner != owner {
			continue
		}
		radar = radar || a.Type.Radar != nil && w.Holds(a, a.Type.Radar.Requires)
		for i := range a.Type.Supports {
			s := &a.Type.Supports[i]
			centre = centre || s.Kind == info.PowerGps && (len(s.Pauses) == 0 || !w.Holds(a, s.Pauses))
		}
	}
	return centre && radar
}

// watching lists the actors in the world that have radar or can launch a satellite.
func (w *World) watching() []uint32 {
	return w.watchers.list(w, func(a *Actor) bool {
		return a.InWorld && (a.Type.Radar != nil || slices.ContainsFunc(a.Type.Supports, func(s info.PowerRules) bool { return s.Kind == info.PowerGps }))
	})
}

// gpsServes reports whether a player's side has GPS now.
func (w *World) gpsServes(viewer int32) bool {
	for i := range w.Players {
		if w.Allied(int32(i), viewer) && w.gpsWorks(int32(i)) {
			return true
		}
	}
	return false
}

// forgetByGps lets those who have GPS of their own forget a building that is
// gone; what an ally has does not tell them.
func (w *World) forgetByGps(f *state.FrozenActor) {
	for i := range w.Players {
		if bit := uint32(1) << uint(i); f.Known&bit != 0 && w.gpsWorks(int32(i)) {
			f.Known &^= bit
			f.Shown &^= bit
			f.Seen &^= bit
			w.Players[i].FrozenSettled = false
		}
	}
}

// learnByGps tells those who have GPS of their own, and have seen the building,
// whose it is now.
func (w *World) learnByGps(f *state.FrozenActor) {
	for _, b := range f.Believed {
		for i := range w.Players {
			if bit := uint32(1) << uint(i); b.Players&bit != 0 && w.gpsWorks(int32(i)) {
				f.LookedAt(bit)
			}
		}
	}
}

// gpsHash is the hash of a player's GpsWatcher: whether he launched, has GPS
// himself, has it at all, and knows the ground.
func (w *World) gpsHash(owner int32) int32 {
	p := &w.Players[owner]
	if !p.Satellite && !p.Mapped {
		return 0
	}
	return info.Boolean(p.Satellite) ^ info.Boolean(w.gpsWorks(owner)) ^ info.Boolean(w.gpsServes(owner)) ^ info.Boolean(p.Mapped)
}
