// SPDX-License-Identifier: GPL-3.0-or-later
// The code tables of compact snapshot version 22, code by code from 1 on.

function table(...names: string[]): ReadonlyMap<number, string> {
  return new Map(names.map((name, index) => [index + 1, name]));
}

export const kinds = table(
  "worker",
  "rifleman",
  "machine_gunner",
  "anti_tank_gun",
  "tank",
  "city_centre",
  "depot",
  "barracks",
  "training_centre",
  "factory",
  "steel",
  "oil",
  "steelworks",
  "scout_car",
  "mortar_team",
  "artillery",
  "research_complex",
  "command_car",
  "ekat",
  "zamok",
  "tank_trap",
);

export const states = table("idle", "move", "attack", "gather", "build", "train", "construct", "dead");
export const setupStates = table("packed", "setting_up", "deployed", "tearing_down");

export const orderStages = table(
  "move",
  "attackMove",
  "attack",
  "gather",
  "build",
  "smoke",
  "setupAntiTankGuns",
  "charge",
  "mortarFire",
  "pointFire",
  "breakthrough",
  "ekatTeleport",
  "ekatLineShot",
  "ekatMagicAnchor",
  "deconstruct",
);

export const abilities = table("charge", "smoke", "mortarFire", "pointFire", "breakthrough", "ekatTeleport", "ekatLineShot", "ekatMagicAnchor");
export const abilityObjectKinds = table("returnMarker", "magicAnchor", "lineProjectile");
export const upgrades = table("methamphetamines", "anti_tank_gun_unlock", "tank_unlock", "artillery_unlock", "mortar_autocast", "command_car_unlock");
export const severities = table("info", "warn", "alert");

export const limits = {
  entities: 20_000,
  resourceDeltas: 20_000,
  rememberedBuildings: 20_000,
  smokes: 1_024,
  abilityObjects: 1_024,
  events: 5_000,
  playerResources: 32,
  upgrades: 32,
  visibleTiles: 65_536,
  footprint: 64,
  orderPlan: 9,
  rallyPlan: 4,
  abilities: 8,
  waypoints: 128,
} as const;
