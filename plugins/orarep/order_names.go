// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strings"

	"convertd/core/ir"
)

// role says what is certain about the orders of a name.
type role uint16

const (
	// roleImmediate: executed on receipt, in a packet of frame 0.
	roleImmediate role = 1 << iota
	// roleServer: sent by the server, even where a player has client 0 too.
	roleServer
	// rolePlayerSubject: the subject is the player actor
	// (docs/formats/orarep.md#order-names).
	rolePlayerSubject
	// roleHuman: no bot gives it, so it acts for the connection's own player.
	roleHuman
	// roleItem: the target string names what is built, not a text.
	roleItem
	// roleCount: the extra data (before 2014: x of the target cell) counts.
	roleCount
	// roleHandshake: written as 0xFE in every layout.
	roleHandshake
	// roleKnown: the name is one of the engine's; without it the order's bytes
	// are kept.
	roleKnown
)

// meaning is the canonical kind and the roles of an order name.
type meaning struct {
	kind  ir.Kind
	roles role
}

// meanings of the engine's order names
// (docs/formats/orarep.md#immediate-orders,
// docs/formats/orarep.md#order-names).
var meanings = buildMeanings()

func buildMeanings() map[string]meaning {
	all := make(map[string]meaning)
	add := func(kind ir.Kind, roles role, names ...string) {
		for _, name := range names {
			all[name] = meaning{kind, roles | roleKnown}
		}
	}
	addUnitOrders(add)
	addPlayerOrders(add)
	addImmediateOrders(add)
	return all
}

func addUnitOrders(add func(ir.Kind, role, ...string)) {
	add(ir.KindMove, 0, "Move")
	add(ir.KindAttackMove, 0, "AttackMove", "AssaultMove")
	add(ir.KindAttack, 0, "Attack")
	add(ir.KindForceAttack, 0, "ForceAttack")
	add(ir.KindHoldPosition, 0, "AttackHold")
	add(ir.KindGuard, 0, "Guard")
	add(ir.KindStop, 0, "Stop")
	add(ir.KindScatter, 0, "Scatter")
	add(ir.KindDeploy, 0, "DeployTransform", "GrantConditionOnDeploy", "DeployWithCharge", "DeployToUpgrade",
		"ChronoshiftDeploy", "PortableChronoDeploy", "AfterDeployTransform")
	add(ir.KindHarvest, 0, "Harvest")
	add(ir.KindDock, 0, "Deliver", "Dock", "ForceDock")
	add(ir.KindEnter, 0, "EnterTransport", "EnterTransports", "Enter", "ForceEnter", "EnterTunnel",
		"DeliverCash", "DeliverExperience", "DeliverSupplies")
	add(ir.KindUnload, 0, "Unload", "DeliverUnit")
	add(ir.KindCapture, 0, "CaptureActor", "ExternalCaptureActor", "LegacyCaptureActor")
	add(ir.KindInfiltrate, 0, "Infiltrate")
	add(ir.KindDisguise, 0, "Disguise")
	add(ir.KindDemolish, 0, "C4")
	add(ir.KindRepairUnit, 0, "Repair", "RepairNear")
	add(ir.KindRepairBuilding, 0, "EngineerRepair", "InstantRepair", "RepairBridge")
	add(ir.KindUseAbility, 0, "PickupUnit")
	add(ir.KindTeleport, 0, "PortableChronoTeleport", "ChronoshiftSelf", "ChronoshiftJump")
	add(ir.KindDetonate, 0, "Detonate", "DetonateAttack", "DemoAttack", "DemoDeploy")
	add(ir.KindReturnToBase, 0, "ReturnToBase", "Land")
	add(ir.KindSetStance, 0, "SetUnitStance")
	add(ir.KindLayMines, 0, "BeginMinefield", "PlaceMinefield", "PlaceMine")
	add(ir.KindSetRallyPoint, 0, "SetRallyPoint")
	add(ir.KindSetPrimary, 0, "PrimaryProducer")
	add(ir.KindSell, 0, "Sell")
	add(ir.KindPowerToggle, 0, "PowerDown")
	add(ir.KindProduce, roleItem|roleCount, "StartProduction")
	add(ir.KindPauseProduction, roleItem, "PauseProduction")
	add(ir.KindCancelProduction, roleItem|roleCount, "CancelProduction")
}

func addPlayerOrders(add func(ir.Kind, role, ...string)) {
	add(ir.KindPlaceBuilding, roleItem|rolePlayerSubject, "PlaceBuilding", "LineBuild", "PlacePlug")
	add(ir.KindRepairBuilding, rolePlayerSubject, "RepairBuilding")
	add(ir.KindResign, rolePlayerSubject|roleHuman, "Surrender")
	add(ir.KindGroupAssign, rolePlayerSubject|roleHuman, "CreateGroup")
	add(ir.KindBeacon, rolePlayerSubject|roleHuman, "PlaceBeacon")
	add(ir.KindDiplomacy, roleHuman, "SetStance")
	add(ir.KindPause, roleHuman, "PauseGame")
	// Support powers whose name is not the default key.
	add(ir.KindTeleport, 0, "Chronoshift", "AdvancedChronoshift")
	add(ir.KindUseAbility, 0, "SovietParatroopers", "SovietSpyPlane", "UkraineParabombs",
		"ProduceActorPower.Fremen", "ProduceActorPower.Saboteur")
	add(ir.KindCheat, roleHuman, "PowerOutage", "DevKill", "DevDispose", "DevLevelUp")
	add(ir.KindCheat, rolePlayerSubject|roleHuman, "DevAll", "DevEnableTech", "DevFastBuild", "DevFastCharge",
		"DevGiveCash", "DevGiveCashAll", "DevGrowResources", "DevVisibility", "DevGiveExploration",
		"DevResetExploration", "DevPathDebug", "DevUnlimitedPower", "DevBuildAnywhere", "DevPlayerExperience")
}

