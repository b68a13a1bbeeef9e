// SPDX-License-Identifier: GPL-3.0-or-later
// Strict decoding of RTSM snapshot frames into named fields, as section 2.4
// of the protocol describes them.
import * as codes from "./codes";
import { decodeEvent, type SnapshotEvent } from "./events";
import { codeOf, list, number, point, points, u32, flag, type Point } from "./fields";
import { decodeMap, FrameError, type Value } from "./msgpack";

export interface Stage {
  kind: string;
  x: number;
  y: number;
}

export interface Entity {
  id: number;
  owner: number;
  kind: string;
  x: number;
  y: number;
  hp: number;
  maxHp: number;
  state: string;
  facing?: number;
  weaponFacing?: number;
  prodKind?: string;
  prodProgress?: number;
  prodQueue?: number;
  buildProgress?: number;
  latchedNode?: number;
  targetId?: number;
  setupState?: string;
  remaining?: number;
  rally?: Point;
  oilUsed?: number;
  setupFacing?: number;
  orderPlan?: Stage[];
  chargeCooldownLeft?: number;
  abilities?: Record<string, number | string | boolean>[];
  breakthroughTicks?: number;
  visionOnly?: boolean;
  debugPath?: unknown;
  rallyPlan?: Stage[];
  prodUpgrade?: string;
  buildActive?: boolean;
}

export interface Snapshot {
  t: "snapshot";
  tick: number;
  steel: number;
  oil: number;
  supplyUsed: number;
  supplyCap: number;
  entities: Entity[];
  resourceDeltas: { id: number; remaining: number }[];
  smokes: { id: number; x: number; y: number; radiusTiles: number; expiresIn: number }[];
  abilityObjects: Record<string, unknown>[];
  visibleTiles: number[];
  rememberedBuildings: { id: number; owner: number; kind: string; x: number; y: number; footprint: Point[]; observedTick: number }[];
  events: SnapshotEvent[];
  playerResources: { id: number; steel: number; oil: number; supplyUsed: number; supplyCap: number }[];
  upgrades: string[];
  netStatus: Record<string, number | boolean | null>;
}

type Field = (value: Value, name: string) => unknown;

const stages: (max: number) => Field = (max) => (value, name) =>
  list(value, name, max).map((stage, index) => {
    const [kind, x, y] = exactly(stage, `${name} ${index}`, 3);
    return { kind: codeOf(kind!, `${name}.kind`, codes.orderStages), x: number(x!, `${name}.x`), y: number(y!, `${name}.y`) };
  });

/** exactly takes an array of one length. */
function exactly(value: Value, name: string, least: number, most = least): Value[] {
  if (!Array.isArray(value)) throw new FrameError(`${name} must be an array`);
  if (value.length < least || value.length > most) throw new FrameError(`${name} field count mismatch`);
  return value;
}

const cooldowns: Field = (value, name) =>
  list(value, name, codes.limits.abilities).map((one, index) => {
    const slots = exactly(one, `${name} ${index}`, 2, 8);
    const result: Record<string, number | string | boolean> = { ability: codeOf(slots[0]!, "ability", codes.abilities), cooldownLeft: u32(slots[1]!, "cooldownLeft") };
    const names = ["remainingUses", "autocastEnabled", "activeObjectId", "availableTick", "lockoutUntilTick", "expiresIn"];
    names.forEach((key, at) => {
      const slot = slots[at + 2];
      if (slot !== undefined && slot !== null) result[key] = key === "autocastEnabled" ? flag(slot, key) : u32(slot, key);
    });
    return result;
  });

const debugPath: Field = (value, name) => {
  const slots = exactly(value, name, 6);
  const asPoint = (one: Value) => {
    const [x, y] = point(one, name);
    return { x, y };
  };
  const path: Record<string, unknown> = { waypoints: list(slots[0]!, `${name}.waypoints`, codes.limits.waypoints).map(asPoint) };
  path.goal = slots[1] === null ? null : asPoint(slots[1]!);
  ["lastRepathTick", "stuckTicks", "staticBlockedTicks", "totalWaypoints"].forEach((key, at) => (path[key] = u32(slots[at + 2]!, `${name}.${key}`)));
  return path;
};

const kind: Field = (value, name) => codeOf(value, name, codes.kinds);

