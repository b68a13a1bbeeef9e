// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// idleTurnInfo is how long an actor that has nothing to do looks one way (TurnOnIdle).
type idleTurnInfo struct{ MinDelay, MaxDelay int32 }

// findIdleTurn looks for the trait among the nodes of a type: the tables leave it out. No
// rule file gives it other delays than its own.
func (t *ActorType) findIdleTurn(nodes []rules.Node) {
	if hasNode(nodes, "TurnOnIdle") {
		t.IdleTurn = &idleTurnInfo{MinDelay: 400, MaxDelay: 800}
	}
}
