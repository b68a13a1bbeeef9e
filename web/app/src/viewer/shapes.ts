// SPDX-License-Identifier: GPL-3.0-or-later
// A shape for each role: told apart by outline alone. Units point north at
// facing 0 and are turned; structures show the sign of their role.

const cache = new Map<string, Path2D>();

function polygon(...points: [number, number][]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

/** Outlines of units in a square from -1 to 1. */
const units: Record<string, string> = {
  infantry: "M0 -0.62A0.62 0.62 0 1 1 -0.01 -0.62Z",
  builder: "M-0.7 -0.7H0.7V0.7H0.2V0.25H-0.2V0.7H-0.7Z",
  harvester: polygon([-0.55, -0.9], [0.55, -0.9], [0.95, 0], [0.55, 0.9], [-0.55, 0.9], [-0.95, 0]),
  vehicle: "M-0.55 -0.85H0.55Q0.7 -0.85 0.7 -0.7V0.7Q0.7 0.85 0.55 0.85H-0.55Q-0.7 0.85 -0.7 0.7V-0.7Q-0.7 -0.85 -0.55 -0.85Z",
  tank: polygon([0, -1.05], [0.85, -0.35], [0.85, 0.85], [-0.85, 0.85], [-0.85, -0.35]),
  artillery: polygon([-0.2, -1.15], [0.2, -1.15], [0.2, -0.1], [0.85, 0.85], [-0.85, 0.85], [-0.2, -0.1]),
  antiair: polygon([0, -1], [0.35, -0.2], [0.95, -0.5], [0.6, 0.85], [-0.6, 0.85], [-0.95, -0.5], [-0.35, -0.2]),
  aircraft: polygon([0, -1.1], [0.25, -0.2], [1.05, 0.35], [0.25, 0.35], [0.4, 0.95], [-0.4, 0.95], [-0.25, 0.35], [-1.05, 0.35], [-0.25, -0.2]),
  ship: "M0 -1.2Q0.75 -0.5 0.6 0.9H-0.6Q-0.75 -0.5 0 -1.2Z",
  support: "M-0.3 -0.85H0.3V-0.3H0.85V0.3H0.3V0.85H-0.3V0.3H-0.85V-0.3H-0.3Z",
  crate: "M-0.6 -0.6H0.6V0.6H-0.6ZM-0.6 -0.6L0.6 0.6",
  other: polygon([0, -0.85], [0.85, 0], [0, 0.85], [-0.85, 0]),
};

/** Signs of structures, drawn as lines. */
const signs: Record<string, string> = {
  base: "M-0.6 0.5V-0.1L0 -0.6L0.6 -0.1V0.5Z",
  power: "M0.15 -0.7L-0.35 0.1H0L-0.15 0.7L0.4 -0.15H0.05Z",
  refinery: "M-0.6 0.5V-0.2L-0.1 0.1V-0.2L0.5 0.1V0.5ZM0.2 -0.1V-0.6",
  barracks: "M0 -0.55A0.25 0.25 0 1 1 -0.01 -0.55ZM-0.5 0.6Q-0.5 0.05 0 0.05T0.5 0.6",
  factory: "M-0.6 0.4H0.6V0H0.25L0.05 -0.35H-0.4L-0.6 0ZM-0.3 0.4V0.6M0.3 0.4V0.6",
  airfield: "M0 -0.65V0.6M-0.6 0.15L0 -0.15L0.6 0.15",
  shipyard: "M0 -0.6V0.55M-0.55 0.1Q-0.5 0.55 0 0.55T0.55 0.1M-0.25 -0.25H0.25",
  tech: "M-0.5 0.55H0.5M0 0.55V0M0 0L-0.45 -0.35M0 0L0.45 -0.35M0 -0.65V0",
  storage: "M-0.45 -0.45Q0 -0.75 0.45 -0.45V0.45Q0 0.75 -0.45 0.45ZM-0.45 -0.45Q0 -0.15 0.45 -0.45",
  defence: "M0 -0.7L0.6 -0.45V0.05Q0.5 0.5 0 0.7Q-0.5 0.5 -0.6 0.05V-0.45Z",
  superweapon: "M0 -0.7A0.7 0.7 0 1 1 -0.01 -0.7ZM0 -0.25A0.25 0.25 0 1 1 -0.01 -0.25ZM0 -0.95V-0.45M0 0.45V0.95M-0.95 0H-0.45M0.45 0H0.95",
  building: "M-0.5 0.55V-0.55H0.5V0.55Z",
};

const unitRadius: Record<string, number> = { infantry: 7, builder: 13, harvester: 15, vehicle: 12, tank: 13, artillery: 12, antiair: 12, aircraft: 14, ship: 16, support: 11, crate: 9, other: 10 };

export function radiusOf(role: string): number {
  return unitRadius[role] ?? 11;
}

function path(kind: string, text: string): Path2D {
  let found = cache.get(kind);
  if (!found) {
    found = new Path2D(text);
    cache.set(kind, found);
  }
  return found;
}

export function unitPath(role: string): Path2D {
  return path(`unit ${role}`, units[role] ?? units.other!);
}

export function signPath(role: string): Path2D | null {
  if (role === "wall" || role === "scenery") return null;
  return path(`sign ${role}`, signs[role] ?? signs.building!);
}

export const roleWords: Record<string, string> = {
  builder: "Builders",
  harvester: "Harvesters",
  infantry: "Infantry",
  vehicle: "Vehicles",
  tank: "Tanks",
  artillery: "Artillery",
  antiair: "Anti-air",
  aircraft: "Aircraft",
  ship: "Ships",
  base: "Bases",
  power: "Power",
  refinery: "Refineries",
  barracks: "Barracks",
  factory: "Factories",
  airfield: "Airfields",
  shipyard: "Shipyards",
  tech: "Technology",
  storage: "Storage",
  defence: "Defence",
  wall: "Walls",
  superweapon: "Superweapons",
  building: "Buildings",
  support: "Support",
  scenery: "Scenery",
  crate: "Crates",
  other: "Other",
};

/** signText gives the outline of a role as SVG path data, for the legend. */
export function outlineText(role: string): { text: string; structure: boolean } {
  const unit = units[role];
  return unit ? { text: unit, structure: false } : { text: signs[role] ?? signs.building!, structure: true };
}

export const legendRoles = ["infantry", "vehicle", "tank", "artillery", "antiair", "aircraft", "ship", "harvester", "builder", "base", "power", "refinery", "barracks", "factory", "airfield", "tech", "defence", "superweapon"];
