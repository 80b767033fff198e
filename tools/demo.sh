#!/usr/bin/env bash
# Shows what the tools do, with the binaries in bin/.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in examples/egress/before.sq examples/egress/after.sq examples/azure-conv/azure-conv.sq; do
	echo
	echo "\$ serqc $program | serqsim"
	bin/serqc "$program" | bin/serqsim
done
