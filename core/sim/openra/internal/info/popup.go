// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// popupInfo are the figures of AttackPopupTurreted.
type popupInfo struct {
	CloseDelay int32
	Percent    int32 // of the damage it takes while it is down
}

func newPopup(trait *rules.Trait) *popupInfo {
	return &popupInfo{CloseDelay: Number(trait, "CloseDelay", 125), Percent: Number(trait, "ClosedDamageMultiplier", 50)}
}
