# SPDX-License-Identifier: GPL-3.0-or-later
"""What the game's commands mean. Their names are those of the game's helper
scripts (simulation/helpers/Commands.js)."""

import math
import struct

import representation as ir

K = ir.KIND
MOST_ENTITIES = 60_000
MOST_TEXT = 4096


class Misunderstood(Exception):
    """The command has not the members that it should have."""


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or abs(value) > 1e9:
        raise Misunderstood
    return value


def entity(value):
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 32:
        raise Misunderstood
    return value


def entities(value):
    if not isinstance(value, list) or len(value) > MOST_ENTITIES:
        raise Misunderstood
    return [entity(one) for one in value]


def text(value):
    if not isinstance(value, str):
        raise Misunderstood
    return value[:MOST_TEXT]


def bits(value):
    """The bits of a float of 32 bits, as the signed number that they are too."""
    return struct.unpack("<i", struct.pack("<f", number(value)))[0]


def place(data):
    return (ir.POSITION, bits(data.get("x")), bits(data.get("z")), 0)


def at(data, key="target"):
    return (ir.ENTITY, entity(data.get(key)))


# Commands whose kind, item and target say everything: the kind, where the target stands ("place", "target" or
# nothing) and which member is the item.
PLAIN = {
    "walk": ("move", "place", None),
    "walk-custom": ("move", "place", None),
    "walk-to-range": ("move", "place", None),
    "attack-walk": ("attack_move", "place", None),
    "attack-walk-custom": ("attack_move", "place", None),
    "attack": ("attack", "target", None),
    "patrol": ("patrol", "place", None),
    "heal": ("repair_unit", "target", None),
    "repair": ("repair_building", "target", None),
    "gather": ("harvest", "target", None),
    "gather-near-position": ("harvest", "place", "resourceTemplate"),
    "returnresource": ("dock", "target", None),
    "back-to-work": ("harvest", None, None),
    "garrison": ("enter", "target", None),
    "occupy-turret": ("enter", "target", None),
    "unload-turrets": ("unload", None, None),
    "guard": ("guard", "target", None),
    "remove-guard": ("stop", None, None),
    "stop": ("stop", None, None),
    "delete-entities": ("detonate", None, None),
    "unset-rallypoint": ("custom", None, None),
    "formation": ("formation", None, "formation"),
    "stance": ("set_stance", None, "name"),
    "promote": ("cheat", None, None),
    "pack": ("deploy", None, None),
    "unpack": ("deploy", None, None),
    "cancel-pack": ("stop", None, None),
    "cancel-unpack": ("stop", None, None),
    "lock-gate": ("use_ability", None, None),
    "unlock-gate": ("use_ability", None, None),
    "alert-raise": ("use_ability", None, None),
    "alert-end": ("use_ability", None, None),
    "increase-alert-level": ("use_ability", None, None),
    "upgrade": ("use_ability", None, "template"),
    "cancel-upgrade": ("stop", None, None),
    "autoqueue-on": ("set_autocast", None, None),
    "autoqueue-off": ("set_autocast", None, None),
    "call-to-arms": ("attack_move", None, None),
    "resign": ("resign", None, None),
    "defeat-player": ("resign", None, None),
    "cheat": ("cheat", None, "action"),
    "reveal-map": ("cheat", None, None),
    "control-all": ("cheat", None, None),
    "set-trading-goods": ("custom", None, None),
    "setup-trade-route": ("custom", "target", None),
    "select-required-goods": ("custom", None, None),
    "spy-request": ("use_ability", None, None),
    "attack-request": ("beacon", None, None),
    "map-flare": ("beacon", None, None),
    "set-dropsite-sharing": ("custom", None, None),
    "set-shading-color": ("system", None, None),
    "dialog-answer": ("system", None, None),
    "quit": ("system", None, None),
    "debug-print": ("system", None, None),
    "create-new-group": ("group_assign", None, None),
}


def fill(order, kind, data):
    """Completes an order from a command."""
    if "entities" in data:
        order.subjects = entities(data["entities"])
    if data.get("queued") is True:
        order.present |= ir.QUEUED
    if kind in PLAIN:
        name, target, item = PLAIN[kind]
        order.kind = K[name]
        if target == "place":
            order.target = place(data)
        elif target == "target":
            order.target = at(data)
        if item is not None and item in data:
            order.item = text(data[item])
        if not order.subjects and "entity" in data:
            order.subjects = [entity(data["entity"])]
        return
    special = SPECIAL.get(kind)
    if special is None:
        raise Misunderstood
    special(order, data)


def train(order, data):
    order.kind, order.item = K["produce"], text(data.get("template"))
    order.count, order.present = int(number(data.get("count", 1))), order.present | ir.COUNT


def research(order, data):
    order.kind, order.item = K["research"], text(data.get("template"))
    if not order.subjects:
        order.subjects = [entity(data.get("entity"))]


def stop_production(order, data):
    order.kind = K["cancel_production"]
    order.subjects = [entity(data.get("entity"))]
    order.data, order.present = entity(data.get("id")), order.present | ir.DATA  # the batch's number in the queue


def construct(order, data):
    order.kind, order.item, order.target = K["place_building"], text(data.get("template")), place(data)


def construct_wall(order, data):
    """A wall is a row of pieces from one place to another."""
    ends = [data.get("start"), data.get("end")]
    if not all(isinstance(end, dict) for end in ends):
        pieces = data.get("pieces")
        if not isinstance(pieces, list) or not pieces or not isinstance(pieces[0], dict) or not isinstance(pieces[-1], dict):
            raise Misunderstood
        ends = [pieces[0], pieces[-1]]
        order.item = text(pieces[0].get("template"))
    order.kind = K["custom"]
    order.target, order.target2 = place(ends[0]), place(ends[1])


def set_rallypoint(order, data):
    order.kind, order.target = K["set_rally_point"], place(data)


def unload(order, data):
    order.kind = K["unload"]
    holders = data.get("garrisonHolders", [data.get("garrisonHolder")])
    order.entities, order.subjects = order.subjects, entities(holders)
    if isinstance(data.get("template"), str):
        order.item = data["template"][:MOST_TEXT]


def diplomacy(order, data):
    order.kind, order.item = K["diplomacy"], text(data.get("to"))
    order.data, order.present = entity(data.get("player")), order.present | ir.DATA


def tribute(order, data):
    order.kind = K["diplomacy"]
    order.item = "tribute"
    order.data, order.present = entity(data.get("player")), order.present | ir.DATA


def barter(order, data):
    order.kind, order.item = K["custom"], f"{text(data.get('sell'))[:64]} {text(data.get('buy'))[:64]}"
    order.count, order.present = int(number(data.get("amount"))), order.present | ir.COUNT


def chat(order, data):
    order.kind, order.text = K["chat"], text(data.get("message"))


SPECIAL = {
    "train": train,
    "research": research,
    "stop-production": stop_production,
    "construct": construct,
    "construct-wall": construct_wall,
    "set-rallypoint": set_rallypoint,
    "unload": unload,
    "unload-template": unload,
    "unload-all": unload,
    "unload-all-by-owner": unload,
    "unload-all-own": unload,
    "diplomacy": diplomacy,
    "tribute": tribute,
    "barter": barter,
    "chat": chat,
    "aichat": chat,
}
