// SPDX-License-Identifier: GPL-3.0-or-later
// The actors frame: our companion of a snapshot, with exact kinds and figures.
import { list, number, u32 } from "./fields";
import { decodeMap, FrameError, type Value } from "./msgpack";

export const flags = { structure: 1, mobile: 2, unfinished: 4, idle: 8, hidden: 16 } as const;
export const activities = ["idle", "moving", "attacking", "harvesting", "building", "producing", "deploying", "repairing", "entering", "flying", "selling", "busy"] as const;

export interface Actor {
  id: number;
  kind: number;
  flags: number;
  x: number;
  y: number;
  z: number;
  /** 0..1023, 0 is north, clockwise; -1 is none. */
  facing: number;
  hp: number;
  maxHp: number;
  owner: number;
  activity: number;
  target: number;
  destX: number | null;
  destY: number | null;
}

export interface ActorsFrame {
  tick: number;
  stride: number;
  actors: Actor[];
  projectiles: { weapon: number; x: number; y: number; z: number; toX: number; toY: number }[];
  players: { player: number; credits: number | null; power: number | null; drain: number | null }[];
}

const orNull = (value: Value | undefined, name: string) => (value === null || value === undefined ? null : number(value, name));

function actor(value: Value, index: number): Actor {
  const slots = list(value, `actor ${index}`, 15);
  if (slots.length < 10) throw new FrameError(`actor ${index} is too short`);
  return {
    id: u32(slots[0]!, "actor.id"),
    kind: u32(slots[1]!, "actor.kind"),
    owner: u32(slots[2]!, "actor.owner"),
    flags: u32(slots[3]!, "actor.flags"),
    x: number(slots[4]!, "actor.x"),
    y: number(slots[5]!, "actor.y"),
    z: number(slots[6]!, "actor.z"),
    facing: number(slots[7]!, "actor.facing"),
    hp: number(slots[8]!, "actor.hp"),
    maxHp: number(slots[9]!, "actor.maxHp"),
    activity: orNull(slots[10], "actor.activity") ?? 0,
    target: orNull(slots[11], "actor.target") ?? 0,
    destX: orNull(slots[12], "actor.destX"),
    destY: orNull(slots[13], "actor.destY"),
  };
}

/** isActors tells an actors frame from a snapshot by its first bytes. */
export function isActors(bytes: Uint8Array): boolean {
  return bytes[0] === 0x43 && bytes[1] === 0x56 && bytes[2] === 0x41 && bytes[3] === 0x43;
}

export function decodeActors(bytes: Uint8Array): ActorsFrame {
  const map = decodeMap(bytes, "CVAC", 1);
  const shots = map.p === undefined ? [] : list(map.p, "projectiles", 20_000);
  return {
    tick: u32(map.t ?? null, "tick"),
    stride: Math.max(1, u32(map.k ?? null, "stride")),
    actors: list(map.a ?? null, "actors", 65_536).map(actor),
    projectiles: shots.map((shot) => {
      const [weapon, x, y, z, toX, toY] = list(shot, "projectile", 6).map((one) => number(one, "projectile")) as [number, number, number, number, number, number];
      return { weapon, x, y, z, toX, toY };
    }),
    players: list(map.s ?? null, "players", 256).map((one) => {
      const slots = list(one, "player", 4);
      return { player: u32(slots[0] ?? null, "player.id"), credits: orNull(slots[1], "player.credits"), power: orNull(slots[2], "player.power"), drain: orNull(slots[3], "player.drain") };
    }),
  };
}
