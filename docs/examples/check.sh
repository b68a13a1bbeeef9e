#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the Python reader over the golden files, compares its dumps with the
# recorded ones, and checks the files given as arguments.
set -eu
here=$(dirname "$0")
golden=$here/../../testdata/golden
for file in "$golden"/icrep-v1-*.icrep; do
	python3 "$here/read_icrep.py" --dump "$file" | cmp - "$file.txt"
	echo "$(basename "$file"): the dump is the recorded one"
done
if [ $# -gt 0 ]; then
	python3 "$here/read_icrep.py" "$@"
fi
