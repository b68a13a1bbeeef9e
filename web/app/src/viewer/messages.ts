// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of the playback server, those of the protocol and those that
// only our viewer gets (docs/playback.md).

export interface StartMessage {
  t: "start";
  playerId: number;
  spectator: boolean;
  tick: number;
  capabilities?: {
    roomTime?: { available?: boolean; setSpeed?: boolean; pause?: boolean; step?: boolean; seekRelative?: boolean; seekAbsolute?: boolean; timeline?: boolean };
    visibility?: { replayVision?: boolean };
    commands?: { gameplay?: boolean };
  };
  replay?: { mapName: string; durationTicks: number };
  lab?: { room: string; operatorId: number; role: string; dirty: boolean; operationCount: number };
  map: { width: number; height: number; tileSize: number };
  players: { id: number; teamId: number; name: string; color: string; startTileX: number; startTileY: number }[];
}

export interface RoomTime {
  currentTick: number;
  durationTicks: number;
  keyframeTicks: number[];
  speed: number;
  paused: boolean;
  ended: boolean;
  controllerId?: number;
}

export interface GamePlayer {
  id: number;
  index: number;
  name: string;
  kind: string;
  faction: string;
  factionName: string;
  team: number;
  color: string;
  startX: number;
  startY: number;
  outcome: string;
  sightOf: boolean;
}

export interface GameInfo {
  id: string;
  kind: "replay" | "save" | "branch" | "lab";
  module: string;
  exact: boolean;
  game: string;
  gameTitle: string;
  version: string;
  mapName: string;
  tickRate: { num: number; den: number };
  stride: number;
  durationTicks: number;
  sight: boolean;
  sightReason?: string;
  movement: boolean;
  movementReason?: string;
  players: GamePlayer[];
  verdict: string;
  confidence: string;
  notes: string[] | null;
}

export interface Kind {
  n: number;
  id: string;
  name: string;
  role: string;
  w: number;
  h: number;
  speed?: number;
  sight?: number;
  cost?: number;
  health?: number;
}

export interface MapInfo {
  width: number;
  height: number;
  tileSize: number;
  bounds: [number, number, number, number];
  known: boolean;
  title?: string;
  author?: string;
  terrainTypes: { name: string; class: string }[];
  terrain: number[];
  resourceTypes: string[];
  scenery: [number, number, number][];
}

export interface Trust {
  tick: number;
  level: string;
  reason: string;
}

export interface TimelineMarker {
  tick: number;
  endTick?: number;
  kind: string;
  player?: number;
  x?: number;
  y?: number;
  text: string;
  value?: number;
}

export interface TimelineInfo {
  trust: Trust[];
  markers: TimelineMarker[];
  cameras: { player: number; points: number[] }[];
  stats: { fields: string[]; unknown: string[]; players: { player: number; rows: number[][] }[] } | null;
  truncated: boolean;
}

export interface MomentInfo {
  tick: number;
  trust: { level: string; since: number; reason: string };
  confidence?: string;
}

export interface PlayedOrder {
  tick: number;
  player: number;
  order: string;
  units?: number[];
  unitCount?: number;
  x?: number;
  y?: number;
  target?: number;
  item?: string;
  outcome: string;
  reason?: string;
  detail?: string;
}

export interface Fight {
  tick: number;
  kind: string;
  id?: number;
  n?: number;
  player?: number;
  x?: number;
  y?: number;
  by?: number;
  byPlayer?: number;
  cause?: string;
  amount?: number;
  name?: string;
}

export interface PlayerEconomy {
  id: number;
  known: boolean;
  credits: number;
  stored?: number;
  capacity?: number;
  power: number;
  drain: number;
  standing: string;
  units: number;
  structures: number;
  armyValue: number;
  unitsLost: number;
  structuresLost: number;
  lostValue: number;
  kills: number;
  since?: number;
  queues: { n?: number; item: string; name: string; progress: number; remaining: number; state: string; count: number; by?: number }[] | null;
}

export interface Economy {
  tick: number;
  players: PlayerEconomy[];
}

export interface Seat {
  playerId: number;
  name: string;
  color: string;
  claimable?: boolean;
  claimantId?: number;
  claimantName?: string;
}

export interface Staging {
  room: string;
  sourceTick: number;
  hostId: number;
  seats: Seat[];
  occupants: { id: number; name: string }[];
  canStart: boolean;
}

export interface LabResult {
  requestId: number;
  ok: boolean;
  op: string;
  error?: string;
  outcome?: Record<string, unknown>;
}

export interface JudgeOutcome {
  fromTick: number;
  toTick: number;
  orders: number;
  fit: number;
  rejected: number;
  notModelled: number;
  reasons: { reason: string; count: number }[] | null;
  recorded?: { orders: number; fit: number };
  hashes?: { checked: number; met: number; firstMiss?: number | null };
}

export type VisionRequest = { mode: "all" } | { mode: "player"; playerId: number } | { mode: "players"; playerIds: number[] };
