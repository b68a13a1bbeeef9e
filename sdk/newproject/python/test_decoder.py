# SPDX-License-Identifier: GPL-3.0-or-later
"""python3 -m unittest"""

import pathlib
import unittest

import decoder
from convertd_decoder.ir import DecodeError, Header, Kind, Order, SyncSample, Trailer
from convertd_decoder.serve import Batches, Options

FULL = Options("", "", header_only=False, native=False, raw=False)


def decode(name):
    """All parts of a sample, and the error at its end."""
    parts = []
    data = (pathlib.Path(__file__).parent / "samples" / name).read_bytes()
    try:
        for part in decoder.decode(data, FULL):
            parts.append(part)
    except DecodeError as error:
        return parts, error
    return parts, None


def those(parts, kind):
    return [part for part in parts if isinstance(part, kind)]


class Decoding(unittest.TestCase):
    def test_skirmish_is_read_to_its_end(self):
        parts, error = decode("skirmish.@NAME@")
        self.assertIsNone(error)
        self.assertIsInstance(parts[0], Header)
        self.assertTrue(parts[-1].complete)
        self.assertEqual((len(those(parts, Order)), len(those(parts, SyncSample))), (5, 2))
        move = those(parts, Order)[0]
        self.assertEqual((move.kind, move.subjects, move.target.x), (Kind.MOVE, [2, 3], 12 * 1024))

    def test_cut_file_keeps_what_came_before(self):
        parts, error = decode("cut.@NAME@")
        self.assertEqual(error.code, "truncated")
        self.assertEqual(len(those(parts, Order)), 1)
        self.assertFalse(those(parts, Trailer)[0].complete)

    def test_garbage_is_not_recognised(self):
        with self.assertRaises(DecodeError) as caught:
            list(decoder.decode(b"garbage", FULL))
        self.assertEqual(caught.exception.code, "not_recognised")
        self.assertIsNone(decoder.probe(b"garbage", b"", "", 7))

    def test_samples_are_sent_before_the_orders_that_follow_them(self):
        batches = Batches()
        parts, _ = decode("skirmish.@NAME@")
        kinds = [kind for part in parts for kind, _ in batches.put(part)]
        self.assertEqual(kinds, ["header", "sync", "orders", "trailer"])


if __name__ == "__main__":
    unittest.main()
