// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, test } from "vitest";
import { stretches } from "../src/pages/confidence";
import { markerNear, nextSpeed, scaleEnd, shownMarkers, trustRuns } from "../src/viewer/bar";
import { cameraAt } from "../src/viewer/draw";

describe("the timeline of confidence", () => {
  test("points of one confidence are one stretch, and the last reaches the end", () => {
    const point = (time_ms: number, confidence: string, rejected = 0) => ({ time_ms, tick: 0, orders: 2, rejected, confidence });
    expect(stretches({ length_ms: 35_000, confidence: [point(10_000, "proven"), point(20_000, "proven"), point(30_000, "diverged", 2)] })).toEqual([
      { from: 0, to: 20_000, level: "proven", orders: 4, rejected: 0 },
      { from: 20_000, to: 35_000, level: "diverged", orders: 2, rejected: 2 },
    ]);
  });
  test("a game without judged orders has no stretches", () => expect(stretches({ length_ms: 1000, confidence: [] })).toEqual([]));
});

describe("the transport bar", () => {
  test("speeds go from an eighth to as fast as possible and back", () => {
    let speed = 0.125;
    const seen = [speed];
    for (let step = 0; step < 8; step++) seen.push((speed = nextSpeed(speed, 1)));
    expect(seen).toEqual([0.125, 0.25, 0.5, 1, 2, 4, 8, 1000, 1000]);
    expect([nextSpeed(1000, -1), nextSpeed(0.125, -1)]).toEqual([8, 0.125]);
  });
  test("without spoilers its scale does not depend on how long the game is", () => {
    expect(scaleEnd(99_999, 100, true, 1000)).toBe(scaleEnd(500, 100, true, 1000));
    expect(scaleEnd(99_999, 12_000, true, 1000)).toBe(20_000);
    expect(scaleEnd(99_999, 100, false, 1000)).toBe(99_999);
  });
  test("without spoilers markers appear when their moment was watched", () => {
    const markers = [
      { tick: 10, kind: "battle", text: "" },
      { tick: 90, kind: "ended", text: "" },
    ];
    expect(shownMarkers(markers, 50, true).map((one) => one.tick)).toEqual([10]);
    expect(shownMarkers(markers, 50, false).length).toBe(2);
  });
  test("trust holds from its tick to the next, and no further than what is shown", () => {
    const trust = [
      { tick: 0, level: "proven", reason: "" },
      { tick: 50, level: "drift", reason: "" },
    ];
    expect(trustRuns(trust, 80)).toEqual([
      { from: 0, to: 50, level: "proven" },
      { from: 50, to: 80, level: "drift" },
    ]);
    expect(trustRuns(trust, 40)).toEqual([{ from: 0, to: 40, level: "proven" }]);
  });
  test("the marker before is not the one that was just passed", () => {
    const markers = [{ tick: 10 }, { tick: 95 }, { tick: 200 }];
    expect(markerNear(markers, 100, -1, 20)?.tick).toBe(10);
    expect(markerNear(markers, 100, 1, 20)?.tick).toBe(200);
    expect(markerNear(markers, 200, 1, 20)).toBeNull();
  });
});

describe("recorded cameras", () => {
  const points = [0, 100, 100, 1024, 100, 200, 300, 1024];
  test("move between their samples", () => expect(cameraAt(points, 50)).toEqual({ x: 150, y: 200, zoom: 1024 }));
  test("rest at the last one", () => expect(cameraAt(points, 500)).toEqual({ x: 200, y: 300, zoom: 1024 }));
  test("are nowhere before the first one", () => expect(cameraAt([10, 1, 1, 1024], 5)).toBeNull());
});
