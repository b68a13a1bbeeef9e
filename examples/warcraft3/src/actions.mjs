// SPDX-License-Identifier: GPL-3.0-or-later

// Actions of players, as w3gjs reads them, and what they mean.

import { entity, KIND, position, PRESENT } from "./representation.mjs";

const MOST_UNITS = 4096; // selected at once; the game allows twelve

const NAMES = {
  0x01: "pause", 0x02: "resume", 0x03: "set-speed", 0x04: "faster", 0x05: "slower", 0x06: "save", 0x07: "saved", 0x10: "ability", 0x11: "ability-place",
  0x12: "ability-object", 0x13: "give-item", 0x14: "ability-two-places", 0x15: "ability-two-objects", 0x16: "selection", 0x17: "assign-group",
  0x18: "select-group", 0x19: "subgroup", 0x1a: "presubselect", 0x1b: "action-1b", 0x1c: "ground-item", 0x1d: "cancel-revival", 0x1e: "cancel-queue",
  0x1f: "cancel-queue", 0x50: "allies", 0x51: "transfer", 0x60: "trigger-chat", 0x61: "escape", 0x62: "trigger", 0x66: "skill-menu", 0x67: "build-menu",
  0x68: "signal", 0x75: "arrow-key", 0x76: "mouse", 0x77: "w3api", 0x78: "sync-data",
};

/** How an action is called in orders, counts and lines. */
export function actionName(id) {
  return NAMES[id] ?? `action-${id.toString(16).padStart(2, "0")}`;
}

// Orders by number: what they are called, and what they mean without a target, at a place, and at an object.
const ORDERS = {
  0xd0003: ["smart", "move", "move", "move"],
  0xd0004: ["stop", "stop", "stop", "stop"],
  0xd0008: ["cancel", "custom", "custom", "custom"],
  0xd000c: ["setrally", "set_rally_point", "set_rally_point", "set_rally_point"],
  0xd000f: ["attack", "attack", "attack_move", "attack"],
  0xd0010: ["attackground", "force_attack", "force_attack", "force_attack"],
  0xd0012: ["move", "move", "move", "move"],
  0xd0016: ["patrol", "patrol", "patrol", "patrol"],
  0xd0019: ["holdposition", "hold_position", "hold_position", "hold_position"],
  0xd0031: ["resumeharvesting", "harvest", "harvest", "harvest"],
  0xd0032: ["harvest", "harvest", "harvest", "harvest"],
  0xd0034: ["returnresources", "dock", "dock", "dock"],
  0xd0038: ["repair", "repair_building", "repair_building", "repair_building"],
  0xd004b: ["board", "enter", "enter", "enter"],
  0xd004f: ["unload", "unload", "unload", "unload"],
  0xd0050: ["unloadall", "unload", "unload", "unload"],
};

const NOTHING = 0xffffffff; // both halves of an object's tag: there is none

/** Four bytes are a code of four letters, backwards, or the number of an order. */
function codeOf([a, b, c, d]) {
  const letter = (byte) => byte >= 0x20 && byte < 0x7f;
  if (d >= 0x41 && d <= 0x7a && letter(a) && letter(b) && letter(c)) return { code: String.fromCharCode(d, c, b, a) };
  return { number: ((d << 24) | (c << 16) | (b << 8) | a) >>> 0 };
}

/** Keeps the bytes of every action beside what w3gjs makes of it, also of those that it passes over. */
function keepBytes(parser) {
  const known = new Set([
    ...range(0x01, 0x07), ...range(0x10, 0x2f), 0x50, 0x51, ...range(0x60, 0x6e), ...range(0x70, 0x73), ...range(0x75, 0x7b), 0xa0,
  ]);
  const parse = parser.parseAction.bind(parser);
  parser.parseAction = (id, later) => {
    const begin = parser.offset - 1;
    const number = later && id > 0x77 ? id + 1 : id;
    let fields = null;
    if (known.has(number)) {
      try {
        fields = parse(id, later);
      } catch {
        parser.offset = parser.buffer.length + 1; // the action is cut
      }
    }
    const whole = known.has(number) && parser.offset <= parser.buffer.length;
    // Behind an action that is not known nobody can tell where the next one begins.
    if (!whole) parser.offset = parser.buffer.length;
    return { id: number, fields: whole ? fields : null, whole, raw: Buffer.from(parser.buffer.subarray(begin, parser.offset)) };
  };
}

function* range(first, last) {
  for (let i = first; i <= last; i++) yield i;
}

/** What players have selected, and what their actions mean. */
export class Actions {
  constructor(parser) {
    keepBytes(parser);
    this.selected = new Map(); // by player: ids
    this.groups = new Map(); // by player and number
    this.makers = new Set(); // units that were told to train or research
  }

  /** Whether the content of an action stays out of everything: maps send texts of all kinds. */
  hides(id) {
    return id === 0x60 || id === 0x77 || id === 0x78 || id === 0x79 || (id >= 0x6b && id <= 0x73);
  }

