#!/usr/bin/env bash
# Compares the Go benchmarks of a revision with those of the working tree, so that what
# else the machine does falls on both: the two run in turns. benchstat then says which
# differences are more than noise.
#
#	compare.sh BASE BENCH COUNT PACKAGE…
set -euo pipefail
if [ $# -lt 4 ] || [ -z "$1" ]; then
	echo "usage: make bench-compare BASE=rev [BENCH=regexp] [COUNT=6] [PKG=./sim]" >&2
	exit 2
fi
base=$1 bench=$2 count=$3
shift 3

work=$(mktemp -d)
trap 'git worktree remove --force "$work/tree" 2>/dev/null || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/tree" "$base"

# build TREE NAME PACKAGE… compiles the packages' tests in a tree, and lists them with
# the directories in which they run.
build() {
	local tree=$1 name=$2 pkg dir
	shift 2
	mkdir "$work/$name"
	(cd "$tree" && go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' "$@") |
		while read -r pkg dir; do
			(cd "$tree" && go test -c -o "$work/$name/${pkg//\//_}.test" "$pkg")
			echo "$work/$name/${pkg//\//_} $dir" >>"$work/$name.list"
		done
}

# run NAME runs the benchmarks of a tree once, and keeps what they print.
run() {
	local test dir
	while read -r test dir; do
		(cd "$dir" && "$test.test" -test.run '^$' -test.bench "$bench" -test.benchmem) >>"$work/$1.txt"
	done <"$work/$1.list"
}

build "$work/tree" base "$@"
build . here "$@"
for ((i = 1; i <= count; i++)); do
	echo "turn $i of $count" >&2
	if ((i % 2)); then run base && run here; else run here && run base; fi
done
go tool benchstat base="$work/base.txt" here="$work/here.txt"
