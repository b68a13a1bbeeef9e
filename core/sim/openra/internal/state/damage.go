// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/info"
)

func (a *Actor) DamageState() info.DamageState {
	hp, most := int64(a.HP)*100, int64(a.Type.MaxHP)
	switch {
	case a.HP >= a.Type.MaxHP:
		return info.DamageNone
	case a.HP <= 0:
		return info.DamageDead
	case hp < most*25:
		return info.DamageCritical
	case hp < most*50:
		return info.DamageHeavy
	case hp < most*75:
		return info.DamageMedium
	}
	return info.DamageLight
}
