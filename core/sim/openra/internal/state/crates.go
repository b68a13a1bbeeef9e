// SPDX-License-Identifier: GPL-3.0-or-later

package state

// CrateRules are the figures of the crate spawner.
type CrateRules struct {
	Enabled   bool
	First     int32
	Interval  int32
	Low, High int32
	Water     int32
	Facings   int32
	Cordon    int32
	Shares    []int32
	Actors    []string
	Plane     string
	Ground    []string
	OnWater   []string
}
