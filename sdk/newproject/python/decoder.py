# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes replays of @NAME@: a text format with one record a line.

    @NAME@ 1
    map Crossing
    player Ada red crows
    start
    10 0 move 7,8 12 7
    end
"""

from convertd_decoder.ir import (
    DecodeError, Header, Kind, NativeLine, Order, Player, PositionUnit, SyncSample, Target, Trailer,
)
from convertd_decoder.serve import Match

NAME = "@NAME@"
VERSION = "0.1.0"  # change it with every release: versions are installed side by side
MAGIC = b"@NAME@ 1\n"
FORMATS = [{"id": NAME, "description": "replay of @NAME@", "extensions": ["." + NAME], "magic": MAGIC}]
CAPABILITIES = {"sync": True, "native_lines": True, "positions": True}

# What an operator may configure as plugins.config.@NAME@.
SETTINGS_SCHEMA = {"type": "object", "properties": {"ticks_per_second": {
    "type": "integer", "minimum": 1, "maximum": 1000, "default": 10, "description": "speed of the game that recorded"}}}
settings = {"ticks_per_second": 10}

MAX_PLAYERS = 16  # bounds what a file can make us allocate
MAX_SUBJECTS = 1000
UNITS_OF_A_CELL = 1024


def configure(values):
    """Takes the settings, which the host has checked."""
    settings.update(values)


def probe(head, tail, name, size):
    """Content decides, the name does not matter."""
    if head.startswith(MAGIC):
        return Match(NAME, 100, reason="it begins with its magic")
    return None


def decode(data, options):
    """Yields what is whole. Damage ends the file."""
    lines = Lines(data)
    header = read_header(lines)  # nothing before the header: the error alone
    yield header
    trailer = Trailer(complete=options.header_only, bytes_consumed=lines.at)
    damage = None
    if not options.header_only:
        try:
            yield from records(lines, header, options, trailer)
        except DecodeError as error:
            damage = error
    yield trailer
    if damage:
        raise damage


class Lines:
    """Hands out the lines of a file and remembers where each begins."""

    def __init__(self, data):
        self.data, self.at, self.begin = data, 0, 0

    def next(self):
        self.begin = self.at
        end = self.data.find(b"\n", self.at)
        if end < 0:
            raise DecodeError("truncated", "line", self.begin, "the file ends inside a line")
        self.at = end + 1
        return self.data[self.begin:end]

    def malformed(self, message):
        return DecodeError("malformed", "line", self.begin, message)


def read_header(lines):
    """Reads what stands before the line "start"."""
    if not lines.data.startswith(MAGIC):
        raise DecodeError("not_recognised", "magic", 0, f"it does not begin with {MAGIC!r}")
    lines.at = len(MAGIC)
    header = Header(
        format=NAME, game=NAME, version="1", tick_rate=(settings["ticks_per_second"], 1), position_unit=PositionUnit.WORLD_1024)
    while True:
        words = text(lines.next()).split()
        if words == ["start"]:
            return header
        if len(words) == 2 and words[0] == "map":
            header.map_name = header.map_id = words[1]
        elif len(words) == 4 and words[0] == "player" and len(header.players) < MAX_PLAYERS:
            slot = len(header.players)
            header.players.append(Player(name=words[1], colour=words[2], faction=words[3], slot=slot, client=slot))
        else:
            raise lines.malformed(f"a header has lines map NAME, player NAME COLOUR FACTION (at most {MAX_PLAYERS}) and start")


def records(lines, header, options, trailer):
    """Yields every line up to "end" and keeps the trailer's counts."""
    while (line := lines.next()) != b"end":
        part = read_record(lines, line, len(header.players), trailer.ticks)
        yield NativeLine(line) if options.native else part
        trailer.bytes_consumed, trailer.ticks, trailer.last_frame = lines.at, part.tick, part.tick
        trailer.commands += 1
    trailer.complete, trailer.bytes_consumed = True, lines.at


def read_record(lines, line, players, last_tick):
    """Reads TICK PLAYER VERB and what belongs to the verb."""
    words = line.split(b" ", 3)
    if len(words) < 3:
        raise lines.malformed("a line is TICK PLAYER VERB")
    rest = words[3] if len(words) == 4 else b""
    tick = number(words[0], 1 << 32)
    if tick is None or tick < last_tick:
        raise lines.malformed("the tick is no number, or goes back")
    if words[1:3] == [b"-", b"sync"]:
        if (value := number(rest, 1 << 32)) is None:
            raise lines.malformed("a sync hash is a number of 32 bits")
        return SyncSample(tick, value)
    player = number(words[1], players)
    if player is None:
        raise lines.malformed("there is no such player")
    order = Order(tick, player, offset=lines.begin, native_name=text(words[2]))
    if not read_order(order, words[2], rest):
        raise lines.malformed("what follows the verb does not fit it")
    return order


def read_order(order, verb, rest):
    """Reads what follows a verb. A verb that we do not know is an order of kind
    unknown with its raw bytes: nothing is dropped."""
    words = rest.split()
    if verb == b"move" and len(words) == 3:
        order.kind, order.subjects = Kind.MOVE, ids(words[0])
        x, y = cell(words[1]), cell(words[2])
        if x is None or y is None:
            return False
        order.target = Target.position(x * UNITS_OF_A_CELL, y * UNITS_OF_A_CELL)
        return order.subjects is not None
    if verb == b"attack" and len(words) == 2:
        order.kind, order.subjects = Kind.ATTACK, ids(words[0])
        if (target := number(words[1], 1 << 32)) is None:
            return False
        order.target = Target.entity(target)
        return order.subjects is not None
    if verb == b"build" and len(words) == 1:
        order.kind, order.item = Kind.PRODUCE, text(words[0])
    elif verb == b"chat":
        order.kind, order.text = Kind.CHAT, text(rest)
    elif verb == b"resign" and not rest:
        order.kind = Kind.RESIGN
    else:
        order.raw = rest
    return True


def number(digits, limit):
    """A decimal number below a limit, or None."""
    if not digits.isdigit() or len(digits) > 20:
        return None
    value = int(digits)
    return value if value < limit else None


def cell(digits):
    negative = digits.startswith(b"-")
    value = number(digits[negative:], 1 << 15)
    return -value if negative and value is not None else value


def ids(words):
    """A list of ids, or None."""
    numbers = [number(word, 1 << 32) for word in words.split(b",", MAX_SUBJECTS)]
    return None if None in numbers else numbers


def text(data):
    return data.decode("utf-8", "replace")
