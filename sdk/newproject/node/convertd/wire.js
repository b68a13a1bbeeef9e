// SPDX-License-Identifier: GPL-3.0-or-later

// The wire form of the intermediate representation (docs/ir.md#encoding).

import { encode } from "@msgpack/msgpack";
import { DecodeError, TargetKind, VERSION } from "./ir.js";

const [HEADER, ORDERS, SYNC, CAMERA, TRAILER] = [1, 2, 3, 4, 6];
const MAX_PAYLOAD = 1 << 20; // bytes of one message
const MAX_ORDER = 512 << 10; // bytes that one order may add
const BATCH_ROWS = 2048; // well below what is allowed: the host reads one batch while the next is filled
const BATCH_BYTES = 256 << 10;

const pack = (kind, ...elements) => encode([VERSION, kind, ...elements], { useBigInt64: true });
const pairs = (facts) => Object.entries(facts).map(([key, value]) => [String(key), String(value)]);

function bounded(section, payload) {
  if (payload.length > MAX_PAYLOAD) {
    throw new DecodeError("limit_exceeded", section, 0, `${payload.length} bytes do not fit a message`);
  }
  return payload;
}

function header(h) {
  const players = h.players.map((p) => [
    p.slot, p.client, p.name, p.kind, p.ai, p.faction, p.chosenFaction, p.factionResolved, p.team, p.start, p.colour,
    p.outcome, pairs(p.details),
  ]);
  return bounded("header", pack(
    HEADER, h.format, h.game, h.version, h.profile, h.unverified, h.mapName, h.mapId, players, ...h.tickRate,
    h.ticksPerFrame, h.speed, h.seed ?? 0, h.seed !== undefined, h.startTime, h.endTime, h.localPlayer, h.positionUnit,
    pairs(h.options), pairs(h.details)));
}

function trailer(t) {
  const byType = Object.entries(t.commandsByType).sort(([a], [b]) => (a < b ? -1 : 1));
  return bounded("trailer", pack(
    TRAILER, t.complete, t.bytesConsumed, t.lastFrame, t.ticks, t.commands, byType, t.outcomes, t.winner, t.scores, pairs(t.details)));
}

/** Bytes that grow. */
class Rows {
  constructor() {
    this.buffer = Buffer.allocUnsafe(4096);
    this.length = 0;
  }

