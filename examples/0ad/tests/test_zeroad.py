# SPDX-License-Identifier: GPL-3.0-or-later
"""What this format has that others have not. Everything that holds for all
decoders is tried by `convertd plugins test` (see check)."""

import pathlib
import sys
import unittest

here = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(here / "decoder"), str(here / "fixture")]

import decoder_pb2 as pb  # noqa: E402
import make  # noqa: E402
import representation as ir  # noqa: E402
import zeroad  # noqa: E402
from plugin import Damage, Options  # noqa: E402

FILES = {name: text.encode() for name, text in make.files().items()}


class Recording:
    """A sink that keeps orders and samples as they are."""

    def __init__(self):
        self.orders, self.samples, self.lines, self.warnings = [], [], [], []

    def order(self, order):
        self.orders.append(order)
        return ()

    def sync(self, *sample):
        self.samples.append(sample)
        return ()

    def native(self, line):
        self.lines.append(line)
        return ()

    def flush(self):
        return ()

    def warn(self, code, _summary, _offset):
        self.warnings.append(code)
        return ()


def read(source, native=False, raw=False):
    sink, damage, events = Recording(), None, []
    try:
        events += zeroad.Decoder.decode(source, Options(native, raw, False), sink)
    except Damage as met:
        damage = met
    return sink, damage, events


class Reading(unittest.TestCase):
    def test_a_whole_game(self):
        got, damage, _ = read(FILES["commands.txt"])
        self.assertIsNone(damage)
        self.assertEqual(got.warnings, [])
        first = got.orders[0]
        self.assertEqual((first.name, first.kind, first.player, first.frame), ("set-rallypoint", ir.KIND["set_rally_point"], 0, 10))
        trained = next(o for o in got.orders if o.name == "train")
        self.assertEqual((trained.item, trained.count, trained.subjects), ("units/athen/support_female_citizen", 5, [5]))
        self.assertEqual(len(got.samples), 480 * 5 // 20)
        frame, _, _, value, extra = got.samples[0]
        self.assertEqual(frame, 19)
        self.assertIn(f"hash-quick {value:016x}{extra:016x}", FILES["commands.txt"].decode())

    def test_places_are_floats_as_the_game_has_them(self):
        got, _, _ = read(FILES["commands.txt"])
        self.assertEqual(got.orders[0].target, (ir.POSITION, ir_bits(230.5), ir_bits(212), 0))

    def test_offsets_are_where_lines_begin(self):
        got, _, _ = read(FILES["commands.txt"])
        for order in got.orders:
            self.assertTrue(FILES["commands.txt"][order.offset :].startswith(b"cmd "))

    def test_what_is_not_understood_keeps_its_bytes(self):
        got, damage, _ = read(FILES["odd.txt"])
        self.assertIsNone(damage)
        self.assertEqual(got.warnings, ["unknown-command"])
        odd = [o for o in got.orders if o.kind == 0]
        self.assertEqual([o.name for o in odd], ["sing", "walk"])
        self.assertEqual(odd[0].raw, b'{"type":"sing","song":"of Troy"}')

    def test_a_cut_file_keeps_its_beginning(self):
        got, damage, events = read(FILES["cut.txt"])
        self.assertEqual(damage.code, "truncated")
        whole, _, _ = read(FILES["commands.txt"])
        self.assertEqual(got.orders, whole.orders[: len(got.orders)])
        self.assertEqual(events[-1].WhichOneof("event"), "trailer")

    def test_damage_is_named(self):
        start = FILES["short.txt"].split(b"\n", 1)[0] + b"\n"
        for text, code in {
            b"": "not_recognised",
            b"begin {}\n": "not_recognised",
            b"start {\n": "malformed",
            b"start [1]\n": "not_recognised",
            start + b"turn 0\n": "malformed",
            start + b"turn 1 200\nend\nturn 1 200\nend\n": "malformed",
            start + b"turn 0 200\ncmd 1 {\n": "malformed",
            start + b"turn 0 200\ncmd 1 " + b"[" * 100_000 + b"\n": "malformed",
            start + b"turn 0 200\ncmd one {}\n": "malformed",
            start + b"turn 0 200\nend\nhash 12\n": "malformed",
            start + b"turn 9999999 200\nend\n": "limit_exceeded",
            start + b"turn 0 200\n": "truncated",
            start + b"turn 0 200\nend": "truncated",
            start + b"x" * (1 << 20) + b"\n": "limit_exceeded",
        }.items():
            with self.subTest(text[-40:]):
                _, damage, _ = read(text)
                self.assertIsNotNone(damage)
                self.assertEqual(damage.code, code)

    def test_ids_of_people_stay_in_the_file(self):
        _, _, events = read(FILES["commands.txt"])
        told = b"".join(event.SerializeToString() for event in events)
        hidden, _, _ = read(FILES["commands.txt"], native=True)
        raw, _, _ = read(FILES["commands.txt"], native=True, raw=True)
        for secret in (b"F00DFACE1234ABCD", b"00DEC0DED00DFEED"):
            self.assertNotIn(secret, told)
            self.assertNotIn(secret, b"\n".join(hidden.lines))
            self.assertIn(secret, b"\n".join(raw.lines))

    def test_probe(self):
        found = zeroad.Decoder.probe(pb.ProbeRequest(head=FILES["short.txt"][:4096]))
        self.assertEqual((found.format, found.confidence), ("zeroad", 100))
        self.assertEqual(zeroad.Decoder.probe(pb.ProbeRequest(head=b"once upon a time")).confidence, 0)


def ir_bits(value):
    from commands import bits

    return bits(value)


if __name__ == "__main__":
    unittest.main()
