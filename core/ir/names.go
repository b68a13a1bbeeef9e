// SPDX-License-Identifier: GPL-3.0-or-later

package ir

// kindNames are the names of kinds in JSON, reports and metrics.
var kindNames = [kindCount]string{
	"unknown", "move", "attack_move", "attack", "force_attack", "force_move", "reverse_move", "guard", "stop",
	"hold_position", "scatter", "patrol", "waypoint", "deploy", "harvest", "dock", "enter", "unload", "capture",
	"infiltrate", "demolish", "repair_unit", "repair_building", "sell", "power_toggle", "produce",
	"cancel_production", "pause_production", "place_building", "cancel_construction", "set_rally_point",
	"set_primary", "set_stance", "research", "cancel_research", "purchase_power", "use_ability", "formation",
	"select", "deselect", "group_assign", "group_select", "group_append", "beacon", "remove_beacon", "chat", "pause",
	"resign", "leave", "vote", "cheat", "diplomacy", "lobby", "handshake", "start_game", "end_game", "save_game",
	"camera", "sync", "system", "set_field", "spawn", "despawn", "set_parameter", "lay_mines", "teleport",
	"disguise", "detonate", "return_to_base", "crush", "set_autocast", "custom",
}

// String gives the kind's name in JSON, reports and metrics.
func (k Kind) String() string {
	if k < kindCount {
		return kindNames[k]
	}
	return "invalid"
}

// Game reports whether orders of this kind are a player's acts in the game:
// what actions per minute count.
func (k Kind) Game() bool {
	switch k {
	case KindChat, KindLeave, KindVote, KindLobby, KindHandshake, KindStartGame, KindEndGame, KindSaveGame,
		KindCamera, KindSync, KindSystem:
		return false
	default:
		return k < kindCount
	}
}

// Builds reports whether orders of this kind belong to a build order.
func (k Kind) Builds() bool {
	switch k {
	case KindProduce, KindPlaceBuilding, KindResearch, KindPurchasePower:
		return true
	default:
		return false
	}
}

// String gives the player kind's name in JSON.
func (k PlayerKind) String() string {
	names := [playerKinds]string{"unknown", "human", "ai", "observer", "commentator", "neutral", "open", "closed"}
	if k < playerKinds {
		return names[k]
	}
	return "invalid"
}

// String gives the outcome's name in JSON.
func (o Outcome) String() string {
	names := [outcomes]string{"unknown", "won", "lost", "draw", "resigned", "disconnected"}
	if o < outcomes {
		return names[o]
	}
	return "invalid"
}
