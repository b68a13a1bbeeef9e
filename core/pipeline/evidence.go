package pipeline

import (
	"convertd/core/ir"
	"convertd/core/order"
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
	case !c.game.Modelled:
		return detailUnknownWorld
	case c.game.UnknownGround && o.Kind == ir.KindDeploy:
		return detailUnknownGround
	case c.cheated && (o.Kind == ir.KindProduce || o.Kind == ir.KindPlaceBuilding):
		return detailCheats
	}
	return ""
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
