// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"math"
	"time"

	"convertd/core/pipeline"
	"convertd/plugins/rts/snapshot"
)

// drawn is how a vision was drawn last.
type drawn struct {
	much  detail
	count uint32
}

// picture is the present state as those of one vision get it.
type picture struct {
	shared *snapshot.Shared
	actors []byte // nil until somebody wants it
	eyes   sight
}

// show gives clients the present state. What happened since the last one goes with
// what everybody gets.
func (r *room) show(now time.Time, clients ...*client) {
	if len(clients) == 0 {
		r.happened = r.happened[:0]
		return
	}
	view := r.view()
	pictures := make(map[vision]*picture)
	late := r.lateness(now)
	for _, c := range clients {
		p := pictures[c.sees]
		if p == nil {
			if p = r.draw(c.sees, late); p == nil {
				continue
			}
			pictures[c.sees] = p
		}
		f := frames{}
		status := snapshot.NetStatus{ServerLagMs: late}
		status.HeadOfLineCount, status.HeadOfLine = c.behind()
		f.snapshot = p.shared.For(status)
		if c.extended.Load() {
			if p.actors == nil {
				p.actors = r.scene.actors(view, &p.eyes)
			}
			f.actors = p.actors
		}
		c.show(f)
	}
	if len(clients) == len(r.clients) {
		r.happened = r.happened[:0]
		r.clock.shown = now
	}
	r.tellNews(now)
}

// lateness is how far room time is behind, in milliseconds.
func (r *room) lateness(now time.Time) uint32 {
	if r.clock.fast || r.clock.paused() {
		return 0
	}
	late := now.Sub(r.clock.next(r.stage.Tick(), r.scene.rate)).Milliseconds()
	return uint32(max(min(late, math.MaxUint16), 0))
}

// draw makes the picture of a vision, with as much detail as fits into a segment.
func (r *room) draw(v vision, late uint32) *picture {
	view := r.view()
	p := &picture{eyes: r.scene.sight(view, v)}
	last := r.details[v]
	much := last.much
	if last.count%detailAgain == 0 {
		much = detailAll
	}
	for {
		shot := r.scene.snapshot(view, &p.eyes, r.happened, much)
		shot.NetStatus.ServerLagMs = late
		shared, err := snapshot.EncodeShared(shot)
		if err != nil {
			r.server.options.Log.Error("a snapshot cannot be encoded", "room", r.name, "tick", view.Tick(), "error", err)
			return nil
		}
		p.shared = shared
		if shared.Len() <= segmentBytes || much == detailPlaces {
			break
		}
		much++
	}
	if len(r.details) < maxVisions {
		r.details[v] = drawn{much: much, count: last.count + 1}
	}
	return p
}

const (
	// detailAgain is after how many snapshots more detail is tried again.
	detailAgain = 64
	// maxVisions bounds what is remembered of visions.
	maxVisions = 64
)

// note keeps what a tick brought until it is told.
func (r *room) note(played *pipeline.Played) {
	for _, event := range r.stage.Simulation().Events() {
		if len(r.happened) < maxHappened {
			r.happened = append(r.happened, happening{tick: played.Tick, Event: event})
		}
		if r.branch != nil {
			r.count(&event)
		}
	}
	if r.watchedByOurs() {
		r.journal.note(r, played)
	}
}

// maxHappened bounds what is kept between two snapshots.
const maxHappened = 256

// watchedByOurs reports whether somebody gets our own messages.
func (r *room) watchedByOurs() bool {
	for _, c := range r.clients {
		if c.extended.Load() {
			return true
		}
	}
	return false
}
