// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"encoding/json"
	"time"

	"convertd/plugins/rts/protocol"
)

// How often, at most, viewers are told what does not change with every snapshot.
const (
	analysisEvery  = 500 * time.Millisecond
	economyEvery   = 500 * time.Millisecond
	journalEvery   = 100 * time.Millisecond
	resourcesEvery = time.Second
)

// pace is when things were told last.
type pace struct {
	analysis, economy, journal, resources time.Time
	resourceHash                          uint64
	trust                                 string
}

// restartPace counts from now: everybody was just told everything.
func (r *room) restartPace(now time.Time) {
	r.pace = pace{analysis: now, economy: now, journal: now, resources: now, trust: r.moment().Trust.key()}
}

// tellAll tells everybody.
func (r *room) tellAll(message protocol.ServerMessage) {
	text, err := protocol.EncodeServer(nil, message)
	if err != nil {
		r.stop(err)
		return
	}
	for _, c := range r.clients {
		c.queue(text)
	}
}

// tellNews tells viewers what there is to tell beside snapshots.
func (r *room) tellNews(now time.Time) {
	if !r.clock.paused() && due(&r.pace.analysis, now, analysisEvery) {
		r.tellAll(r.analysis())
	}
	if !r.watchedByOurs() {
		return
	}
	r.tellKinds(nil)
	if rests := r.clock.paused() || r.ended; due(&r.pace.journal, now, journalEvery) || rests {
		r.journal.tell(r)
	}
	if due(&r.pace.economy, now, economyEvery) {
		r.extraAll(r.economy())
	}
	if due(&r.pace.resources, now, resourcesEvery) {
		r.tellResources()
	}
	if moment := r.moment(); moment.Trust.key() != r.pace.trust {
		r.pace.trust = moment.Trust.key()
		r.extraAll(moment)
	}
}

// tellKinds tells what kinds were met since the last time to all but one, who is told of
// all kinds.
func (r *room) tellKinds(newcomer *client) {
	kinds := r.scene.kinds.takeUnreported()
	if len(kinds) == 0 {
		return
	}
	for _, c := range r.clients {
		if c != newcomer {
			c.extra(catalogueMessage{T: "convertd.catalogue", Kinds: kinds})
		}
	}
}

func due(last *time.Time, now time.Time, every time.Duration) bool {
	if now.Sub(*last) < every {
		return false
	}
	*last = now
	return true
}

// tellResources tells what lies on the map, if it changed.
func (r *room) tellResources() {
	m, ok := r.resourcesMessage()
	if !ok {
		return
	}
	hash := uint64(14695981039346656037)
	for _, n := range m.Cells {
		hash = (hash ^ uint64(n)) * 1099511628211
	}
	if hash != r.pace.resourceHash {
		r.pace.resourceHash = hash
		r.extraAll(m)
	}
}

// introduce tells our own viewer what it needs before the first snapshot.
func (r *room) introduce(c *client) {
	if !c.extended.Load() {
		return
	}
	c.extra(r.gameMessage())
	m := r.mapMessage() // it meets kinds
	for e := range r.view().Entities() {
		r.scene.kinds.kind(r.view(), e.Kind)
	}
	r.tellKinds(c)
	c.extra(catalogueMessage{T: "convertd.catalogue", Kinds: r.scene.kinds.all()})
	c.extra(m)
	c.extra(r.story.message())
	r.orient(c)
}

// orient tells our own viewer what is so at this moment.
func (r *room) orient(c *client) {
	if !c.extended.Load() {
		return
	}
	c.extra(r.moment())
	c.extra(r.economy())
	if m, ok := r.resourcesMessage(); ok {
		c.extra(m)
	}
}

// tellEnd tells our own viewers why there is no next tick.
func (r *room) tellEnd() {
	m := endMessage{T: "convertd.ended", Tick: uint32(r.stage.Tick()), Reason: "end"}
	if r.broken != nil {
		m.Reason, m.Message = "error", r.broken.Error()
	}
	r.extraAll(m)
}

type endMessage struct {
	T       string `json:"t"`
	Tick    uint32 `json:"tick"`
	Reason  string `json:"reason"`
	Message string `json:"message,omitempty"`
}

type catalogueMessage struct {
	T     string  `json:"t"`
	Kinds []*kind `json:"kinds"`
}

// extraAll tells everybody who knows our own messages.
func (r *room) extraAll(message any) {
	var text []byte
	for _, c := range r.clients {
		if !c.extended.Load() {
			continue
		}
		if text == nil {
			var err error
			if text, err = json.Marshal(message); err != nil {
				r.stop(err)
				return
			}
		}
		c.queue(text)
	}
}
