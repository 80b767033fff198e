"""Builds serq programs in Python, runs them, and reads their reports.

    import serqir as sq

    p = sq.Program(horizon=1e5, warmup=1e3)
    svc = p.stage("svc", sq.fifo(1))
    p.arrive(sq.poisson(0.8))
    with p.session() as s:
        s.run(svc, sq.draw.exp(1))
    print(sq.run(p).stages["svc"].mean_number)

`Program` writes the IR, version 8. What it cannot write it refuses with `BuildError`,
which names the caller's line; the rules of the language are serqlink's, which
`link` and `run` call and which names Python's lines too.
"""

from . import draw
from .arrival import Arrival, Preset, batch, closed, none, poisson, renewal, sessions
from .context import (
    admission, age, attention, cached, computed, decoders, decoding, forced, kv_decode, kv_prefill, last, more, new, now, out,
    position, prefilled, present, remaining, residents, serial, size, think, tokens, turn_no, waited, waiting,
)
from .errors import BuildError, Diagnostic, LinkError, RunError, ToolError, ToolNotFoundError, TraceError
from .expr import Attr, Expr, Scalar, ceil, exp, floor, ln, maximum, minimum, pow, sqrt, total, where
from .pool import PoolOptions, Spill, spill
from .program import Program
from .refs import Pool, PoolFamily, PoolRef, Stage, StageFamily, StageRef, Take
from .report import Report, Samples, read_samples
from .schema import IR_VERSION
from .stage import Kind, delay, fifo, ps, step
from .statements import Session, Writer
from .sweep import Point, grid, sweep
from .tools import compile_file, find, link, run
from .trace import read_trace

__all__ = [
    "admission", "age", "Arrival", "attention", "Attr", "batch", "BuildError", "cached", "ceil", "closed",
    "compile_file", "computed", "decoders", "decoding", "delay", "Diagnostic", "draw", "exp", "Expr", "fifo", "find",
    "floor", "forced", "grid", "IR_VERSION", "Kind", "kv_decode", "kv_prefill", "last", "link", "LinkError", "ln",
    "maximum", "minimum", "more", "new", "none", "now", "out", "Point", "poisson", "Pool", "PoolFamily",
    "PoolOptions", "PoolRef", "position", "pow", "prefilled", "present", "Preset", "Program", "ps", "read_samples",
    "read_trace", "remaining", "renewal", "Report", "residents", "run", "RunError", "Samples", "Scalar", "serial",
    "Session", "sessions", "size", "Spill", "spill", "sqrt", "Stage", "StageFamily", "StageRef", "step", "sweep",
    "Take", "think", "tokens", "ToolError", "ToolNotFoundError", "total", "TraceError", "turn_no", "waited",
    "waiting", "where", "Writer",
]
