// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing the world on a canvas: ground, structures, units, orders, effects,
// fog, heat, recorded cameras.
import { flags } from "../rtsm/actors";
import type { Camera } from "./camera";
import { Heat, type HeatKind } from "./heat";
import { radiusOf, signPath, unitPath } from "./shapes";
import { paintFog, paintHeat, paintResources, paintTerrain } from "./terrain";
import type { Drawn, Effect, World } from "./world";

export interface Options {
  names: boolean;
  orders: boolean;
  heat: HeatKind | null;
  cameras: number | "all" | null;
  selected: ReadonlySet<number>;
  hovered: number | null;
  pointer: { x: number; y: number; label: string } | null;
}

const turn = (2 * Math.PI) / 1024;
const ground = "#20251f";
const openGround = "#454b43";

/** cameraAt finds the recorded camera of a moment, between its samples. */
export function cameraAt(points: number[], tick: number): { x: number; y: number; zoom: number } | null {
  let low = 0;
  let high = points.length / 4 - 1;
  if (high < 0 || points[0]! > tick) return null;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (points[middle * 4]! <= tick) low = middle;
    else high = middle - 1;
  }
  const at = low * 4;
  const next = at + 4;
  const [x, y, zoom] = [points[at + 1]!, points[at + 2]!, points[at + 3]! || 1024];
  if (next >= points.length) return { x, y, zoom };
  const span = points[next]! - points[at]!;
  const share = span > 0 && span < 400 ? (tick - points[at]!) / span : 0;
  return { x: x + (points[next + 1]! - x) * share, y: y + (points[next + 2]! - y) * share, zoom };
}

export class Painter {
  private terrain: HTMLCanvasElement | null = null;
  private terrainVersion = -1;
  private resources: HTMLCanvasElement | null = null;
  private resourcesVersion = -1;
  private fog: HTMLCanvasElement | null = null;
  private fogVersion = -1;
  private heat: HTMLCanvasElement | null = null;
  private heatKey = "";
  private heatAt = 0;

  constructor(private readonly world: World) {}

  /** refresh paints again what has changed of the slow layers. */
  private refresh(now: number, options: Options): void {
    const { world } = this;
    const map = world.map;
    if (!map || map.width === 0 || map.height === 0) return;
    if (this.terrainVersion !== world.mapVersion) {
      this.terrain = paintTerrain(map);
      this.terrainVersion = world.mapVersion;
    }
    if (this.resourcesVersion !== world.resources.version) {
      this.resources = paintResources(world.resources.cells, map.resourceTypes, map.width, map.height);
      this.resourcesVersion = world.resources.version;
    }
    if (this.fogVersion !== world.fog.version) {
      this.fog = world.fog.tiles ? paintFog(world.fog.tiles, map.width, map.height) : null;
      this.fogVersion = world.fog.version;
    }
    const key = `${options.heat} ${world.heat.version}`;
    if (options.heat && key !== this.heatKey && now - this.heatAt > 500) {
      const shares = world.heat.shares(options.heat);
      this.heat = shares ? paintHeat(shares, world.heat.width, world.heat.height) : null;
      this.heatKey = key;
      this.heatAt = now;
    }
  }

  paint(context: CanvasRenderingContext2D, camera: Camera, ratio: number, options: Options, now: number): Drawn[] {
    const { world } = this;
    this.refresh(now, options);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = ground;
    context.fillRect(0, 0, camera.width, camera.height);
    const drawn = world.drawn(now);
    const map = world.map;
    if (!map) return drawn;
    const tile = map.tileSize;
    const scale = ratio * camera.zoom;
    context.setTransform(scale, 0, 0, scale, ratio * (camera.width / 2 - camera.x * camera.zoom), ratio * (camera.height / 2 - camera.y * camera.zoom));
    context.imageSmoothingEnabled = camera.zoom < 0.25;
    if (!map.known) {
      const area = world.extent();
      context.fillStyle = openGround;
      context.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    } else if (this.terrain) context.drawImage(this.terrain, 0, 0, map.width * tile, map.height * tile);
    if (this.resources) context.drawImage(this.resources, 0, 0, map.width * tile, map.height * tile);
    context.imageSmoothingEnabled = true;
    this.scenery(context, camera);
    const seen = drawn.filter((actor) => this.inSight(actor, camera));
    for (const actor of seen) if ((actor.flags & flags.structure) !== 0) this.structure(context, camera, actor, options);
    if (this.fog) context.drawImage(this.fog, 0, 0, map.width * tile, map.height * tile);
    if (this.heat && options.heat) context.drawImage(this.heat, 0, 0, world.heat.width * Heat.cellPixels, world.heat.height * Heat.cellPixels);
    this.orderLines(context, camera, seen, options);
    for (const actor of seen) if ((actor.flags & (flags.structure | flags.hidden)) === 0) this.unit(context, camera, actor, options);
    this.shots(context, camera);
    this.effects(context, camera, now);
    this.recordedCameras(context, camera, options);
    this.edge(context, camera);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.labels(context, camera, seen, options);
    if (options.pointer) this.pointer(context, options.pointer);
    return drawn;
  }

