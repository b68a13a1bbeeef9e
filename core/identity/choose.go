package identity

import (
	"slices"

	"convertd/core/order"
	"convertd/core/translate"
)

// bind chooses an entity for a new id: the one whose place in the order of
// appearance is nearest to the estimate, among those that fit.
func (b *Binder) bind(mention *translate.Mention) (order.UnitTag, bool) {
	estimate, known := b.estimate(mention.Native)
	b.narrow(mention.Native)
	free, taken := b.nearest(mention, estimate, known)
	if taken.better(free) && b.giveWay(mention, taken) {
		free = taken
		free.rivals++
	}
	if free.at < 0 {
		return order.NoUnit, false
	}
	c := &b.candidates[free.at]
	b.insert(Binding{
		Native: mention.Native, Tag: c.Tag, Owner: c.Owner, Kind: c.Kind, Confidence: free.confidence(), serial: c.serial,
	})
	return c.Tag, true
}

// choice is the best candidate of a kind, and how far the next best is.
type choice struct {
	at     int // index into candidates, -1 for none
	cost   uint64
	rivals int
	second uint64
}

const noCost = ^uint64(0)

func noChoice() choice { return choice{at: -1, cost: noCost, second: noCost} }

func (c *choice) offer(at int, cost uint64) {
	c.rivals++
	switch {
	case cost < c.cost:
		c.at, c.cost, c.second = at, cost, c.cost
	case cost < c.second:
		c.second = cost
	}
}

// better reports whether taking an entity away from another id promises more:
// only if there is no free one, or that is clearly further off.
func (c *choice) better(free choice) bool {
	return c.at >= 0 && (free.at < 0 || c.cost+giveWayMargin < free.cost)
}

// giveWayMargin is how many places nearer a taken entity must be.
const giveWayMargin = 2

func (c *choice) confidence() uint8 {
	switch {
	case c.rivals == 1:
		return onlyCandidate
	case c.second-c.cost > 1:
		return clearCandidate
	default:
		return closeCandidate
	}
}

// nearest finds the nearest fitting entity without an id, and the nearest one
// that has an id.
func (b *Binder) nearest(mention *translate.Mention, estimate uint64, known bool) (free, taken choice) {
	free, taken = noChoice(), noChoice()
	for i := range b.candidates {
		c := &b.candidates[i]
		if !b.fits(c, mention) {
			continue
		}
		cost := c.serial // without an estimate the oldest comes first
		if known {
			cost = distance(c.serial, estimate)
		}
		if _, bound := b.isBound(c.Tag); bound {
			taken.offer(i, cost)
			continue
		}
		if limit := b.limit(c); c.serial <= limit.low || c.serial >= limit.high {
			continue
		}
		free.offer(i, cost)
	}
	return free, taken
}

func distance(a, b uint64) uint64 {
	if a > b {
		return a - b
	}
	return b - a
}

// giveWay moves the id that holds an entity to another free one of the same
// kind that suits it about as well, so that the entity becomes free.
func (b *Binder) giveWay(mention *translate.Mention, wanted choice) bool {
	c := b.candidates[wanted.at]
	holder, _ := b.isBound(c.Tag)
	at, found := b.search(holder)
	if !found || b.bindings[at].Confidence >= mostConfidence {
		return false
	}
	old := b.bindings[at]
	best := noChoice()
	for i := range b.candidates {
		other := &b.candidates[i]
		if _, bound := b.isBound(other.Tag); bound || other.Owner != c.Owner || other.Kind != c.Kind {
			continue
		}
		if (old.Native > mention.Native) != (other.serial > c.serial) {
			continue
		}
		best.offer(i, distance(other.serial, c.serial))
	}
	if best.at < 0 {
		return false
	}
	b.remove(at)
	moved := &b.candidates[best.at]
	old.Tag, old.serial = moved.Tag, moved.serial
	old.Revised++
	old.Confidence = max(leastConfidence, old.Confidence/2)
	b.insert(old)
	return true
}

// narrow computes, for each kind, between which serials a new id must lie so
// that ids of one owner and kind stay in order.
func (b *Binder) narrow(native uint32) {
	b.limits = b.limits[:0]
	for i := range b.bindings {
		have := &b.bindings[i]
		n := b.limitIndex(have.Owner, uint32(have.Kind))
		limit := &b.limits[n]
		if have.Native < native {
			limit.low = max(limit.low, have.serial)
		} else {
			limit.high = min(limit.high, have.serial)
		}
	}
}

func (b *Binder) limit(c *candidate) span {
	n := int(c.Kind)*maxOwners + int(c.Owner%maxOwners)
	if n < len(b.limits) {
		return b.limits[n]
	}
	return span{high: noCost}
}

// maxOwners spreads kinds in the table of limits; more players than that share
// places, which only makes the limits tighter.
const maxOwners = 16

func (b *Binder) limitIndex(owner order.PlayerID, kind uint32) int {
	n := int(kind)*maxOwners + int(owner%maxOwners)
	for len(b.limits) <= n {
		b.limits = append(b.limits, span{high: noCost})
	}
	return n
}

// anchors is how many bound ids next to a new one vote on its place.
const anchors = 5

// estimate says where in our order of appearance an id belongs: the median of
// what its nearest bound neighbours suggest.
func (b *Binder) estimate(native uint32) (serial uint64, known bool) {
	at, _ := b.search(native)
	if len(b.bindings) == 0 {
		return 0, false
	}
	low, high := at, at // bindings[low:high] are the neighbours
	for high-low < anchors && (low > 0 || high < len(b.bindings)) {
		switch {
		case low == 0:
			high++
		case high == len(b.bindings):
			low--
		case native-b.bindings[low-1].Native <= b.bindings[high].Native-native:
			low--
		default:
			high++
		}
	}
	ids, places := b.slope(low, high)
	b.estimates = b.estimates[:0]
	for i := low; i < high; i++ {
		have := &b.bindings[i]
		if have.Native < native {
			b.estimates = append(b.estimates, have.serial+scaled(native-have.Native, places, ids))
		} else {
			away := scaled(have.Native-native, places, ids)
			b.estimates = append(b.estimates, have.serial-min(have.serial, away))
		}
	}
	slices.Sort(b.estimates)
	return b.estimates[len(b.estimates)/2], true
}

func scaled(away uint32, places, ids uint64) uint64 {
	return (uint64(away)*places + ids/2) / ids
}

// slope is how many ids the foreign engine spends on so many appearances,
// over a wide stretch around the neighbours; engines that number nothing but
// entities spend one each.
func (b *Binder) slope(low, high int) (ids, places uint64) {
	low, high = max(0, low-slopeReach), min(len(b.bindings), high+slopeReach)
	first, last := &b.bindings[low], &b.bindings[high-1]
	ids = uint64(last.Native - first.Native)
	if last.serial <= first.serial || ids == 0 || last.serial-first.serial > ids {
		return 1, 1
	}
	return ids, last.serial - first.serial
}

// slopeReach is how many bound ids beyond the neighbours the slope looks at.
const slopeReach = 12