/** The optional slots of an entity, from slot 8 on. */
const optionalSlots: [keyof Entity, Field][] = [
  ["facing", number],
  ["weaponFacing", number],
  ["prodKind", kind],
  ["prodProgress", number],
  ["prodQueue", u32],
  ["buildProgress", number],
  ["latchedNode", u32],
  ["targetId", u32],
  ["setupState", (value, name) => codeOf(value, name, codes.setupStates)],
  ["remaining", u32],
  ["rally", point],
  ["oilUsed", number],
  ["setupFacing", number],
  ["orderPlan", stages(codes.limits.orderPlan)],
  ["chargeCooldownLeft", u32],
  ["abilities", cooldowns],
  ["breakthroughTicks", u32],
  ["visionOnly", flag],
  ["debugPath", debugPath],
  ["rallyPlan", stages(codes.limits.rallyPlan)],
  ["prodUpgrade", (value, name) => codeOf(value, name, codes.upgrades)],
  ["buildActive", flag],
];

function entity(value: Value, index: number): Entity {
  if (!Array.isArray(value)) throw new FrameError(`entity ${index} must be an array`);
  if (value.length < 8) throw new FrameError(`entity ${index} is too short`);
  if (value.length > 30) throw new FrameError(`entity ${index} exceeds max length 30`);
  const result: Entity = {
    id: u32(value[0]!, "entity.id"),
    owner: u32(value[1]!, "entity.owner"),
    kind: codeOf(value[2]!, "entity.kind", codes.kinds),
    x: number(value[3]!, "entity.x"),
    y: number(value[4]!, "entity.y"),
    hp: u32(value[5]!, "entity.hp"),
    maxHp: u32(value[6]!, "entity.maxHp"),
    state: codeOf(value[7]!, "entity.state", codes.states),
  };
  for (let at = 8; at < value.length; at++) {
    const slot = value[at];
    const [name, field] = optionalSlots[at - 8]!;
    if (slot !== null && slot !== undefined) (result as unknown as Record<string, unknown>)[name] = field(slot, `entity.${name}`);
  }
  return result;
}

function abilityObject(value: Value, index: number): Record<string, unknown> {
  const slots = exactly(value, `ability object ${index}`, 9);
  const result: Record<string, unknown> = {
    id: u32(slots[0]!, "abilityObject.id"),
    owner: u32(slots[1]!, "abilityObject.owner"),
    ability: codeOf(slots[2]!, "abilityObject.ability", codes.abilities),
    kind: codeOf(slots[3]!, "abilityObject.kind", codes.abilityObjectKinds),
    x: number(slots[4]!, "abilityObject.x"),
    y: number(slots[5]!, "abilityObject.y"),
  };
  if (slots[6] !== null) result.expiresIn = u32(slots[6]!, "abilityObject.expiresIn");
  if (slots[7] !== null) result.sourceCasterId = u32(slots[7]!, "abilityObject.sourceCasterId");
  if (slots[8] !== null) {
    const owner = exactly(slots[8]!, "abilityObject.ownerState", 6);
    const state: Record<string, number> = {};
    ["earliestReturnTick", "hp", "radius", "destroyedLockoutTicks", "distanceTraveled", "ticksOut"].forEach((key, at) => {
      const slot = owner[at];
      if (slot !== null && slot !== undefined) state[key] = key === "radius" || key === "distanceTraveled" ? number(slot, key) : u32(slot, key);
    });
    result.ownerState = state;
  }
  return result;
}

/** tiles expands a first value and run lengths. */
export function tiles(value: Value, max: number = codes.limits.visibleTiles): number[] {
  const runs = list(value, "visibleTiles", max + 1);
  if (runs.length === 0) return [];
  const first = runs[0];
  if (first !== 0 && first !== 1) throw new FrameError("visibleTiles.first must be 0 or 1");
  const result: number[] = [];
  let seen: number = first;
  for (const run of runs.slice(1)) {
    const length = u32(run, "visibleTiles run length");
    if (length === 0) throw new FrameError("visibleTiles run length must be positive");
    if (result.length + length > max) throw new FrameError("visibleTiles exceeds compact bounds");
    for (let count = 0; count < length; count++) result.push(seen);
    seen = 1 - seen;
  }
  return result;
}

