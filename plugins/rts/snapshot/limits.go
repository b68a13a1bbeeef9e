// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// Limits of the client (docs/formats/rts.md#snapshot-limits). Encode keeps them
// too: no frame is written that the client would refuse.
const (
	// CompactVersion is the one version of the compact form that is read.
	CompactVersion = 22
	// CodecVersion is the byte behind the magic.
	CodecVersion = 1

	maxEntities            = 20_000
	maxResourceDeltas      = 20_000
	maxRememberedBuildings = 20_000
	maxSmokes              = 1024
	maxAbilityObjects      = 1024
	maxEvents              = 5000
	maxPlayerResources     = 32
	maxUpgrades            = 32
	maxVisibleTiles        = 65_536
	maxFootprint           = 64
	maxOrderPlan           = 9
	maxRallyPlan           = 4
	maxAbilities           = 8
	maxWaypoints           = 128
)

// Slots of the compact arrays.
const (
	scalarSlots        = 5
	minEntitySlots     = 8
	maxEntitySlots     = 30
	abilitySlots       = 8 // at least 2
	abilityObjectSlots = 9
	ownerStateSlots    = 6
	debugPathSlots     = 6
	rememberedSlots    = 7
	smokeSlots         = 5
	resourceDeltaSlots = 2
	playerSlots        = 5
	netSlots           = 5
	netPredictionSlots = 8
	revealSlots        = 7 // at least 4
)

// magic is the start of every frame, before CodecVersion.
const magic = "RTSM"
