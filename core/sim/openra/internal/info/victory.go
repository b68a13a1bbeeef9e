// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// OwnerLost says what becomes of an actor whose owner is defeated.
type OwnerLost uint8

// What becomes of an actor whose owner is defeated.
const (
	OwnerLostNothing OwnerLost = iota
	OwnerLostKill
	OwnerLostDispose
	OwnerLostChange
)

// ownerLostInfo is what a type does when its owner is defeated.
type ownerLostInfo struct {
	Action OwnerLost
	Heir   string
	Causes []string
}

func (c *compiler) victoryTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "MustBeDestroyed":
		t.Required = requiredInLongGame
		if trait.Bool("RequiredForShortGame") {
			t.Required = RequiredInShortGame
		}
	case "OwnerLostAction":
		info := ownerLostInfo{Action: OwnerLostKill, Heir: trait.Text("Owner"), Causes: trait.Texts("DeathTypes")}
		switch trait.Text("Action") {
		case "Dispose":
			info.Action = OwnerLostDispose
		case "ChangeOwner":
			info.Action = OwnerLostChange
		default:
		}
		t.OwnerLost = info
	}
}