function netStatus(value: Value | undefined): Snapshot["netStatus"] {
  if (!Array.isArray(value) || (value.length !== 5 && value.length !== 8)) throw new FrameError("netStatus field count mismatch");
  const flags = u32(value[2]!, "netStatus.flags");
  const result: Snapshot["netStatus"] = {
    serverLagMs: u32(value[0]!, "netStatus.serverLagMs"),
    tickMs: u32(value[1]!, "netStatus.tickMs"),
    slowTick: (flags & 1) !== 0,
    slowTickCount: u32(value[3]!, "netStatus.slowTickCount"),
    headOfLine: (flags & 2) !== 0,
    headOfLineCount: u32(value[4]!, "netStatus.headOfLineCount"),
  };
  if (value.length === 8) {
    if (value[5] !== null) result.predictionVersion = u32(value[5]!, "netStatus.predictionVersion");
    if (value[6] !== null) result.lastSimConsumedClientSeq = u32(value[6]!, "netStatus.lastSimConsumedClientSeq");
    result.lastSimConsumedClientTick = value[7] === null ? null : u32(value[7]!, "netStatus.lastSimConsumedClientTick");
  }
  return result;
}

/** decodeSnapshot reads one frame, or throws a FrameError that says what is wrong with it. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const map = decodeMap(bytes, "RTSM", 1);
  if (map.t !== "snapshot") throw new FrameError("MessagePack snapshot frame must contain a snapshot payload");
  if (map.v !== 22) throw new FrameError(`unsupported compact snapshot version: ${String(map.v)}`);
  const scalars = list(map.s ?? null, "snapshot scalars", 5);
  if (scalars.length !== 5) throw new FrameError("compact snapshot scalar count mismatch");
  const [tick, steel, oil, supplyUsed, supplyCap] = ["tick", "steel", "oil", "supplyUsed", "supplyCap"].map((name, at) => u32(scalars[at]!, name)) as [number, number, number, number, number];
  const optional = <T>(key: string, name: string, max: number, read: (value: Value, index: number) => T): T[] => (map[key] === undefined || map[key] === null ? [] : list(map[key], name, max).map(read));
  return {
    t: "snapshot",
    tick,
    steel,
    oil,
    supplyUsed,
    supplyCap,
    entities: list(map.e ?? null, "entities", codes.limits.entities).map(entity),
    resourceDeltas: optional("r", "resourceDeltas", codes.limits.resourceDeltas, (one, index) => {
      const [id, remaining] = exactly(one, `resource delta ${index}`, 2);
      return { id: u32(id!, "resourceDelta.id"), remaining: u32(remaining!, "resourceDelta.remaining") };
    }),
    smokes: optional("sm", "smokes", codes.limits.smokes, (one, index) => {
      const [id, x, y, radius, expires] = exactly(one, `smoke ${index}`, 5);
      return { id: u32(id!, "smoke.id"), x: number(x!, "smoke.x"), y: number(y!, "smoke.y"), radiusTiles: number(radius!, "smoke.radiusTiles"), expiresIn: u32(expires!, "smoke.expiresIn") };
    }),
    abilityObjects: optional("ao", "abilityObjects", codes.limits.abilityObjects, abilityObject),
    visibleTiles: map.fg === undefined || map.fg === null ? [] : tiles(map.fg),
    rememberedBuildings: optional("mb", "rememberedBuildings", codes.limits.rememberedBuildings, (one, index) => {
      const slots = exactly(one, `remembered building ${index}`, 7);
      return {
        id: u32(slots[0]!, "rememberedBuilding.id"),
        owner: u32(slots[1]!, "rememberedBuilding.owner"),
        kind: codeOf(slots[2]!, "rememberedBuilding.kind", codes.kinds),
        x: number(slots[3]!, "rememberedBuilding.x"),
        y: number(slots[4]!, "rememberedBuilding.y"),
        footprint: points(slots[5]!, "rememberedBuilding.footprint", codes.limits.footprint, u32),
        observedTick: u32(slots[6]!, "rememberedBuilding.observedTick"),
      };
    }),
    events: optional("ev", "events", codes.limits.events, decodeEvent),
    playerResources: optional("pr", "playerResources", codes.limits.playerResources, (one, index) => {
      const slots = exactly(one, `player resources ${index}`, 5);
      const [id, playerSteel, playerOil, used, cap] = slots.map((slot, at) => u32(slot, `playerResources.${at}`)) as [number, number, number, number, number];
      return { id, steel: playerSteel, oil: playerOil, supplyUsed: used, supplyCap: cap };
    }),
    upgrades: optional("u", "upgrades", codes.limits.upgrades, (one, index) => codeOf(one, `upgrade.${index}`, codes.upgrades)),
    netStatus: netStatus(map.n),
  };
}
