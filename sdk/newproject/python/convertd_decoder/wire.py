# SPDX-License-Identifier: GPL-3.0-or-later
"""The wire form of the intermediate representation (docs/ir.md#encoding)."""

import struct

import msgpack

from .ir import VERSION, DecodeError, TargetKind

HEADER, ORDERS, SYNC, CAMERA, DIAGNOSTIC, TRAILER = range(1, 7)

MAX_PAYLOAD = 1 << 20  # bytes of one message
MAX_ORDER = 512 << 10  # bytes that one order may add
BATCH_ROWS = 2048  # well below what is allowed: the host reads one batch while the next is filled
BATCH_BYTES = 256 << 10


def _pack(kind, *elements):
    return msgpack.packb([VERSION, kind, *elements], use_bin_type=True)


def _pairs(facts):
    return [[str(key), str(value)] for key, value in facts.items()]


def _bounded(section, payload):
    if len(payload) > MAX_PAYLOAD:
        raise DecodeError("limit_exceeded", section, 0, f"{len(payload)} bytes do not fit a message")
    return payload


def header(h):
    players = [
        [p.slot, p.client, p.name, p.kind, p.ai, p.faction, p.chosen_faction, p.faction_resolved, p.team, p.start,
         p.colour, p.outcome, _pairs(p.details)]
        for p in h.players
    ]
    return _bounded("header", _pack(
        HEADER, h.format, h.game, h.version, h.profile, h.unverified, h.map_name, h.map_id, players, *h.tick_rate,
        h.ticks_per_frame, h.speed, h.seed or 0, h.seed is not None, h.start_time, h.end_time, h.local_player,
        h.position_unit, _pairs(h.options), _pairs(h.details)))


def trailer(t):
    return _bounded("trailer", _pack(
        TRAILER, t.complete, t.bytes_consumed, t.last_frame, t.ticks, t.commands,
        [[str(name), count] for name, count in sorted(t.commands_by_type.items())],
        [list(outcome) for outcome in t.outcomes], t.winner, [list(score) for score in t.scores], _pairs(t.details)))


def _zigzag(value):
    return (value << 1 ^ value >> 63) & 0xFFFFFFFFFFFFFFFF


def _varint(rows, value):
    while value > 0x7F:
        rows.append(value & 0x7F | 0x80)
        value >>= 7
    rows.append(value)


def _signed(rows, value):
    _varint(rows, _zigzag(value))


def _ids(rows, ids):
    _varint(rows, len(ids))
    last = 0
    for number in ids:
        step = (number - last + (1 << 31)) % (1 << 32) - (1 << 31)  # the difference in 32 bits
        _signed(rows, step)
        last = number


def _target(rows, t):
    rows.append(t.kind)
    if t.kind in (TargetKind.POSITION, TargetKind.CELL):
        rows.append(1)
        rows += struct.pack("<3i", t.x, t.y, t.z)
        if t.kind == TargetKind.CELL:
            rows.append(t.sub_cell)
    elif t.kind == TargetKind.ENTITY:
        _varint(rows, t.id)
        _signed(rows, t.generation)
    elif t.kind == TargetKind.FROZEN:
        _varint(rows, t.id)
        _varint(rows, t.owner)


class OrderBatch:
    """Collects orders until they are worth a message. A row is a mask of which
    fields it holds, and those fields; what is as in the row before is left out."""

    def __init__(self):
        self._clear()

    def _clear(self):
        self.rows, self.count, self.strings, self.string_bytes = bytearray(), 0, {}, 0
        self.last = dict.fromkeys(("frame", "offset", "kind", "name", "client", "player", "tick", "presence", "number"), 0)

    def full(self):
        return self.count >= BATCH_ROWS or len(self.rows) + self.string_bytes >= BATCH_BYTES

    def _string(self, text):
        if text == "":
            return 0
        if text not in self.strings:
            self.strings[text] = len(self.strings) + 1
            self.string_bytes += len(text.encode()) + 5
        return self.strings[text]

    def add(self, o):
        size = 5 * (len(o.subjects) + len(o.entities)) + len(o.raw) + len(o.text.encode()) + len(o.item.encode()) + 128
        if size > MAX_ORDER:
            raise DecodeError("limit_exceeded", "order", o.offset, f"an order of {size} bytes does not fit a message")
        presence = (
            1 * o.queued | 2 * (o.count is not None) | 4 * (o.item_number is not None)
            | 8 * (o.data is not None) | 16 * (o.native_number is not None))
        now = {
            "frame": o.tick if o.frame is None else o.frame, "offset": o.offset, "kind": o.kind,
            "name": self._string(o.native_name), "client": o.player if o.client is None else o.client,
            "player": o.player, "tick": o.tick, "presence": presence, "number": o.native_number or 0,
        }
        mask, body, last = 0, bytearray(), self.last

        def changed(bit, name, write, value):
            nonlocal mask
            if now[name] != last[name]:
                mask |= 1 << bit
                write(body, value)

        def present(bit, there, write, value):
            nonlocal mask
            if there:
                mask |= 1 << bit
                write(body, value)

        changed(0, "frame", _signed, now["frame"] - last["frame"])
        changed(1, "offset", _signed, now["offset"] - last["offset"])
        changed(2, "kind", bytearray.append, now["kind"])
        changed(3, "name", _varint, now["name"])
        changed(4, "client", _signed, now["client"])
        changed(5, "player", _signed, now["player"])
        present(6, o.subjects, _ids, o.subjects)
        changed(7, "tick", _signed, now["tick"] - last["tick"])
        present(8, o.target, _target, o.target)
        changed(9, "presence", bytearray.append, presence)
        changed(10, "number", _varint, now["number"])
        present(11, o.item, _varint, self._string(o.item))
        present(12, o.count, _signed, o.count)
        present(13, o.data, _varint, o.data)
        present(14, o.item_number, _varint, o.item_number)
        present(15, o.text, _varint, self._string(o.text))
        present(16, o.entities, _ids, o.entities)
        present(17, o.target2, _target, o.target2)
        if o.raw:
            mask |= 1 << 18
            _varint(body, len(o.raw))
            body += o.raw
        _varint(self.rows, mask)
        self.rows += body
        self.last, self.count = now, self.count + 1

    def take(self):
        payload = _pack(ORDERS, self.count, list(self.strings), bytes(self.rows))
        self._clear()
        return payload


class SampleBatch:
    """Collects samples: rows of differences to the row before. The last plain
    numbers of a sync sample, hash and extra, are written as they are."""

    def __init__(self, kind):
        self.kind = kind
        self._clear()

    def _clear(self):
        self.rows, self.count, self.last = bytearray(), 0, None

    def add(self, s):
        frame = s.tick if s.frame is None else s.frame
        if self.kind == SYNC:
            row, plain = (frame, s.tick, s.reporter, s.player), (s.hash, s.extra)
        else:
            row, plain = (frame, s.tick, s.player, s.x, s.y, s.z, s.zoom, s.angle), ()
        for value, last in zip(row, self.last or (0,) * len(row)):
            _signed(self.rows, value - last)
        for value in plain:
            _varint(self.rows, value)
        self.last, self.count = row, self.count + 1

    def full(self):
        return self.count >= BATCH_ROWS

    def take(self):
        payload = _pack(self.kind, self.count, bytes(self.rows))
        self._clear()
        return payload
