// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the game at this moment, gathered from the messages of the
// playback server. Drawing and panels read it; nothing here draws.
import type { Actor, ActorsFrame } from "../rtsm/actors";
import type { Snapshot } from "../rtsm/snapshot";
import { isolated } from "../ui/words";
import { Heat } from "./heat";
import type { Economy, Fight, GameInfo, Kind, MapInfo, MomentInfo, PlayedOrder, RoomTime, Staging, StartMessage, TimelineInfo, VisionRequest } from "./messages";

export interface Effect {
  kind: "death" | "shot" | "blast" | "rejected" | "order" | "built";
  x: number;
  y: number;
  toX?: number;
  toY?: number;
  player: number;
  at: number;
  lasts: number;
  text?: string;
}

export interface Drawn extends Actor {
  drawX: number;
  drawY: number;
}

const unknownKind: Kind = { n: -1, id: "", name: "unknown", role: "other", w: 1, h: 1 };
const keptOrders = 300;
const keptEffects = 600;

export class World {
  me = 0;
  startMessage: StartMessage | null = null;
  game: GameInfo | null = null;
  map: MapInfo | null = null;
  timeline: TimelineInfo | null = null;
  moment: MomentInfo | null = null;
  economy: Economy | null = null;
  staging: Staging | null = null;
  lab: { operatorId: number; role: string; dirty: boolean; operationCount: number } | null = null;
  livePaused = false;
  ended: { reason: string; message?: string } | null = null;
  askedForBranch = false;
  vision: VisionRequest = { mode: "all" };
  resources: { cells: Uint8Array; version: number } = { cells: new Uint8Array(0), version: 0 };
  fog: { tiles: Uint8Array | null; version: number } = { tiles: null, version: 0 };
  orders: PlayedOrder[] = [];
  effects: Effect[] = [];
  furthest = 0;
  tick = 0;
  duration = 0;
  speed = 1;
  paused = true;
  atEnd = false;
  keyframes: number[] = [];
  mapVersion = 0;
  readonly kinds = new Map<number, Kind>();
  readonly heat = new Heat();
  /** When the last frame came that shows where a seek was going to. */
  seekTarget: number | null = null;
  private now: ActorsFrame | null = null;
  private readonly before = new Map<number, { x: number; y: number }>();
  private byId = new Map<number, Actor>();
  private grown: { left: number; top: number; right: number; bottom: number } | null = null;
  private arrived = 0;
  private interval = 40;
  private lastShown = new Map<number, { x: number; y: number }>();

  start(message: StartMessage): void {
    const moved = this.startMessage !== null && message.capabilities === undefined;
    this.startMessage = message.capabilities || !this.startMessage ? message : { ...this.startMessage, tick: message.tick, lab: message.lab ?? this.startMessage.lab };
    this.tick = message.tick;
    if (message.replay) this.duration = message.replay.durationTicks;
    if (message.lab) this.lab = message.lab;
    this.before.clear();
    this.lastShown.clear();
    this.effects = [];
    this.ended = null;
    if (!moved) {
      this.orders = [];
      this.staging = null;
    } else this.orders = this.orders.filter((order) => order.tick <= message.tick);
  }

  /** leave forgets the room that is left. */
  leave(): void {
    this.startMessage = null;
    this.lab = null;
    this.staging = null;
    this.timeline = null;
    this.moment = null;
    this.economy = null;
    this.ended = null;
    this.orders = [];
    this.effects = [];
    this.seekTarget = null;
    this.now = null;
    this.byId.clear();
    this.lastShown.clear();
  }

  seeking(tick: number): void {
    this.seekTarget = tick;
    this.effects = [];
  }

  /** wantSpeed shows a speed before the server has answered. */
  wantSpeed(speed: number): void {
    this.paused = speed === 0;
    if (speed > 0) this.speed = speed;
  }

  take(message: { t: string } & Record<string, unknown>): void {
    switch (message.t) {
      case "roomTimeState":
        this.takeTime(message as unknown as RoomTime);
        break;
      case "convertd.game":
        this.game = message as unknown as GameInfo;
        this.duration = this.game.durationTicks || this.duration;
        break;
      case "convertd.catalogue":
        for (const kind of (message.kinds as Kind[] | null) ?? []) this.kinds.set(kind.n, kind);
        this.mapVersion += 1;
        break;
      case "convertd.map":
        this.map = message as unknown as MapInfo;
        this.grown = null;
        this.mapVersion += 1;
        this.heat.resize(this.map.width, this.map.height);
        break;
      case "convertd.resources":
        this.takeResources(message.cells as number[]);
        break;
      case "convertd.timeline":
        this.timeline = message as unknown as TimelineInfo;
        this.heatCameras();
        break;
      case "convertd.moment":
        this.moment = message as unknown as MomentInfo;
        break;
      case "convertd.economy":
        this.economy = message as unknown as Economy;
        break;
      case "convertd.orders":
        this.takeOrders(message.orders as PlayedOrder[]);
        break;
      case "convertd.fights":
        this.takeFights(message.events as Fight[]);
        break;
      case "convertd.ended":
        this.ended = { reason: String(message.reason), message: message.message as string | undefined };
        break;
      case "branchStaging":
        this.staging = message as unknown as Staging;
        break;
      case "labState":
        this.lab = { ...this.lab, ...(message as unknown as NonNullable<World["lab"]>) };
        break;
      case "livePauseState":
        this.livePaused = message.paused === true;
        this.paused = this.livePaused;
        break;
    }
  }

