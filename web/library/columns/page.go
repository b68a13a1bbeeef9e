// SPDX-License-Identifier: GPL-3.0-or-later

package columns

import (
	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// Place is where a row stands in an order: the value that is sorted by, then the
// number.
type Place[V cmp.Ordered] struct {
	Value  V
	Number int64
}

// Order is how a list is sorted, and where it begins.
type Order[V cmp.Ordered] struct {
	Ascending bool
	After     *Place[V] // nil: from the beginning
}

// PageByNumber gives the first places of a query's games, sorted by a column of
// numbers, and how many games it selects in all.
func (c *Columns) PageByNumber(query Query, by Number, order Order[int64], limit int) (page []Place[int64], total int64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	found := c.find(query)
	return first(c.numbers[by], found, order, limit), int64(found.GetCardinality())
}

// PageByText is PageByNumber for a field that games have one value of: Game or Map.
func (c *Columns) PageByText(query Query, by Field, order Order[string], limit int) (page []Place[string], total int64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	found := c.find(query)
	return first(c.texts[by], found, order, limit), int64(found.GetCardinality())
}

// first gives the first rows of a set. It looks at each row once and keeps no
// more than the page.
func first[V cmp.Ordered](column []V, set *roaring.Bitmap, order Order[V], limit int) []Place[V] {
	compare := func(a, b Place[V]) int {
		by := cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.Number, b.Number))
		if order.Ascending {
			return by
		}
		return -by
	}
	page := make([]Place[V], 0, limit+1)
	// Numbers grow as most of what is sorted by does: looked at from this end, few
	// rows have to go in between.
	rows := func() roaring.IntIterable {
		if order.Ascending {
			return set.Iterator()
		}
		return set.ReverseIterator()
	}()
	for rows.HasNext() {
		number := rows.Next()
		place := Place[V]{column[number], int64(number)}
		if order.After != nil && compare(place, *order.After) <= 0 || len(page) == limit && compare(place, page[limit-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(page, place, compare)
		page = slices.Insert(page, at, place)
		page = page[:min(len(page), limit)]
	}
	return page
}
