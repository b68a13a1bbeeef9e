# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds build/convertd-decoder-@NAME@: one file with all modules inside, so that
one digest covers them. The same sources give the same file."""

import pathlib
import zipfile

here = pathlib.Path(__file__).parent
target = here / "build" / "convertd-decoder-@NAME@"
target.parent.mkdir(exist_ok=True)
with target.open("wb") as output:
    # -I: nothing of the user's environment; -B: no files are written.
    output.write(b"#!/usr/bin/python3 -IB\n")
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as archive:
        for module in [here / "__main__.py", here / "decoder.py", *sorted((here / "convertd_decoder").glob("*.py"))]:
            archive.writestr(zipfile.ZipInfo(str(module.relative_to(here))), module.read_bytes(), zipfile.ZIP_DEFLATED)
target.chmod(0o755)
print(target.relative_to(here))
