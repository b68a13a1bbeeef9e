// SPDX-License-Identifier: GPL-3.0-or-later
// What api/v1 answers, as docs and the OpenAPI file describe it. Texts come
// from strangers: they are only ever set as text.

export type Verdict = "proven" | "plausible" | "minor_drift" | "unjudged" | "diverged" | "source_desync";

export interface Format {
  id: string;
  description: string;
  extensions: string[];
  decoder: string;
  version: string;
  bundled: boolean;
  unverified: boolean;
}

export interface Server {
  name: string;
  version: string;
  mode: "daemon" | "view";
  role: "none" | "read" | "submit";
  sign_in: boolean;
  can_submit: boolean;
  limits: { upload_bytes: number; upload_files: number; page_max: number };
  formats: Format[];
  room_prefix: string;
}

export interface Rate {
  num: number;
  den: number;
}

export interface Player {
  slot: number;
  name: string;
  display_name: string;
  kind: string;
  faction: string;
  faction_name: string;
  faction_guess: boolean | string;
  team: number;
  outcome: string;
  outcome_guess: boolean | string;
  apm: number | null;
  effective_apm: number | null;
}

export interface Mismatch {
  tick: number;
  frame: number;
  want: string;
  got: string;
  suspect?: { what: string; type?: string; trait?: string; actor?: number } | null;
  ask?: string;
}

export interface Coverage {
  orders_judged: number;
  orders_total: number;
  subjects_bound: number;
  subjects_named: number;
  not_checked: string[];
}

export interface Orders {
  total: number;
  translated: number;
  unmodelled: number;
  rejected: number;
  corrected: number;
  unattributed?: number;
}

export interface Game {
  id: string;
  source_sha256: string;
  filename: string;
  format: string;
  game: string;
  game_name: string;
  version: string;
  module: string;
  map: { name: string; id: string; found: boolean };
  players: Player[];
  played_at: string | null;
  converted_at: string | null;
  added_at: string;
  ticks: number;
  tick_rate: Rate | null;
  length_ms: number;
  verdict: Verdict | "";
  confidence: string;
  coverage: Coverage | null;
  judged_permille: number | null;
  bound_permille: number | null;
  proof: { judge: string | null; checked: number; proven: number; first_mismatch: Mismatch | null } | null;
  orders: Orders | null;
  outcome: { kind: string; winner: number | null; reason: string; at_ms: number | null };
  matchup: string;
  partial: boolean;
  complete: boolean;
  missing_map: string;
  labels: Record<string, string>;
  job: string;
  file_bytes: number;
  decoder: { name: string; version: string } | null;
}

export interface GamesPage {
  games: Game[];
  total: number | null;
  next: string | null;
}

export interface FacetValue {
  value: string;
  name: string;
  count: number;
}
export type Facets = Record<string, FacetValue[]>;

export interface Counted {
  reason: string;
  count: number;
  text: string;
}

export interface Moment {
  tick: number;
  time_ms: number;
  reason?: string;
  text?: string;
}

export interface GameDetail {
  game: Game;
  words: { title: string; verdict: string; meaning: string; coverage: string[]; reservations: string[]; power: string };
  options: { name: string; value: string }[];
  spectators: Player[];
  rejections: Counted[];
  unmodelled: Counted[];
  corrections: Counted[];
  stand_ins: { code: string; recorded: string; played: string; other_rules: boolean }[] | null;
  first_evidence: Moment | null;
  first_likely_divergence: Moment | null;
  diverged_at_ms: number | null;
  source_sync: {
    reports: number;
    checkpoints: number;
    compared: number;
    mismatches: number;
    first_mismatch: { frame: number; tick: number } | null;
    odd_player: number | null;
    at_ms: number | null;
  } | null;
  warnings: { code: string; tick?: number | null; time_ms?: number | null; offset?: number; text: string }[];
  warnings_total: number;
  error: { code: string; message: string; offset?: number | null } | null;
  conversions: { id: string; verdict: Verdict | ""; converted_at: string | null; decoder: { name: string; version: string } | null }[];
  downloads: { kind: string; name: string; href: string; bytes: number | null }[];
  room: string;
  playable: boolean;
  why_not: string;
}

export interface Marker {
  time_ms: number;
  tick: number;
  until_ms?: number;
  kind: string;
  player?: number;
  other?: number;
  x?: number;
  y?: number;
  value?: number;
  text: string;
}

export interface Timeline {
  length_ms: number;
  tick_rate: Rate | null;
  keyframes_ms: number[];
  confidence: { time_ms: number; tick: number; orders: number; rejected: number; confidence: string }[];
  proven_until_ms: number | null;
  markers: Marker[];
}

export interface Step {
  time_ms: number;
  player: number;
  kind: string;
  item: string;
  name: string;
  count?: number;
  placed_ms?: number | null;
  started_ms?: number | null;
  completed_ms?: number | null;
}

export interface Build {
  steps: Step[];
  unmatched_cancellations: number;
  finished_known: boolean;
}

export interface SeriesGroup {
  times_ms: number[];
  series: { player: number; name: string; unit: string; values: (number | null)[] }[];
}

export interface Series {
  unknown: string[];
  groups: Record<string, SeriesGroup>;
}

export interface Chat {
  lines: { time_ms: number; player: number; text: string }[];
}

export interface Comparison {
  same_source: boolean;
  a: Game;
  b: Game;
  fields: { name: string; a: unknown; b: unknown }[];
  first_different_tick: number | null;
  first_different_ms: number | null;
  first_difference: string;
  ticks_compared: number;
  orders: { same: number; only_a: number; only_b: number };
  verdict_change: string;
  rejections: { reason: string; a: number; b: number }[];
}

export interface GroupRow {
  key: string;
  name: string;
  games: number;
  appearances: number;
  wins: number;
  losses: number;
  undecided: number;
  win_share: number | null;
  mean_ms: number;
  shortest_ms: number;
  longest_ms: number;
  total_ms: number;
  first_at: string | null;
  last_at: string | null;
  apm: number | null;
}

export interface Groups {
  by: string;
  total: number;
  rows: GroupRow[];
}

export interface Progress {
  stage: string;
  ticks: number;
  orders: number;
  ticks_per_second: number;
  started_at: string;
}

export interface Job {
  id: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  priority: string;
  filename: string;
  labels: Record<string, string>;
  attempts: number;
  retries: number;
  requested_at: string;
  updated_at: string;
  game: string | null;
  format: string;
  verdict: Verdict | "";
  coverage: Coverage | null;
  partial: boolean;
  cached: boolean;
  error: { code: string; message: string; offset?: number | null } | null;
  progress: Progress | null;
}

export type JobCounts = Record<Job["state"], number>;

export interface JobsPage {
  jobs: Job[];
  counts: JobCounts;
  next: string | null;
}

export interface DeadLetter {
  id: string;
  reason: string;
  error: { code?: string; message?: string } | null;
  attempts: number;
  at: string;
  filename: string;
  retryable: boolean;
}

export interface Worker {
  id: string;
  version: string;
  started_at: string;
  requests: number;
  errors: number;
}

export interface Decoder {
  name: string;
  version: string;
  bundled: boolean;
  state: string;
  error: string | null;
  formats: Format[];
  sandbox: { guard: string; active: boolean; detail: string }[];
}

export interface Uploaded {
  files: { filename: string; archive: boolean; jobs: { id: string; filename: string }[]; error: { code: string; message: string } | null }[];
}
