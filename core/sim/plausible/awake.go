// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import "math/bits"

// awake is the set of slots whose unit may have something to do in a tick: the others
// are not looked at. Whoever gives a unit something to do wakes it; a tick that finds
// nothing lets it sleep. Not part of the state: a restored game begins with all awake.
type awake []uint64

func newAwake(capacity int) awake { return make(awake, (capacity+63)/64) }

func (a awake) add(slot int)    { a[slot>>6] |= 1 << (slot & 63) }
func (a awake) remove(slot int) { a[slot>>6] &^= 1 << (slot & 63) }

// next is the first slot from one on that is in the set, and below a limit; -1 if there
// is none. What comes into the set meanwhile is found if it lies ahead.
func (a awake) next(slot, below int) int {
	for w := slot >> 6; w<<6 < below; w++ {
		word := a[w]
		if w == slot>>6 {
			word &= ^uint64(0) << (slot & 63)
		}
		if word != 0 {
			if found := w<<6 + bits.TrailingZeros64(word); found < below {
				return found
			}
			return -1
		}
	}
	return -1
}

func (m *Module) wake(u *unit) { m.awake.add(int(u.tag.Index)) }

// rests reports whether nothing will happen to a unit until it is woken.
func (m *Module) rests(u *unit) bool {
	return !m.env.Alive(u.tag) || u.doing == idle && u.wait == 0 && !u.reserved && !u.works() && !m.typ(u).earns()
}

// works reports whether a unit itself has something to do in workAll.
func (u *unit) works() bool {
	return u.left > 0 || u.repairing || u.doing == selling || u.doing == deploying
}

func (t *Type) earns() bool { return t.Income > 0 && t.IncomeTicks > 0 }
