// SPDX-License-Identifier: GPL-3.0-or-later

package state

// HealthPercent is how much of an actor's health is left, at least one percent:
// that much what it becomes has at least.
func (a *Actor) HealthPercent() int32 {
	if a.Type.MaxHP == 0 {
		return 0
	}
	return max(1, int32(int64(a.HP)*100/int64(a.Type.MaxHP)))
}
