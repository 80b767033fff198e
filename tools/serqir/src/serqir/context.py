"""What expressions can read beside a program's own attributes.

A context variable exists only at the moments that supply it; serqlink says where,
if one is read elsewhere. The built-in attributes are of each session, at any of
its moments.
"""

from __future__ import annotations

from .expr import Attr, Expr


def _context(word: str) -> Expr:
    return Expr("Ctx", word)


now = _context("Now")
"""The clock. Nearly everywhere; not in gauges and `only`."""

waited = _context("Waited")
"""In a pool's queue keys: clock units since the hold joined the queue."""

size = _context("Size")
"""In eviction keys and spills: units of the entry, or of what a spill carries."""
age = _context("Age")
"""In eviction keys and spills: clock units since the entry was released."""
last = _context("Last")
"""In eviction keys and spills: when the entry was released."""
waiting = _context("Queued")
"""In eviction keys and spills: 1 if the entry's session is in a queue, else 0."""

present = _context("N")
"""In a ps capacity: jobs at the stage."""

residents = _context("Nres")
"""In a step stage's rules: jobs on the engine."""
decoders = _context("Ndec")
"""In a step stage's rules: decodes among the residents; in its cost, those of the batch."""
kv_decode = _context("Kvb")
"""In a step stage's rules: units of its memory that the sessions of the decodes hold."""
kv_prefill = _context("Kvp")
"""In a step stage's rules: units of its memory that the sessions of the prefills hold."""
tokens = _context("Ntok")
"""In a cost: tokens of the batch."""
prefilled = _context("Npre")
"""In a cost: prefill tokens of the batch."""
attention = _context("Attn")
"""In a cost: sum over the batch's prefill chunks of n(K + n/2), of n tokens after K."""
decoding = _context("Decoding")
"""In serve and preempt keys and `only`: 1 if the job at hand is a decode, else 0."""
admission = _context("Admission")
"""In serve and preempt keys and `only`: the order of admission of the job's session."""
remaining = _context("Remaining")
"""In serve keys and `only`: work that the job has left."""
position = _context("Position")
"""In preempt keys: how far the candidate has come in this pool, in units."""

cached = Attr("cached")
"""Units of its own prefix that the session consumed at its last admission."""
serial = Attr("serial")
"""The session's number in the order of arrival, from 0."""
turn_no = Attr("turn_no")
"""How many turns the session has made."""
new = Attr("new")
"""New prompt tokens of the turn, from a trace or preset."""
out = Attr("out")
"""Output tokens of the turn, from a trace or preset."""
think = Attr("think")
"""Clock units of thinking before the next turn, from a trace or preset."""
more = Attr("more")
"""1 while another turn follows, else 0."""
forced = Attr("forced")
"""1 where the turn must miss the cache, from a trace or preset."""
computed = Attr("computed")
"""The position that a preempted hold had reached, else 0."""

BUILT_IN: tuple[tuple[str, Attr], ...] = (
    ("slot_cached", cached), ("slot_serial", serial), ("slot_turn", turn_no), ("slot_new", new), ("slot_out", out),
    ("slot_think", think), ("slot_more", more), ("slot_forced", forced), ("slot_computed", computed),
)
"""The built-in attributes and the keys of the document that say where they are, in order."""