  private inSight(actor: Drawn, camera: Camera): boolean {
    const margin = 160;
    return (
      Math.abs(actor.drawX - camera.x) < camera.width / 2 / camera.zoom + margin && Math.abs(actor.drawY - actor.z - camera.y) < camera.height / 2 / camera.zoom + margin
    );
  }

  private scenery(context: CanvasRenderingContext2D, camera: Camera): void {
    if (camera.zoom < 0.12) return;
    context.fillStyle = "#33442c";
    for (const [, x, y] of this.world.map?.scenery ?? []) {
      context.beginPath();
      context.arc(x, y, 9, 0, 2 * Math.PI);
      context.fill();
    }
  }

  /** size keeps shapes legible when the picture is small. */
  private size(radius: number, camera: Camera): number {
    return Math.max(radius, 3.6 / camera.zoom);
  }

  private structure(context: CanvasRenderingContext2D, camera: Camera, actor: Drawn, options: Options): void {
    const kind = this.world.kind(actor.kind);
    const width = Math.max(1, kind.w) * 32 - 4;
    const height = Math.max(1, kind.h) * 32 - 4;
    const left = actor.drawX - width / 2;
    const top = actor.drawY - height / 2;
    const colour = this.world.colour(actor.owner);
    const unfinished = (actor.flags & flags.unfinished) !== 0;
    context.globalAlpha = unfinished ? 0.55 : 1;
    context.fillStyle = kind.role === "wall" ? colour : "#1d211d";
    context.fillRect(left, top, width, height);
    if (kind.role !== "wall") {
      context.fillStyle = colour;
      context.globalAlpha = unfinished ? 0.3 : 0.62;
      context.fillRect(left, top, width, height);
      context.globalAlpha = 1;
    }
    context.lineWidth = Math.max(1.5, 1.2 / camera.zoom);
    context.strokeStyle = options.selected.has(actor.id) ? "#ffffff" : colour;
    if (unfinished) context.setLineDash([6, 5]);
    context.strokeRect(left, top, width, height);
    context.setLineDash([]);
    const sign = signPath(kind.role);
    if (sign && camera.zoom > 0.16) {
      const size = Math.min(width, height) * 0.42;
      context.save();
      context.translate(actor.drawX, actor.drawY);
      context.scale(size, size);
      context.lineWidth = Math.max(0.1, 1.6 / size);
      context.lineJoin = "round";
      context.strokeStyle = "#ffffff";
      context.stroke(sign);
      context.restore();
    }
    this.health(context, camera, actor, width / 2, top - 6, options);
  }

  private unit(context: CanvasRenderingContext2D, camera: Camera, actor: Drawn, options: Options): void {
    const kind = this.world.kind(actor.kind);
    const radius = this.size(radiusOf(kind.role), camera);
    const y = actor.drawY - actor.z;
    const chosen = options.selected.has(actor.id);
    if (actor.z > 8) {
      context.fillStyle = "rgb(0 0 0 / 30%)";
      context.beginPath();
      context.ellipse(actor.drawX, actor.drawY, radius * 0.8, radius * 0.5, 0, 0, 2 * Math.PI);
      context.fill();
    }
    if (chosen) {
      context.strokeStyle = "#ffffff";
      context.lineWidth = 2 / camera.zoom;
      context.beginPath();
      context.arc(actor.drawX, y, radius * 1.5, 0, 2 * Math.PI);
      context.stroke();
    }
    context.save();
    context.translate(actor.drawX, y);
    if (actor.facing >= 0) context.rotate(actor.facing * turn);
    context.scale(radius, radius);
    const shape = unitPath(kind.role);
    context.lineJoin = "round";
    context.fillStyle = this.world.colour(actor.owner);
    context.strokeStyle = "#0e110e";
    context.lineWidth = Math.max(0.18, 1.4 / (radius * camera.zoom));
    context.fill(shape);
    context.stroke(shape);
    if (actor.facing >= 0 && radius * camera.zoom > 5) {
      context.strokeStyle = "#ffffff";
      context.lineWidth = Math.max(0.14, 1.3 / (radius * camera.zoom));
      context.beginPath();
      context.moveTo(0, -0.15);
      context.lineTo(0, -0.95);
      context.stroke();
    }
    context.restore();
    this.health(context, camera, actor, radius, y - radius - 5 / Math.max(0.5, camera.zoom), options);
  }

