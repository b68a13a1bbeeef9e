// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// The codes of the compact form are frozen: later versions append. 255 stands
// for what the server could not name, and is refused.

// Kind is what an entity is.
type Kind uint8

// StageKind is what an order stage does.
type StageKind uint8

// State is what an entity is doing.
type State uint8

// SetupState is how far a weapon is set up.
type SetupState uint8

// Ability is an ability of a unit.
type Ability uint8

// AbilityObjectKind is what an AbilityObject is.
type AbilityObjectKind uint8

// Upgrade is a permanent upgrade of a player.
type Upgrade uint8

// Severity grades a notice.
type Severity uint8

// Severities.
const (
	SeverityInfo Severity = iota + 1
	SeverityWarn
	SeverityAlert
)

// EventKind is what happened.
type EventKind uint8

// Event kinds.
const (
	EventAttack EventKind = iota + 1
	EventDeath
	EventBuild
	EventNotice
	EventSmokeLaunch
	EventMortarImpact
	EventArtilleryTarget
	EventArtilleryImpact
	EventMortarLaunch
	EventOverpenetration
)

// Names by code; code 0 names nothing.
var (
	kindNames = []string{
		"", "worker", "rifleman", "machine_gunner", "anti_tank_gun", "tank", "city_centre", "depot", "barracks",
		"training_centre", "factory", "steel", "oil", "steelworks", "scout_car", "mortar_team", "artillery",
		"research_complex", "command_car", "ekat", "zamok", "tank_trap",
	}
	stageNames = []string{
		"", "move", "attackMove", "attack", "gather", "build", "smoke", "setupAntiTankGuns", "charge", "mortarFire",
		"pointFire", "breakthrough", "ekatTeleport", "ekatLineShot", "ekatMagicAnchor", "deconstruct",
	}
	stateNames   = []string{"", "idle", "move", "attack", "gather", "build", "train", "construct", "dead"}
	setupNames   = []string{"", "packed", "setting_up", "deployed", "tearing_down"}
	abilityNames = []string{
		"", "charge", "smoke", "mortarFire", "pointFire", "breakthrough", "ekatTeleport", "ekatLineShot", "ekatMagicAnchor",
	}
	objectNames  = []string{"", "returnMarker", "magicAnchor", "lineProjectile"}
	upgradeNames = []string{
		"", "methamphetamines", "anti_tank_gun_unlock", "tank_unlock", "artillery_unlock", "mortar_autocast", "command_car_unlock",
	}
	severityNames = []string{"", "info", "warn", "alert"}
	eventNames    = []string{
		"", "attack", "death", "build", "notice", "smokeLaunch", "mortarImpact", "artilleryTarget", "artilleryImpact",
		"mortarLaunch", "overpenetration",
	}
)

func nameOf(names []string, code uint8) string {
	if int(code) < len(names) {
		return names[code]
	}
	return ""
}

// String returns the protocol's name of the kind, "" if it has none.
func (k Kind) String() string { return nameOf(kindNames, uint8(k)) }

// String returns the protocol's name of the stage, "" if it has none.
func (k StageKind) String() string { return nameOf(stageNames, uint8(k)) }

// String returns the protocol's name of the state, "" if it has none.
func (s State) String() string { return nameOf(stateNames, uint8(s)) }

// String returns the protocol's name of the setup state, "" if it has none.
func (s SetupState) String() string { return nameOf(setupNames, uint8(s)) }

// String returns the protocol's name of the ability, "" if it has none.
func (a Ability) String() string { return nameOf(abilityNames, uint8(a)) }

// String returns the protocol's name of the kind, "" if it has none.
func (k AbilityObjectKind) String() string { return nameOf(objectNames, uint8(k)) }

// String returns the protocol's name of the upgrade, "" if it has none.
func (u Upgrade) String() string { return nameOf(upgradeNames, uint8(u)) }

// String returns the protocol's name of the severity, "" if it has none.
func (s Severity) String() string { return nameOf(severityNames, uint8(s)) }

// String returns the protocol's name of the event, "" if it has none.
func (k EventKind) String() string { return nameOf(eventNames, uint8(k)) }
