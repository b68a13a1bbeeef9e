// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

// Inside are the types of those who are in a new transport: its type's own, unless a map
// names others.
func (s *Spawn) Inside(t *info.ActorType) []string {
	if s.Cargo != nil && t.Cargo != nil {
		return s.Cargo
	}
	return t.CargoUnits
}
