// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// DropDisguise shows a spy after something loud.
func (a *Actor) DropDisguise(occasion string) {
	if a.Type.Disguise != nil && info.Contains(a.Type.Disguise.DropsOn, occasion) {
		a.LooksLike = 0
	}
}
