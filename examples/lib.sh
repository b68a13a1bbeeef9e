# SPDX-License-Identifier: GPL-3.0-or-later
# What the checks of all examples do with convertd. To be sourced.
convertd=${CONVERTD:-convertd}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
built=$work/built
mkdir -m 700 "$built" "$work/plugins" "$work/rules"
cat >"$work/convertd.yaml" <<YAML
plugins:
  start_timeout: 60s
  folders: ["$work/plugins"]
rules:
  folders: ["$work/rules"]
YAML

# run COMMAND... is convertd with a configuration of its own.
run() { "$convertd" --config "$work/convertd.yaml" "$@"; }

# set_up NAME installs the decoder that was built, and the rule pack of the project.
set_up() {
	run plugins install "$built/convertd-decoder-$1"
	run rules install rules/*.json
	run plugins info "$1" | grep -vE "^guard .*: active"
}

# accepted NAME FILE... is the acceptance suite.
accepted() {
	run plugins test "$@" >"$work/accepted" || {
		grep -v '^ok' "$work/accepted"
		exit 1
	}
	printf '%s: %s checks passed\n' "$1" "$(grep -c '^ok' "$work/accepted")"
}

# converted FORMAT FILE VERDICT converts, compares the verdict and plays the
# recording again. The format is said so that a slow start on a busy machine is
# waited for.
converted() {
	local format=$1
	shift
	run convert "$1" --format "$format" --output "$work/out" --overwrite | tee "$work/converted"
	grep -q "($2;" "$work/converted" || {
		echo "$1 is not $2" >&2
		exit 1
	}
	local name
	name=$(basename "$1")
	run verify "$work/out/${name%.*}.icrep"
}

# judged FORMAT FILE VERDICT plays by the project's rule pack: the verdict is that or
# a better one, and of nine spoilt versions of the game at least eight are noticed.
judged() {
	run rules test rules/*.json "$2" --format "$1" --require "$3"
	local noticed
	noticed=$(run divergence power "$2" --format "$1" --json | grep -o '"noticed":true' | wc -l)
	echo "$noticed of 9 spoilt versions are noticed"
	[ "$noticed" -ge 8 ]
}
