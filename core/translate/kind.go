// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"convertd/core/ir"
	"convertd/core/order"
)

// tagOf gives the game order tag of a canonical kind; ok is false for kinds
// that are no game orders.
func tagOf(kind ir.Kind) (tag order.GameOrderTag, ok bool) {
	if int(kind) >= len(tags) {
		return 0, false
	}
	tag = tags[kind]
	return tag, tag != order.TagIdle
}

// tags holds the tag of every kind that orders something in the world. Kinds
// that are missing map to TagIdle, which no kind means.
var tags = [...]order.GameOrderTag{
	ir.KindUnknown:            order.TagForeign,
	ir.KindMove:               order.TagMove,
	ir.KindAttackMove:         order.TagAttackMove,
	ir.KindAttack:             order.TagAttack,
	ir.KindForceAttack:        order.TagForceAttack,
	ir.KindForceMove:          order.TagForceMove,
	ir.KindReverseMove:        order.TagReverseMove,
	ir.KindGuard:              order.TagGuard,
	ir.KindStop:               order.TagStop,
	ir.KindHoldPosition:       order.TagHoldPosition,
	ir.KindScatter:            order.TagScatter,
	ir.KindPatrol:             order.TagPatrol,
	ir.KindWaypoint:           order.TagWaypoint,
	ir.KindDeploy:             order.TagDeploy,
	ir.KindHarvest:            order.TagHarvest,
	ir.KindDock:               order.TagDock,
	ir.KindEnter:              order.TagEnter,
	ir.KindUnload:             order.TagUnload,
	ir.KindCapture:            order.TagCapture,
	ir.KindInfiltrate:         order.TagInfiltrate,
	ir.KindDemolish:           order.TagDemolish,
	ir.KindRepairUnit:         order.TagRepairUnit,
	ir.KindRepairBuilding:     order.TagRepairBuilding,
	ir.KindSell:               order.TagSell,
	ir.KindPowerToggle:        order.TagPowerToggle,
	ir.KindProduce:            order.TagProduce,
	ir.KindCancelProduction:   order.TagCancelProduction,
	ir.KindPauseProduction:    order.TagPauseProduction,
	ir.KindPlaceBuilding:      order.TagPlaceBuilding,
	ir.KindCancelConstruction: order.TagCancelConstruction,
	ir.KindSetRallyPoint:      order.TagSetRallyPoint,
	ir.KindSetPrimary:         order.TagSetPrimary,
	ir.KindSetStance:          order.TagSetStance,
	ir.KindResearch:           order.TagResearch,
	ir.KindCancelResearch:     order.TagCancelResearch,
	ir.KindPurchasePower:      order.TagPurchasePower,
	ir.KindUseAbility:         order.TagUseAbility,
	ir.KindFormation:          order.TagFormation,
	ir.KindSelect:             order.TagSelect,
	ir.KindDeselect:           order.TagDeselect,
	ir.KindGroupAssign:        order.TagGroupAssign,
	ir.KindGroupSelect:        order.TagGroupSelect,
	ir.KindGroupAppend:        order.TagGroupAppend,
	ir.KindBeacon:             order.TagBeacon,
	ir.KindRemoveBeacon:       order.TagRemoveBeacon,
	ir.KindPause:              order.TagPause,
	ir.KindResign:             order.TagResign,
	ir.KindLeave:              order.TagLeave,
	ir.KindCheat:              order.TagCheat,
	ir.KindDiplomacy:          order.TagDiplomacy,
	ir.KindSetField:           order.TagSetField,
	ir.KindSpawn:              order.TagSpawn,
	ir.KindDespawn:            order.TagDespawn,
	ir.KindSetParameter:       order.TagSetParameter,
	ir.KindLayMines:           order.TagLayMines,
	ir.KindTeleport:           order.TagTeleport,
	ir.KindDisguise:           order.TagDisguise,
	ir.KindDetonate:           order.TagDetonate,
	ir.KindReturnToBase:       order.TagReturnToBase,
	ir.KindCrush:              order.TagCrush,
	ir.KindSetAutocast:        order.TagSetAutocast,
	ir.KindCustom:             order.TagCustom,
}
