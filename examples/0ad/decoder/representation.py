# SPDX-License-Identifier: GPL-3.0-or-later
"""The intermediate representation, and its wire form as docs/ir.md has it.

A message is one msgpack array that begins with the version and the kind of
message. Only what this decoder sends is here: header, orders, sync samples and
trailer.
"""

import struct
from dataclasses import dataclass, field

VERSION = 1
HEADER, ORDERS, SYNC, TRAILER = 1, 2, 3, 6

MOST_BYTES = 1 << 20  # of a message
MOST_ROWS = 1 << 16
MOST_STRINGS = 1 << 16
MOST_ORDER_BYTES = 512 << 10

KINDS = (
    "unknown move attack_move attack force_attack force_move reverse_move guard stop hold_position scatter patrol waypoint deploy harvest dock "
    "enter unload capture infiltrate demolish repair_unit repair_building sell power_toggle produce cancel_production pause_production "
    "place_building cancel_construction set_rally_point set_primary set_stance research cancel_research purchase_power use_ability formation "
    "select deselect group_assign group_select group_append beacon remove_beacon chat pause resign leave vote cheat diplomacy lobby handshake "
    "start_game end_game save_game camera sync system set_field spawn despawn set_parameter lay_mines teleport disguise detonate "
    "return_to_base crush set_autocast custom"
).split()
KIND = {name: number for number, name in enumerate(KINDS)}

HUMAN, BOT = 1, 2  # kinds of players
UNKNOWN, WON, LOST, DRAW, RESIGNED = 0, 1, 2, 3, 4  # outcomes
FLOAT_BITS = 3  # unit of positions
POSITION, ENTITY = 1, 3  # kinds of targets
QUEUED, COUNT, ITEM_ID, DATA, NATIVE_ID = 1, 2, 4, 8, 16  # presence


def pack(value):
    """msgpack of None-free values: bool, int, str, bytes, list, tuple."""
    out = bytearray()
    _pack(out, value)
    return bytes(out)


def _pack(out, value):
    if value is True or value is False:
        out.append(0xC3 if value else 0xC2)
    elif isinstance(value, int):
        if 0 <= value < 128:
            out.append(value)
        elif value >= 0:
            out += struct.pack(">BQ", 0xCF, value)
        else:
            out += struct.pack(">Bq", 0xD3, value)
    elif isinstance(value, str):
        text = value.encode("utf-8", "replace")
        out += struct.pack(">BI", 0xDB, len(text)) + text
    elif isinstance(value, (bytes, bytearray)):
        out += struct.pack(">BI", 0xC6, len(value)) + value
    elif isinstance(value, (list, tuple)):
        out += struct.pack(">BI", 0xDD, len(value))
        for item in value:
            _pack(out, item)
    else:
        raise TypeError(type(value).__name__)


@dataclass
class Player:
    slot: int
    client: int
    name: str
    kind: int
    ai: str = ""
    faction: str = ""
    team: int = 0
    colour: str = ""
    details: list = field(default_factory=list)

    def fields(self):
        # Behind the faction: what was chosen instead, whether it was resolved. Behind the team: start. Behind the colour: outcome.
        return [self.slot, self.client, self.name, self.kind, self.ai, self.faction, "", False, self.team, 0, self.colour, UNKNOWN, self.details]


@dataclass
class Header:
    format: str
    game: str
    version: str
    map_name: str
    map_id: str
    players: list
    rate: tuple  # ticks a second, as numerator and denominator
    speed: str = ""
    seed: int | None = None
    start_time: int = 0
    options: list = field(default_factory=list)
    details: list = field(default_factory=list)

    def encode(self):
        return pack(
            [VERSION, HEADER, self.format, self.game, self.version, "", False, self.map_name, self.map_id]
            + [[player.fields() for player in self.players], self.rate[0], self.rate[1], 1, self.speed]
            + [self.seed or 0, self.seed is not None, self.start_time, 0, -1, FLOAT_BITS, self.options, self.details]
        )


@dataclass
class Order:
    frame: int
    offset: int
    player: int  # index into the header's players, -1 for nobody
    client: int
    kind: int
    name: str  # the format's own
    present: int = 0
    subjects: list = field(default_factory=list)
    entities: list = field(default_factory=list)
    target: tuple | None = None  # (POSITION, x, y, z) or (ENTITY, id)
    target2: tuple | None = None
    item: str = ""
    count: int = 0
    data: int = 0
    text: str = ""
    raw: bytes = b""


