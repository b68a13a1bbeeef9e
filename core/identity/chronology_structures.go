// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import (
	"slices"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// Structures appear when recorded orders put them down, so that their ids and
// their places in our order of appearance rise together. Whenever an id that
// can only be a structure has none that fits, all of the owner's structures are
// dealt out again: as many ids as possible, in order, each as near as possible
// to the time its id suggests.

// vacant is the cost of leaving an id without a structure, in seconds: more than
// any game lasts.
const vacant = 1_000_000

// maxStructures bounds the structures of one owner that are dealt out: more are
// never alive in real games, and the work grows with the square.
const maxStructures = 1_024

// mustBeStructure reports whether nothing that moves could do what was asked of
// an id.
func (c *Chronology) mustBeStructure(t *trace) bool {
	if t.shape != anyShape {
		return t.shape == isStructure
	}
	some := false
	if t.demands == 0 || c.modest(t) {
		return false
	}
	for _, i := range c.ownedBy(t.owner) {
		e := &c.entities[i]
		if !c.fits(t, e) {
			continue
		}
		if e.flags&snapshot.FlagStructure == 0 {
			return false
		}
		some = true
	}
	return some
}

// modest reports whether an id was only selected or grouped so far.
func (c *Chronology) modest(t *trace) bool {
	for _, wanted := range t.asked[:t.demands] {
		switch wanted.tag {
		case order.TagSelect, order.TagDeselect, order.TagGroupAssign, order.TagGroupSelect, order.TagGroupAppend:
		default:
			return false
		}
	}
	return true
}

// realign deals out the structures of one owner.
func (c *Chronology) realign(owner order.PlayerID) {
	var rows []*trace
	for _, t := range c.traces {
		if t.owner == owner && c.mustBeStructure(t) {
			rows = append(rows, t)
		}
	}
	var columns []int32
	for _, i := range c.ownedBy(owner) {
		if c.entities[i].flags&snapshot.FlagStructure != 0 {
			columns = append(columns, i)
		}
	}
	rows = rows[:min(len(rows), maxStructures)]
	columns = columns[max(0, len(columns)-maxStructures):]
	if len(rows) == 0 || len(columns) == 0 {
		return
	}
	c.assign(rows, c.deal(rows, columns))
}

// deal finds the entity for each row, -1 for none: a shortest path over rows and
// columns.
func (c *Chronology) deal(rows []*trace, columns []int32) []int32 {
	prices := make([]int64, len(rows)*len(columns))
	for r, t := range rows {
		for k, at := range columns {
			prices[r*len(columns)+k] = impossible
			fits := c.fits(t, &c.entities[at])
			if t.at >= 0 && c.isGone(t.at) { // it was sold, say: that cannot be taken back
				fits = t.at == at
			}
			if fits {
				prices[r*len(columns)+k] = 0
			}
		}
	}
	c.price(rows, columns, prices)
	width := len(columns) + 1
	cost := make([]int64, (len(rows)+1)*width)
	for r := range rows {
		cost[(r+1)*width] = cost[r*width] + vacant*c.second
		for k := range columns {
			best := min(cost[(r+1)*width+k], cost[r*width+k+1]+vacant*c.second)
			if price := prices[r*len(columns)+k]; price < impossible {
				best = min(best, cost[r*width+k]+price)
			}
			cost[(r+1)*width+k+1] = best
		}
	}
	places := make([]int32, len(rows))
	for r, k := len(rows), len(columns); r > 0; {
		here := cost[r*width+k]
		switch {
		case k > 0 && here == cost[r*width+k-1]:
			k--
		case here == cost[(r-1)*width+k]+vacant*c.second:
			r--
			places[r] = -1
		default:
			r, k = r-1, k-1
			places[r] = columns[k]
		}
	}
	return places
}

// price turns the distance from the expected time into costs. What is expected
// follows from the ids that only one structure fits.
func (c *Chronology) price(rows []*trace, columns []int32, prices []int64) {
	sure := make([]int, len(rows)) // column, -1 if several or none fit
	for r := range rows {
		sure[r] = -1
		for k := range columns {
			if prices[r*len(columns)+k] == impossible {
				continue
			}
			if sure[r] >= 0 {
				sure[r] = -1
				break
			}
			sure[r] = k
		}
	}
	for r, t := range rows {
		expected, known := c.between(rows, columns, sure, r)
		if !known {
			expected = c.expected(t)
		}
		for k, at := range columns {
			if p := &prices[r*len(columns)+k]; *p < impossible {
				since := c.entities[at].since
				*p += min(max(since-expected, expected-since), vacant*c.second/2)
			}
		}
	}
}

// between interpolates the time of a row from the sure rows around it.
func (c *Chronology) between(rows []*trace, columns []int32, sure []int, r int) (expected int64, known bool) {
	low, high := r, r
	for low >= 0 && sure[low] < 0 {
		low--
	}
	for high < len(rows) && sure[high] < 0 {
		high++
	}
	if low < 0 || high >= len(rows) {
		return 0, false
	}
	from, to := c.entities[columns[sure[low]]].since, c.entities[columns[sure[high]]].since
	if low == high {
		return from, true
	}
	return from + (to-from)*int64(rows[r].native-rows[low].native)/int64(rows[high].native-rows[low].native), true
}

// assign writes the new places. Ids that were only selected make way and look
// again when they are named next.
func (c *Chronology) assign(rows []*trace, places []int32) {
	for r, t := range rows {
		if t.at >= 0 && t.at != places[r] {
			c.hold(t.at, nil)
			t.revised++
		}
	}
	for r, t := range rows {
		to := places[r]
		if to >= 0 && to != t.at {
			if other := c.entities[to].by; other != nil && other != t && !slices.Contains(rows, other) {
				other.at, other.tried = -1, -1
			}
			t.confidence = max(leastConfidence, uint8(baseConfidence)>>min(t.revised, 6))
			c.hold(to, t)
		}
		t.at = to
	}
}
