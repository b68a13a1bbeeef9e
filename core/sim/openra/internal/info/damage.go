// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"math"
	"strings"

	"convertd/core/sim/openra/internal/wpos"
)

// coverInfo is how infantry takes cover.
type coverInfo struct {
	Duration int32
	Speed    int32    // percent while prone
	Offset   wpos.Pos // of the weapons while prone: forward, right, up
	Triggers []string
	Causes   []string
	Percents []int32
}

func (c *coverInfo) Modifier(causes []string) int32 {
	for i, cause := range c.Causes {
		if Contains(causes, cause) {
			return c.Percents[i]
		}
	}
	return 100
}

// Limit is the health from which on it does nothing.
func (h *healInfo) Limit(maxHP int32) int32 {
	return int32(min(int64(h.Below)*int64(maxHP)/100, math.MaxInt32))
}

// findHealsBelow finds the health from which on nothing heals a type by itself.
func (t *ActorType) findHealsBelow() (limit int32) {
	for i := range t.Heals {
		limit = max(limit, t.Heals[i].Limit(t.MaxHP))
	}
	return limit
}

// DamageState is how badly an actor is hurt; several make a set.
type DamageState uint8

// The states of damage, a bit each.
const (
	DamageNone DamageState = 1 << iota
	DamageLight
	DamageMedium
	DamageHeavy
	DamageCritical
	DamageDead
)

var damageStateNames = []string{"Undamaged", "Light", "Medium", "Heavy", "Critical", "Dead"}

// damageStatesOf reads a set of states; heavy and critical unless it says
// otherwise.
func damageStatesOf(text string) DamageState {
	var set DamageState
	for i, name := range damageStateNames {
		if strings.Contains(text, name) {
			set |= 1 << i
		}
	}
	if set == 0 {
		return DamageHeavy | DamageCritical
	}
	return set
}
