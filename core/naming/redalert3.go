// SPDX-License-Identifier: GPL-3.0-or-later

package naming

// redAlert3 are the units of Red Alert 3 whose templates say what they are for and
// not what they are called. The names are those of the game's own build buttons, by
// what players call the templates; a template that is not here is spelled.
var redAlert3 = map[string]string{
	"AlliedScoutInfantry": "Attack Dog", "AlliedAntiInfantryInfantry": "Peacekeeper", "AlliedAntiVehicleInfantry": "Javelin Soldier",
	"AlliedInfiltrationInfantry": "Spy", "AlliedCommandoTech1": "Tanya",
	"AlliedAntiInfantryVehicle": "Riptide ACV", "AlliedAntiAirVehicleTech1": "Multigunner IFV", "AlliedAntiVehicleVehicleTech1": "Guardian Tank",
	"AlliedAntiVehicleVehicleTech3": "Mirage Tank", "AlliedAntiStructureVehicle": "Athena Cannon", "AlliedMiner": "Prospector",
	"AlliedFighterAircraft": "Apollo Fighter", "AlliedAntiGroundAircraft": "Vindicator", "AlliedBomberAircraft": "Century Bomber",
	"AlliedSupportAircraft": "Cryocopter", "AlliedAntiAirShip": "Hydrofoil",

	"SovietScoutInfantry": "War Bear", "SovietAntiInfantryInfantry": "Conscript", "SovietAntiVehicleInfantry": "Flak Trooper",
	"SovietHeavyAntiVehicleInfantry": "Tesla Trooper", "SovietCommandoTech1": "Natasha",
	"SovietScoutVehicle": "Terror Drone", "SovietAntiInfantryVehicle": "Sickle", "SovietAntiVehicleVehicleTech1": "Hammer Tank",
	"SovietAntiVehicleVehicleTech3": "Apocalypse Tank", "SovietAntiStructureVehicle": "V4 Rocket Launcher", "SovietMiner": "Ore Collector",
	"SovietAntiAirShip": "Bullfrog", "SovietFighterAircraft": "MiG Fighter", "SovietAntiGroundAircraft": "Twinblade", "SovietBomberAircraft": "Kirov Airship",

	"JapanScoutInfantry": "Burst Drone", "JapanAntiInfantryInfantry": "Imperial Warrior", "JapanAntiVehicleInfantry": "Tankbuster",
	"JapanInfiltrationInfantry": "Shinobi", "JapanCommandoTech1": "Yuriko Omega",
	"JapanAntiInfantryVehicle": "Mecha Tengu", "JapanAntiAirVehicleTech1": "Striker-VX", "JapanAntiVehicleVehicleTech1": "Tsunami Tank",
	"JapanAntiVehicleVehicleTech3": "King Oni", "JapanAntiStructureVehicle": "Wave-Force Artillery", "JapanMiner": "Ore Collector",
}
