// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// FoundationHash is what until 20201213, when it was a trait of its own (DamagedByTerrain), is
// hashed of it: the ticks and the health that stays, all of it where nothing is worn.
func (a *Actor) FoundationHash(f *info.FoundationInfo) int32 {
	switch {
	case a.SinksTo > 0:
		return a.Sink ^ a.SinksTo
	case f.AtOnce:
		return a.Type.MaxHP
	}
	return 0
}
