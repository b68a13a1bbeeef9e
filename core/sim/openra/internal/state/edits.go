// SPDX-License-Identifier: GPL-3.0-or-later

package state

// More draws numbers that nobody looks at.
func (t *Twister) More(n int32) {
	watch := t.Watch
	t.Watch = nil
	for range n {
		t.Raw()
	}
	t.Watch = watch
}