def _uvarint(out, value):
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def _zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def _ids(out, ids):
    _uvarint(out, len(ids))
    last = 0
    for one in ids:
        difference = (one - last + 0x80000000) % 0x100000000 - 0x80000000  # of 32 bits, signed
        _uvarint(out, _zigzag(difference))
        last = one


def _target(out, target):
    out.append(target[0])
    if target[0] == POSITION:
        out.append(1)  # as 32-bit integers
        out += struct.pack("<iii", *target[1:])
    else:
        _uvarint(out, target[1])
        _uvarint(out, 0)  # generation


class OrderBatch:
    """Collects orders; a row says only what differs from the row before."""

    def __init__(self):
        self.rows = bytearray()
        self.count = 0
        self.strings = {}
        self.text_bytes = 0
        self.last = dict.fromkeys(("frame", "offset", "kind", "name", "client", "player", "tick", "present"), 0)

    def string(self, text):
        if not text:
            return 0
        if text not in self.strings:
            self.strings[text] = len(self.strings) + 1
            self.text_bytes += 5 + 4 * len(text)
        return self.strings[text]

    def full(self):
        return (
            self.count >= MOST_ROWS
            or len(self.strings) > MOST_STRINGS - 4
            or len(self.rows) + self.text_bytes + MOST_ORDER_BYTES > MOST_BYTES - 1024
        )

    def add(self, o):
        row = bytearray()
        mask = 0
        now = {
            "frame": o.frame, "offset": o.offset, "kind": o.kind, "name": self.string(o.name), "client": o.client, "player": o.player,
            "tick": o.frame, "present": o.present,
        }
        last = self.last

        def differs(bit, key):
            nonlocal mask
            if now[key] == last[key]:
                return False
            mask |= 1 << bit
            return True

        def holds(bit, value):
            nonlocal mask
            if not value:
                return False
            mask |= 1 << bit
            return True

        if differs(0, "frame"):
            _uvarint(row, _zigzag(now["frame"] - last["frame"]))
        if differs(1, "offset"):
            _uvarint(row, _zigzag(now["offset"] - last["offset"]))
        if differs(2, "kind"):
            row.append(now["kind"])
        if differs(3, "name"):
            _uvarint(row, now["name"])
        if differs(4, "client"):
            _uvarint(row, _zigzag(now["client"]))
        if differs(5, "player"):
            _uvarint(row, _zigzag(now["player"]))
        if holds(6, o.subjects):
            _ids(row, o.subjects)
        if differs(7, "tick"):
            _uvarint(row, _zigzag(now["tick"] - last["tick"]))
        if holds(8, o.target):
            _target(row, o.target)
        if differs(9, "present"):
            row.append(now["present"])
        if holds(11, o.item):
            _uvarint(row, self.string(o.item))
        if holds(12, o.count):
            _uvarint(row, _zigzag(o.count))
        if holds(13, o.data):
            _uvarint(row, o.data)
        if holds(15, o.text):
            _uvarint(row, self.string(o.text))
        if holds(16, o.entities):
            _ids(row, o.entities)
        if holds(17, o.target2):
            _target(row, o.target2)
        if holds(18, o.raw):
            _uvarint(row, len(o.raw))
            row += o.raw
        _uvarint(self.rows, mask)
        self.rows += row
        self.last = now
        self.count += 1

    def encode(self):
        return pack([VERSION, ORDERS, self.count, list(self.strings), self.rows])


class SyncBatch:
    """Collects state hashes: frame, tick, reporter, player, value, extra."""

    def __init__(self):
        self.rows = bytearray()
        self.count = 0
        self.last = (0, 0, 0, 0)

    def full(self):
        return self.count >= 8192

    def add(self, frame, reporter, player, value, extra):
        now = (frame, frame, reporter, player)
        for new, old in zip(now, self.last):
            _uvarint(self.rows, _zigzag(new - old))
        _uvarint(self.rows, value)
        _uvarint(self.rows, extra)
        self.last = now
        self.count += 1

    def encode(self):
        return pack([VERSION, SYNC, self.count, self.rows])


@dataclass
class Trailer:
    complete: bool
    consumed: int
    last_frame: int
    commands: int
    by_type: dict
    outcomes: list  # of (player, outcome, frame, hint)
    winner: int = -1

    def encode(self):
        return pack(
            [VERSION, TRAILER, self.complete, self.consumed, self.last_frame, self.last_frame, self.commands]
            + [[[name, n] for name, n in sorted(self.by_type.items())], [list(one) for one in self.outcomes], self.winner, [], []]
        )