  private heatCameras(): void {
    this.heat.clear("cameras");
    for (const camera of this.timeline?.cameras ?? []) for (let at = 0; at + 3 < camera.points.length; at += 4) this.heat.add("cameras", camera.points[at + 1]!, camera.points[at + 2]!, 1);
  }

  private takeTime(time: RoomTime): void {
    this.tick = time.currentTick;
    this.duration = time.durationTicks || this.duration;
    this.paused = time.paused || time.speed === 0;
    if (time.speed > 0) this.speed = time.speed;
    this.atEnd = time.ended;
    this.keyframes = time.keyframeTicks ?? [];
    if (this.seekTarget !== null && Math.abs(time.currentTick - this.seekTarget) <= (this.game?.stride ?? 1)) this.seekTarget = null;
    this.furthest = Math.max(this.furthest, this.tick);
  }

  private takeResources(runs: number[]): void {
    if (!this.map) return;
    const cells = new Uint8Array(this.map.width * this.map.height);
    let at = 0;
    for (let index = 0; index + 2 < runs.length && at < cells.length; index += 3) {
      const value = runs[index] === 0 ? 0 : Math.min(3, runs[index]!) * 64 + Math.min(63, runs[index + 1]! >> 2);
      const end = Math.min(cells.length, at + runs[index + 2]!);
      cells.fill(value, at, end);
      at = end;
    }
    this.resources = { cells, version: this.resources.version + 1 };
  }

  private takeOrders(orders: PlayedOrder[]): void {
    const now = performance.now();
    this.orders = [...this.orders, ...orders].slice(-keptOrders);
    for (const order of orders) {
      const first = order.units?.map((id) => this.byId.get(id)).find((actor) => actor !== undefined);
      const x = order.x ?? first?.x;
      const y = order.y ?? first?.y;
      if (x === undefined || y === undefined) continue;
      if (order.outcome === "rejected" || order.outcome === "failed") this.effect({ kind: "rejected", x, y, player: order.player, at: now, lasts: 4000, text: `${order.order.replaceAll("_", " ")}: ${(order.reason ?? order.outcome).replaceAll("_", " ")}` });
      else if (order.x !== undefined) this.effect({ kind: "order", x, y, player: order.player, at: now, lasts: 700 });
    }
  }

  private takeFights(events: Fight[]): void {
    const now = performance.now();
    for (const event of events) {
      if (event.x === undefined || event.y === undefined) continue;
      if (event.kind === "destroyed" && event.cause !== "sold" && event.cause !== "transformed") {
        this.effect({ kind: "death", x: event.x, y: event.y, player: event.player ?? 0, at: now, lasts: 1500 });
        this.heat.add("deaths", event.x, event.y, 1);
      } else if (event.kind === "superweapon") this.effect({ kind: "blast", x: event.x, y: event.y, player: event.player ?? 0, at: now, lasts: 3000 });
      else if (event.kind === "built") this.effect({ kind: "built", x: event.x, y: event.y, player: event.player ?? 0, at: now, lasts: 900 });
      else if (event.kind === "collected") this.heat.add("economy", event.x, event.y, 1);
    }
  }

  private effect(effect: Effect): void {
    this.effects.push(effect);
    if (this.effects.length > keptEffects) this.effects.splice(0, this.effects.length - keptEffects);
  }

  takeSnapshot(snapshot: Snapshot, now: number): void {
    this.reach(snapshot.tick);
    if (snapshot.visibleTiles.length > 0) this.fog = { tiles: Uint8Array.from(snapshot.visibleTiles), version: this.fog.version + 1 };
    else if (this.fog.tiles) this.fog = { tiles: null, version: this.fog.version + 1 };
    for (const event of snapshot.events) {
      if (event.e !== "attack") continue;
      const from = this.byId.get(event.from as number);
      const to = this.byId.get(event.to as number);
      const spot = (event.toPos as [number, number] | undefined) ?? (to && [to.x, to.y]);
      if (from && spot) {
        this.effect({ kind: "shot", x: from.x, y: from.y, toX: spot[0], toY: spot[1], player: from.owner, at: now, lasts: 180 });
        this.heat.add("combat", from.x, from.y, 1);
      }
    }
  }

