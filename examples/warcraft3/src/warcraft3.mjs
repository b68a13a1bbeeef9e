// SPDX-License-Identifier: GPL-3.0-or-later

// Reads .w3g with the parsers of w3gjs. What is done here: hostile files are held
// to limits, actions that w3gjs passes over are kept, and all becomes orders.

import { inflateSync, constants } from "node:zlib";
import { GameDataParser, MetadataParser, RawParser } from "w3gjs";
import { Actions, actionName } from "./actions.mjs";
import { Damage } from "./plugin.mjs";
import { encodeHeader, encodeTrailer, KIND, order, OUTCOME, PLAYER, PRESENT } from "./representation.mjs";

const FORMAT = "w3g";
const MAGIC = "Warcraft III recorded game\x1a\0";
const HEADER_BYTES = 68;
const BLOCK_BYTES = 8192; // of a block, unpacked
const MOST_UNPACKED = 64 << 20; // long games with many players have 10 MiB
// Fine enough for every action to have its own moment, and a twentieth of the file
// that ticks of a millisecond would make.
const TICK = 20; // milliseconds
const NOBODY = 24; // the team of observers, in older games 12
const NOBODY_BEFORE = 12;

// w3gjs tells of odd bytes on standard error: a hostile file would fill the log.
console.error = () => {};

export class Warcraft3 {
  info() {
    const format = { id: FORMAT, description: "Warcraft III replay, 1.26 to 2.0", extensions: [".w3g"], magic: Buffer.from(MAGIC, "latin1") };
    return { name: "warcraft3", version: "1.0.0", formats: [format] };
  }

  capabilities() {
    return { native_lines: true, positions: true };
  }

  probe(request) {
    if (!Buffer.from(request.head).toString("latin1").startsWith(MAGIC)) return {};
    return { format: FORMAT, confidence: 100, reason: "begins with its magic" };
  }

  async decode(source, options, sink) {
    const container = openContainer(source);
    const metadata = await readMetadata(container);
    const players = playersOf(metadata);
    await sink.send({ header: encodeHeader(headerOf(container, metadata, players)) });
    const game = new Game(container, metadata, players);
    let damage = null;
    if (!options.headerOnly) {
      try {
        await game.read(options, sink);
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        damage = error;
      }
      await sink.flush();
    }
    await sink.send({ trailer: encodeTrailer(game.trailer(damage === null)) });
    if (damage !== null) throw damage;
  }
}

/** Blocks and where they lie. The last one of a cut file is left out. */
class Blocks extends RawParser {
  parseBlocks() {
    const blocks = [];
    this.whole = true;
    while (this.offset < this.buffer.length) {
      const at = this.offset;
      try {
        const block = this.parseBlock();
        if (this.offset > this.buffer.length) this.whole = false;
        blocks.push({ ...block, at });
      } catch {
        this.whole = false;
        break;
      }
    }
    return blocks;
  }
}

function openContainer(source) {
  if (source.subarray(0, MAGIC.length).toString("latin1") !== MAGIC) throw new Damage("not_recognised", "header", 0, "it does not begin as a replay does");
  if (source.length < HEADER_BYTES) throw new Damage("truncated", "header", source.length, "the header is cut");
  const raw = new Blocks();
  raw.initialize(source);
  let header, subheader;
  try {
    header = raw.parseHeader();
    subheader = raw.subheader = raw.parseSubheader(); // it says how blocks are laid out
  } catch {
    throw new Damage("malformed", "header", 0, "the header makes no sense");
  }
  if (!["PX3W", "3RAW"].includes(subheader.gameIdentifier)) throw new Damage("malformed", "header", 48, "it is of another game");
  const blocks = raw.parseBlocks();
  const parts = [];
  const places = []; // of each part: where it begins unpacked, and in the file
  let size = 0;
  let broken = null;
  for (const block of blocks) {
    let part;
    try {
      part = inflateSync(block.blockContent, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 * BLOCK_BYTES });
    } catch {
      broken = new Damage("malformed", "block", block.at, "a block does not unpack");
      break;
    }
    if (part.length === 0) break;
    places.push([size, block.at]);
    parts.push(part);
    size += part.length;
    if (size > MOST_UNPACKED) throw new Damage("limit_exceeded", "container", block.at, `it unpacks to more than ${MOST_UNPACKED} bytes`);
    if (part.length < block.blockDecompressedSize) break;
  }
  const complete = raw.whole && broken === null && size >= header.decompressedSize;
  const data = Buffer.concat(parts).subarray(0, Math.min(size, header.decompressedSize));
  return { source, subheader, data, places, complete, broken };
}

