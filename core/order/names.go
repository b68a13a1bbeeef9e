// SPDX-License-Identifier: GPL-3.0-or-later

package order

import "fmt"

// tagNames are the names of the tags in text.
var tagNames = [...]string{
	TagIdle:               "idle",
	TagMove:               "move",
	TagAttack:             "attack",
	TagBuild:              "build",
	TagSetRallyPoint:      "set_rally_point",
	TagSell:               "sell",
	TagRepairBuilding:     "repair_building",
	TagStop:               "stop",
	TagGuard:              "guard",
	TagPatrol:             "patrol",
	TagAttackMove:         "attack_move",
	TagDeploy:             "deploy",
	TagSetStance:          "set_stance",
	TagProduce:            "produce",
	TagCancelProduction:   "cancel_production",
	TagUseAbility:         "use_ability",
	TagWaypoint:           "waypoint",
	TagPlaceBuilding:      "place_building",
	TagPauseProduction:    "pause_production",
	TagEnter:              "enter",
	TagUnload:             "unload",
	TagCapture:            "capture",
	TagInfiltrate:         "infiltrate",
	TagDemolish:           "demolish",
	TagHarvest:            "harvest",
	TagDock:               "dock",
	TagScatter:            "scatter",
	TagPowerToggle:        "power_toggle",
	TagSetPrimary:         "set_primary",
	TagForceAttack:        "force_attack",
	TagForceMove:          "force_move",
	TagReverseMove:        "reverse_move",
	TagHoldPosition:       "hold_position",
	TagRepairUnit:         "repair_unit",
	TagResearch:           "research",
	TagCancelResearch:     "cancel_research",
	TagPurchasePower:      "purchase_power",
	TagCancelConstruction: "cancel_construction",
	TagFormation:          "formation",
	TagSelect:             "select",
	TagDeselect:           "deselect",
	TagGroupAssign:        "group_assign",
	TagGroupSelect:        "group_select",
	TagGroupAppend:        "group_append",
	TagBeacon:             "beacon",
	TagRemoveBeacon:       "remove_beacon",
	TagPause:              "pause",
	TagResign:             "resign",
	TagLeave:              "leave",
	TagCheat:              "cheat",
	TagDiplomacy:          "diplomacy",
	TagLayMines:           "lay_mines",
	TagTeleport:           "teleport",
	TagDisguise:           "disguise",
	TagDetonate:           "detonate",
	TagReturnToBase:       "return_to_base",
	TagCrush:              "crush",
	TagSetAutocast:        "set_autocast",
	TagSetField:           "set_field",
	TagSpawn:              "spawn",
	TagDespawn:            "despawn",
	TagSetParameter:       "set_parameter",
	TagCustom:             "custom",
	TagForeign:            "foreign",
}

// String is the name of the tag in text, its number if it has none.
func (t GameOrderTag) String() string {
	if int(t) < len(tagNames) {
		return tagNames[t]
	}
	return fmt.Sprintf("tag_%d", uint16(t))
}

// kindNames are the names of the kinds of orders in text.
var kindNames = [playerOrderKinds]string{
	"move", "attack", "stop", "idle", "chat", "chat_command", "cheat", "set_cvar", "vote", "game_order",
}

// String is the name of the kind in text, its number if it has none.
func (k PlayerOrderKind) String() string {
	if k < playerOrderKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind_%d", uint32(k))
}