  takeActors(frame: ActorsFrame, now: number): void {
    this.before.clear();
    const jumped = !this.now || frame.tick < this.now.tick || frame.tick - this.now.tick > frame.stride * 12;
    if (!jumped) for (const [id, shown] of this.lastShown) this.before.set(id, shown);
    const gap = now - this.arrived;
    this.interval = this.interval * 0.8 + Math.min(250, Math.max(5, gap)) * 0.2;
    this.arrived = now;
    this.now = frame;
    this.byId = new Map(frame.actors.map((actor) => [actor.id, actor]));
    for (const actor of frame.actors) {
      if (actor.activity === 2) this.heat.add("combat", actor.x, actor.y, 0.05);
      else if (actor.activity === 3) this.heat.add("economy", actor.x, actor.y, 0.05);
    }
    this.reach(frame.tick);
  }

  private reach(tick: number): void {
    this.tick = tick;
    this.furthest = Math.max(this.furthest, tick);
    if (this.seekTarget !== null && Math.abs(tick - this.seekTarget) <= 3 * (this.game?.stride ?? 1)) this.seekTarget = null;
  }

  /** drawn gives every actor with the place where it is to be shown now, between the last two states. */
  drawn(now: number): Drawn[] {
    if (!this.now) return [];
    const share = this.paused ? 1 : Math.min(1, (now - this.arrived) / Math.max(1, this.interval));
    const shown = new Map<number, { x: number; y: number }>();
    const result = this.now.actors.map((actor) => {
      const from = this.before.get(actor.id);
      const far = !from || Math.abs(from.x - actor.x) + Math.abs(from.y - actor.y) > 200;
      const drawX = far ? actor.x : from.x + (actor.x - from.x) * share;
      const drawY = far ? actor.y : from.y + (actor.y - from.y) * share;
      shown.set(actor.id, { x: drawX, y: drawY });
      return { ...actor, drawX, drawY };
    });
    this.lastShown = shown;
    return result;
  }

  /** extent is what there is to show, in world pixels: the map, and where it is not to be had all that ever was there. */
  extent(): { left: number; top: number; right: number; bottom: number } {
    const map = this.map;
    if (!map) return { left: 0, top: 0, right: 1, bottom: 1 };
    const [left, top, right, bottom] = map.bounds.map((cells) => cells * map.tileSize) as [number, number, number, number];
    const area = this.grown ?? { left, top, right, bottom };
    if (!map.known) {
      const margin = 4 * map.tileSize;
      for (const actor of this.now?.actors ?? []) {
        area.left = Math.min(area.left, actor.x - margin);
        area.top = Math.min(area.top, actor.y - margin);
        area.right = Math.max(area.right, actor.x + margin);
        area.bottom = Math.max(area.bottom, actor.y + margin);
      }
    }
    if (area.right - area.left < 1 || area.bottom - area.top < 1) return { left: 0, top: 0, right: 1024, bottom: 1024 };
    this.grown = area;
    return area;
  }

  /** at is where we are, or where a seek is going. */
  get at(): number {
    return this.seekTarget ?? this.tick;
  }

  get projectiles(): ActorsFrame["projectiles"] {
    return this.now?.projectiles ?? [];
  }

  get actors(): Actor[] {
    return this.now?.actors ?? [];
  }

  actor(id: number): Actor | undefined {
    return this.byId.get(id);
  }

  kind(n: number): Kind {
    return this.kinds.get(n) ?? unknownKind;
  }

  /** contenders are those who play, in the order of their ids. */
  get contenders(): GameInfo["players"] {
    return (this.game?.players ?? []).filter((player) => player.kind === "human" || player.kind === "bot");
  }

  colour(player: number): string {
    return this.game?.players.find((one) => one.id === player)?.color ?? this.startMessage?.players.find((one) => one.id === player)?.color ?? "#8a8f94";
  }

  playerName(player: number): string {
    if (player === 0) return "nobody";
    return isolated(this.game?.players.find((one) => one.id === player)?.name || `player ${player}`);
  }

  ms(tick: number): number {
    const rate = this.game?.tickRate;
    return rate && rate.num > 0 ? (tick * 1000 * rate.den) / rate.num : 0;
  }

  ticks(ms: number): number {
    const rate = this.game?.tickRate;
    return rate && rate.den > 0 ? Math.round((ms * rate.num) / (1000 * rate.den)) : 0;
  }
}
