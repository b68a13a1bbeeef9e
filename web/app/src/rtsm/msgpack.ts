// SPDX-License-Identifier: GPL-3.0-or-later
// The subset of MessagePack that snapshot frames use: nil, booleans, integers
// up to 2^53-1, float64, strings, arrays, maps with string keys. Everything
// else is refused. Nothing is allocated by a length that the remaining bytes
// cannot hold.

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

export class FrameError extends Error {}

const maxDepth = 16;
const utf8 = new TextDecoder("utf-8", { fatal: true });

class Reader {
  private readonly view: DataView;
  at: number;

  constructor(
    private readonly bytes: Uint8Array,
    start: number,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = start;
  }

  private take(count: number): number {
    const start = this.at;
    if (count > this.bytes.length - start) throw new FrameError("truncated MessagePack frame");
    this.at = start + count;
    return start;
  }

  value(depth = 0): Value {
    if (depth > maxDepth) throw new FrameError("MessagePack frame is nested too deeply");
    const tag = this.view.getUint8(this.take(1));
    if (tag <= 0x7f) return tag;
    if (tag <= 0x8f) return this.map(tag & 0x0f, depth);
    if (tag <= 0x9f) return this.array(tag & 0x0f, depth);
    if (tag <= 0xbf) return this.text(tag & 0x1f);
    if (tag >= 0xe0) return tag - 0x100;
    switch (tag) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xcb:
        return this.view.getFloat64(this.take(8));
      case 0xcc:
        return this.view.getUint8(this.take(1));
      case 0xcd:
        return this.view.getUint16(this.take(2));
      case 0xce:
        return this.view.getUint32(this.take(4));
      case 0xcf:
        return this.safe(this.view.getBigUint64(this.take(8)), "uint64");
      case 0xd0:
        return this.view.getInt8(this.take(1));
      case 0xd1:
        return this.view.getInt16(this.take(2));
      case 0xd2:
        return this.view.getInt32(this.take(4));
      case 0xd3:
        return this.safe(this.view.getBigInt64(this.take(8)), "int64");
      case 0xd9:
        return this.text(this.view.getUint8(this.take(1)));
      case 0xda:
        return this.text(this.view.getUint16(this.take(2)));
      case 0xdb:
        return this.text(this.view.getUint32(this.take(4)));
      case 0xdc:
        return this.array(this.view.getUint16(this.take(2)), depth);
      case 0xdd:
        return this.array(this.view.getUint32(this.take(4)), depth);
      case 0xde:
        return this.map(this.view.getUint16(this.take(2)), depth);
      case 0xdf:
        return this.map(this.view.getUint32(this.take(4)), depth);
      default:
        throw new FrameError(`unsupported MessagePack tag 0x${tag.toString(16)}`);
    }
  }

  private safe(value: bigint, kind: string): number {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new FrameError(`MessagePack ${kind} exceeds safe integer range`);
    return number;
  }

  private text(length: number): string {
    const start = this.take(length);
    try {
      return utf8.decode(this.bytes.subarray(start, start + length));
    } catch {
      throw new FrameError("string is not UTF-8");
    }
  }

  private array(length: number, depth: number): Value[] {
    // Each element takes a byte at least.
    if (length > this.bytes.length - this.at) throw new FrameError("truncated MessagePack frame");
    const list: Value[] = [];
    for (let index = 0; index < length; index++) list.push(this.value(depth + 1));
    return list;
  }

  private map(length: number, depth: number): { [key: string]: Value } {
    if (2 * length > this.bytes.length - this.at) throw new FrameError("truncated MessagePack frame");
    const map: { [key: string]: Value } = Object.create(null);
    for (let index = 0; index < length; index++) {
      const key = this.value(depth + 1);
      if (typeof key !== "string") throw new FrameError("MessagePack map key must be a string");
      map[key] = this.value(depth + 1);
    }
    return map;
  }
}

/** decodeMap reads a frame of magic, version byte and exactly one map. */
export function decodeMap(bytes: Uint8Array, magic: string, version: number): { [key: string]: Value } {
  if (bytes.length < magic.length + 1) throw new FrameError("truncated MessagePack frame");
  for (let index = 0; index < magic.length; index++) {
    if (bytes[index] !== magic.charCodeAt(index)) throw new FrameError("invalid MessagePack snapshot frame header");
  }
  if (bytes[magic.length] !== version) throw new FrameError("invalid MessagePack snapshot frame header");
  const reader = new Reader(bytes, magic.length + 1);
  const value = reader.value();
  if (reader.at !== bytes.length) throw new FrameError("trailing bytes in MessagePack frame");
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new FrameError("MessagePack snapshot frame must contain a snapshot payload");
  return value;
}
