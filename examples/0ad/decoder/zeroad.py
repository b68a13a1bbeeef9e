# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads commands.txt, the replay of 0 A.D., line by line.

start JSON        who plays what and where, once
turn N LENGTH     begins a turn of so many milliseconds
cmd PLAYER JSON   a command of that turn
end               the turn is executed
hash HEX          hash of the world after it; hash-quick is over less of the world
"""

import json
import re

import decoder_pb2 as pb
import representation as ir
from commands import Misunderstood, fill
from plugin import Damage

FORMAT = "zeroad"
MAGIC = b"start {"

MOST_LINE = (1 << 20) - 1024  # bytes; the longest of real games have 40,000
MOST_PLAYERS = 64  # the game has eight
MOST_TURN = 5_400_000
MOST_TURN_LENGTH = 60_000
DEFAULT_TURN_LENGTH = 200

# Settings that play depends on. What else stands there is of people or of the screen.
OPTIONS = (
    "Biome Ceasefire CheatsEnabled DisableSpies DisableTreasures ExploreMap LastManStanding LockTeams Nomad PopulationCap "
    "PopulationCapType RatingEnabled RevealMap Size StartingResources VictoryConditions WorldPopulation mapType".split()
)

# Players' ids in the lobby, and ids of matches.
LONG_HEX = re.compile(rb'(?<=")[0-9A-Fa-f]{12,}(?=")')


class Decoder:
    name = "zeroad"
    version = "1.0.0"

    @staticmethod
    def formats():
        return [pb.Format(id=FORMAT, description="0 A.D. replay (commands.txt), releases 24 to 27", extensions=[".txt"], magic=MAGIC)]

    @staticmethod
    def capabilities():
        return pb.Capabilities(sync=True, native_lines=True, positions=True)

    @staticmethod
    def probe(request):
        if not request.head.startswith(MAGIC):
            return pb.ProbeResponse()
        if b'"PlayerData"' in request.head or b'"engine_version"' in request.head:
            return pb.ProbeResponse(format=FORMAT, confidence=100, reason="begins with the settings of a match")
        return pb.ProbeResponse(format=FORMAT, confidence=40, reason="begins as a replay of 0 A.D. does")

    @staticmethod
    def decode(source, options, sink):
        lines = Lines(source)
        settings = read_start(lines)
        length = turn_length(source, lines.at)
        header = header_of(settings, length)
        yield pb.DecodeEvent(header=header.encode())
        game = Game(len(header.players), length)
        damage = None
        if not options.header_only:
            try:
                if options.native:
                    yield from native_lines(source, options, sink)
                else:
                    yield from game.read(lines, sink)
            except Damage as met:
                damage = met
            yield from sink.flush()
        yield pb.DecodeEvent(trailer=game.trailer(damage is None, lines.at).encode())
        if damage is not None:
            raise damage


class Lines:
    """Whole lines and where they begin."""

    def __init__(self, source):
        self.source, self.at = source, 0

    def next(self):
        """The next line and its place, or None at the end."""
        begin = self.at
        if begin >= len(self.source):
            return None
        end = self.source.find(b"\n", begin, begin + MOST_LINE)
        if end < 0:
            if len(self.source) - begin >= MOST_LINE:
                raise Damage("limit_exceeded", "line", begin, f"a line of more than {MOST_LINE} bytes")
            raise Damage("truncated", "line", begin, "the last line has no end")
        self.at = end + 1
        return self.source[begin:end], begin

    def back(self, offset):
        self.at = offset


def parse(text, offset, section):
    """JSON that is an object."""

    def refuse(constant):
        raise ValueError(constant)

    try:
        value = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise Damage("malformed", section, offset, "what should be JSON is not") from None
    if not isinstance(value, dict):
        raise Damage("malformed", section, offset, "the JSON is no object")
    return value


def read_start(lines):
    if not lines.source.startswith(MAGIC):
        raise Damage("not_recognised", "start", 0, "the first line does not begin with start {")
    line, offset = lines.next()
    return parse(line[len("start ") :], offset, "start")


TURN = re.compile(rb"turn (\d{1,10}) (\d{1,10})\r?")


def turn_length(source, at):
    """How long the first turn is: all of a game are as long."""
    found = TURN.match(source, at, at + 64)
    length = int(found[2]) if found else DEFAULT_TURN_LENGTH
    return length if 0 < length <= MOST_TURN_LENGTH else DEFAULT_TURN_LENGTH


def text_of(value, limit=256):
    """A short text of whatever stands in JSON."""
    if isinstance(value, str):
        return value[:limit]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"{value}"[:limit]
    if isinstance(value, list):
        return " ".join(text_of(item, limit) for item in value[:16])[:limit]
    return ""


def whole(value, least, most, otherwise):
    """A whole number in a range; numbers may come as texts."""
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return otherwise
    return number if least <= number <= most else otherwise


def child(value, key):
    inner = value.get(key)
    return inner if isinstance(inner, dict) else {}


def header_of(attributes, length):
    settings = child(attributes, "settings")
    data = settings.get("PlayerData")
    data = data if isinstance(data, list) else []
    if data and not data[0]:
        data = data[1:]  # Gaia, who is player 0
    players = [player_of(i + 1, one if isinstance(one, dict) else {}) for i, one in enumerate(data[:MOST_PLAYERS])]
    seed = settings.get("Seed")
    mods = mods_of(attributes.get("mods"))
    return ir.Header(
        format=FORMAT,
        game="0ad",
        version=text_of(attributes.get("engine_version")),
        map_name=text_of(settings.get("mapName") or settings.get("Name")),
        map_id=text_of(attributes.get("map") or settings.get("map")),
        players=players,
        rate=(1000, length),
        speed=text_of(attributes.get("gameSpeed")),
        seed=seed if isinstance(seed, int) and abs(seed) < 1 << 62 else None,
        start_time=whole(attributes.get("timestamp"), 0, 1 << 40, 0),
        options=[[key, text_of(settings.get(key, attributes.get(key)))] for key in OPTIONS if key in settings or key in attributes],
        details=[["data", "+".join(name for name, _ in mods)], ["mods", " ".join(f"{name} {version}".strip() for name, version in mods)]],
    )


def mods_of(listed):
    """Names and versions of the game's mods: pairs, in later releases objects. The engine's own, "mod", has no rules."""
    out = []
    for one in listed[:32] if isinstance(listed, list) else []:
        if isinstance(one, dict):
            one = [one.get("mod") or one.get("name"), one.get("version")]
        if isinstance(one, list) and one:
            out.append((text_of(one[0], 64).lower(), text_of(one[1], 64) if len(one) > 1 else ""))
    return [pair for pair in out if pair[0] and pair[0] != "mod"]


def player_of(number, data):
    colour = child(data, "Color")
    bot = data.get("AI")
    bot = bot if isinstance(bot, str) else ""
    return ir.Player(
        slot=number,
        client=number,
        name=text_of(data.get("Name")),
        kind=ir.BOT if bot else ir.HUMAN,
        ai=" ".join(filter(None, [bot, text_of(data.get("AIDiff")), text_of(data.get("AIBehavior"))])) if bot else "",
        faction=text_of(data.get("Civ")),
        team=whole(data.get("Team"), -1, 64, -1) + 1,
        colour=" ".join(text_of(colour.get(part)) for part in "rgb") if colour else "",
    )


class Game:
    """What is known while the lines go by."""

    def __init__(self, players, length):
        self.players, self.length = players, length
        self.turn, self.open = 0, False
        self.begun = False
        self.commands, self.by_type = 0, {}
        self.outcomes = {}
        self.warned = set()

    def read(self, lines, sink):
        while (line := lines.next()) is not None:
            text, offset = line
            word, _, rest = text.rstrip(b"\r").partition(b" ")
            try:
                if word == b"turn":
                    yield from self.begin(text, offset, sink)
                elif word == b"cmd":
                    yield from self.command(rest, offset, sink)
                elif word == b"end":
                    self.open = False
                elif word in (b"hash", b"hash-quick"):
                    yield from self.hash(rest, offset, sink)
                elif word:
                    yield from self.warn(sink, "unknown-line", "a line begins with a word that is not known", offset)
            except Damage:
                lines.back(offset)
                raise
        if self.open:
            raise Damage("truncated", "turn", lines.at, "the last turn has no end")

    def begin(self, text, offset, sink):
        found = TURN.fullmatch(text)
        if not found:
            raise Damage("malformed", "turn", offset, "a turn is turn NUMBER LENGTH")
        turn, length = int(found[1]), int(found[2])
        if self.begun and turn <= self.turn:
            raise Damage("malformed", "turn", offset, "the turns go back")
        if turn > MOST_TURN:
            raise Damage("limit_exceeded", "turn", offset, f"more than {MOST_TURN} turns")
        self.turn, self.open, self.begun = turn, True, True
        if length != self.length:
            yield from self.warn(sink, "turn-length", f"a turn of {length} ms in a game of {self.length} ms", offset)

    def command(self, rest, offset, sink):
        number, _, text = rest.partition(b" ")
        if not re.fullmatch(rb"-?\d{1,4}", number):
            raise Damage("malformed", "command", offset, "a command is cmd PLAYER JSON")
        client = int(number)
        data = parse(text, offset, "command")
        kind = data.get("type")
        kind = kind[:64] if isinstance(kind, str) else ""
        order = ir.Order(
            frame=self.turn, offset=offset, player=client - 1 if 1 <= client <= self.players else -1, client=client, kind=0, name=kind,
        )
        try:
            fill(order, kind, data)
        except Misunderstood:
            order = ir.Order(order.frame, order.offset, order.player, order.client, 0, kind, raw=text[: 128 << 10])
            yield from self.warn(sink, "unknown-command", "a command that is not known, or not as it should be", offset)
        self.commands += 1
        self.by_type[kind] = self.by_type.get(kind, 0) + 1
        if order.kind == ir.KIND["resign"] and order.player >= 0:
            self.outcomes.setdefault(order.player, self.turn)
        yield from sink.order(order)

    def hash(self, rest, offset, sink):
        if not re.fullmatch(rb"[0-9a-f]{32}", rest):
            raise Damage("malformed", "hash", offset, "a hash is 32 digits")
        # One machine wrote the file, and it does not say whose.
        yield from sink.sync(self.turn, 0, -1, int(rest[:16], 16), int(rest[16:], 16))

    def warn(self, sink, code, summary, offset):
        if code not in self.warned:
            self.warned.add(code)
            yield from sink.warn(code, summary, offset)

    def trailer(self, complete, consumed):
        return ir.Trailer(
            complete=complete, consumed=consumed, last_frame=self.turn, commands=self.commands, by_type=self.by_type,
            outcomes=[(player, ir.RESIGNED, turn, False) for player, turn in sorted(self.outcomes.items())],
        )


def native_lines(source, options, sink):
    """The file's own lines, with an x for each character of an id of somebody."""
    lines = Lines(source)
    while (line := lines.next()) is not None:
        text = line[0]
        if not options.raw:
            text = LONG_HEX.sub(lambda found: b"x" * len(found[0]), text)
        yield from sink.native(text)
