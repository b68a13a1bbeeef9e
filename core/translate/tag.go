// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"convertd/core/ir"
	"convertd/core/order"
)

// TagOf gives the game order tag that orders of a canonical kind get; ok is
// false for kinds that are no game orders.
func TagOf(kind ir.Kind) (tag order.GameOrderTag, ok bool) { return tagOf(kind) }
