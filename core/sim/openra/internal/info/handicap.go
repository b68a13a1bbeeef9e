// SPDX-License-Identifier: GPL-3.0-or-later

package info

// Handicap says what of a type the handicap of its owner changes.
type Handicap uint8

// What a handicap changes, a bit each.
const (
	HandicapFire Handicap = 1 << iota
	HandicapHurt
	HandicapTime
)

var handicaps = map[string]Handicap{
	"HandicapFirepowerMultiplier": HandicapFire, "HandicapDamageMultiplier": HandicapHurt, "HandicapProductionTimeMultiplier": HandicapTime,
}
