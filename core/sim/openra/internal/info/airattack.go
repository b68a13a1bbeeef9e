// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// AirAttack is how an aircraft attacks.
type AirAttack uint8

// The ways in which aircraft attack.
const (
	AirDefault AirAttack = iota // as it flies: passing over the target if it cannot hover
	airHover                    // standing in the air
	AirStrafe                   // passing over the target, shooting at the ground
)

// airAttackInfo are the figures of AttackAircraft.
type airAttackInfo struct {
	Kind      AirAttack
	Run       int32 // length of a strafing run, 0: the reach of the weapons
	Abandons  bool  // it does not come back to the target after rearming
	Tolerance int32
}

func newAirAttack(trait *rules.Trait) *airAttackInfo {
	info := &airAttackInfo{Run: Number(trait, "StrafeRunLength", 0), Abandons: trait.Bool("AbortOnResupply"), Tolerance: Number(trait, "FacingTolerance", 512)}
	switch trait.Text("AttackType") {
	case "Hover":
		info.Kind = airHover
	case "Strafe":
		info.Kind = AirStrafe
	}
	return info
}