func addImmediateOrders(add func(ir.Kind, role, ...string)) {
	const server = roleImmediate | roleServer
	add(ir.KindHandshake, server|roleHandshake, "HandshakeRequest")
	add(ir.KindHandshake, roleImmediate|roleHandshake, "HandshakeResponse")
	add(ir.KindLobby, server, "SyncInfo", "SyncLobbyInfo", "SyncLobbyClients", "SyncLobbySlots",
		"SyncLobbyGlobalSettings", "SyncMapPool")
	add(ir.KindLobby, roleImmediate, "Command")
	add(ir.KindSystem, server, "SyncClientPings", "SyncClientPing", "SyncConnectionQuality", "Message",
		"LocalizedMessage", "FluentMessage", "Ping", "ServerError", "AuthenticationError", "DisableChatEntry")
	// The server sends Disconnected in the name of who left. It ends a seat in
	// the lobby; the packet 0xBF is what ends play.
	add(ir.KindSystem, roleImmediate, "Pong", "Disconnected")
	add(ir.KindStartGame, server, "StartGame")
	add(ir.KindVote, server, "StartKickVote", "EndKickVote")
	add(ir.KindChat, roleImmediate, "Chat", "TeamChat")
	add(ir.KindSaveGame, server, "GameSaved", "SaveTraitData")
	add(ir.KindSaveGame, roleImmediate, "CreateGameSave", "LoadGameSave", "GameSaveTraitData")
}

// meaningOf looks a name up. Support powers may carry the actor they belong to
// behind an underscore; mods name powers after the engine's traits.
func meaningOf(name string) meaning {
	if found, ok := meanings[name]; ok {
		return found
	}
	base := name
	if at := strings.LastIndexByte(name, '_'); at > 0 && isDigits(name[at+1:], 10) {
		base = name[:at]
	}
	if found, ok := meanings[base]; ok {
		return found
	}
	if strings.HasSuffix(base, "PowerInfoOrder") {
		return meaning{ir.KindUseAbility, roleKnown}
	}
	return meaning{ir.KindUnknown, 0}
}

// orderName is one order name of a replay: what it means and how often it was
// met, as the oracle counts (game orders and immediate orders apart).
type orderName struct {
	text      string // valid UTF-8, without addresses
	exact     bool   // text is the name as recorded
	hidden    bool   // the name holds an address
	meaning   meaning
	number    uint16
	game      uint64
	immediate uint64
}

// stringTable turns recurring bytes into strings without allocating again. The
// slots in front of the map hold the last string of each hash.
type stringTable struct {
	recent [256]string
	all    map[string]string
}

// find returns the bytes as a string. A full table allocates each time.
func (t *stringTable) find(bytes []byte) string {
	slot := nameSlot(bytes)
	if t.recent[slot] == string(bytes) {
		return t.recent[slot]
	}
	text, ok := t.all[string(bytes)]
	if !ok {
		text = string(bytes)
		if t.all == nil {
			t.all = make(map[string]string)
		}
		if len(t.all) < maxKeptItems {
			t.all[text] = text
		}
	}
	t.recent[slot] = text
	return text
}

// nameTable finds order names without allocating. The slots in front of the map
// hold the last name of each hash.
type nameTable struct {
	last   *orderName
	recent [256]*orderName
	all    map[string]*orderName
	list   []*orderName // by number
}

// find returns the entry of a name, nil if the table is full. isNew reports
// that the name was not met before.
func (t *nameTable) find(name []byte) (entry *orderName, isNew bool) {
	if entry = t.last; entry != nil && entry.exact && entry.text == string(name) {
		return entry, false
	}
	slot := nameSlot(name)
	if entry = t.recent[slot]; entry != nil && entry.exact && entry.text == string(name) {
		t.last = entry
		return entry, false
	}
	if entry = t.all[string(name)]; entry == nil {
		if len(t.all) >= maxOrderNames {
			return nil, false
		}
		entry, isNew = newOrderName(string(name)), true
		entry.number = uint16(len(t.list))
		t.list = append(t.list, entry)
		if t.all == nil {
			t.all = make(map[string]*orderName)
		}
		t.all[string(name)] = entry
	}
	t.recent[slot], t.last = entry, entry
	return entry, isNew
}

func newOrderName(name string) *orderName {
	valid := validText(name)
	text := maskAddresses(valid)
	return &orderName{text: text, exact: text == name, hidden: text != valid, meaning: meaningOf(name)}
}

// nameSlot spreads names over the recent entries by length, first, middle and
// last byte, which tell the engine's frequent orders apart.
func nameSlot(name []byte) uint8 {
	n := len(name)
	if n == 0 {
		return 0
	}
	return uint8(n)*7 ^ name[0] ^ name[n/2]<<3 ^ name[n-1]<<1
}
