// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the world is shown: a centre in world pixels and a zoom.

export class Camera {
  x = 0;
  y = 0;
  zoom = 1;
  width = 1;
  height = 1;
  /** Somebody has chosen what is shown. */
  touched = false;
  private left = 0;
  private top = 0;
  private right = 1;
  private bottom = 1;

  /** bound keeps the centre within the map. */
  bound(left: number, top: number, right: number, bottom: number): void {
    [this.left, this.top, this.right, this.bottom] = [left, top, right, bottom];
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.clamp();
  }

  get fitZoom(): number {
    return Math.min(this.width / Math.max(1, this.right - this.left), this.height / Math.max(1, this.bottom - this.top));
  }

  fit(): void {
    this.touched = false;
    this.zoom = this.fitZoom;
    this.x = (this.left + this.right) / 2;
    this.y = (this.top + this.bottom) / 2;
  }

  private clamp(): void {
    this.zoom = Math.min(4, Math.max(this.fitZoom * 0.8, this.zoom));
    this.x = Math.min(this.right, Math.max(this.left, this.x));
    this.y = Math.min(this.bottom, Math.max(this.top, this.y));
  }

  centre(x: number, y: number): void {
    this.touched = true;
    this.x = x;
    this.y = y;
    this.clamp();
  }

  /** pan moves by pixels of the screen. */
  pan(dx: number, dy: number): void {
    this.centre(this.x + dx / this.zoom, this.y + dy / this.zoom);
  }

  /** zoomAt zooms by a factor and keeps the place under a point of the screen. */
  zoomAt(factor: number, sx: number, sy: number): void {
    const [wx, wy] = this.world(sx, sy);
    this.zoom *= factor;
    this.clamp();
    this.centre(wx - (sx - this.width / 2) / this.zoom, wy - (sy - this.height / 2) / this.zoom);
  }

  world(sx: number, sy: number): [number, number] {
    return [this.x + (sx - this.width / 2) / this.zoom, this.y + (sy - this.height / 2) / this.zoom];
  }

  screen(wx: number, wy: number): [number, number] {
    return [(wx - this.x) * this.zoom + this.width / 2, (wy - this.y) * this.zoom + this.height / 2];
  }
}
