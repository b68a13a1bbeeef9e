// SPDX-License-Identifier: GPL-3.0-or-later

package columns

import (
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
)

// Columns are the games in memory. They are safe for several goroutines; a
// question sees all of a change or nothing of it.
type Columns struct {
	mu      sync.RWMutex
	all     *roaring.Bitmap
	numbers [numbers][]int64   // by number of the row
	texts   [sorted][]string   // by number of the row
	values  [][]*values        // of each row, by its number
	played  [][]appearance     // of each row, by its number
	known   [fields]dictionary // by text
}

type dictionary map[string]*values

// values are the games that have one value.
type values struct {
	Value
	games *roaring.Bitmap
}

// New makes columns without games.
func New() *Columns {
	c := &Columns{}
	c.clear()
	return c
}

// Clear removes every game.
func (c *Columns) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
}

func (c *Columns) clear() {
	c.all, c.values, c.played = roaring.New(), nil, nil
	c.numbers, c.texts = [numbers][]int64{}, [sorted][]string{}
	for i := range c.known {
		c.known[i] = dictionary{}
	}
}

// Change removes games and puts others, in the place of those that have their
// numbers. The rows must have passed Check.
func (c *Columns) Change(gone []int64, rows []*Row) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, number := range gone {
		c.remove(number)
	}
	for _, row := range rows {
		c.remove(row.Number)
		c.put(row)
	}
}

func (c *Columns) remove(number int64) {
	if number < 1 || number > MaxNumber || !c.all.CheckedRemove(uint32(number)) {
		return
	}
	for _, value := range c.values[number] {
		value.games.Remove(uint32(number))
		if value.games.IsEmpty() {
			delete(c.known[value.Field], value.Text)
		}
	}
	c.values[number], c.played[number] = nil, nil
	for i := range c.texts {
		c.texts[i][number] = ""
	}
}

func (c *Columns) put(row *Row) {
	number := int(row.Number)
	c.all.Add(uint32(number))
	for i := range c.numbers {
		c.numbers[i] = reaching(c.numbers[i], number)
		c.numbers[i][number] = row.Numbers[i]
	}
	for i := range c.texts {
		c.texts[i] = reaching(c.texts[i], number)
	}
	c.values = reaching(c.values, number)
	held := make([]*values, 0, len(row.Values))
	for _, value := range row.Values {
		known := c.known[value.Field][value.Text]
		if known == nil {
			known = &values{value, roaring.New()}
			c.known[value.Field][value.Text] = known
		}
		if known.games.CheckedAdd(uint32(number)) {
			held = append(held, known)
		}
		if value.Field < sorted {
			c.texts[value.Field][number] = known.Text
		}
	}
	c.values[number] = held
	c.played = reaching(c.played, number)
	c.played[number] = c.appearances(row.Appearances)
}

// reaching makes a column long enough for a row.
func reaching[V any](column []V, number int) []V {
	if number < len(column) {
		return column
	}
	return append(column, make([]V, number+1-len(column))...)
}
