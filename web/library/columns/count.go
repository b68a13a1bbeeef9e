// SPDX-License-Identifier: GPL-3.0-or-later

package columns

import (
	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// Count is how many games of a query have a value.
type Count struct {
	Text  string
	Games int64
}

// Counts gives the values that a query's games have, of each field that is asked
// for, most frequent first and at most limit of each. Empty texts do not count.
func (c *Columns) Counts(query Query, of []Field, limit int) [][]Count {
	c.mu.RLock()
	defer c.mu.RUnlock()
	found := c.find(query)
	lists := make([][]Count, len(of))
	for i, field := range of {
		lists[i] = c.counts(found, field, limit)
	}
	return lists
}

func (c *Columns) counts(found *roaring.Bitmap, field Field, limit int) []Count {
	list := []Count{}
	for text, value := range c.known[field] {
		games := value.games.GetCardinality()
		if found != c.all {
			games = found.AndCardinality(value.games)
		}
		if games > 0 && text != "" {
			list = append(list, Count{text, int64(games)})
		}
	}
	slices.SortFunc(list, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Text, b.Text))
	})
	return slices.Clone(list[:min(len(list), limit)])
}
