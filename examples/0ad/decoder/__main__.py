# SPDX-License-Identifier: GPL-3.0-or-later
"""convertd-decoder-zeroad: replays of 0 A.D. (commands.txt)."""

import plugin
from zeroad import Decoder

plugin.serve(Decoder())