  private health(context: CanvasRenderingContext2D, camera: Camera, actor: Drawn, half: number, y: number, options: Options): void {
    if (actor.maxHp <= 0 || (actor.hp >= actor.maxHp && !options.selected.has(actor.id)) || camera.zoom < 0.18) return;
    const share = Math.max(0, Math.min(1, actor.hp / actor.maxHp));
    const height = 3.5 / Math.max(0.6, camera.zoom);
    context.fillStyle = "#0e110e";
    context.fillRect(actor.drawX - half - 1, y - 1, 2 * half + 2, height + 2);
    context.fillStyle = share > 0.5 ? "#e9ebed" : share > 0.25 ? "#f0c24a" : "#ff7d54";
    context.fillRect(actor.drawX - half, y, 2 * half * share, height);
  }

  private orderLines(context: CanvasRenderingContext2D, camera: Camera, seen: Drawn[], options: Options): void {
    context.lineWidth = 1.4 / camera.zoom;
    for (const actor of seen) {
      if (!options.orders && !options.selected.has(actor.id)) continue;
      const target = actor.target ? this.world.actor(actor.target) : undefined;
      const x = target?.x ?? actor.destX;
      const y = target ? target.y - target.z : actor.destY;
      if (x === null || x === undefined || y === null || y === undefined) continue;
      const attack = actor.activity === 2;
      context.strokeStyle = attack ? "#ff9d7a" : "#ffffff";
      context.globalAlpha = attack ? 0.9 : 0.45;
      context.setLineDash(attack ? [] : [6 / camera.zoom, 5 / camera.zoom]);
      context.beginPath();
      context.moveTo(actor.drawX, actor.drawY - actor.z);
      context.lineTo(x, y);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
    }
  }

  private shots(context: CanvasRenderingContext2D, camera: Camera): void {
    for (const shot of this.world.projectiles) {
      const angle = Math.atan2(shot.toY - shot.y, shot.toX - shot.x);
      const length = (shot.weapon === 2 ? 9 : shot.weapon === 3 ? 4 : 6) / Math.max(0.5, camera.zoom);
      context.strokeStyle = shot.weapon === 4 ? "#bfe3ff" : "#fff3c4";
      context.lineWidth = (shot.weapon === 3 ? 4 : 2.2) / Math.max(0.5, camera.zoom);
      context.beginPath();
      context.moveTo(shot.x - Math.cos(angle) * length, shot.y - shot.z - Math.sin(angle) * length);
      if (shot.weapon === 4) context.lineTo(shot.toX, shot.toY);
      else context.lineTo(shot.x, shot.y - shot.z);
      context.stroke();
    }
  }

  private effects(context: CanvasRenderingContext2D, camera: Camera, now: number): void {
    const { world } = this;
    world.effects = world.effects.filter((effect) => now - effect.at < effect.lasts);
    for (const effect of world.effects) this.effect(context, camera, effect, Math.max(0, (now - effect.at) / effect.lasts));
  }

  private effect(context: CanvasRenderingContext2D, camera: Camera, effect: Effect, age: number): void {
    const thin = 1 / Math.max(0.35, camera.zoom);
    context.globalAlpha = 1 - age * age;
    context.lineWidth = 2 * thin;
    const ring = (radius: number) => {
      context.beginPath();
      context.arc(effect.x, effect.y, radius, 0, 2 * Math.PI);
      context.stroke();
    };
    switch (effect.kind) {
      case "death":
        context.strokeStyle = "#ffd9a0";
        ring(6 + 22 * Math.sqrt(age));
        context.strokeStyle = this.world.colour(effect.player);
        this.cross(context, effect.x, effect.y, 7 * thin);
        break;
      case "blast":
        context.strokeStyle = "#ffffff";
        context.lineWidth = 5 * thin;
        ring(30 + 160 * age);
        break;
      case "shot":
        context.strokeStyle = "#fff3c4";
        context.lineWidth = 1.2 * thin;
        context.beginPath();
        context.moveTo(effect.x, effect.y);
        context.lineTo(effect.toX ?? effect.x, effect.toY ?? effect.y);
        context.stroke();
        break;
      case "rejected":
        context.strokeStyle = "#ff7d54";
        context.lineWidth = 2.5 * thin;
        ring(14 * thin);
        this.cross(context, effect.x, effect.y, 8 * thin);
        break;
      case "order":
        context.strokeStyle = this.world.colour(effect.player);
        ring((12 - 9 * age) * thin);
        break;
      case "built":
        context.strokeStyle = "#ffffff";
        ring(20 + 20 * age);
        break;
    }
    context.globalAlpha = 1;
  }

