#!/usr/bin/env python3
"""Fits the cost of a step in examples/vllm-measured to the measurement.

usage: fit.py BIN [REQUESTS]

BIN has the tools. Only the first REQUESTS (150) are looked at: the others validate what
comes out. The distance is the mean of |ln(simulated/measured)| over the TTFT and the TPOT
of each of those requests; the simplex method of Nelder and Mead (The Computer Journal 7,
1965), started anew once, makes it small. Python 3.9, no packages.
"""

import csv
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/vllm-measured"
START = {"perStep": 9e-3, "perPrefill": 5e-3, "perPrompt": 4.2e-5, "perSequence": 8e-5, "perKv": 7e-8}  # seconds
LATENCIES = ["ttft", "tpot"]


def column(file, name):
    with open(file, newline="") as f:
        return {row["session"]: float(row[name]) for row in csv.DictReader(f)}


class Replay:
    """The example with a cost of its own."""

    def __init__(self, bin_, fitted):
        self.bin, self.fitted, self.runs = pathlib.Path(bin_), fitted, 0
        self.measured = {name: column(EXAMPLE / "measured.csv", name) for name in LATENCIES}

    def distance(self, logarithms):
        """How far a cost, the logarithms of its parameters, is from the measurement."""
        self.runs += 1
        sets = [f"--set={name}={math.exp(x)!r}" for name, x in zip(START, logarithms)]
        program = subprocess.run([self.bin / "serqc", EXAMPLE / "vllm-measured.sq", *sets], check=True, capture_output=True)
        with tempfile.TemporaryDirectory() as dump:
            subprocess.run([self.bin / "serqsim", "--quiet", "--json", "--dump", dump],
                           input=program.stdout, check=True, capture_output=True)
            simulated = {name: column(f"{dump}/{name}.csv", name="value") for name in LATENCIES}
        return statistics.fmean(abs(math.log(simulated[name][str(k)] / self.measured[name][str(k)]))
                                for name in LATENCIES for k in range(self.fitted))


def nelder_mead(f, start, spread, tolerance, limit):
    """A minimum of f near start, with its value."""
    simplex = [start] + [[x + (spread if i == k else 0) for k, x in enumerate(start)] for i in range(len(start))]
    simplex = sorted((f(x), x) for x in simplex)
    for _ in range(limit):
        if simplex[-1][0] - simplex[0][0] < tolerance:
            break
        centre = [statistics.fmean(c) for c in zip(*(x for _, x in simplex[:-1]))]

        def along(t):
            x = [c + t * (w - c) for c, w in zip(centre, simplex[-1][1])]
            return f(x), x

        reflected = along(-1)
        if reflected[0] < simplex[0][0]:
            new = min(reflected, along(-2))
        elif reflected[0] < simplex[-2][0]:
            new = reflected
        else:
            new = along(-0.5 if reflected[0] < simplex[-1][0] else 0.5)
        if new[0] < simplex[-1][0]:
            simplex[-1] = new
        else:  # nothing better on that line: draw everything towards the best
            best = simplex[0][1]
            near = [[(a + b) / 2 for a, b in zip(x, best)] for _, x in simplex[1:]]
            simplex[1:] = [(f(x), x) for x in near]
        simplex.sort()
    return simplex[0]


def main():
    replay = Replay(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 150)
    best = [math.log(x) for x in START.values()]
    for _ in range(2):
        distance, best = nelder_mead(replay.distance, best, spread=0.3, tolerance=1e-6, limit=250)
    for name, x in zip(START, best):
        print(f"let {name} = {math.exp(x):.3g};")
    print(f"// distance {distance:.4f} after {replay.runs} runs")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main()
