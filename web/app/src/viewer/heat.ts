// SPDX-License-Identifier: GPL-3.0-or-later
// Heat maps: where it happened, summed up by cells while the game is watched.
// Cameras are those of the recording and need no watching.

export type HeatKind = "deaths" | "combat" | "economy" | "cameras";
export const heatKinds: [HeatKind, string][] = [
  ["deaths", "Losses"],
  ["combat", "Fighting"],
  ["economy", "Harvest"],
  ["cameras", "Cameras"],
];

const cellPixels = 64;

export class Heat {
  width = 0;
  height = 0;
  version = 0;
  private readonly layers = new Map<HeatKind, Float32Array>();

  /** resize forgets everything; width and height are those of the map in cells of 32 pixels. */
  resize(cells: number, rows: number): void {
    const width = Math.max(1, Math.ceil((cells * 32) / cellPixels));
    const height = Math.max(1, Math.ceil((rows * 32) / cellPixels));
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.layers.clear();
    this.version += 1;
  }

  clear(kind: HeatKind): void {
    this.layers.delete(kind);
    this.version += 1;
  }

  add(kind: HeatKind, x: number, y: number, weight: number): void {
    const column = Math.floor(x / cellPixels);
    const row = Math.floor(y / cellPixels);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    let layer = this.layers.get(kind);
    if (!layer) {
      layer = new Float32Array(this.width * this.height);
      this.layers.set(kind, layer);
    }
    layer[row * this.width + column]! += weight;
    this.version += 1;
  }

  /** shares gives each cell's share of the hottest one, softened over its neighbours; null if nothing happened. */
  shares(kind: HeatKind): Float32Array | null {
    const layer = this.layers.get(kind);
    if (!layer) return null;
    const soft = new Float32Array(layer.length);
    let most = 0;
    for (let row = 0; row < this.height; row++) {
      for (let column = 0; column < this.width; column++) {
        let sum = 0;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const x = column + dx;
            const y = row + dy;
            if (x >= 0 && y >= 0 && x < this.width && y < this.height) sum += layer[y * this.width + x]! * (dx === 0 && dy === 0 ? 4 : dx === 0 || dy === 0 ? 2 : 1);
          }
        }
        soft[row * this.width + column] = sum;
        most = Math.max(most, sum);
      }
    }
    if (most === 0) return null;
    for (let index = 0; index < soft.length; index++) soft[index] = soft[index]! / most;
    return soft;
  }

  static get cellPixels(): number {
    return cellPixels;
  }
}
