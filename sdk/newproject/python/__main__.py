# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the built decoder begins."""

import decoder
from convertd_decoder.serve import serve

serve(decoder)
