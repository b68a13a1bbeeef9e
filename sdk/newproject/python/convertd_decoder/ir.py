# SPDX-License-Identifier: GPL-3.0-or-later
"""The intermediate representation: what a decoder yields, as docs/ir.md has it.

A decoding yields one Header, then Orders, SyncSamples, CameraSamples and
Diagnostics in the order of the file, then one Trailer. If the file is damaged it
raises a DecodeError behind the trailer, or in place of a header.
"""

from dataclasses import dataclass, field
from enum import IntEnum

VERSION = 1
NO_PLAYER = -1


class Kind(IntEnum):
    """Kinds of orders (docs/ir.md#kinds-of-orders). The numbers are frozen."""

    (
        UNKNOWN, MOVE, ATTACK_MOVE, ATTACK, FORCE_ATTACK, FORCE_MOVE, REVERSE_MOVE, GUARD, STOP, HOLD_POSITION, SCATTER,
        PATROL, WAYPOINT, DEPLOY, HARVEST, DOCK, ENTER, UNLOAD, CAPTURE, INFILTRATE, DEMOLISH, REPAIR_UNIT,
        REPAIR_BUILDING, SELL, POWER_TOGGLE, PRODUCE, CANCEL_PRODUCTION, PAUSE_PRODUCTION, PLACE_BUILDING,
        CANCEL_CONSTRUCTION, SET_RALLY_POINT, SET_PRIMARY, SET_STANCE, RESEARCH, CANCEL_RESEARCH, PURCHASE_POWER,
        USE_ABILITY, FORMATION, SELECT, DESELECT, GROUP_ASSIGN, GROUP_SELECT, GROUP_APPEND, BEACON, REMOVE_BEACON,
        CHAT, PAUSE, RESIGN, LEAVE, VOTE, CHEAT, DIPLOMACY, LOBBY, HANDSHAKE, START_GAME, END_GAME, SAVE_GAME,
        CAMERA, SYNC, SYSTEM, SET_FIELD, SPAWN, DESPAWN, SET_PARAMETER, LAY_MINES, TELEPORT, DISGUISE, DETONATE,
        RETURN_TO_BASE, CRUSH, SET_AUTOCAST, CUSTOM,
    ) = range(72)


class PlayerKind(IntEnum):
    UNKNOWN, HUMAN, AI, OBSERVER, COMMENTATOR, NEUTRAL, OPEN_SLOT, CLOSED_SLOT = range(8)


class Outcome(IntEnum):
    UNKNOWN, WON, LOST, DRAW, RESIGNED, DISCONNECTED = range(6)


class PositionUnit(IntEnum):
    NONE, WORLD_1024, LEPTON_256, FLOAT_BITS, CELL_NUMBER = range(5)


class TargetKind(IntEnum):
    NONE, POSITION, CELL, ENTITY, FROZEN, INVALID = range(6)


@dataclass
class Target:
    """What an order is aimed at. Of a cell z is the layer; an entity has an id
    and a generation, a frozen one an id and the entity id of who remembers it."""

    kind: TargetKind = TargetKind.NONE
    x: int = 0
    y: int = 0
    z: int = 0
    sub_cell: int = 0
    id: int = 0
    generation: int = 0
    owner: int = 0

    @classmethod
    def position(cls, x, y, z=0):
        return cls(TargetKind.POSITION, x, y, z)

    @classmethod
    def entity(cls, number):
        return cls(TargetKind.ENTITY, id=number)


@dataclass
class Player:
    name: str = ""
    kind: PlayerKind = PlayerKind.HUMAN
    slot: int = 0
    client: int = -1
    ai: str = ""
    faction: str = ""
    chosen_faction: str = ""
    faction_resolved: bool = False
    team: int = 0
    start: int = 0
    colour: str = ""
    outcome: Outcome = Outcome.UNKNOWN
    details: dict = field(default_factory=dict)


@dataclass
class Header:
    format: str
    game: str
    version: str = ""
    profile: str = ""
    unverified: bool = False
    map_name: str = ""
    map_id: str = ""
    players: list = field(default_factory=list)
    tick_rate: tuple = (10, 1)  # ticks in so many seconds, exactly
    ticks_per_frame: int = 1
    speed: str = ""
    seed: int = None  # None: the format records none
    start_time: int = 0  # Unix seconds
    end_time: int = 0
    local_player: int = NO_PLAYER
    position_unit: PositionUnit = PositionUnit.NONE
    options: dict = field(default_factory=dict)
    details: dict = field(default_factory=dict)


@dataclass
class Order:
    """One record. None in queued, count, item_number, data and native_number
    means that the record does not say."""

    tick: int
    player: int
    kind: Kind = Kind.UNKNOWN
    offset: int = 0  # of the record in the source
    frame: int = None  # the format's own counter; None: the same as the tick
    client: int = None  # who sent it; None: the player
    native_name: str = ""
    native_number: int = None
    subjects: list = ()  # ids of the entities that are to act
    entities: list = ()
    target: Target = None
    target2: Target = None
    queued: bool = False
    count: int = None
    item: str = ""
    item_number: int = None
    data: int = None
    text: str = ""
    raw: bytes = b""  # where the fields do not say everything


@dataclass
class SyncSample:
    tick: int
    hash: int
    frame: int = None  # None: the same as the tick
    reporter: int = 0
    player: int = NO_PLAYER
    extra: int = 0


@dataclass
class CameraSample:
    tick: int
    player: int
    x: int
    y: int
    z: int = 0
    zoom: int = 0
    angle: int = 0
    frame: int = None


@dataclass
class NativeLine:
    """One line of the dump of native records, without its line feed."""

    text: bytes


@dataclass
class Diagnostic:
    """Something worth knowing that does not stop the decoder. code is stable,
    lower-case, with dashes."""

    code: str
    summary: str
    warning: bool = False
    offset: int = None


@dataclass
class Trailer:
    complete: bool
    bytes_consumed: int
    last_frame: int = 0
    ticks: int = 0
    commands: int = 0
    commands_by_type: dict = field(default_factory=dict)
    outcomes: list = field(default_factory=list)  # (player, Outcome, frame, is only a hint)
    winner: int = NO_PLAYER
    scores: list = field(default_factory=list)  # (player, name, value)
    details: dict = field(default_factory=dict)


class DecodeError(Exception):
    """Why the input cannot be read further. code is one of not_recognised,
    unsupported_version, truncated, malformed, limit_exceeded."""

    def __init__(self, code, section, offset, message):
        super().__init__(f"{code} in {section} at byte {offset}: {message}")
        self.code, self.section, self.offset, self.message = code, section, offset, message
