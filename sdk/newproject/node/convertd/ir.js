// SPDX-License-Identifier: GPL-3.0-or-later

// The intermediate representation: what a decoder yields, as docs/ir.md has it.
//
// A decoding yields one header, then orders, samples and diagnostics in the order
// of the file, then one trailer: plain objects made by the functions below. If the
// file is damaged it throws a DecodeError behind the trailer, or in place of a
// header. Numbers above 2^53 are BigInts.

export const VERSION = 1;
export const NO_PLAYER = -1;

const numbered = (names) => Object.freeze(Object.fromEntries(names.trim().split(/\s+/).map((name, number) => [name, number])));

/** Kinds of orders (docs/ir.md#kinds-of-orders). The numbers are frozen. */
export const Kind = numbered(`
  UNKNOWN MOVE ATTACK_MOVE ATTACK FORCE_ATTACK FORCE_MOVE REVERSE_MOVE GUARD STOP HOLD_POSITION SCATTER PATROL WAYPOINT
  DEPLOY HARVEST DOCK ENTER UNLOAD CAPTURE INFILTRATE DEMOLISH REPAIR_UNIT REPAIR_BUILDING SELL POWER_TOGGLE PRODUCE
  CANCEL_PRODUCTION PAUSE_PRODUCTION PLACE_BUILDING CANCEL_CONSTRUCTION SET_RALLY_POINT SET_PRIMARY SET_STANCE RESEARCH
  CANCEL_RESEARCH PURCHASE_POWER USE_ABILITY FORMATION SELECT DESELECT GROUP_ASSIGN GROUP_SELECT GROUP_APPEND BEACON
  REMOVE_BEACON CHAT PAUSE RESIGN LEAVE VOTE CHEAT DIPLOMACY LOBBY HANDSHAKE START_GAME END_GAME SAVE_GAME CAMERA SYNC
  SYSTEM SET_FIELD SPAWN DESPAWN SET_PARAMETER LAY_MINES TELEPORT DISGUISE DETONATE RETURN_TO_BASE CRUSH SET_AUTOCAST
  CUSTOM`);
export const PlayerKind = numbered("UNKNOWN HUMAN AI OBSERVER COMMENTATOR NEUTRAL OPEN_SLOT CLOSED_SLOT");
export const Outcome = numbered("UNKNOWN WON LOST DRAW RESIGNED DISCONNECTED");
export const PositionUnit = numbered("NONE WORLD_1024 LEPTON_256 FLOAT_BITS CELL_NUMBER");
export const TargetKind = numbered("NONE POSITION CELL ENTITY FROZEN INVALID");

/** What an order is aimed at. Of a cell z is the layer. */
export const position = (x, y, z = 0) => ({ kind: TargetKind.POSITION, x, y, z });
export const cell = (x, y, layer = 0, subCell = 0) => ({ kind: TargetKind.CELL, x, y, z: layer, subCell });
export const entity = (id, generation = 0) => ({ kind: TargetKind.ENTITY, id, generation });
/** An entity as the owner, a player's own entity, remembers it. */
export const frozen = (id, owner) => ({ kind: TargetKind.FROZEN, id, owner });

export const player = (fields) => ({
  name: "", kind: PlayerKind.HUMAN, slot: 0, client: -1, ai: "", faction: "", chosenFaction: "", factionResolved: false,
  team: 0, start: 0, colour: "", outcome: Outcome.UNKNOWN, details: {}, ...fields,
});

/** format and game are needed. tickRate is ticks in so many seconds, exactly; without a seed the format records none. */
export const header = (fields) => ({
  part: "header", version: "", profile: "", unverified: false, mapName: "", mapId: "", players: [], tickRate: [10, 1],
  ticksPerFrame: 1, speed: "", seed: undefined, startTime: 0, endTime: 0, localPlayer: NO_PLAYER,
  positionUnit: PositionUnit.NONE, options: {}, details: {}, ...fields,
});

/**
 * One record; tick and player are needed. frame is the format's own counter, the tick without it; client is who sent it,
 * the player without it. A count, itemNumber, data or nativeNumber that the record does not have is left out.
 */
export const order = (fields) => ({
  part: "order", kind: Kind.UNKNOWN, offset: 0, nativeName: "", subjects: [], entities: [], target: undefined,
  target2: undefined, queued: false, item: "", text: "", raw: new Uint8Array(), frame: fields.tick, client: fields.player,
  ...fields,
});

/** tick and hash are needed. */
export const syncSample = (fields) => ({ part: "sync", frame: fields.tick, reporter: 0, player: NO_PLAYER, extra: 0, ...fields });

/** tick, player, x and y are needed. */
export const cameraSample = (fields) => ({ part: "camera", frame: fields.tick, z: 0, zoom: 0, angle: 0, ...fields });

/** One line of the dump of native records, bytes without a line feed. */
export const nativeLine = (text) => ({ part: "native", text });

/** Something worth knowing that does not stop the decoder. code is stable, lower-case, with dashes. */
export const diagnostic = (code, summary, { warning = false, offset } = {}) => ({ part: "diagnostic", code, summary, warning, offset });

/** outcomes are [player, Outcome, frame, is only a hint], scores [player, name, value]. */
export const trailer = (fields) => ({
  part: "trailer", complete: false, bytesConsumed: 0, lastFrame: 0, ticks: 0, commands: 0, commandsByType: {},
  outcomes: [], winner: NO_PLAYER, scores: [], details: {}, ...fields,
});

/** Why the input cannot be read further. code is not_recognised, unsupported_version, truncated, malformed or limit_exceeded. */
export class DecodeError extends Error {
  constructor(code, section, offset, message) {
    super(message);
    Object.assign(this, { code, section, offset });
  }
}
