#!/usr/bin/env python3
"""Writes the IR of every scenario of vLLM's scheduler.

usage: scenarios.py SERQC FOLDER OUT

FOLDER has the program, scheduler.sq, and the scenarios, NAME.json. SERQC compiles the
program with the engine of a scenario as its constants; the requests become preset sessions
in the order of their ids. OUT gets a NAME.ir.json each. Python 3.9, no packages.
"""

import json
import pathlib
import subprocess
import sys

CONSTANTS = ["token_budget", "max_running", "block_tokens", "blocks_usable", "chunk_threshold", "prefix_caching"]
PRESETS = ["arrival_step", "prompt", "output"]  # of a request


def compiled(serqc, program, constants):
    """The IR of a program, without the places in its text."""
    sets = [f"--set={name}={value:d}" for name, value in constants.items()]
    done = subprocess.run([serqc, program, "--strip", *sets], check=True, capture_output=True)
    return json.loads(done.stdout)


def with_requests(ir, requests):
    """The program with one session for each request, all of them there from the start."""
    slots = {name: ir["attrs"].index(name) for name in PRESETS}
    ir["arrival"] = {"Sessions": [{"attrs": [[slots[name], request[name]] for name in PRESETS]} for request in requests]}
    return ir


def main():
    serqc, folder, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    for file in sorted(folder.glob("*.json")):
        if file.name.endswith(".ir.json"):
            continue
        scenario = json.loads(file.read_text())
        constants = {name: scenario["engine"][name] for name in CONSTANTS}
        constants["driver_steps"] = scenario["driver_steps"]
        ir = with_requests(compiled(serqc, folder / "scheduler.sq", constants),
                           sorted(scenario["requests"], key=lambda r: r["id"]))
        (out / f"{file.stem}.ir.json").write_text(json.dumps(ir, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main()
