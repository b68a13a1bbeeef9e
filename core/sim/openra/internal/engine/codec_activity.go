// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/state"
)

// ActivityLook goes over the activities of an actor and finds what of them differs
// from the last look.
type ActivityLook struct {
	Actor    uint32
	Seen     int32
	Anew     bool // there was no last look
	Rest     bool // what CodedActivity writes
	Progress bool // what CodedProgress writes
}

// Over looks over an activity with all inside and after it.
func (look *ActivityLook) Over(act *Activity, depth int32) {
	for ; act != nil; act = act.Next {
		look.Seen++
		r := &act.Recorded
		if place := (state.ActivityPlace{Actor: look.Actor, Nth: look.Seen, Depth: depth}); r.Place != place {
			r.Place, look.Rest, look.Progress = place, true, true
		}
		if d := act.Digest(); look.Anew || r.Digest != d || r.Cells != int32(len(act.Path)) || act.Kind == state.ActMove && r.Rerouted {
			r.Digest, r.Cells, r.Version, look.Rest = d, int32(len(act.Path)), 0, true
		}
		if r.Progress != act.ActivityProgress {
			r.Progress, look.Progress = act.ActivityProgress, true
		}
		r.Rerouted = false
		if act.Child != nil {
			look.Over(act.Child, depth+1)
		}
	}
}
