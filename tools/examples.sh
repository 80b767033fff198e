#!/usr/bin/env bash
# Compiles, checks, simulates and draws every program below examples/ with the binaries in
# bin/. A file without a horizon is a library of defs and no program.
set -euo pipefail
cd "$(dirname "$0")/.."

programs=$(grep -rl --include='*.sq' '\bhorizon\b' examples | sort)
[ -n "$programs" ] || { echo "no examples" >&2; exit 1; }
for program in $programs; do
	echo "$program"
	bin/serqc "$program" | bin/serqlink | bin/serqsim --json >/dev/null
	bin/serqc "$program" | bin/serqview >/dev/null
done
