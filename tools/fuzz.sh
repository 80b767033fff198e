#!/usr/bin/env bash
# Runs every fuzz target of the module for a while each, a time or a count: fuzz.sh [10s|1000x].
set -euo pipefail
cd "$(dirname "$0")/.."
time=${1:-10s}

for package in $(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u); do
	for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz'); do
		echo "fuzz $package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package"
	done
done
