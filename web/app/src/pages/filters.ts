// SPDX-License-Identifier: GPL-3.0-or-later
// The filters of the library as they stand in the address of the page. They
// have the API's own names, so that an address says the same to both.
import type { Query } from "../api/client";

export const repeated = ["game", "format", "map", "player", "faction", "matchup", "build", "verdict", "outcome", "label"] as const;
export const single = ["q", "coverage_min", "coverage_max", "from", "to", "length_min", "length_max", "source"] as const;

export const filterNames: Record<string, string> = {
  game: "Game",
  format: "Format",
  map: "Map",
  player: "Player",
  faction: "Faction",
  matchup: "Match-up",
  build: "Opening",
  verdict: "Verdict",
  outcome: "Outcome",
  label: "Label",
  q: "Search",
  coverage_min: "Coverage at least",
  coverage_max: "Coverage at most",
  from: "From",
  to: "Until",
  length_min: "At least",
  length_max: "At most",
  source: "Conversions of one file",
};

/** filtersOf takes the filters out of an address. */
export function filtersOf(query: URLSearchParams): Query {
  const filters: Query = {};
  for (const name of repeated) {
    const values = query.getAll(name).filter((value) => value !== "");
    if (values.length > 0) filters[name] = values;
  }
  for (const name of single) {
    const value = query.get(name);
    if (value) filters[name] = value;
  }
  return filters;
}

/** chosen lists every filter that is set, for taking one away. */
export function chosen(query: URLSearchParams): { name: string; value: string }[] {
  const all: { name: string; value: string }[] = [];
  for (const name of repeated) for (const value of query.getAll(name)) if (value !== "") all.push({ name, value });
  for (const name of single) {
    const value = query.get(name);
    if (value && name !== "q") all.push({ name, value });
  }
  return all;
}

/** without gives the changes to an address that take one filter away. */
export function without(query: URLSearchParams, name: string, value: string): Record<string, string[]> {
  return { [name]: query.getAll(name).filter((one) => one !== value) };
}

/** shownValue writes a filter's value for people. */
export function shownValue(name: string, value: string): string {
  if (name === "length_min" || name === "length_max") return `${Math.round(Number(value) / 60)} min`;
  if (name === "coverage_min" || name === "coverage_max") return `${Number(value) / 10} %`;
  if (name === "verdict" || name === "outcome") return value.replaceAll("_", " ");
  if (name === "source") return `${value.slice(0, 8)}…`;
  return value;
}

export const lengths: [string, string, string, string][] = [
  ["", "", "any", "Any length"],
  ["", "600", "short", "Under 10 minutes"],
  ["600", "1800", "medium", "10 to 30 minutes"],
  ["1800", "3600", "long", "30 to 60 minutes"],
  ["3600", "", "longest", "Over an hour"],
];
