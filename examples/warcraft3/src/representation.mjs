// SPDX-License-Identifier: GPL-3.0-or-later

// The intermediate representation, and its wire form as docs/ir.md has it: what
// this decoder sends of it.

export const VERSION = 1;
const HEADER = 1;
const ORDERS = 2;
const TRAILER = 6;

export const MOST_BYTES = 1 << 20; // of a message
const MOST_ROWS = 1 << 16;
const MOST_STRINGS = 1 << 16;
const MOST_ORDER_BYTES = 512 << 10;

const KINDS = (
  "unknown move attack_move attack force_attack force_move reverse_move guard stop hold_position scatter patrol waypoint deploy harvest dock " +
  "enter unload capture infiltrate demolish repair_unit repair_building sell power_toggle produce cancel_production pause_production " +
  "place_building cancel_construction set_rally_point set_primary set_stance research cancel_research purchase_power use_ability formation " +
  "select deselect group_assign group_select group_append beacon remove_beacon chat pause resign leave vote cheat diplomacy lobby handshake " +
  "start_game end_game save_game camera sync system set_field spawn despawn set_parameter lay_mines teleport disguise detonate " +
  "return_to_base crush set_autocast custom"
).split(" ");
export const KIND = Object.fromEntries(KINDS.map((name, number) => [name, number]));

export const PLAYER = { unknown: 0, human: 1, ai: 2, observer: 3 };
export const OUTCOME = { unknown: 0, won: 1, lost: 2, draw: 3, resigned: 4, disconnected: 5 };
const WORLD_1024 = 1; // unit of positions: 1024 to a cell
export const PRESENT = { queued: 1, count: 2, itemId: 4, data: 8, nativeId: 16 };
const POSITION = 1;
const ENTITY = 3;

const UNITS = 1024 / 128; // a cell is a tile of the terrain, 128 of the game's units wide
const MOST = 1 << 28;

/** A place; numbers that are none are the origin. */
export function position(x, y) {
  const scale = (value) => Math.max(-MOST, Math.min(MOST, Math.round((value || 0) * UNITS)));
  return { kind: POSITION, x: scale(x), y: scale(y) };
}
export const entity = (id) => ({ kind: ENTITY, id });

class Writer {
  constructor() {
    this.bytes = Buffer.alloc(1024);
    this.at = 0;
  }

