package diag

// What a program did that only shows when it runs.
const (
	RunAmount   Code = "SQ0501"
	RunIndex    Code = "SQ0502"
	RunGuard    Code = "SQ0503"
	RunNaN      Code = "SQ0504"
	RunDraw     Code = "SQ0505"
	RunGap      Code = "SQ0506"
	RunInstant  Code = "SQ0507"
	RunDrain    Code = "SQ0508"
	RunHold     Code = "SQ0509"
	RunCost     Code = "SQ0510"
	RunSettings Code = "SQ0511"
	RunWarmup   Code = "SQ0512"
	RunEvents   Code = "SQ0513"
)

var _ = register(map[Code]Explanation{
	RunAmount: {
		Title: "an amount is not negative and not NaN, and a run's work is finite",
		Text: `Work, units, growth, loads, lease times and the like are amounts. A value between -1e-9 and 0 is
taken as 0, since rounding makes such values; anything else below 0, and NaN, ends the run. The message
says which amount it was, its value, and for which session at what time.

Guard the expression: max(0, a - b).`,
		Example: `stage svc : fifo;
workload { arrive batch(2); }
session { run svc (0.5 - serial); end; }
run { horizon 10; }
`,
	},
	RunIndex: {
		Title: "an index is a whole number of its family",
		Text: `An index that varies is checked when it is read: it must be exactly a whole number from 0 to one less
than the family's size. The count of a choose must be a whole number of at least 1.

Use floor(...) where an index is computed by a division.`,
		Example: `stage svc[2] : fifo;
workload { arrive batch(3); }
session { run svc[serial] (1); end; }
run { horizon 10; }
`,
	},
	RunGuard: {
		Title: "a guard is exactly 0 or 1",
		Text: `A branch asks a yes-or-no question. A guard of any other value is most often a probability, which
is written branch with (p), or an amount, which needs a comparison.`,
		Example: `stage svc : fifo;
workload { arrive batch(3); }
session { branch (serial) { run svc (1); } end; }
run { horizon 10; }
`,
	},
	RunNaN: {
		Title: "a key, an observation and a gauge are numbers",
		Text: `NaN comes from 0 / 0, inf - inf, sqrt or ln of a negative number and the like. It has no place in an
order and spoils every mean, so the run ends where it first shows.`,
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); observe ratio = serial / serial; end; }
run { horizon 10; }
`,
	},
	RunDraw: {
		Title: "the parameters of a draw are in the distribution's domain",
		Text: `A mean is not negative, a probability from 0 to 1, the cv2 of an h2 at least 1, and so on; parameters
that vary are checked at every draw.`,
		Example: `stage svc : fifo;
workload { arrive batch(2); }
session { run svc (~exp(0.5 - serial)); end; }
run { horizon 10; }
`,
	},
	RunGap: {
		Title: "an arrival gap is positive and finite",
		Text:  `A renewal process with a gap of 0 would let any number of sessions arrive at one instant.`,
		Example: `stage svc : fifo;
workload { arrive renewal(~uniform(-1, 1)); }
session { run svc (1); end; }
run { horizon 1000; }
`,
	},
	RunInstant: {
		Title: "an instant settles",
		Text: `At one instant a session may execute a million statements without blocking, become ready a thousand
times, and two million sessions may arrive. What goes on longer would never let the clock move: a loop whose
runs all have no work, a closed workload whose sessions end where they began.`,
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { loop { run svc (serial); } }
run { horizon 10; }
`,
	},
	RunDrain: {
		Title: "a run of a limited number of arrivals drains between the warm-up and the horizon",
		Text: `With arrivals N the run ends when the last of the N sessions has left. If one is still there at the
horizon, or has not arrived, the figures would be those of another experiment; if the last leaves before the
warm-up ends, there is nothing to report.`,
		Example: `stage svc : fifo;
workload { arrive poisson(1); }
session { run svc (100); end; }
run { horizon 10; arrivals 5; }
`,
	},
	RunHold: {
		Title: "what a hold's statements act on is held",
		Text: `After release p, the innermost hold on p is still the one that grow, load and a growing run mean,
and there is nothing left to act on. A load may not go past the allocation. The references of one hold must
name different members.`,
		Example: `pool kv { cap 10; }
stage svc : fifo;
workload { arrive batch(1); }
session { hold kv (2) { release kv; grow kv (1); run svc (1); } end; }
run { horizon 10; }
`,
	},
	RunCost: {
		Title: "an iteration that carries tokens takes a finite time above 0",
		Text: `The cost of an iteration is finite and not negative, and more than 0 if it carries tokens: else an engine would
compute any number of tokens at one instant. A budget_left may not read itself through a serve key.`,
		Example: `stage e : step { cost tokens - 1; }
workload { arrive batch(1); }
session { run e decode (1); end; }
run { horizon 10; }
`,
	},
	RunSettings: {
		Title: "the settings of a run go together",
		Text: `--horizon, --warmup, --seed and --arrivals obey what a program's own run item obeys: the warm-up ends
before the horizon, a seed is a whole number from 0 to 2^53, and arrivals are limited only where they are open.`,
	},
	RunWarmup: {
		Title: "a warm-up is found only in a run that reaches its steady state",
		Text: `--warmup auto cuts the samples of the first observation where the mean of the rest has the least
standard error (MSER-5). If there are fewer than 100 samples, or the best place lies in the second half of
them, the run is too short to tell its start-up from its steady state; or there is no steady state, since the
load is more than the system can carry.

Run longer, or choose the warm-up by hand. The rule goes by the observation that is declared first: let that
be a latency, rather than a count or a test that is mostly 0.`,
	},
	RunEvents: {
		Title: "a file of events is no longer than its limit",
		Text: `--events writes at most as many events as --events-limit says. Where the limit is reached the file ends:
what is under way is shown up to there, and marked as cut. The run goes on, and the report is of all of it.

Raise the limit, or end the run earlier with --horizon. Viewers take a few million events at most.`,
	},
})