  room(size) {
    if (this.length + size > this.buffer.length) {
      const larger = Buffer.allocUnsafe(2 * (this.length + size));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
  }

  byte(value) {
    this.room(1);
    this.buffer[this.length++] = value;
  }

  bytes(data) {
    this.room(data.length);
    this.buffer.set(data, this.length);
    this.length += data.length;
  }

  /** Seven bits a byte, lowest first, the top bit set on all but the last. */
  varint(value) {
    if (typeof value === "bigint") {
      for (; value > 0x7fn; value >>= 7n) this.byte(Number(value & 0x7fn) | 0x80);
      this.byte(Number(value));
      return;
    }
    for (; value > 0x7f; value = Math.floor(value / 128)) this.byte((value % 128) | 0x80);
    this.byte(value);
  }

  /** Zigzag: 0, -1, 1, -2 become 0, 1, 2, 3. */
  signed(value) {
    if (typeof value === "bigint") this.varint(value < 0n ? -2n * value - 1n : 2n * value);
    else this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  ids(list) {
    this.varint(list.length);
    let last = 0;
    for (const id of list) {
      this.signed((id - last) | 0); // the difference in 32 bits
      last = id;
    }
  }

  target(t) {
    this.byte(t.kind);
    switch (t.kind) {
      case TargetKind.POSITION:
      case TargetKind.CELL: {
        const place = Buffer.alloc(13, 1);
        [t.x, t.y, t.z].forEach((value, i) => place.writeInt32LE(value, 1 + 4 * i));
        this.bytes(place);
        if (t.kind === TargetKind.CELL) this.byte(t.subCell);
        break;
      }
      case TargetKind.ENTITY:
        this.varint(t.id);
        this.signed(t.generation);
        break;
      case TargetKind.FROZEN:
        this.varint(t.id);
        this.varint(t.owner);
    }
  }

  taken() {
    return Buffer.from(this.buffer.subarray(0, this.length));
  }
}

/**
 * Collects orders until they are worth a message. A row is a mask of which fields it holds, and those fields; what is as in
 * the row before is left out.
 */
class OrderBatch {
  constructor() {
    this.clear();
  }

  clear() {
    Object.assign(this, { rows: new Rows(), count: 0, strings: new Map(), stringBytes: 0 });
    this.last = { frame: 0, offset: 0, kind: 0, name: 0, client: 0, player: 0, tick: 0, presence: 0, number: 0 };
  }

  get full() {
    return this.count >= BATCH_ROWS || this.rows.length + this.stringBytes >= BATCH_BYTES;
  }

  string(text) {
    if (text === "") return 0;
    if (!this.strings.has(text)) {
      this.strings.set(text, this.strings.size + 1);
      this.stringBytes += Buffer.byteLength(text) + 5;
    }
    return this.strings.get(text);
  }

  add(o) {
    const size = 5 * (o.subjects.length + o.entities.length) + o.raw.length + Buffer.byteLength(o.text) + Buffer.byteLength(o.item) + 128;
    if (size > MAX_ORDER) throw new DecodeError("limit_exceeded", "order", o.offset, `an order of ${size} bytes does not fit a message`);
    const has = (value, bit) => (value === undefined ? 0 : bit);
    const now = {
      frame: o.frame, offset: o.offset, kind: o.kind, name: this.string(o.nativeName), client: o.client, player: o.player, tick: o.tick,
      presence: (o.queued ? 1 : 0) | has(o.count, 2) | has(o.itemNumber, 4) | has(o.data, 8) | has(o.nativeNumber, 16),
      number: o.nativeNumber ?? 0,
    };
    const { last } = this;
    const body = new Rows();
    let mask = 0;
    const field = (bit, there, write) => {
      if (!there) return;
      mask |= 1 << bit;
      write();
    };
    const step = (bit, name) => field(bit, now[name] !== last[name], () => body.signed(now[name] - last[name]));
    const changed = (bit, name, write) => field(bit, now[name] !== last[name], () => body[write](now[name]));
    step(0, "frame");
    step(1, "offset");
    changed(2, "kind", "byte");
    changed(3, "name", "varint");
    changed(4, "client", "signed");
    changed(5, "player", "signed");
    field(6, o.subjects.length, () => body.ids(o.subjects));
    step(7, "tick");
    field(8, o.target, () => body.target(o.target));
    changed(9, "presence", "byte");
    changed(10, "number", "varint");
    field(11, o.item, () => body.varint(this.string(o.item)));
    field(12, o.count, () => body.signed(o.count));
    field(13, o.data, () => body.varint(o.data));
    field(14, o.itemNumber, () => body.varint(o.itemNumber));
    field(15, o.text, () => body.varint(this.string(o.text)));
    field(16, o.entities.length, () => body.ids(o.entities));
    field(17, o.target2, () => body.target(o.target2));
    field(18, o.raw.length, () => {
      body.varint(o.raw.length);
      body.bytes(o.raw);
    });
    this.rows.varint(mask);
    this.rows.bytes(body.taken());
    this.last = now;
    this.count++;
  }

  take() {
    const payload = pack(ORDERS, this.count, [...this.strings.keys()], this.rows.taken());
    this.clear();
    return payload;
  }
}

/** Collects samples: rows of differences to the row before, then numbers as they are. */
class SampleBatch {
  constructor(kind, steps, plain) {
    Object.assign(this, { kind, steps, plain });
    this.clear();
  }

  clear() {
    Object.assign(this, { rows: new Rows(), count: 0, last: {} });
  }

  get full() {
    return this.count >= BATCH_ROWS;
  }

  add(sample) {
    for (const name of this.steps) this.rows.signed(sample[name] - (this.last[name] ?? 0));
    for (const name of this.plain) this.rows.varint(sample[name]);
    this.last = sample;
    this.count++;
  }

  take() {
    const payload = pack(this.kind, this.count, this.rows.taken());
    this.clear();
    return payload;
  }
}

/** Collects rows and lines until they are worth a message. */
export class Batches {
  sync = new SampleBatch(SYNC, ["frame", "tick", "reporter", "player"], ["hash", "extra"]);
  camera = new SampleBatch(CAMERA, ["frame", "tick", "player", "x", "y", "z", "zoom", "angle"], []);
  order = new OrderBatch();
  lines = [];
  lineBytes = 0;

  /** Takes one part and gives what is due: messages, objects with one field of DecodeEvent. */
  *put(part) {
    switch (part.part) {
      case "header":
        yield { header: header(part) };
        return;
      case "trailer":
        yield* this.flush();
        yield { trailer: trailer(part) };
        return;
      case "diagnostic":
        yield { diagnostic: { code: part.code, summary: part.summary, severity: part.warning ? 1 : 0, ...(part.offset === undefined ? {} : { offset: part.offset }) } };
        return;
      case "native":
        this.lines.push(part.text, Buffer.from("\n"));
        this.lineBytes += part.text.length + 1;
        break;
      default:
        this[part.part].add(part);
    }
    if (this.sync.full || this.camera.full || this.order.full || this.lineBytes >= BATCH_BYTES) yield* this.flush();
  }

  /** Samples go before the orders that they precede. */
  *flush() {
    if (this.sync.count) yield { sync: this.sync.take() };
    if (this.camera.count) yield { camera: this.camera.take() };
    if (this.lines.length) {
      yield { native: Buffer.concat(this.lines) };
      this.lines = [];
      this.lineBytes = 0;
    }
    if (this.order.count) yield { orders: this.order.take() };
  }
}