  room(n) {
    if (this.at + n > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(this.bytes.length * 2, this.at + n));
      this.bytes.copy(larger, 0, 0, this.at);
      this.bytes = larger;
    }
  }

  byte(value) {
    this.room(1);
    this.bytes[this.at++] = value;
  }

  raw(bytes) {
    this.room(bytes.length);
    bytes.copy(this.bytes, this.at);
    this.at += bytes.length;
  }

  /** msgpack: a head of one byte and a length of four. */
  head(code, length) {
    this.room(5);
    this.bytes[this.at] = code;
    this.bytes.writeUInt32BE(length, this.at + 1);
    this.at += 5;
  }

  pack(value) {
    if (typeof value === "boolean") {
      this.byte(value ? 0xc3 : 0xc2);
    } else if (typeof value === "number") {
      this.room(9);
      this.bytes[this.at] = value < 0 ? 0xd3 : 0xcf;
      this.bytes.writeBigInt64BE(BigInt(value), this.at + 1);
      this.at += 9;
    } else if (typeof value === "string") {
      const text = Buffer.from(value, "utf8");
      this.head(0xdb, text.length);
      this.raw(text);
    } else if (Buffer.isBuffer(value)) {
      this.head(0xc6, value.length);
      this.raw(value);
    } else {
      this.head(0xdd, value.length);
      for (const item of value) this.pack(item);
    }
  }

  uvarint(value) {
    // Bitwise operators would cut numbers to 32 bits.
    while (value >= 128) {
      this.byte((value % 128) | 128);
      value = Math.floor(value / 128);
    }
    this.byte(value);
  }

  signed(value) {
    this.uvarint(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  ids(list) {
    this.uvarint(list.length);
    let last = 0;
    for (const id of list) {
      this.signed((id - last) | 0);
      last = id;
    }
  }

  target(t) {
    this.byte(t.kind);
    if (t.kind === POSITION) {
      this.byte(1); // as 32-bit integers
      this.room(12);
      this.bytes.writeInt32LE(t.x, this.at);
      this.bytes.writeInt32LE(t.y, this.at + 4);
      this.bytes.writeInt32LE(0, this.at + 8);
      this.at += 12;
    } else {
      this.uvarint(t.id);
      this.signed(0); // generation
    }
  }

  done() {
    return Buffer.from(this.bytes.subarray(0, this.at));
  }
}

function pack(value) {
  const writer = new Writer();
  writer.pack(value);
  return writer.done();
}

export function encodeHeader(h) {
  const players = h.players.map((p) => [
    p.slot, p.client, p.name, p.kind, p.ai, p.faction, p.chosen, false, p.team, p.start, p.colour, OUTCOME.unknown, [],
  ]);
  return pack([
    VERSION, HEADER, h.format, h.game, h.version, h.profile, false, h.mapName, h.mapId, players, h.rate[0], h.rate[1], 1, h.speed, h.seed, true, 0, 0, -1,
    WORLD_1024, h.options, h.details,
  ]);
}

export function encodeTrailer(t) {
  const counts = Object.entries(t.byType).sort(([a], [b]) => (a < b ? -1 : 1));
  return pack([VERSION, TRAILER, t.complete, t.consumed, t.lastFrame, t.ticks, t.commands, counts, t.outcomes, t.winner, [], []]);
}

/** An order with everything that is not said left at its default. */
export function order(fields) {
  return {
    frame: 0, tick: 0, offset: 0, player: -1, client: -1, kind: 0, nativeId: 0, name: "", present: PRESENT.nativeId, count: 0, itemId: 0, data: 0, item: "", text: "",
    subjects: [], entities: [], target: null, target2: null, raw: null, ...fields,
  };
}

/** Collects orders; a row says only what differs from the row before. */
export class OrderBatch {
  constructor() {
    this.rows = new Writer();
    this.count = 0;
    this.strings = new Map();
    this.textBytes = 0;
    this.last = { frame: 0, offset: 0, kind: 0, name: 0, client: 0, player: 0, tick: 0, present: 0, nativeId: 0 };
  }

  string(text) {
    if (text === "") return 0;
    if (!this.strings.has(text)) {
      this.strings.set(text, this.strings.size + 1);
      this.textBytes += 5 + Buffer.byteLength(text);
    }
    return this.strings.get(text);
  }

  full() {
    return this.count >= MOST_ROWS || this.strings.size > MOST_STRINGS - 4 || this.rows.at + this.textBytes + MOST_ORDER_BYTES > MOST_BYTES - 1024;
  }

  add(o) {
    const { last, rows } = this;
    const now = {
      frame: o.frame, offset: o.offset, kind: o.kind, name: this.string(o.name), client: o.client, player: o.player, tick: o.tick, present: o.present,
      nativeId: o.nativeId,
    };
    // Fields in the order of their bits: whether a row has them, and how they are written.
    const fields = [
      [now.frame !== last.frame, () => rows.signed(now.frame - last.frame)],
      [now.offset !== last.offset, () => rows.signed(now.offset - last.offset)],
      [now.kind !== last.kind, () => rows.byte(now.kind)],
      [now.name !== last.name, () => rows.uvarint(now.name)],
      [now.client !== last.client, () => rows.signed(now.client)],
      [now.player !== last.player, () => rows.signed(now.player)],
      [o.subjects.length > 0, () => rows.ids(o.subjects)],
      [now.tick !== last.tick, () => rows.signed(now.tick - last.tick)],
      [o.target !== null, () => rows.target(o.target)],
      [now.present !== last.present, () => rows.byte(now.present)],
      [now.nativeId !== last.nativeId, () => rows.uvarint(now.nativeId)],
      [o.item !== "", () => rows.uvarint(this.string(o.item))],
      [o.count !== 0, () => rows.signed(o.count)],
      [o.data !== 0, () => rows.uvarint(o.data)],
      [o.itemId !== 0, () => rows.uvarint(o.itemId)],
      [o.text !== "", () => rows.uvarint(this.string(o.text))],
      [o.entities.length > 0, () => rows.ids(o.entities)],
      [o.target2 !== null, () => rows.target(o.target2)],
      [o.raw !== null && o.raw.length > 0, () => (rows.uvarint(o.raw.length), rows.raw(o.raw))],
    ];
    rows.uvarint(fields.reduce((mask, [there], bit) => (there ? mask + 2 ** bit : mask), 0));
    for (const [there, write] of fields) if (there) write();
    this.last = now;
    this.count++;
  }

  encode() {
    return pack([VERSION, ORDERS, this.count, [...this.strings.keys()], this.rows.done()]);
  }
}
