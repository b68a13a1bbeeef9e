// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of single fields of a frame.
import { FrameError, type Value } from "./msgpack";

export type Point = [number, number];

export function list(value: Value, name: string, max: number): Value[] {
  if (!Array.isArray(value)) throw new FrameError(`${name} must be an array`);
  if (value.length > max) throw new FrameError(`${name} exceeds max length ${max}`);
  return value;
}

export function number(value: Value, name: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new FrameError(`${name} must be a finite number`);
  return value;
}

export function u32(value: Value, name: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > 0xffff_ffff) throw new FrameError(`${name} must be a u32`);
  return value;
}

export function flag(value: Value, name: string): boolean {
  if (typeof value !== "boolean") throw new FrameError(`${name} must be a boolean`);
  return value;
}

export function codeOf(value: Value, name: string, table: ReadonlyMap<number, string>): string {
  const found = typeof value === "number" ? table.get(value) : undefined;
  if (found === undefined) throw new FrameError(`${name} has unknown code ${String(value)}`);
  return found;
}

export function point(value: Value, name: string, read: (value: Value, name: string) => number = number): Point {
  if (!Array.isArray(value) || value.length !== 2) throw new FrameError(`${name} must be a point`);
  return [read(value[0]!, `${name}.x`), read(value[1]!, `${name}.y`)];
}

export function points(value: Value, name: string, max: number, read: (value: Value, name: string) => number = number): Point[] {
  return list(value, name, max).map((one) => point(one, name, read));
}