  private cross(context: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    context.beginPath();
    context.moveTo(x - size, y - size);
    context.lineTo(x + size, y + size);
    context.moveTo(x + size, y - size);
    context.lineTo(x - size, y + size);
    context.stroke();
  }

  private recordedCameras(context: CanvasRenderingContext2D, camera: Camera, options: Options): void {
    if (options.cameras === null) return;
    for (const recorded of this.world.timeline?.cameras ?? []) {
      if (options.cameras !== "all" && options.cameras !== recorded.player) continue;
      const at = cameraAt(recorded.points, this.world.tick);
      if (!at) continue;
      const width = (960 * 1024) / at.zoom;
      const height = (600 * 1024) / at.zoom;
      context.strokeStyle = this.world.colour(recorded.player);
      context.lineWidth = 2.5 / camera.zoom;
      context.strokeRect(at.x - width / 2, at.y - height / 2, width, height);
    }
  }

  private edge(context: CanvasRenderingContext2D, camera: Camera): void {
    const map = this.world.map;
    if (!map?.known) return;
    const [left, top, right, bottom] = map.bounds;
    context.strokeStyle = "rgb(255 255 255 / 35%)";
    context.lineWidth = 1 / camera.zoom;
    context.strokeRect(left * map.tileSize, top * map.tileSize, (right - left) * map.tileSize, (bottom - top) * map.tileSize);
  }

  private labels(context: CanvasRenderingContext2D, camera: Camera, seen: Drawn[], options: Options): void {
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "top";
    let left = 300;
    for (const actor of seen) {
      const named = options.names && camera.zoom > 0.4;
      if (!named && !options.selected.has(actor.id) && options.hovered !== actor.id) continue;
      const kind = this.world.kind(actor.kind);
      if (kind.role === "wall" && options.hovered !== actor.id) continue;
      if (left-- <= 0) break;
      const [x, y] = camera.screen(actor.drawX, actor.drawY - actor.z);
      const below = (actor.flags & flags.structure) !== 0 ? (kind.h * 16 - 2) * camera.zoom : radiusOf(kind.role) * camera.zoom + 4;
      this.text(context, kind.name, x, y + below);
    }
    for (const effect of this.world.effects) {
      if (!effect.text) continue;
      const [x, y] = camera.screen(effect.x, effect.y);
      this.text(context, effect.text, x, y + 18);
    }
  }

  private text(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
    context.lineWidth = 3.5;
    context.lineJoin = "round";
    context.strokeStyle = "rgb(14 17 14 / 85%)";
    context.strokeText(text, x, y);
    context.fillStyle = "#ffffff";
    context.fillText(text, x, y);
  }

  private pointer(context: CanvasRenderingContext2D, pointer: { x: number; y: number; label: string }): void {
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "bottom";
    this.text(context, pointer.label, pointer.x + 14, pointer.y - 6);
  }
}

/** pick finds what is at a place of the world: units before structures, the nearest first. */
export function pick(world: World, drawn: Drawn[], camera: Camera, wx: number, wy: number): Drawn | null {
  let best: Drawn | null = null;
  let nearest = Infinity;
  for (const actor of drawn) {
    if ((actor.flags & flags.hidden) !== 0) continue;
    const kind = world.kind(actor.kind);
    const dx = Math.abs(actor.drawX - wx);
    const dy = Math.abs(actor.drawY - actor.z - wy);
    const structure = (actor.flags & flags.structure) !== 0;
    const reach = Math.max(radiusOf(kind.role), 9 / camera.zoom) + 3;
    const hit = structure ? dx <= kind.w * 16 && dy <= kind.h * 16 : Math.hypot(dx, dy) <= reach;
    const distance = Math.hypot(dx, dy) + (structure ? 1000 : 0);
    if (hit && distance < nearest) {
      best = actor;
      nearest = distance;
    }
  }
  return best;
}
