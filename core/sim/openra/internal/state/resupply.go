// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// WantsShots reports whether a building would give an actor shots it has not.
func (a *Actor) WantsShots(host *Actor) bool {
	return a.Type.Ammo != nil && a.Ammo < a.Type.Ammo.Full && info.Contains(a.Type.RearmedAt, host.Type.Name)
}
