// SPDX-License-Identifier: GPL-3.0-or-later

package names

// The enumerations of docs/formats/remastered.md#names, in the order of their
// numbers. They are the same in every build of a game.

var redAlertHouses = []string{
	"Spain", "Greece", "USSR", "England", "Ukraine", "Germany", "France", "Turkey", "GoodGuy", "BadGuy", "Neutral", "Special",
	"Multi1", "Multi2", "Multi3", "Multi4", "Multi5", "Multi6", "Multi7", "Multi8",
}

var tiberianDawnHouses = []string{
	"GoodGuy", "BadGuy", "Neutral", "Special", "Multi1", "Multi2", "Multi3", "Multi4", "Multi5", "Multi6",
}

var redAlertMissions = []string{
	"SLEEP", "ATTACK", "MOVE", "QMOVE", "RETREAT", "GUARD", "STICKY", "ENTER", "CAPTURE", "HARVEST", "GUARD_AREA", "RETURN", "STOP",
	"AMBUSH", "HUNT", "UNLOAD", "SABOTAGE", "CONSTRUCTION", "DECONSTRUCTION", "REPAIR", "RESCUE", "MISSILE", "HARMLESS",
}

var tiberianDawnMissions = []string{
	"SLEEP", "ATTACK", "MOVE", "RETREAT", "GUARD", "STICKY", "ENTER", "CAPTURE", "HARVEST", "GUARD_AREA", "RETURN", "STOP", "AMBUSH",
	"HUNT", "TIMED_HUNT", "UNLOAD", "SABOTAGE", "CONSTRUCTION", "DECONSTRUCTION", "REPAIR", "RESCUE", "MISSILE",
}

// The last one is the second half of a chronoshift.
var redAlertWeapons = []string{
	"SONAR_PULSE", "NUCLEAR_BOMB", "CHRONOSPHERE", "PARA_BOMB", "PARA_INFANTRY", "SPY_MISSION", "IRON_CURTAIN", "GPS", "CHRONO2",
}

var tiberianDawnWeapons = []string{"NONE", "ION_CANNON", "NUCLEAR_BOMB", "AIR_STRIKE"}

var redAlertRTTI = []rtti{
	{"NONE", noClass},
	{"AIRCRAFT", Aircraft},
	{"AIRCRAFTTYPE", Aircraft},
	{"ANIM", noClass},
	{"ANIMTYPE", noClass},
	{"BUILDING", Building},
	{"BUILDINGTYPE", Building},
	{"BULLET", noClass},
	{"BULLETTYPE", noClass},
	{"CELL", noClass},
	{"FACTORY", noClass},
	{"HOUSE", noClass},
	{"HOUSETYPE", noClass},
	{"INFANTRY", Infantry},
	{"INFANTRYTYPE", Infantry},
	{"OVERLAY", noClass},
	{"OVERLAYTYPE", noClass},
	{"SMUDGE", noClass},
	{"SMUDGETYPE", noClass},
	{"SPECIAL", noClass},
	{"TEAM", noClass},
	{"TEAMTYPE", noClass},
	{"TEMPLATE", noClass},
	{"TEMPLATETYPE", noClass},
	{"TERRAIN", noClass},
	{"TERRAINTYPE", noClass},
	{"TRIGGER", noClass},
	{"TRIGGERTYPE", noClass},
	{"UNIT", Unit},
	{"UNITTYPE", Unit},
	{"VESSEL", Vessel},
	{"VESSELTYPE", Vessel},
}

var tiberianDawnRTTI = []rtti{
	{"NONE", noClass},
	{"INFANTRY", Infantry},
	{"INFANTRYTYPE", Infantry},
	{"UNIT", Unit},
	{"UNITTYPE", Unit},
	{"AIRCRAFT", Aircraft},
	{"AIRCRAFTTYPE", Aircraft},
	{"BUILDING", Building},
	{"BUILDINGTYPE", Building},
	{"TERRAIN", noClass},
	{"ABSTRACTTYPE", noClass},
	{"ANIM", noClass},
	{"ANIMTYPE", noClass},
	{"BULLET", noClass},
	{"BULLETTYPE", noClass},
	{"OVERLAY", noClass},
	{"OVERLAYTYPE", noClass},
	{"SMUDGE", noClass},
	{"SMUDGETYPE", noClass},
	{"TEAM", noClass},
	{"TEMPLATE", noClass},
	{"TEMPLATETYPE", noClass},
	{"TERRAINTYPE", noClass},
	{"OBJECT", noClass},
	{"SPECIAL", noClass},
}

var tiberianDawnTargets = []string{
	"NONE", "CELL", "UNIT", "INFANTRY", "BUILDING", "TERRAIN", "AIRCRAFT", "TEMPLATE", "BULLET", "ANIMATION", "TRIGGER", "TEAM", "TEAMTYPE",
}
