#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and checks an .icrep file. Written from docs/icrep.md and docs/orders.md.

    read_icrep.py FILE...           check every structure, checksum and digest
    read_icrep.py --dump FILE...    and print everything as lines of text

Python 3.8 or newer, standard library only. Exit code 0: the file is whole;
1: it is not, and the reason is on standard error. The signature chain's hashes
are computed, but Ed25519 itself is not in the standard library.
"""

import hashlib
import json
import struct
import sys

MAX_RATIO = 256
MAX_BLOCK = 4 << 20
MAX_SNAPSHOT = 64 << 20
MAX_METADATA = 1 << 20
MAX_TICKS = 1 << 28
GRID = 256
NOBODY = 0xFFFFFFFF
SIGNED, HAS_EVENTS, HAS_VOICE, INCOMPLETE = 1, 2, 8, 16


class Damaged(Exception):
    pass


def need(condition, why):
    if not condition:
        raise Damaged(why)


# CRC-32C ---------------------------------------------------------------------

def _crc_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = (n >> 1) ^ 0x82F63B78 if n & 1 else n >> 1
        table.append(n)
    return table


CRC_TABLE = _crc_table()


def crc32c(*parts):
    crc = 0xFFFFFFFF
    for part in parts:
        for byte in part:
            crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


# LZ4 block -------------------------------------------------------------------

def lz4_block(data, length):
    """Expands one raw LZ4 block to exactly length bytes."""
    out = bytearray()
    at = 0

    def extended(n):
        nonlocal at
        if n == 15:
            while True:
                need(at < len(data), "LZ4: cut in a length")
                more = data[at]
                at += 1
                n += more
                if more != 255:
                    break
        return n

    while True:
        need(at < len(data), "LZ4: cut before a token")
        token = data[at]
        at += 1
        literals = extended(token >> 4)
        need(at + literals <= len(data), "LZ4: cut in literals")
        out += data[at:at + literals]
        at += literals
        need(len(out) <= length, "LZ4: longer than announced")
        if at == len(data):
            break
        need(at + 2 <= len(data), "LZ4: cut in an offset")
        distance = data[at] | data[at + 1] << 8
        at += 2
        match = extended(token & 15) + 4
        need(0 < distance <= len(out), "LZ4: an offset before the start")
        need(len(out) + match <= length, "LZ4: longer than announced")
        while match > 0:  # a match may overlap what it writes
            piece = out[-distance:][:match]
            out += piece
            match -= len(piece)
    need(len(out) == length, "LZ4: shorter than announced")
    return bytes(out)


def expand(data, length, limit):
    need(0 < length <= limit, "uncompressed length %d" % length)
    need(length <= len(data) * MAX_RATIO, "ratio above %d" % MAX_RATIO)
    return lz4_block(data, length)


# Values ----------------------------------------------------------------------

class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        need(0 <= n <= len(self.data) - self.at, "a value is cut")
        self.at += n
        return self.data[self.at - n:self.at]

    def unpack(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]

    def u8(self):
        return self.unpack("B")

    def u16(self):
        return self.unpack("H")

    def u32(self):
        return self.unpack("I")

    def u64(self):
        return self.unpack("Q")

    def i32(self):
        return self.unpack("i")

    def i64(self):
        return self.unpack("q")

    def bool(self):
        v = self.u8()
        need(v <= 1, "a bool is %d" % v)
        return v == 1

    def variant(self, count):
        v = self.u32()
        need(v < count, "variant %d of %d" % (v, count))
        return v

    def count(self, size, limit=1 << 62):
        n = self.u64()
        need(n <= limit and n * size <= len(self.data) - self.at, "a count of %d" % n)
        return n

    def bytes(self):
        return self.take(self.count(1))

    def str(self):
        raw = self.bytes()
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError:
            raise Damaged("text is not UTF-8")
        return raw

    def opt(self, read):
        return read() if self.bool() else None

    def end(self):
        need(self.at == len(self.data), "%d bytes left over" % (len(self.data) - self.at))

    # Compound values, as text for the dump

    def tag(self):
        return "%d.%d" % (self.u16(), self.u16())

    def tags(self, limit=65535):
        return " [" + ",".join([self.tag() for _ in range(self.count(4, limit))]) + "]"

    def numbers(self):
        return " [" + ",".join(["%d" % self.u32() for _ in range(self.count(4, 65535))]) + "]"

    def pos(self):
        return " (%d,%d,%d)" % (self.i32(), self.i32(), self.i32())

    def text(self):
        return " x" + self.str().hex()

    def flag(self):
        return "true" if self.bool() else "false"


# Orders (docs/orders.md) -------------------------------------------------------

def read_target(r):
    kind = r.variant(5)
    out = " target %d" % kind
    if kind == 1:
        out += r.pos()
    elif kind == 2:
        out += " " + r.tag()
    elif kind == 3:
        out += r.pos() + " %d" % r.u8()
    elif kind == 4:
        out += " " + r.tag() + " %d" % r.u32()
    return out


def read_vote(r):
    kind = r.variant(3)
    if kind == 1:
        return " 1 %d %s" % (r.u32(), r.flag())
    if kind == 2:
        return " 2 %d" % r.u32()
    what = r.variant(5)
    out = " 0 %d" % what
    if what == 1:
        out += " %d" % r.u32() + r.text()
    elif what == 4:
        out += r.text()
    return out


def read_command(payload):
    r = Reader(payload)
    out = r.tags() + " " + r.flag() + read_target(r) + read_target(r) + r.tags() + r.text()
    item_id, count, data, flags = r.u32(), r.i32(), r.u32(), r.u32()
    need(flags < 32, "command flags %#x" % flags)
    out += " %d %d %d %d" % (item_id, count, data, flags)
    out += r.text() + " x" + r.bytes().hex()
    out += r.numbers() + r.numbers()
    r.end()
    return out


def read_order(r):
    player, start = r.u32(), r.at
    kind = r.variant(10)
    out = ""
    if kind == 0:
        out = r.tags() + r.pos()
    elif kind == 1:
        out = r.tags() + read_target(r)
    elif kind == 2:
        out = r.tags()
    elif kind == 4:
        channel = r.variant(4)
        out = " %d" % channel
        if channel == 2:
            out += " %d" % r.u32()
        out += r.text()
    elif kind == 5:
        out = r.text() + "".join([r.text() for _ in range(r.count(8))])
    elif kind == 6:
        out = " %d" % r.u32()
    elif kind == 7:
        out = r.text() + r.text()
    elif kind == 8:
        out = read_vote(r)
    elif kind == 9:
        out = " tag %d" % r.u16()
        out += read_command(r.bytes())
    need(r.at - start <= 4096, "an order of %d bytes" % (r.at - start))
    return "order %d %d %d%s" % (player, r.u32(), kind, out)


# Events --------------------------------------------------------------------------

STATS = "qqiQIIQIIIIqqqqII"


def read_ballots(r):
    return "".join([" %d:%s" % (r.u32(), r.flag()) for _ in range(r.count(5, 256))])


def read_end(r):
    kind = r.variant(5)
    out = " %d" % kind
    if kind == 1:
        out += " %d" % r.u32()
    elif kind == 2:
        out += " %d" % r.u32()
        out += read_ballots(r)
    elif kind == 4:
        out += read_ballots(r)
    return out


def read_outcome(r):
    kind = r.variant(5)
    if kind == 0:
        team = r.variant(2) == 1
        return " 0 %s %d" % ("true" if team else "false", r.u32()) + read_end(r)
    if kind == 1:
        return " 1 %d %d" % (r.u32(), r.u64())
    if kind == 2:
        return " 2" + read_end(r)
    if kind == 3:
        return " 3"
    return " 4 %d" % r.u64()


def read_vote_event(r):
    kind, number = r.variant(3), r.u32()
    if kind == 0:
        return " 0 %d %d %d" % (number, r.variant(5), r.u32())
    if kind == 1:
        return " 1 %d %d %s" % (number, r.u32(), r.flag())
    return " 2 %d %d" % (number, r.variant(4))


def read_event(r, names):
    def name():
        n = r.u32()
        need(n < names, "name %d of %d" % (n, names))
        return n

    def missing(v):
        return "-" if v is None else v

    kind, tick = r.variant(21), r.u64()
    if kind in (0, 1):
        out = " %s %d %d" % (r.tag(), name(), r.u32()) + r.pos()
    elif kind == 2:
        out = " " + r.tag()
    elif kind == 3:
        tag, killer, owner = r.tag(), r.opt(r.tag), r.opt(r.u32)
        need(killer != "65535.65535" and owner != NOBODY, "a killer that is nobody")
        out = " %s %s %s" % (tag, missing(killer), missing(owner))
    elif kind == 4:
        out = "".join([" " + r.tag() + r.pos() for _ in range(r.count(16, 256))])
    elif kind == 5:
        out = " %d [%s]" % (r.u32(), " ".join([str(r.unpack(c)) for c in STATS]))
    elif kind == 6:
        out = " %d %d %d" % (r.u32(), name(), r.i32())
    elif kind == 7:
        out = " %d %d" % (r.u32(), name())
    elif kind == 8:
        out = " %d" % r.u32() + r.pos() + " %d" % r.u16()
    elif kind == 9:
        out = " %d" % r.u32() + r.tags() + r.tags()
    elif kind == 10:
        out = " %d %d %d" % (r.u32(), r.u8(), r.variant(3))
    elif kind == 11:
        out = " %d %d" % (r.u32(), name()) + (r.opt(r.pos) or "")
    elif kind == 12:
        out = " %d %s" % (r.u32(), r.flag())
    elif kind == 13:
        out = read_outcome(r)
    elif kind == 14:
        out = read_vote_event(r)
    elif kind == 15:
        out = " %d" % r.u32() + r.pos() + r.tags() + r.tags() + " %d %d" % (r.i64(), r.i64())
    elif kind == 16:
        out = " %d" % r.u32() + r.pos() + " %d %d %d %d %d" % (r.u32(), r.u32(), r.u32(), r.u32(), r.u64())
    elif kind == 17:
        out = " %d" % name() + r.pos() + " %d %d %d" % (r.u32(), r.u32(), r.u32())
    elif kind == 18:
        out = " %d" % r.u32() + r.pos() + r.tags()
    elif kind == 19:
        out = " %d %d %d %d" % (r.u32(), r.u32(), r.i64(), r.u16())
    else:
        out = " %d %d %d %d" % (r.u32(), r.i64(), r.i64(), r.i64())
    return tick, "event %d %d" % (kind, tick) + out


# The file ------------------------------------------------------------------------

SECTIONS = [("metadata", 8), ("orders", 16), ("keyframes", 24), ("events", 32),
            ("voice", 88), ("signature", 40), ("embedded", 96)]
FLAG_OF = {"events": HAS_EVENTS, "voice": HAS_VOICE, "signature": SIGNED}


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


class Replay:
    def __init__(self, data):
        self.data = data
        self.lines = []
        self.header()
        self.metadata()
        self.orders()
        self.keyframes()
        if "events" in self.sections:
            self.events()
        if "voice" in self.sections:
            self.voice()
        if "signature" in self.sections:
            self.signature()
        if "embedded" in self.sections:
            self.embedded()

    def say(self, line):
        self.lines.append(line)

    def header(self):
        d = self.data
        need(len(d) >= 108 and d[:4] == b"ICRP", "not an .icrep file")
        version, compression, self.flags = struct.unpack_from("<HBB", d, 4)
        need(version == 1 and compression == 1, "version %d, compression %d" % (version, compression))
        need(self.flags & ~(SIGNED | HAS_EVENTS | HAS_VOICE | INCOMPLETE) == 0, "unassigned flags")
        self.ticks = struct.unpack_from("<Q", d, 48)[0]
        self.final = d[56:88]
        self.lost = struct.unpack_from("<I", d, 104)[0]
        need(self.ticks <= MAX_TICKS and self.lost <= self.ticks, "ticks")
        incomplete = self.lost > 0 or self.final == bytes(32)
        need(incomplete == bool(self.flags & INCOMPLETE), "INCOMPLETE")
        self.say("header flags %d ticks %d lost %d final %s" % (self.flags, self.ticks, self.lost, self.final.hex()))
        self.sections, places = {}, []
        for name, at in SECTIONS:
            offset, length = struct.unpack_from("<II", d, at)
            if name in FLAG_OF:
                need(bool(self.flags & FLAG_OF[name]) == (offset != 0), "flag of " + name)
            elif name != "embedded":
                need(offset != 0, name + " is missing")
            need((offset != 0) == (length != 0), name + " offset and length")
            if offset:
                places.append((offset, length))
                need(offset + length <= len(d), name + " ends behind the file")
                self.sections[name] = d[offset:offset + length]
                self.say("section %s %d %d" % (name, offset, length))
        end = 108
        for offset, length in sorted(places):
            need(offset == end, "sections do not tile the file at %d" % end)
            end = offset + length
        need(end == len(d), "bytes after the last section")

    def metadata(self):
        raw = self.sections["metadata"]
        need(len(raw) <= MAX_METADATA, "metadata too long")
        try:
            m = json.loads(raw.decode("utf-8"), parse_float=Number, parse_int=Number)
        except (ValueError, RecursionError) as e:
            raise Damaged("metadata: %s" % e)
        need(canonical(m).encode("utf-8") == raw, "metadata is not canonical")
        integrity = m["integrity"]
        own = integrity["metadata"].encode()
        need(raw.count(own) == 1, "metadata digest")
        zeroed = raw.replace(own, b"sha256:" + b"0" * 64)
        need(sha256(zeroed).encode() == own, "the metadata does not have its digest")
        need(sha256(self.data[:108]) == integrity["header"], "the header does not have its digest")
        for name, section in self.sections.items():
            if name != "metadata":
                need(sha256(section) == integrity["sections"].get(name), name + " does not have its digest")
        need(set(integrity["sections"]) == set(self.sections) - {"metadata"}, "listed sections")
        need(m["total_ticks"] == str(self.ticks) and m["base_build"] == "1", "metadata and header disagree")
        self.content = integrity["content"]
        need(m["replay_id"] == self.replay_id(m), "replay_id is that of another content")
        self.say("replay %s" % m["replay_id"])

    def replay_id(self, m):
        identity = {k: v for k, v in m.items() if k not in ("timestamp", "integrity")}
        identity["replay_id"] = ""
        if isinstance(identity.get("converted_from"), dict):
            identity["converted_from"] = {k: v for k, v in identity["converted_from"].items() if k != "conversion_date"}
        h = hashlib.sha256(b"icrep replay id 1\n")
        for part in ("orders", "keyframes"):
            h.update(bytes.fromhex(self.content[part][len("sha256:"):]))
        h.update(self.final + struct.pack("<Q", self.ticks))
        h.update(hashlib.sha256(canonical(identity).encode("utf-8")).digest())
        uuid = bytearray(h.digest()[:16])
        uuid[6] = uuid[6] & 0x0F | 0x80
        uuid[8] = uuid[8] & 0x3F | 0x80
        digits = uuid.hex()
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))

    def blocks(self, section):
        """Yields first_tick, count and content of each block."""
        need(len(section) >= 4, "no index")
        count = struct.unpack_from("<I", section, len(section) - 4)[0]
        index = len(section) - 4 - 12 * count
        need(count <= 1 << 20 and index >= 0, "%d blocks" % count)
        at, last = 0, 0
        for i in range(count):
            first, offset = struct.unpack_from("<QI", section, index + 12 * i)
            need(offset == at and first >= last, "index entry %d" % i)
            block, at = self.block(section[:index], at)
            need(block[0] == first, "index and block disagree")
            last = first
            yield block
        need(at == index, "blocks do not fill the section")

    def block(self, section, at):
        need(at + 22 <= len(section), "a block header is cut")
        compressed, length, first, count, crc = struct.unpack_from("<IIQHI", section, at)
        body = section[at + 22:at + 22 + compressed]
        need(len(body) == compressed, "a block is cut")
        need(crc32c(section[at:at + 18], body) == crc, "the block of tick %d does not have its checksum" % first)
        return (first, count, expand(body, length, MAX_BLOCK)), at + 22 + compressed

    def orders(self):
        content, next_tick, frames = hashlib.sha256(), 0, 0
        self.hashes = {}
        for first, count, plain in self.blocks(self.sections["orders"]):
            content.update(plain)
            r = Reader(plain)
            need(count > 0, "an empty block")
            for i in range(count):
                tick, state = r.u64(), r.u64()
                need(i > 0 or tick == first, "first tick of a block")
                need(tick // GRID == first // GRID, "tick %d is off the grid" % tick)
                need(next_tick <= tick < self.ticks, "tick %d" % tick)
                need(tick == next_tick or self.flags & INCOMPLETE, "no frame of tick %d" % next_tick)
                next_tick, frames = tick + 1, frames + 1
                self.hashes[tick] = state
                self.say("frame %d %016x" % (tick, state))
                for _ in range(r.count(12, 4096)):
                    self.say(read_order(r))
            r.end()
        need(self.ticks - frames == self.lost, "%d frames are missing" % (self.ticks - frames))
        need("sha256:" + content.hexdigest() == self.content["orders"], "content of orders")

    def keyframes(self):
        section = self.sections["keyframes"]
        r = Reader(section)
        count = r.u32()
        need(0 < count <= 1 << 20, "%d keyframes" % count)
        entries = [r.take(21) for _ in range(count)]
        table = [r.u32() for _ in range(count)]
        content, at, last = hashlib.sha256(), 0, -1
        for entry, crc in zip(entries, table):
            tick, offset, length, plain_length, full = struct.unpack("<QIIIB", entry)
            need(full <= 1 and offset == at and tick > last, "keyframe entry")
            need(last >= 0 or (tick == 0 and full == 1), "the first keyframe")
            need(tick == 0 or tick < self.ticks, "keyframe %d" % tick)
            blob = r.take(length)
            need(crc32c(entry, blob) == crc, "keyframe %d does not have its checksum" % tick)
            plain = expand(blob, plain_length, MAX_SNAPSHOT)
            content.update(plain)
            at, last = at + length, tick
            self.say("keyframe %d %s %d %s" % (tick, "true" if full else "false", len(plain), hashlib.sha256(plain).hexdigest()))
        r.end()
        need("sha256:" + content.hexdigest() == self.content["keyframes"], "content of keyframes")

    def events(self):
        content, names, last = hashlib.sha256(), None, 0
        for first, count, plain in self.blocks(self.sections["events"]):
            r = Reader(plain)
            if names is None:
                need(first == 0 and count == 0, "the name table")
                table = plain
                names = [r.str() for _ in range(r.count(8))]
                for i, name in enumerate(names):
                    self.say("name %d x%s" % (i, name.hex()))
                r.end()
                continue
            content.update(plain)
            need(count > 0, "an empty block")
            for i in range(count):
                tick, line = read_event(r, len(names))
                need(i > 0 or tick == first, "first tick of a block")
                need(last <= tick <= self.ticks, "event of tick %d" % tick)
                last = tick
                self.say(line)
            r.end()
        need(names is not None, "no name table")
        content.update(table)
        need("sha256:" + content.hexdigest() == self.content["events"], "content of events")

    def voice(self):
        section = self.sections["voice"]
        r = Reader(section)
        tracks = [(r.u32(), r.bool(), r.u32()) for _ in range(r.u32())]
        for player, consented, blocks in tracks:
            self.say("voice %d %s" % (player, "true" if consented else "false"))
            for _ in range(blocks):
                (first, count, plain), r.at = self.block(section, r.at)
                b = Reader(plain)
                need(consented and count > 0, "frames without consent")
                for _ in range(count):
                    tick, opus, target = b.u64(), b.bytes(), b.variant(3)
                    player_id = b.u32() if target == 2 else 0
                    self.say("opus %d %d %d x%s" % (tick, target, player_id, opus.hex()))
                b.end()
        r.end()

    def signature(self):
        r = Reader(self.sections["signature"])
        entries = [(r.u64(), r.take(32), r.u32(), r.take(64)) for _ in range(r.count(108, 1 << 19))]
        key = r.take(32)
        r.end()
        need(entries, "an empty chain")
        self.say("key " + key.hex())
        last = -1
        for tick, state, skipped, signature in entries:
            need(tick > last, "the chain does not ascend")
            last = tick
            if tick in self.hashes:
                need(struct.unpack_from("<Q", state)[0] == self.hashes[tick], "signed hash of tick %d" % tick)
            self.say("signature %d %d %s %s" % (tick, skipped, state.hex(), signature.hex()))
        if not self.flags & INCOMPLETE:
            need(entries[-1][0] == self.ticks and entries[-1][1] == self.final, "the chain does not end with the final state")

    def embedded(self):
        r = Reader(self.sections["embedded"])

        def blob():
            plain, packed = r.u32(), r.u32()
            body = r.take(packed)
            return b"" if plain == packed == 0 else expand(body, plain, MAX_SNAPSHOT)

        def shown(data):
            return "%s %s" % ("false" if data is None else "true", hashlib.sha256(data or b"").hexdigest())

        self.say("map " + shown(r.opt(blob)))
        if r.bool():
            for _ in range(r.count(16)):
                self.say("mod" + r.text() + r.text())
            for _ in range(r.count(16)):
                self.say("rule" + r.text() + " " + hashlib.sha256(blob()).hexdigest())
        self.say("preset x" + (r.opt(r.str) or b"").hex())
        self.say("state " + shown(r.opt(blob)))
        r.end()


class Number(str):
    """A JSON number, spelled as in the file."""


def canonical(value, indent="\n"):
    """The canonical form of docs/icrep.md, numbers as they were spelled."""
    deeper = indent + "  "
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict) and value:
        members = [deeper + json.dumps(k, ensure_ascii=False) + ": " + canonical(value[k], deeper) for k in sorted(value)]
        return "{" + ",".join(members) + indent + "}"
    if isinstance(value, list) and value:
        return "[" + ",".join([deeper + canonical(v, deeper) for v in value]) + indent + "]"
    return json.dumps(value, ensure_ascii=False)


def main(arguments):
    dump = "--dump" in arguments
    files = [a for a in arguments if a != "--dump"]
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        try:
            replay = Replay(data)
        except (Damaged, KeyError, TypeError, AttributeError) as e:
            print("%s: %s: %s" % (path, type(e).__name__, e), file=sys.stderr)
            status = 1
            continue
        if dump:
            sys.stdout.write("\n".join(replay.lines) + "\n")
        else:
            print("%s: whole, %d ticks" % (path, replay.ticks))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
