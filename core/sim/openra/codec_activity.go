// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/state"
)

// activityLook goes over the activities of an actor and finds what of them differs
// from the last look.
type activityLook struct {
	actor    uint32
	seen     int32
	anew     bool // there was no last look
	rest     bool // what CodedActivity writes
	progress bool // what CodedProgress writes
}

func (look *activityLook) over(act *Activity, depth int32) {
	for ; act != nil; act = act.Next {
		look.seen++
		r := &act.Recorded
		if place := (state.ActivityPlace{Actor: look.actor, Nth: look.seen, Depth: depth}); r.Place != place {
			r.Place, look.rest, look.progress = place, true, true
		}
		if d := act.Digest(); look.anew || r.Digest != d || r.Cells != int32(len(act.Path)) || act.Kind == state.ActMove && r.Rerouted {
			r.Digest, r.Cells, r.Version, look.rest = d, int32(len(act.Path)), 0, true
		}
		if r.Progress != act.ActivityProgress {
			r.Progress, look.progress = act.ActivityProgress, true
		}
		r.Rerouted = false
		if act.Child != nil {
			look.over(act.Child, depth+1)
		}
	}
}