  /** The fields of an order. */
  order(player, { id, fields, whole, raw }) {
    const out = { kind: KIND.unknown, nativeId: id, name: actionName(id), present: PRESENT.nativeId };
    if (!whole) return { ...out, raw: this.hides(id) ? null : raw };
    const units = this.selected.get(player) ?? [];
    switch (id) {
      case 0x01:
      case 0x02:
        return { ...out, kind: KIND.pause, data: id === 0x01 ? 1 : 0, present: out.present | PRESENT.data };
      case 0x06:
        return { ...out, kind: KIND.save_game };
      case 0x10:
        return { ...out, subjects: units, ...this.ability(codeOf(fields.orderId), fields, null, null, units) };
      case 0x11:
        return { ...out, subjects: units, ...this.ability(codeOf(fields.orderId), fields, fields.target, null, units) };
      case 0x12:
        return { ...out, subjects: units, ...this.ability(codeOf(fields.orderId), fields, fields.target, fields.object, units) };
      case 0x13:
        return { ...out, subjects: units, kind: KIND.custom, target: position(...fields.target), entities: [fields.item[0]] };
      case 0x14:
      case 0x15:
        return {
          ...out, subjects: units, kind: KIND.use_ability, ...named(codeOf(fields.orderId1)), target: position(...fields.targetA),
          target2: position(...fields.targetB), present: out.present | queued(fields.abilityFlags),
        };
      case 0x16:
        return { ...out, ...this.select(player, fields) };
      case 0x17:
        this.groups.set(`${player} ${fields.groupNumber}`, idsOf(fields.units));
        return { ...out, kind: KIND.group_assign, subjects: idsOf(fields.units), data: fields.groupNumber, present: out.present | PRESENT.data };
      case 0x18:
        this.selected.set(player, this.groups.get(`${player} ${fields.groupNumber}`) ?? []);
        return { ...out, kind: KIND.group_select, data: fields.groupNumber, present: out.present | PRESENT.data };
      case 0x19:
        return { ...out, kind: KIND.select, ...named(codeOf(fields.itemId)) };
      case 0x1d:
        return { ...out, kind: KIND.custom, subjects: units };
      case 0x1e:
      case 0x1f:
        return {
          ...out, kind: KIND.cancel_production, subjects: units, ...named(codeOf(fields.itemId)), data: fields.slotNumber, present: out.present | PRESENT.data,
        };
      case 0x50:
        return { ...out, kind: KIND.diplomacy, raw };
      case 0x51:
        return {
          ...out, kind: KIND.diplomacy, data: fields.slot, count: Math.min(fields.gold, 0x7fffffff), itemId: fields.lumber,
          present: out.present | PRESENT.data | PRESENT.count | PRESENT.itemId,
        };
      case 0x68:
        return { ...out, kind: KIND.beacon, target: position(...fields.pos) };
      default:
        if (id >= 0x20 && id < 0x50) return { ...out, kind: KIND.cheat, raw };
        return { ...out, kind: KIND.system };
    }
  }

  /** Selecting adds or takes away. */
  select(player, { selectMode, units }) {
    const ids = idsOf(units);
    const before = this.selected.get(player) ?? [];
    if (selectMode === 2) {
      const gone = new Set(ids);
      this.selected.set(player, before.filter((id) => !gone.has(id)));
      return { kind: KIND.deselect, subjects: ids };
    }
    this.selected.set(player, [...new Set([...before, ...ids])].slice(0, MOST_UNITS));
    return { kind: KIND.select, subjects: ids };
  }

  /** An order by number, or something to train, build, research or learn by code. */
  ability(what, fields, place, object, units) {
    const aimed = object !== null && !(object[0] === NOTHING && object[1] === NOTHING);
    const target = aimed ? entity(object[0]) : place !== null ? position(...place) : null;
    const present = PRESENT.nativeId | queued(fields.abilityFlags);
    if (what.code !== undefined) return { ...this.made(what.code, place, units), present };
    const [name, ...kinds] = ORDERS[what.number] ?? [`order-${what.number}`, "use_ability", "use_ability", "use_ability"];
    let kind = kinds[aimed ? 2 : place !== null ? 1 : 0];
    // Where a building is sent is where what it makes will go.
    if (name === "smart" && units.length > 0 && units.every((unit) => this.makers.has(unit))) kind = "set_rally_point";
    const item = kind === "use_ability" ? { item: name } : {};
    return { kind: KIND[kind], name, target, ...item, itemId: what.number, present: present | PRESENT.itemId };
  }

  made(code, place, units) {
    if (code[0] === "A") return { kind: KIND.custom, item: code, name: "learn" };
    if (place !== null) return { kind: KIND.place_building, item: code, name: "build", target: position(...place) };
    for (const unit of units) this.makers.add(unit);
    return { kind: code[0] === "R" ? KIND.research : KIND.produce, item: code, name: code[0] === "R" ? "research" : "train" };
  }
}

const queued = (flags) => (flags & 1 ? PRESENT.queued : 0);
const named = ({ code, number }) => (code !== undefined ? { item: code } : { itemId: number, present: PRESENT.nativeId | PRESENT.itemId });

/** A unit's tag has two halves; the first is its number. */
function idsOf(units) {
  return units.slice(0, MOST_UNITS).map(([first]) => first);
}
