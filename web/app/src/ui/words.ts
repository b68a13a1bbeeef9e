// SPDX-License-Identifier: GPL-3.0-or-later
// Times, sizes, shares and the words for what the API names by a code.

/** clock writes milliseconds of game time as 1:02:03 or 12:34. */
export function clock(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return "–";
  const total = Math.max(0, Math.floor(ms / 1000));
  const seconds = String(total % 60).padStart(2, "0");
  const minutes = Math.floor(total / 60) % 60;
  const hours = Math.floor(total / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

/** parseClock reads 12:34, 1:02:03 or plain seconds; null if it is no time. */
export function parseClock(text: string | null): number | null {
  if (!text || !/^\d{1,3}(:\d{1,2}){0,2}(\.\d{1,3})?$/.test(text.trim())) return null;
  const parts = text.trim().split(":").map(Number);
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1000);
}

export function date(text: string | null): string {
  if (!text) return "–";
  const when = new Date(text);
  return Number.isNaN(when.getTime()) ? "–" : when.toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

export function moment(text: string | null): string {
  if (!text) return "–";
  const when = new Date(text);
  return Number.isNaN(when.getTime()) ? "–" : when.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

export function bytes(count: number | null | undefined): string {
  if (count === null || count === undefined) return "";
  if (count < 1024) return `${count} B`;
  if (count < 1024 * 1024) return `${(count / 1024).toFixed(count < 10240 ? 1 : 0)} KiB`;
  if (count < 1024 ** 3) return `${(count / 1024 ** 2).toFixed(1)} MiB`;
  return `${+(count / 1024 ** 3).toFixed(1)} GiB`;
}

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : value.toLocaleString();
}

export function percent(permille: number | null | undefined): string {
  return permille === null || permille === undefined ? "–" : `${(permille / 10).toFixed(permille % 10 === 0 ? 0 : 1)} %`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString()} ${value === 1 ? one : many}`;
}

/** spaced turns a code into words: minor_drift is "minor drift". */
export function spaced(code: string): string {
  return code.replaceAll("_", " ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const verdictMeaning: Record<string, string> = {
  proven: "The original engine's own hash of the world was met in every frame that has one.",
  plausible: "Enough was judged, and nothing of it contradicts what you watch; but nothing proves it.",
  minor_drift: "From a known moment on the state is not quite the original one.",
  unjudged: "Nothing, or too little, could be checked.",
  diverged: "From a known moment on the orders do not fit the state any more. Watch up to there.",
  source_desync: "The players of the recorded game had different worlds already.",
};

export const verdictOrder = ["proven", "plausible", "minor_drift", "unjudged", "diverged", "source_desync"];

export const outcomeWords: Record<string, string> = {
  won: "Won",
  lost: "Lost",
  draw: "Draw",
  disconnected: "Left",
  unknown: "Unknown",
};

export const markerWords: Record<string, string> = {
  fight: "Fight",
  battle: "Battle",
  army_lost: "Army lost",
  army_wipe: "Army lost",
  base_lost: "Base lost",
  base_destroyed: "Base lost",
  superweapon: "Superweapon",
  turn: "Turn of the game",
  comeback: "Turn of the game",
  pause: "Pause",
  unpause: "Goes on",
  match_end: "End of the game",
  ended: "End of the game",
  first_mismatch: "First missed hash",
  first_miss: "First missed hash",
  first_evidence: "First evidence",
  divergence: "Divergence",
  source_desync: "Source desync",
  rejected_orders: "Rejected orders",
};

export const seriesWords: Record<string, string> = {
  credits: "Credits",
  army_value: "Army value",
  units: "Units",
  buildings: "Buildings",
  collected: "Collected",
  spent: "Spent",
  collection_rate: "Collected a minute",
  killed_value: "Value killed",
  lost_value: "Value lost",
  damage_dealt: "Damage dealt",
  damage_received: "Damage received",
  units_produced: "Units produced",
  structures_built: "Structures built",
  actions_per_minute: "Actions a minute",
  effective_actions_per_minute: "Effective actions a minute",
  units_lost: "Units lost",
  structures_lost: "Structures lost",
  units_killed: "Units killed",
  structures_destroyed: "Structures destroyed",
};

export const playerColours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#8c6bb1", "#6b6b6b"];

/** playerColour is one of eight colours that people who see few colours tell apart. */
export function playerColour(index: number): string {
  return playerColours[((index % playerColours.length) + playerColours.length) % playerColours.length] ?? "#6b6b6b";
}

/** isolated keeps a name that is written from right to left from turning what stands around it. */
export function isolated(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}