/** Where in the file the block lies that a byte is in. */
function placeOf(container, at) {
  let low = 0;
  let high = container.places.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (container.places[middle][0] <= at) low = middle;
    else high = middle;
  }
  return container.places[low]?.[1] ?? 0;
}

/** What is wrong where the data ends too soon. */
function endOf(container, section) {
  if (container.broken !== null) return container.broken;
  if (!container.complete) return new Damage("truncated", section, container.source.length, "the file is cut");
  return new Damage("malformed", section, placeOf(container, container.data.length), "a record goes on behind the end");
}

async function readMetadata(container) {
  try {
    return await new MetadataParser().parseData(container.data);
  } catch {
    throw endOf(container, "metadata");
  }
}

function versionOf(subheader) {
  const number = subheader.version;
  if (number < 10000) return `1.${String(number).padStart(2, "0")}`;
  const minor = number % 100;
  return `${Math.floor(number / 100) - 99}.${String(minor).padStart(2, "0")}`;
}

/** The last part of the map's path inside the game, without its folders. */
function mapNameOf(path) {
  return path.split(/[\\/]/).pop().replace(/\.w3[xmn]$/i, "").slice(0, 256);
}

/** A BattleTag is an account: what stands before its number is the name. */
function plainName(name) {
  return String(name ?? "").replace(/#\d+$/, "").slice(0, 256);
}

function raceOf(flag) {
  const races = { 1: "human", 2: "orc", 4: "nightelf", 8: "undead" };
  return races[flag & 0x0f] ?? "random";
}

function playersOf(metadata) {
  const names = new Map();
  for (const record of metadata.playerRecords) names.set(record.playerId, record.playerName);
  for (const record of metadata.reforgedPlayerMetadata) if (record.name) names.set(record.playerId, record.name);
  const used = metadata.slotRecords.map((slot, number) => ({ ...slot, number })).filter((slot) => slot.slotStatus === 2);
  return used.map((slot) => {
    const bot = slot.computerFlag === 1;
    const watches = !bot && (slot.teamId === NOBODY || (slot.teamId === NOBODY_BEFORE && metadata.slotRecords.length <= NOBODY_BEFORE));
    return {
      slot: slot.number,
      client: bot ? -1 : slot.playerId,
      name: plainName(bot ? "" : names.get(slot.playerId)),
      kind: watches ? PLAYER.observer : bot ? PLAYER.ai : PLAYER.human,
      ai: bot ? (["easy", "normal", "insane"][slot.aiStrength] ?? "") : "",
      faction: watches ? "" : raceOf(slot.raceFlag),
      chosen: "",
      team: watches ? 0 : slot.teamId + 1,
      start: 0,
      colour: String(slot.color),
    };
  });
}

function headerOf(container, metadata, players) {
  const { map } = metadata;
  const option = (key, value) => [key, String(value)];
  return {
    format: FORMAT,
    game: "wc3",
    version: versionOf(container.subheader),
    profile: container.subheader.gameIdentifier === "PX3W" ? "frozen throne" : "reign of chaos",
    mapName: mapNameOf(map.mapName),
    mapId: map.mapChecksumSha1,
    players,
    rate: [1000 / TICK, 1],
    speed: ["slow", "normal", "fast"][map.speed] ?? "",
    seed: metadata.randomSeed,
    options: [
      option("teams_together", map.teamsTogether), option("fixed_teams", map.fixedTeams), option("shared_control", map.fullSharedUnitControl),
      option("random_hero", map.randomHero), option("random_races", map.randomRaces), option("observers", map.observerMode),
    ],
    details: [["build", String(container.subheader.buildNo)]],
  };
}

/** What is known while the blocks go by. */
class Game {
  constructor(container, metadata, players) {
    this.container = container;
    this.begin = container.data.length - metadata.gameData.length;
    this.data = metadata.gameData;
    this.parser = new GameDataParser();
    this.parser.isPost202ReplayFormat = metadata.isPost202ReplayFormat;
    this.parser.parser.initialize(this.data);
    this.actions = new Actions(this.parser.actionParser);
    this.index = new Map(players.map((player, index) => [player.client, index]));
    this.players = players;
    this.time = 0;
    this.commands = 0;
    this.byType = {};
    this.outcomes = new Map();
  }

  async read(options, sink) {
    const stream = this.parser.parser;
    while (stream.offset < this.data.length) {
      const at = stream.offset;
      let block;
      try {
        block = this.parser.parseBlock();
      } catch {
        stream.offset = at;
        throw endOf(this.container, "block of the game");
      }
      if (stream.offset > this.data.length) {
        stream.offset = at;
        throw endOf(this.container, "block of the game");
      }
      if (block !== null) await this.block(block, placeOf(this.container, this.begin + at), options, sink);
    }
    if (!this.container.complete) throw endOf(this.container, "container");
  }

  tick() {
    return Math.floor(this.time / TICK);
  }

  async block(block, offset, options, sink) {
    const now = (fields) => order({ frame: this.tick(), tick: this.tick(), offset, ...fields });
    const send = async (one, line) => {
      this.commands++;
      this.byType[one.name] = (this.byType[one.name] ?? 0) + 1;
      await (options.native ? sink.native(line) : sink.order(one));
    };
    const by = (client) => ({ client, player: this.index.get(client) ?? -1 });
    if (block.id === 0x1f) {
      this.time += block.timeIncrement;
      for (const { playerId, actions } of block.commandBlocks) {
        for (const action of actions) {
          const fields = this.actions.order(playerId, action);
          const line = `${this.time} ${playerId} ${actionName(action.id)} ${this.actions.hides(action.id) ? "" : action.raw.toString("hex")}`;
          await send(now({ ...by(playerId), ...fields }), line);
        }
      }
    } else if (block.id === 0x20) {
      const data = block.mode === 2 ? 0xffffffff : block.mode;
      const fields = { kind: KIND.chat, name: "chat", nativeId: block.id, present: PRESENT.nativeId | PRESENT.data, data, text: block.message.slice(0, 1024) };
      await send(now({ ...by(block.playerId), ...fields }), `${this.time} ${block.playerId} chat ${block.mode}`);
    } else if (block.id === 0x17) {
      this.left(block);
      const data = parseInt(block.reason.slice(0, 2), 16);
      const fields = { kind: KIND.leave, name: "leave", nativeId: block.id, present: PRESENT.nativeId | PRESENT.data, data };
      await send(now({ ...by(block.playerId), ...fields }), `${this.time} ${block.playerId} leave ${block.reason} ${block.result}`);
    }
  }

  /** What the game said to who left. It is a hint: a lost connection looks the same as giving up. */
  left(block) {
    const player = this.index.get(block.playerId);
    const results = { "08": OUTCOME.lost, "09": OUTCOME.won, "0a": OUTCOME.draw, "07": OUTCOME.resigned, "0b": OUTCOME.resigned };
    const outcome = results[block.result.slice(0, 2)];
    if (player === undefined || outcome === undefined || this.players[player].kind === PLAYER.observer) return;
    if (!this.outcomes.has(player)) this.outcomes.set(player, [player, outcome, this.tick(), true]);
  }

  trailer(complete) {
    const outcomes = [...this.outcomes.values()].sort(([a], [b]) => a - b);
    const winners = outcomes.filter(([, outcome]) => outcome === OUTCOME.won);
    return {
      complete,
      consumed: complete ? this.container.source.length : placeOf(this.container, this.begin + this.parser.parser.offset),
      lastFrame: this.tick(),
      ticks: this.tick(),
      commands: this.commands,
      byType: this.byType,
      outcomes,
      winner: winners.length > 0 ? winners[0][0] : -1,
    };
  }
}
