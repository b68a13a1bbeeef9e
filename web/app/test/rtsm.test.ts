// SPDX-License-Identifier: GPL-3.0-or-later
// The decoder gives what the protocol's own client makes of a frame, and
// refuses what it refuses.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeActors, isActors } from "../src/rtsm/actors";
import { FrameError } from "../src/rtsm/msgpack";
import { decodeSnapshot } from "../src/rtsm/snapshot";

const corpus = process.env.CONVERTD_CORPUS ?? resolve(import.meta.dirname, "../../../../shared/corpus");
const rts = join(corpus, "rts");
const here = existsSync(join(rts, "frames"));
if (!here) console.warn("SKIPPED WITHOUT CORPUS: real RTSM frames");

interface Expected {
  file: string;
  ok: boolean;
  error?: string;
  message?: unknown;
}

const lines = (text: string): Expected[] => text.trim().split("\n").map((line) => JSON.parse(line) as Expected);
const read = (...path: string[]) => new Uint8Array(readFileSync(join(rts, ...path)));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe.skipIf(!here)("real frames", () => {
  const expected = here ? lines(gunzipSync(read("frames", "expected.jsonl.gz")).toString("utf8")) : [];
  test("every frame of the corpus is there", () => {
    expect(expected.length).toBeGreaterThan(100);
    expect(readdirSync(join(rts, "frames")).filter((name) => name.endsWith(".rtsm")).length).toBe(expected.length);
  });
  test.each(expected.map((one) => [one.file, one] as const))("%s", (file, one) => {
    expect(plain(decodeSnapshot(read("frames", file)))).toEqual(one.message);
  });
});

describe.skipIf(!here)("frames made by hand", () => {
  const expected = here ? lines(new TextDecoder().decode(read("badframes", "expected.jsonl"))) : [];
  test.each(expected.map((one) => [one.file, one] as const))("%s", (file, one) => {
    const bytes = read("badframes", file);
    if (one.ok) expect(plain(decodeSnapshot(bytes))).toEqual(one.message);
    else expect(() => decodeSnapshot(bytes)).toThrow(FrameError);
  });
});

/** A small writer of the subset, so that frames can be made here. */
function pack(value: unknown): number[] {
  if (value === null) return [0xc0];
  if (typeof value === "boolean") return [value ? 0xc3 : 0xc2];
  if (typeof value === "number") {
    if (value >= 0 && value < 128) return [value];
    if (value < 0 && value >= -32) return [0x100 + value];
    return [0xd2, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
  }
  if (typeof value === "string") return [0xa0 | value.length, ...new TextEncoder().encode(value)];
  if (Array.isArray(value)) return [0xdc, value.length >> 8, value.length & 255, ...value.flatMap(pack)];
  const entries = Object.entries(value as object);
  return [0x80 | entries.length, ...entries.flatMap(([key, one]) => [...pack(key), ...pack(one)])];
}

const actorsFrame = (body: unknown) => new Uint8Array([0x43, 0x56, 0x41, 0x43, 1, ...pack(body)]);

describe("actors frames", () => {
  test("slots that are missing at the end or nil have their defaults", () => {
    const frame = decodeActors(actorsFrame({ t: 6, k: 3, a: [[7, 2, 1, 3, 100, -5, 0, -1, 50, 60, null, 9]], s: [[1, 5000, null, 20]] }));
    expect(frame.actors[0]).toEqual({ id: 7, kind: 2, owner: 1, flags: 3, x: 100, y: -5, z: 0, facing: -1, hp: 50, maxHp: 60, activity: 0, target: 9, destX: null, destY: null });
    expect(frame.players[0]).toEqual({ player: 1, credits: 5000, power: null, drain: 20 });
    expect(frame.stride).toBe(3);
  });
  test("are told from snapshots", () => {
    expect(isActors(actorsFrame({}))).toBe(true);
    expect(isActors(new Uint8Array([0x52, 0x54, 0x53, 0x4d]))).toBe(false);
  });
  test("a record that is too short is refused", () => {
    expect(() => decodeActors(actorsFrame({ t: 1, k: 1, a: [[1, 2, 3]], s: [] }))).toThrow("actor 0 is too short");
  });
  test("a claimed length beyond the bytes is refused before anything is allocated", () => {
    expect(() => decodeActors(new Uint8Array([0x43, 0x56, 0x41, 0x43, 1, 0xdd, 0xff, 0xff, 0xff, 0xff]))).toThrow("truncated");
  });
  test("a frame nested without end is refused", () => {
    expect(() => decodeActors(new Uint8Array([0x43, 0x56, 0x41, 0x43, 1, ...new Array<number>(100).fill(0x91)]))).toThrow("nested too deeply");
  });
});
