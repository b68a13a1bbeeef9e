// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a snapshot: what happened in it and is not sent again.
import * as codes from "./codes";
import { codeOf, number, point, u32 } from "./fields";
import { FrameError, type Value } from "./msgpack";

export type SnapshotEvent = { e: string } & Record<string, unknown>;

function count(slots: Value[], name: string, index: number, ...lengths: number[]): void {
  if (!lengths.includes(slots.length)) throw new FrameError(`${name} event ${index} field count mismatch`);
}

/** reveal is a shooter that is shown briefly; it is positional like an entity. */
function reveal(value: Value): Record<string, unknown> {
  if (!Array.isArray(value) || value.length < 4 || value.length > 7) throw new FrameError("reveal field count mismatch");
  const result: Record<string, unknown> = {
    owner: u32(value[0]!, "reveal.owner"),
    kind: codeOf(value[1]!, "reveal.kind", codes.kinds),
    x: number(value[2]!, "reveal.x"),
    y: number(value[3]!, "reveal.y"),
  };
  if (value[4] !== undefined && value[4] !== null) result.facing = number(value[4], "reveal.facing");
  if (value[5] !== undefined && value[5] !== null) result.weaponFacing = number(value[5], "reveal.weaponFacing");
  if (value[6] !== undefined && value[6] !== null) result.setupState = codeOf(value[6], "reveal.setupState", codes.setupStates);
  return result;
}

function span(from: Value, to: Value, name: string): Record<string, number> {
  const [fromX, fromY] = point(from, `${name}.from`);
  const [toX, toY] = point(to, `${name}.to`);
  return { fromX, fromY, toX, toY };
}

type Read = (s: Value[], index: number) => SnapshotEvent;

const readers: Record<number, Read> = {
  1: (s, index) => {
    count(s, "attack", index, 3, 4, 5);
    const event: SnapshotEvent = { e: "attack", from: u32(s[1]!, "attack.from"), to: u32(s[2]!, "attack.to") };
    if (s[3] !== undefined && s[3] !== null) event.reveal = reveal(s[3]);
    if (s[4] !== undefined && s[4] !== null) event.toPos = point(s[4], "attack.toPos");
    return event;
  },
  2: (s, index) => {
    count(s, "death", index, 5);
    return { e: "death", id: u32(s[1]!, "death.id"), x: number(s[2]!, "death.x"), y: number(s[3]!, "death.y"), kind: codeOf(s[4]!, "death.kind", codes.kinds) };
  },
  3: (s, index) => {
    count(s, "build", index, 3);
    return { e: "build", id: u32(s[1]!, "build.id"), kind: codeOf(s[2]!, "build.kind", codes.kinds) };
  },
  4: (s, index) => {
    count(s, "notice", index, 2, 3, 5);
    if (typeof s[1] !== "string") throw new FrameError("notice.msg must be a string");
    const event: SnapshotEvent = { e: "notice", msg: s[1], severity: s.length > 2 ? codeOf(s[2]!, "notice.severity", codes.severities) : "info" };
    if (s.length === 5) Object.assign(event, { x: number(s[3]!, "notice.x"), y: number(s[4]!, "notice.y") });
    return event;
  },
  5: (s, index) => {
    count(s, "smokeLaunch", index, 4);
    return { e: "smokeLaunch", ...span(s[1]!, s[2]!, "smokeLaunch"), delayTicks: u32(s[3]!, "smokeLaunch.delayTicks") };
  },
  6: (s, index) => {
    count(s, "mortarImpact", index, 4, 5, 6);
    const event: SnapshotEvent = { e: "mortarImpact", x: number(s[1]!, "mortarImpact.x"), y: number(s[2]!, "mortarImpact.y"), radiusTiles: number(s[3]!, "mortarImpact.radiusTiles") };
    if (s[4] !== undefined && s[4] !== null) event.from = u32(s[4], "mortarImpact.from");
    if (s[5] !== undefined && s[5] !== null) event.reveal = reveal(s[5]);
    return event;
  },
  7: (s, index) => {
    count(s, "artilleryTarget", index, 5);
    const [x, y] = point(s[2]!, "artilleryTarget.target");
    return { e: "artilleryTarget", from: u32(s[1]!, "artilleryTarget.from"), x, y, radiusTiles: number(s[3]!, "artilleryTarget.radiusTiles"), delayTicks: u32(s[4]!, "artilleryTarget.delayTicks") };
  },
  8: (s, index) => {
    count(s, "artilleryImpact", index, 4);
    return { e: "artilleryImpact", x: number(s[1]!, "artilleryImpact.x"), y: number(s[2]!, "artilleryImpact.y"), radiusTiles: number(s[3]!, "artilleryImpact.radiusTiles") };
  },
  9: (s, index) => {
    count(s, "mortarLaunch", index, 6);
    return { e: "mortarLaunch", from: u32(s[1]!, "mortarLaunch.from"), ...span(s[2]!, s[3]!, "mortarLaunch"), radiusTiles: number(s[4]!, "mortarLaunch.radiusTiles"), delayTicks: u32(s[5]!, "mortarLaunch.delayTicks") };
  },
  10: (s, index) => {
    count(s, "overpenetration", index, 2);
    return { e: "overpenetration", to: u32(s[1]!, "overpenetration.to") };
  },
};

export function decodeEvent(value: Value, index: number): SnapshotEvent {
  if (!Array.isArray(value)) throw new FrameError(`event ${index} must be an array`);
  if (value.length === 0) throw new FrameError(`event ${index} is too short`);
  const read = typeof value[0] === "number" ? readers[value[0]] : undefined;
  if (!read) throw new FrameError(`event.kind has unknown code ${String(value[0])}`);
  return read(value, index);
}
