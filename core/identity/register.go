// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import "convertd/core/order"

// Lookup returns what an id is bound to, without binding it.
func (c *Chronology) Lookup(native uint32) (tag order.UnitTag, bound bool) {
	t := c.find(native)
	if t == nil || t.at < 0 {
		return order.NoUnit, false
	}
	return c.entities[t.at].tag, true
}

// LastSeen returns when the entity that an id names was last seen alive, at a
// tick with orders; ok is false for ids without an entity.
func (c *Chronology) LastSeen(native uint32) (tick order.Tick, ok bool) {
	t := c.find(native)
	if t == nil || t.at < 0 {
		return 0, false
	}
	return c.entities[t.at].seen, true
}

// Displaced is 0: where everything that ever appears has a number, numbers do
// not tell how many entities there were.
func (c *Chronology) Displaced() int { return 0 }

// find returns what is known of an id, nil for nothing.
func (c *Chronology) find(native uint32) *trace {
	at, found := c.search(native)
	if !found {
		return nil
	}
	return c.traces[at]
}
