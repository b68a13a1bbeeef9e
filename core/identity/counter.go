// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import "slices"

// counter compares how many entities have appeared in both games. Where an
// engine numbers nothing but entities, an id less its entity's place in our
// order of appearance is the same for all of them; once it is not, one of the
// games has had more entities than the other.
type counter struct {
	offset int64 // of the first ids
	seen   int   // ids noted, up to provenIDs
	broken bool  // the first ids disagree: the engine numbers other things too
	recent [recentIDs]int64
	next   int
}

const (
	// provenIDs is how many first ids must agree before their offset counts.
	provenIDs = 6
	// recentIDs is how many of the last ids decide; their median does.
	recentIDs = 3
)

func (c *counter) note(offset int64) {
	switch {
	case c.broken:
		return
	case c.seen == 0:
		c.offset = offset
		for i := range c.recent {
			c.recent[i] = offset
		}
	case c.seen < provenIDs && offset != c.offset:
		c.broken = true
		return
	}
	c.seen = min(c.seen+1, provenIDs)
	c.recent[c.next] = offset
	c.next = (c.next + 1) % recentIDs
}

// displaced is how many entities one game has had more than the other, as far
// as the last ids tell; 0 where that cannot be known.
func (c *counter) displaced() int {
	if c.broken || c.seen < provenIDs {
		return 0
	}
	sorted := c.recent
	slices.Sort(sorted[:])
	off := sorted[recentIDs/2] - c.offset
	return int(max(off, -off))
}

// Displaced is how many entities one of the two games has had more than the
// other, as far as ids tell: for engines that number nothing but entities, else
// always 0.
func (b *Binder) Displaced() int { return b.counter.displaced() }
