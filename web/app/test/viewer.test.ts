// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, test } from "vitest";
import { merge, parse, sideFile } from "../src/viewer/bookmarks";
import { Camera } from "../src/viewer/camera";
import { Heat } from "../src/viewer/heat";
import { commandOf, keys } from "../src/viewer/keys";
import { World } from "../src/viewer/world";
import { cellsOf } from "../src/viewer/terrain";
import { chosen, filtersOf, without } from "../src/pages/filters";

const key = (name: string, shiftKey = false) => ({ key: name, shiftKey, ctrlKey: false, metaKey: false, altKey: false });

describe("keys", () => {
  test("no key means two things", () => {
    const all = keys.flatMap((one) => one.keys.map((name) => `${one.shift ?? false} ${name}`));
    expect(new Set(all).size).toBe(all.length);
  });
  test("shift makes jumps longer", () => expect([commandOf(key("ArrowLeft")), commandOf(key("ArrowLeft", true))]).toEqual(["back", "backFar"]));
  test("a sign that needs shift on some keyboards is found with shift", () => expect(commandOf(key("+", true))).toBe("faster"));
  test("what belongs to the browser is left to it", () => expect(commandOf({ ...key("f"), ctrlKey: true })).toBeNull());
});

describe("bookmarks", () => {
  const list = [
    { tick: 30, time_ms: 1000, text: "second" },
    { tick: 5, time_ms: 200, text: "first" },
  ];
  test("come back from their side file in order of time", () => expect(parse(sideFile("x", list)).map((one) => one.text)).toEqual(["first", "second"]));
  test("are kept once when the same file is opened twice", () => expect(merge(list, list).length).toBe(2));
  test("entries that are none are left out", () => expect(parse('[{"tick":-1},{"tick":"x"},7,{"tick":3}]')).toEqual([{ tick: 3, time_ms: 0, text: "" }]));
  test("a file of something else is refused", () => expect(() => parse('{"a":1}')).toThrow("no file of bookmarks"));
});

describe("the camera", () => {
  const camera = new Camera();
  camera.bound(0, 0, 1000, 500);
  camera.resize(500, 500);
  camera.fit();
  test("fits the whole map", () => expect([camera.zoom, camera.x, camera.y]).toEqual([0.5, 500, 250]));
  test("keeps the place under the pointer when zooming", () => {
    const before = camera.world(400, 250);
    camera.zoomAt(2, 400, 250);
    const after = camera.world(400, 250);
    expect(after[0]).toBeCloseTo(before[0], 6);
    expect(after[1]).toBeCloseTo(before[1], 6);
  });
  test("never leaves the map", () => {
    camera.centre(-500, 9000);
    expect([camera.x, camera.y]).toEqual([0, 500]);
  });
});

test("heat is the share of the hottest place, and nothing where nothing happened", () => {
  const heat = new Heat();
  heat.resize(20, 20);
  expect(heat.shares("deaths")).toBeNull();
  heat.add("deaths", 100, 100, 3);
  heat.add("deaths", -5, 1e9, 3);
  const shares = heat.shares("deaths")!;
  expect(Math.max(...shares)).toBe(1);
  expect(shares[1 * heat.width + 1]).toBe(1);
  expect(shares[8 * heat.width + 8]).toBe(0);
});

test("terrain runs that claim too much fill the map and no more", () => {
  expect([...cellsOf({ width: 2, height: 2, terrain: [1, 3, 2, 4_000_000_000] })]).toEqual([1, 1, 1, 2]);
});

describe("the world between two states", () => {
  const actor = (x: number) => ({ id: 1, kind: 0, flags: 2, x, y: 0, z: 0, facing: 0, hp: 1, maxHp: 1, owner: 1, activity: 0, target: 0, destX: null, destY: null });
  const frame = (tick: number, x: number) => ({ tick, stride: 3, actors: [actor(x)], projectiles: [], players: [] });
  test("moves units from where they were shown to where they are", () => {
    const world = new World();
    world.paused = false;
    world.takeActors(frame(3, 0), 1000);
    world.drawn(1000);
    world.takeActors(frame(6, 30), 1040);
    const shown = world.drawn(1050)[0]!.drawX;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(30);
    expect(world.drawn(2000)[0]!.drawX).toBe(30);
  });
  test("jumps after a seek", () => {
    const world = new World();
    world.paused = false;
    world.takeActors(frame(3, 0), 1000);
    world.drawn(1000);
    world.takeActors(frame(9000, 30), 1040);
    expect(world.drawn(1041)[0]!.drawX).toBe(30);
  });
});

describe("filters in the address", () => {
  const query = new URLSearchParams("verdict=proven&verdict=diverged&q=abc&sort=length&player=");
  test("are handed to the API under their own names", () => expect(filtersOf(query)).toEqual({ verdict: ["proven", "diverged"], q: "abc" }));
  test("are shown one by one, words apart", () => expect(chosen(query)).toEqual([{ name: "verdict", value: "proven" }, { name: "verdict", value: "diverged" }]));
  test("are taken away one by one", () => expect(without(query, "verdict", "proven")).toEqual({ verdict: ["diverged"] }));
});
