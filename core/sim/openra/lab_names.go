// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "fmt"

// called names an actor as reports do: type and id.
func (w *World) called(id uint32) string {
	switch a := w.peek(id &^ frozenBit); {
	case id == none:
		return "nobody"
	case a == nil:
		return fmt.Sprintf("%d (gone)", id&^frozenBit)
	case id&frozenBit != 0:
		return fmt.Sprintf("the memory of %s %d", w.nameOf(a), a.ID)
	default:
		return fmt.Sprintf("%s %d", w.nameOf(a), a.ID)
	}
}
