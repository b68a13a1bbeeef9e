# SPDX-License-Identifier: GPL-3.0-or-later
"""What a decoder for convertd needs in Python: the types of the intermediate
representation (ir.py) and the process that serves them (serve.py).

docs/plugins.md and docs/ir.md of convertd are the contract that this follows.
"""
