// SPDX-License-Identifier: GPL-3.0-or-later

package state

// EnterPurpose is why a unit goes into another actor.
type EnterPurpose uint8

const (
	EnterTransport EnterPurpose = iota
	EnterCapture
	EnterDemolish
	EnterRepair
	EnterInfiltrate
	EnterDonate
	EnterBridge
)
