#!/usr/bin/env python3
"""Writes the data of examples/vllm-measured from a measurement.

usage: measured.py REQUESTS.jsonl OUT

REQUESTS.jsonl has one request a line, as LLMServingSim records them on vLLM: input_toks,
output_toks and, in seconds of one clock, queued_ts, first_token_ts and last_token_ts. OUT
gets requests.csv, a trace whose `think` is when the request came, and measured.csv, its
latencies in seconds as vllm bench serve defines them. Python 3.9, no packages.
"""

import csv
import json
import pathlib
import sys


def table(path, header, rows):
    with open(path, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def latencies(request):
    ttft = request["first_token_ts"] - request["queued_ts"]
    e2el = request["last_token_ts"] - request["queued_ts"]
    return [f"{x:.6f}" for x in (ttft, (e2el - ttft) / (request["output_toks"] - 1), e2el)]


def main():
    out = pathlib.Path(sys.argv[2])
    with open(sys.argv[1]) as f:
        requests = sorted(map(json.loads, f), key=lambda r: r["queued_ts"])
    begin = requests[0]["queued_ts"]
    table(out / "requests.csv", ["session", "turn", "new", "out", "think"],
          [[k, 0, r["input_toks"], r["output_toks"], f"{r['queued_ts'] - begin:.6f}"] for k, r in enumerate(requests)])
    table(out / "measured.csv", ["session", "ttft", "tpot", "e2el"],
          [[k, *latencies(r)] for k, r in enumerate(requests)])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main()
