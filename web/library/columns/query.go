// SPDX-License-Identifier: GPL-3.0-or-later

package columns

import "github.com/RoaringBitmap/roaring/v2"

// Query selects games: those that pass all of its parts. The zero value selects
// every game.
type Query struct {
	AnyOf   [][]Value         // of each list the game must have a value
	Between []Range           // the game's numbers must lie in all
	Within  []*roaring.Bitmap // the game must be in all
}

// Range is the numbers from Least to Most, both of them in it.
type Range struct {
	Number      Number
	Least, Most int64
}

// Count is how many games a query selects.
func (c *Columns) Count(query Query) int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return int64(c.find(query).GetCardinality())
}

// find gives the games of a query. What it returns is only to be read, and only
// as long as the lock is held: it may be a set of the columns themselves.
func (c *Columns) find(query Query) *roaring.Bitmap {
	sets := make([]*roaring.Bitmap, 0, len(query.AnyOf)+len(query.Within))
	for _, alternatives := range query.AnyOf {
		sets = append(sets, c.having(alternatives))
	}
	sets = append(sets, query.Within...)
	found := c.all
	switch len(sets) {
	case 0:
	case 1:
		found = sets[0]
	default:
		found = roaring.FastAnd(sets...)
	}
	if len(query.Within) > 0 { // a text may still name what is gone
		found = roaring.And(found, c.all)
	}
	if len(query.Between) > 0 {
		found = c.between(found, query.Between)
	}
	return found
}

// having gives the games that have one of the values.
func (c *Columns) having(alternatives []Value) *roaring.Bitmap {
	sets := make([]*roaring.Bitmap, 0, len(alternatives))
	for _, value := range alternatives {
		if known := c.known[value.Field][value.Text]; known != nil {
			sets = append(sets, known.games)
		}
	}
	if len(sets) == 1 {
		return sets[0]
	}
	return roaring.FastOr(sets...)
}

func (c *Columns) between(from *roaring.Bitmap, ranges []Range) *roaring.Bitmap {
	var passed []uint32
	for it := from.Iterator(); it.HasNext(); {
		number := it.Next()
		if c.inAll(number, ranges) {
			passed = append(passed, number)
		}
	}
	return roaring.BitmapOf(passed...)
}

func (c *Columns) inAll(number uint32, ranges []Range) bool {
	for i := range ranges {
		r := &ranges[i]
		if value := c.numbers[r.Number][number]; value < r.Least || value > r.Most {
			return false
		}
	}
	return true
}
