// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/divergence"
	"convertd/core/evidence"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/translate"
)

// Details of orders that are taken without being evidence, beside those of the
// modules.
const (
	detailUnknownWorld  = "game without rules"
	detailInterface     = "interface"
	detailNobody        = "sender does not play"
	detailUnknownGround = "deployment on unknown ground"
	detailCheats        = "production after cheats"
)

// silence says why an order can say nothing about the state we reached, "" if
// it can: the module does not know the game's entities, it only concerns the
// player's screen, or it is of somebody who has nothing in the world. Where the
// module does not know the developer's cheats, production is anybody's guess once
// one was used.
func (c *conversion) silence(o *ir.Order, player order.PlayerID) string {
	switch {
	case interfaceOnly(o.Kind):
		return detailInterface
	case player == order.NoPlayer:
		return detailNobody
	case c.game.Model == ModelNone:
		return detailUnknownWorld
	case c.game.Model == ModelWithoutGround && o.Kind == ir.KindDeploy:
		return detailUnknownGround
	case c.cheated && (o.Kind == ir.KindProduce || o.Kind == ir.KindPlaceBuilding):
		return detailCheats
	}
	return ""
}

// beginConsistency prepares what needs no hash: whether the recording agrees with
// itself, and whether the rules hold for what is produced.
func (c *conversion) beginConsistency() {
	facts := evidence.Facts{IDsRise: c.game.IDs.Rise, StartsInOrder: c.game.IDs.StartsInOrder}
	for i, id := range c.game.Players.IDs {
		if id != order.NoPlayer {
			facts.Teams = append(facts.Teams, c.feed.header.Players[i].Team)
		}
	}
	c.consistency = evidence.NewConsistency(facts, c.tracker, c.rate)
	if production := c.sim.View().Production(); production != nil && c.game.Model != ModelNone {
		c.pace = evidence.NewPace(production)
	}
}

// contradictions notes what an order contradicts whatever the state and the rules are.
// Who does not play and what only concerns the screen contradicts nothing.
func (c *conversion) contradictions(e *divergence.OrderEvidence, o *ir.Order, result *translate.Result) {
	if c.consistency == nil || result.Class != translate.ClassGame || e.Player == order.NoPlayer || interfaceOnly(o.Kind) {
		return
	}
	if c.pace != nil {
		c.pace.Order(e.Tick, o, e.Player)
	}
	e.Others = c.consistency.Order(e.Tick, o, e.Player)
	if e.OffMap = result.OffMap; e.OffMap {
		c.tracker.Evidence(e.Tick, divergence.MinorDrift, "an order names a place that no map reaches")
	}
}

// interfaceOnly reports whether orders of a kind leave the world as it is:
// selections, control groups, markers.
func interfaceOnly(kind ir.Kind) bool {
	switch kind {
	case ir.KindSelect, ir.KindDeselect, ir.KindGroupAssign, ir.KindGroupSelect, ir.KindGroupAppend, ir.KindBeacon, ir.KindRemoveBeacon:
		return true
	default:
		return false
	}
}
