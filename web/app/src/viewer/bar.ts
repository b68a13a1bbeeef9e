// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of the transport bar: scale, stretches of trust, speeds.
import type { TimelineMarker, Trust } from "./messages";

export const speeds = [0.125, 0.25, 0.5, 1, 2, 4, 8];
export const fastest = 1000;

/** nextSpeed is one step faster or slower; beyond 8x it is as fast as possible. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  if (speed >= fastest) return direction < 0 ? 8 : fastest;
  const at = speeds.reduce((best, one, index) => (Math.abs(one - speed) < Math.abs((speeds[best] ?? 1) - speed) ? index : best), 0);
  return speeds[at + direction] ?? (direction > 0 ? fastest : speeds[0]!);
}

export function speedWords(speed: number): string {
  return speed >= fastest ? "as fast as possible" : `${speed}×`;
}

/** scaleEnd is the tick at the bar's right end. Without spoilers it does not tell how long the game is. */
export function scaleEnd(duration: number, furthest: number, spoilerFree: boolean, ticksPerMinute: number): number {
  if (!spoilerFree) return Math.max(1, duration);
  let minutes = 10;
  while (minutes * ticksPerMinute < furthest * 1.1) minutes *= 2;
  return Math.max(1, minutes * ticksPerMinute);
}

export interface Run {
  from: number;
  to: number;
  level: string;
}

/** trustRuns gives the stretches of trust up to an end. */
export function trustRuns(trust: Trust[], end: number): Run[] {
  const runs: Run[] = [];
  trust.forEach((one, index) => {
    const to = Math.min(end, trust[index + 1]?.tick ?? end);
    if (to > one.tick) runs.push({ from: one.tick, to, level: one.level });
  });
  return runs;
}

/** shownMarkers are those that may be seen: without spoilers only what was already watched. */
export function shownMarkers(markers: TimelineMarker[], furthest: number, spoilerFree: boolean): TimelineMarker[] {
  return spoilerFree ? markers.filter((marker) => marker.tick <= furthest) : markers;
}

/** markerNear finds the marker after or before a tick. */
export function markerNear(markers: { tick: number }[], tick: number, direction: 1 | -1, slack: number): { tick: number } | null {
  const sorted = [...markers].sort((a, b) => a.tick - b.tick);
  return direction > 0 ? (sorted.find((one) => one.tick > tick + 1) ?? null) : (sorted.reverse().find((one) => one.tick < tick - slack) ?? null);
}
