// SPDX-License-Identifier: GPL-3.0-or-later
// The ground, by kind: plain colours of different lightness, and a pattern for
// what cannot be crossed, so that nobody needs colours to tell them apart.
import type { MapInfo } from "./messages";

const cell = 8;

interface Look {
  fill: string;
  mark?: "waves" | "hatch" | "dots" | "bricks" | "planks";
  ink?: string;
}

const looks: Record<string, Look> = {
  clear: { fill: "#5b6b4c" },
  road: { fill: "#7d7768" },
  rough: { fill: "#556145", mark: "dots", ink: "#4a553c" },
  rock: { fill: "#4b4a45", mark: "hatch", ink: "#3a3935" },
  cliff: { fill: "#403d38", mark: "hatch", ink: "#2c2a27" },
  water: { fill: "#2f4d66", mark: "waves", ink: "#3d6080" },
  river: { fill: "#34566f", mark: "waves", ink: "#436a86" },
  beach: { fill: "#978c6c" },
  tree: { fill: "#3f5237", mark: "dots", ink: "#2d3d27" },
  wall: { fill: "#5e5850", mark: "bricks", ink: "#47423c" },
  bridge: { fill: "#86786a", mark: "planks", ink: "#6e6256" },
  ore: { fill: "#5b6b4c" },
  gems: { fill: "#5b6b4c" },
  sand: { fill: "#8f8160" },
  dune: { fill: "#85775a", mark: "dots", ink: "#776a4f" },
  spice: { fill: "#96714a" },
  unknown: { fill: "#50564d" },
};

/** classes expands the runs of a map into a class index a cell. */
export function cellsOf(map: Pick<MapInfo, "terrain" | "width" | "height">): Uint16Array {
  const cells = new Uint16Array(map.width * map.height);
  let at = 0;
  for (let index = 0; index + 1 < map.terrain.length && at < cells.length; index += 2) {
    const end = Math.min(cells.length, at + map.terrain[index + 1]!);
    cells.fill(map.terrain[index]!, at, end);
    at = end;
  }
  return cells;
}

function mark(context: CanvasRenderingContext2D, look: Look, x: number, y: number, column: number, row: number): void {
  if (!look.mark || !look.ink) return;
  context.fillStyle = look.ink;
  switch (look.mark) {
    case "waves":
      if ((row + (column >> 1)) % 2 === 0) context.fillRect(x + 1, y + 3, 5, 1);
      break;
    case "hatch":
      for (let step = 0; step < cell; step += 2) context.fillRect(x + step, y + ((cell - 1 - step + row) % cell), 2, 1);
      break;
    case "dots":
      context.fillRect(x + 1 + (column % 2) * 3, y + 2 + (row % 2) * 3, 2, 2);
      break;
    case "bricks":
      context.fillRect(x, y + 3, cell, 1);
      context.fillRect(x + (row % 2) * 4, y, 1, cell);
      break;
    case "planks":
      context.fillRect(x, y + 2, cell, 1);
      context.fillRect(x, y + 6, cell, 1);
      break;
  }
}

/** paintTerrain draws the ground once, at eight pixels a cell or fewer for very large maps. */
export function paintTerrain(map: MapInfo): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const size = map.width * map.height > 512 * 512 ? 2 : cell;
  canvas.width = map.width * size;
  canvas.height = map.height * size;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const cells = cellsOf(map);
  for (let row = 0; row < map.height; row++) {
    for (let column = 0; column < map.width; column++) {
      const type = map.terrainTypes[cells[row * map.width + column]!];
      const look = looks[type?.class ?? "unknown"] ?? looks.unknown!;
      context.fillStyle = look.fill;
      context.fillRect(column * size, row * size, size, size);
      if (size === cell) mark(context, look, column * size, row * size, column, row);
    }
  }
  return canvas;
}

/** paintResources draws what lies on the ground to be harvested: diamonds, the fuller the more there is. */
export function paintResources(cells: Uint8Array, types: string[], width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width * cell;
  canvas.height = height * cell;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  for (let index = 0; index < cells.length; index++) {
    const value = cells[index]!;
    if (value === 0) continue;
    const precious = /gem|crystal|blue/i.test(types[(value >> 6) - 1] ?? "");
    const density = (value % 64) / 63;
    const x = (index % width) * cell + cell / 2;
    const y = Math.floor(index / width) * cell + cell / 2;
    const size = 1.8 + 1.8 * density;
    context.fillStyle = precious ? "#b9e3e6" : "#e2c25d";
    context.beginPath();
    context.moveTo(x, y - size);
    context.lineTo(x + size, y);
    context.lineTo(x, y + size);
    context.lineTo(x - size, y);
    context.fill();
  }
  return canvas;
}

/** paintFog veils the cells that are not seen. */
export function paintFog(tiles: Uint8Array, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const image = context.createImageData(width, height);
  for (let index = 0; index < Math.min(tiles.length, width * height); index++) image.data[index * 4 + 3] = tiles[index] === 1 ? 0 : 150;
  context.putImageData(image, 0, 0);
  return canvas;
}

/** paintHeat draws shares of heat from nothing over yellow to near white. */
export function paintHeat(shares: Float32Array, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  const image = context.createImageData(width, height);
  for (let index = 0; index < shares.length; index++) {
    const share = shares[index]!;
    image.data[index * 4] = 255;
    image.data[index * 4 + 1] = Math.round(90 + 160 * share);
    image.data[index * 4 + 2] = Math.round(40 + 190 * share * share);
    image.data[index * 4 + 3] = Math.round(210 * Math.sqrt(share));
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
