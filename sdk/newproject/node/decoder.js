// SPDX-License-Identifier: GPL-3.0-or-later

// Decodes replays of @NAME@: a text format with one record a line.
//
//   @NAME@ 1
//   map Crossing
//   player Ada red crows
//   start
//   10 0 move 7,8 12 7
//   end

import * as ir from "./convertd/ir.js";

const MAGIC = Buffer.from("@NAME@ 1\n");
const MAX_PLAYERS = 16; // bounds what a file can make us allocate
const MAX_SUBJECTS = 1000;
const UNITS_OF_A_CELL = 1024;

const settings = { ticks_per_second: 10 };

export const decoder = {
  name: "@NAME@",
  version: "0.1.0", // change it with every release: versions are installed side by side
  formats: [{ id: "@NAME@", description: "replay of @NAME@", extensions: [".@NAME@"], magic: MAGIC }],
  capabilities: { sync: true, native_lines: true, positions: true },

  // What an operator may configure as plugins.config.@NAME@.
  settingsSchema: {
    type: "object",
    properties: {
      ticks_per_second: { type: "integer", minimum: 1, maximum: 1000, default: 10, description: "speed of the game that recorded" },
    },
  },

  /** Takes the settings, which the host has checked. */
  configure(values) {
    Object.assign(settings, values);
  },

  /** Content decides, the name does not matter. */
  probe({ head }) {
    if (!startsWithMagic(head)) return undefined;
    return { format: "@NAME@", confidence: 100, reason: "it begins with its magic" };
  },

  /** Yields what is whole. Damage ends the file. */
  *decode(data, options) {
    const lines = new Lines(data);
    const header = readHeader(lines); // nothing before the header: the error alone
    yield header;
    const trailer = ir.trailer({ complete: options.headerOnly, bytesConsumed: lines.at });
    let damage;
    if (!options.headerOnly) {
      try {
        yield* records(lines, header, options, trailer);
      } catch (error) {
        if (!(error instanceof ir.DecodeError)) throw error;
        damage = error;
      }
    }
    yield trailer;
    if (damage) throw damage;
  },
};

const startsWithMagic = (data) => data.subarray(0, MAGIC.length).equals(MAGIC);

/** Hands out the lines of a file and remembers where each begins. */
class Lines {
  constructor(data) {
    Object.assign(this, { data, at: 0, begin: 0 });
  }

  next() {
    this.begin = this.at;
    const end = this.data.indexOf(10, this.at);
    if (end < 0) throw new ir.DecodeError("truncated", "line", this.begin, "the file ends inside a line");
    this.at = end + 1;
    return this.data.subarray(this.begin, end);
  }

  malformed(message) {
    return new ir.DecodeError("malformed", "line", this.begin, message);
  }
}

/** Reads what stands before the line "start". */
function readHeader(lines) {
  if (!startsWithMagic(lines.data)) throw new ir.DecodeError("not_recognised", "magic", 0, "it does not begin with its magic");
  lines.at = MAGIC.length;
  const header = ir.header({
    format: "@NAME@", game: "@NAME@", version: "1", tickRate: [settings.ticks_per_second, 1], positionUnit: ir.PositionUnit.WORLD_1024,
  });
  for (;;) {
    const words = wordsOf(lines.next().toString());
    if (words.length === 1 && words[0] === "start") return header;
    if (words.length === 2 && words[0] === "map") {
      header.mapName = header.mapId = words[1];
    } else if (words.length === 4 && words[0] === "player" && header.players.length < MAX_PLAYERS) {
      const slot = header.players.length;
      header.players.push(ir.player({ name: words[1], colour: words[2], faction: words[3], slot, client: slot }));
    } else {
      throw lines.malformed(`a header has lines map NAME, player NAME COLOUR FACTION (at most ${MAX_PLAYERS}) and start`);
    }
  }
}

/** Yields every line up to "end" and keeps the trailer's counts. */
function* records(lines, header, options, trailer) {
  for (;;) {
    const line = lines.next();
    if (line.toString() === "end") break;
    const part = readRecord(lines, line, header.players.length, trailer.ticks);
    yield options.native ? ir.nativeLine(line) : part;
    trailer.bytesConsumed = lines.at;
    trailer.ticks = trailer.lastFrame = part.tick;
    trailer.commands++;
  }
  trailer.complete = true;
  trailer.bytesConsumed = lines.at;
}

/** Reads TICK PLAYER VERB and what belongs to the verb. */
function readRecord(lines, line, players, lastTick) {
  const [, first, second, verb, rest = ""] = /^([^ ]*) ([^ ]*) ([^ ]*)(?: (.*))?$/s.exec(line.toString()) ?? [];
  if (verb === undefined) throw lines.malformed("a line is TICK PLAYER VERB");
  const tick = number(first, 2 ** 32);
  if (tick === undefined || tick < lastTick) throw lines.malformed("the tick is no number, or goes back");
  if (second === "-" && verb === "sync") {
    const hash = number(rest, 2 ** 32);
    if (hash === undefined) throw lines.malformed("a sync hash is a number of 32 bits");
    return ir.syncSample({ tick, hash });
  }
  const player = number(second, players);
  if (player === undefined) throw lines.malformed("there is no such player");
  const order = ir.order({ tick, player, offset: lines.begin, nativeName: verb });
  if (!readOrder(order, verb, rest)) throw lines.malformed("what follows the verb does not fit it");
  return order;
}

/** Reads what follows a verb. A verb that we do not know is an order of kind unknown with its raw bytes: nothing is dropped. */
function readOrder(order, verb, rest) {
  const words = wordsOf(rest);
  if (verb === "move" && words.length === 3) {
    const [x, y] = [coordinate(words[1]), coordinate(words[2])];
    if (x === undefined || y === undefined) return false;
    order.kind = ir.Kind.MOVE;
    order.target = ir.position(x * UNITS_OF_A_CELL, y * UNITS_OF_A_CELL);
    return readSubjects(order, words[0]);
  }
  if (verb === "attack" && words.length === 2) {
    const target = number(words[1], 2 ** 32);
    if (target === undefined) return false;
    order.kind = ir.Kind.ATTACK;
    order.target = ir.entity(target);
    return readSubjects(order, words[0]);
  }
  if (verb === "build" && words.length === 1) {
    order.kind = ir.Kind.PRODUCE;
    order.item = words[0];
  } else if (verb === "chat") {
    order.kind = ir.Kind.CHAT;
    order.text = rest;
  } else if (verb === "resign" && rest === "") {
    order.kind = ir.Kind.RESIGN;
  } else {
    order.raw = Buffer.from(rest);
  }
  return true;
}

function readSubjects(order, list) {
  const words = list.split(",", MAX_SUBJECTS + 1);
  order.subjects = words.map((word) => number(word, 2 ** 32));
  return words.length <= MAX_SUBJECTS && !order.subjects.includes(undefined);
}

/** A decimal number below a limit, or undefined. */
function number(digits, limit) {
  const value = /^\d{1,20}$/.test(digits) ? Number(digits) : limit;
  return value < limit ? value : undefined;
}

function coordinate(digits) {
  const value = number(digits.replace(/^-/, ""), 2 ** 15);
  return value !== undefined && digits.startsWith("-") ? 0 - value : value;
}

const wordsOf = (text) => text.split(/[ \t\r]+/).filter(Boolean);
