package diag

// The link rules, SQ0401 to SQ0499: what a program keeps beyond its shape.
const (
	LinkShape          Code = "SQ0401"
	LinkIndex          Code = "SQ0402"
	LinkTree           Code = "SQ0403"
	LinkSettings       Code = "SQ0404"
	LinkArrival        Code = "SQ0405"
	LinkArity          Code = "SQ0406"
	LinkDistribution   Code = "SQ0407"
	LinkSize           Code = "SQ0408"
	LinkMoment         Code = "SQ0409"
	LinkNoSession      Code = "SQ0410"
	LinkHidden         Code = "SQ0411"
	LinkHiddenList     Code = "SQ0412"
	LinkDraw           Code = "SQ0413"
	LinkGauge          Code = "SQ0414"
	LinkOwnDecision    Code = "SQ0415"
	LinkStraight       Code = "SQ0416"
	LinkMode           Code = "SQ0417"
	LinkStageKind      Code = "SQ0418"
	LinkSpillCycle     Code = "SQ0419"
	LinkOutsideHold    Code = "SQ0420"
	LinkHoldPools      Code = "SQ0421"
	LinkHoldIndex      Code = "SQ0422"
	LinkPreemptedIndex Code = "SQ0423"
	LinkReuse          Code = "SQ0424"
	LinkCached         Code = "SQ0425"
	LinkTooBig         Code = "SQ0426"
	LinkRows           Code = "SQ0427"
	LinkAmount         Code = "SQ0428"
	LinkAssign         Code = "SQ0429"
	LinkProgress       Code = "SQ0430"
	LinkGuard          Code = "SQ0431"
	LinkFlowStage      Code = "SQ0432"
	LinkFlowPlain      Code = "SQ0433"
	LinkFlowTwice      Code = "SQ0434"
	LinkShare          Code = "SQ0435"
	LinkStale          Code = "SQ0436"
	LinkName           Code = "SQ0437"
)

var _ = register(map[Code]Explanation{
	LinkShape: {
		Title: "a program is whole",
		Text: "Every expression, statement, stage kind and arrival process that must be there is there, and every word " +
			"is one of the language. A document that reads cannot break this; a program that is made in memory can. " +
			"Nothing else is judged before it holds.",
		Example: "{\"Set\":[9,null]}\n",
	},
	LinkIndex: {
		Title: "what is referred to by number is there",
		Text: "Blocks, attributes, observations, pools and stages are numbers into their lists. A reference names a family " +
			"by its first member and its size, which lie within the list; its index is missing only where the family has " +
			"one member, and a constant one is a whole number of the family. Each built-in attribute has a slot of its own.",
		Example: spoilt(`{"Observe":[0,`, `{"Observe":[7,`),
	},
	LinkTree: {
		Title: "blocks form a tree",
		Text: "Every block is the body of exactly one statement, or init, turn or session. A block that is entered twice " +
			"could not say where it goes on, and one that is never entered is a leftover that means nothing.",
		Example: spoilt(`{"Observe":[0,{"Num":1}]}`, `{"Loop":2}`),
	},
	LinkSettings: {
		Title:   "a run has a beginning and an end",
		Text:    "The horizon is finite and above 0, the warm-up ends before it, and the seed is a whole number from 0 to 2^53.",
		Example: "workload { arrive batch(1); }\nsession { end; }\nrun { horizon 10; warmup 10; }\n",
	},
	LinkArrival: {
		Title: "arrivals can be made",
		Text: "A rate is finite and above 0, and so is a constant gap; closed and batch start 1 to 1,000,000 sessions. A gap " +
			"reads numbers, functions of them and draws, so that a seed gives the same arrivals whatever the deployment. " +
			"arrivals N counts the sessions of an open workload (poisson or renewal): the others have their number already.",
		Example: "workload { arrive poisson(0); }\nsession { end; }\nrun { horizon 10; }\n",
	},
	LinkArity: {
		Title: "functions, draws and rules have their arguments",
		Text: "A function is given as many arguments as it takes, pools where it takes pools and stages where it takes " +
			"stages; a distribution its parameters, and ~empirical its values. A hold names a pool, and keys are at least one.",
		Example: spoilt(`{"Num":1}`, `{"Call":["Min",[{"Expr":{"Num":1}}]]}`),
	},
	LinkDistribution: {
		Title: "constant parameters are in their distribution's domain",
		Text: "A mean is not negative, a probability lies between 0 and 1, phases are a whole number, a cv2 of ~h2 is at " +
			"least 1, the alpha of ~pareto is above 1 so that the mean exists, and the bounds of ~uniform are in order. " +
			"Parameters that are not constant are checked when they are drawn with.",
		Example: sqText("stage svc : fifo;", "run svc (~bernoulli (1.5));"),
	},
	LinkSize: {
		Title:   "pools and stages have sizes",
		Text:    "A cap is 0 or more and may be inf, a block is finite and above 0, and a fifo stage has at least one server.",
		Example: spoilt(`"pools":[]`, `"pools":[{"name":"kv","cap":-1,"block":null,"evict":"Lru","preempt":"None","queue":null,"spill":null,"admit_via":null}]`),
	},
	LinkMoment: {
		Title: "a context variable is read where it exists",
		Text: "now is known nearly everywhere, but tokens only once a batch is formed, waited only while a hold queues, and " +
			"size, age and last only of a cached entry. The message says where the variable can be read.",
		Example: sqText("stage svc : fifo;", "set x = tokens; run svc (x);"),
	},
	LinkNoSession: {
		Title: "the machine has no attributes",
		Text: "A capacity, a budget, a chunk, a cost and a gauge are read for the machine as a whole, when no session is at " +
			"hand whose attributes or cached prefix they could read. They read constants and the state of pools and stages.",
		Example: sqText("stage link : ps (size0);", "set size0 = 2; run link (1);"),
	},
	LinkHidden: {
		Title: "the scheduler does not read what is hidden",
		Text: "An attribute that the workload lists as hidden is what really happens, such as the length that an answer will " +
			"have. A session's own statements may read it, for example as the work of a run. A hold's header and the keys of " +
			"queue, evict, preempt, serve and spill are the scheduler's, and it cannot know.",
		Example: `pool kv { cap 9; }
stage svc : delay;
workload { arrive batch(1); hidden answer; init { set answer = ~geometric (5); } }
session { hold kv (answer) { run svc (answer); } }
run { horizon 10; }
`,
	},
	LinkHiddenList: {
		Title: "what is hidden is the program's own",
		Text: "hidden names attributes that something in the program sets (a set, a choose, a preset or the row of a turn), " +
			"each once. serial, turn_no, cached and computed are the machine's and no secret.",
		Example: `stage svc : delay;
workload { arrive batch(1); hidden answer, answer; init { set answer = 2; } }
session { run svc (answer); }
run { horizon 10; }
`,
	},
	LinkDraw: {
		Title: "what is read again does not draw",
		Text: "Units, reserve, reuse and all keys are read as often as the machine tries; a draw there would make the workload " +
			"depend on how often that is. Set an attribute to the draw once and read it. The keys of a choose may draw, for " +
			"they are read once: that is a random router.",
		Example: sqText("pool kv { cap 10; }\nstage svc : fifo;", "hold kv (~uniform (1, 5)) { run svc (1); }"),
	},
	LinkGauge: {
		Title: "a gauge holds still between events",
		Text: "A gauge is averaged over time as it stands after each event. work and budget_left move in between, and a member " +
			"is named by a number, as there is nobody to follow.",
		Example: sqText("stage svc : fifo;\ngauge backlog = work (svc);", "run svc (1);"),
	},
	LinkOwnDecision: {
		Title: "a rule does not read what it decides",
		Text: "What is left of a budget follows from budget, chunk, the serve order and who is preempted, so none of these reads " +
			"a budget_left: budgets, chunks and preempt keys of no engine, serve keys and only not of their own, directly or " +
			"around. Preempt keys do not read computed either, which a preemption sets; position is what they mean.",
		Example: sqText("stage E : step { cost 1; budget 8 - budget_left (E); }", "run E prefill (3);"),
	},
	LinkStraight: {
		Title:   "init and turn only set and observe",
		Text:    "They happen in no time, at a session's arrival and within a turn. Whatever waits, or decides, belongs to the session.",
		Example: spoilt(`"blocks":[[],`, `"blocks":[["Turn"],`),
	},
	LinkMode: {
		Title: "a run on a step stage says what it is",
		Text: "A step engine treats a prefill and a decode differently, so a run there is one of the two, and only there. " +
			"growing names the pool whose hold grows with the tokens, which no other stage makes.",
		Example: sqText("stage E : step { cost 1; budget 4; }", "run E (3);"),
	},
	LinkStageKind: {
		Title: "a stage is of the kind that its use needs",
		Text: "Only a step stage admits (admit via) and has a budget (budget_left); a spill travels over a stage that is none. " +
			"serve exclusive prefill runs one prefill alone and leaves serve only nothing to select.",
		Example: sqText("pool slots { cap 4; evict none; admit via svc; }\nstage svc : fifo;", "hold slots (1) { run svc (1); }"),
	},
	LinkSpillCycle: {
		Title:   "a spill comes to rest",
		Text:    "What a pool evicts goes to its tier, which may evict in turn. If that led back, evicting would not end.",
		Example: sqText("pool kv { cap 10; spill kv via link (size) when (1); }\nstage link : fifo;", "hold kv (1) { run link (1); } "),
	},
	LinkOutsideHold: {
		Title: "what acts on a hold stands inside it",
		Text: "grow, load, release and growing act on the innermost hold of the same pool around them: the same family and the " +
			"same index expression. A release may also stand where some hold of the program has leased that pool.",
		Example: sqText("pool kv { cap 10; }", "grow kv (1);"),
	},
	LinkHoldPools: {
		Title:   "a hold names each pool once and leases its own",
		Text:    "Two parts of one hold on one pool would be one allocation with two owners. A lease keeps a part that the hold has.",
		Example: sqText("pool kv { cap 10; }\nstage svc : fifo;", "hold kv (1), kv (2) { run svc (1); }"),
	},
	LinkHoldIndex: {
		Title: "the index of a hold stays what it is",
		Text: "The index is read when the hold joins its queue and again by each grow, load and release inside. In between " +
			"nothing may change an attribute that it reads (a turn changes all of them), and where it is read again it reads " +
			"attributes and numbers only: not a draw, the clock or live state, nor what the hold's own admission sets.",
		Example: sqText("pool kv[2] { cap 10; }\nstage svc : fifo;", "set j = 0; hold kv[j] (1) { set j = 1; run svc (1); }"),
	},
	LinkPreemptedIndex: {
		Title: "a preempted hold asks for the same member again",
		Text: "After a preemption the hold's statement runs again, and with it the holds inside. Their indices therefore read " +
			"nothing that the body of a hold preempted with them sets, and neither cached nor computed. Units may: that is how " +
			"a request resumes.",
		Example: sqText("pool kv { cap 10; preempt lifo; }\npool slot[2] { cap 1; }\nstage svc : fifo;",
			"hold kv (1) { set j = 1; hold slot[j] (1) { run svc (1); } }"),
	},
	LinkReuse: {
		Title:   "reuse needs a cache clause",
		Text:    "Only a hold with a cache clause looks at the session's own prefix. cache (0) looks at it and keeps nothing.",
		Example: sqText("pool kv { cap 10; }\nstage svc : fifo;", "hold kv (4) reuse (2) { run svc (1); }"),
	},
	LinkCached: {
		Title: "cached is read where a hold has looked at its prefix",
		Text: "cached is what the latest admission consumed. In a hold without a cache clause it is always 0, whatever the " +
			"session has cached, and reading it there is a mistake.",
		Example: sqText("pool kv { cap 10; }\nstage svc : fifo;", "hold kv (4) { run svc (4 - cached); }"),
	},
	LinkTooBig: {
		Title:   "constant units fit",
		Text:    "A constant amount that is over the cap of every member it may name, in whole blocks, could never be admitted.",
		Example: sqText("pool kv { cap 20; block 16; }\nstage svc : fifo;", "hold kv (17) { run svc (1); }"),
	},
	LinkRows: {
		Title: "presets give what a workload gives",
		Text: "The attributes of preset sessions and their turns are finite numbers. serial, turn_no, cached, computed and more " +
			"are counted by the machine.",
		Example: spoilt(`{"Poisson":0.5}`, `{"Sessions":[{"attrs":[[1,7]]}]}`),
	},
	LinkAmount: {
		Title: "constant amounts are amounts",
		Text: "Units, work, growth, loads, times, budgets, capacities and costs are not negative and not NaN, work is finite " +
			"besides, and a choose has a whole number of candidates, one at least. What is not constant is checked in the run.",
		Example: sqText("stage svc : fifo;", "run svc (0 - 1);"),
	},
	LinkAssign: {
		Title:   "a program does not assign the machine's attributes",
		Text:    "cached, serial, turn_no and computed say what the machine did. more may be set, to decide whether a turn follows.",
		Example: sqText("stage svc : fifo;", "set serial = 1; run svc (serial);"),
	},
	LinkProgress: {
		Title: "a loop takes time",
		Text: "Every path through a loop's body reaches a run of some work (a hold whose body does counts), or the end of the " +
			"session. Otherwise it could go round for ever at one instant.",
		Example: sqText("stage svc : fifo;", "loop { branch (serial == 0) { run svc (1); } }"),
	},
	LinkGuard: {
		Title:   "a guard is a test",
		Text:    "branch takes 0 or 1 and nothing else. A probability is a draw: branch with (p).",
		Example: sqText("stage svc : fifo;", "branch (0.5) { run svc (1); }"),
	},
	LinkFlowStage: {
		Title: "flows share constant capacities",
		Text: "A run over several stages is a flow at the rate that the policy gives it from the capacities of all of them. So " +
			"each is ps of a constant that is finite and above 0: a flow at rate 0 would wait for ever, a fifo stage serves one " +
			"job at a time, and present does not describe a flow. The whole array is shared, so this holds for all its members.",
		Example: sqText("stage a : ps (1);\nstage b : fifo;\nshare maxmin;", "run a, b (1);"),
	},
	LinkFlowPlain: {
		Title:   "a flow is plain",
		Text:    "A flow moves bytes and makes no tokens: it is neither a prefill nor a decode, and no hold grows with it.",
		Example: sqText("stage a : ps (1);\nstage b : ps (1);\nshare maxmin;", "run a, b prefill (1);"),
	},
	LinkFlowTwice: {
		Title: "a flow names an array once",
		Text: "An index is read when the run starts, so two references to one array could be one stage. The two ends of a " +
			"transfer are arrays of their own.",
		Example: sqText("stage e[2] : ps (1);\nshare maxmin;", "run e[0], e[1] (1);"),
	},
	LinkShare: {
		Title: "a program with flows says how they share",
		Text: "How concurrent flows divide their stages is a modelling choice with no default: share maxmin or share bottleneck, " +
			"once in the program. Without flows there is nothing to share.",
		Example: sqText("stage a : ps (1);\nstage b : ps (2);", "run a, b (1);"),
	},
	LinkStale: {
		Title: "a header reads live state, not a copy",
		Text: "Units, reserve and reuse are read at every attempt to admit. An attribute that was set from the state of a pool or " +
			"stage, directly or through others, is out of date by then. at admission (u = …) names a part of the header that is " +
			"read when the hold is admitted. A choose is exempt, and so is an index: a member is chosen once.",
		Example: sqText("pool kv { cap 9; }\nstage svc : delay;", "set u = free (kv); hold kv (u) { run svc (1); }"),
	},
	LinkName: {
		Title: "names tell things apart",
		Text: "Names consist of letters, digits, _ and dots, as they become the names of files. In its list a name stands once, " +
			"for pools and stages together with the member's number; a gauge has the name of no observation.",
		Example: sqText("stage svc : fifo;\ngauge wait = queue (svc);", "run svc (1); observe wait = now;"),
	},
})

// sqText is the text of a program of some items and a session.
func sqText(items, session string) string {
	return items + "\nworkload { arrive batch(1); }\nsession { " + session + " }\nrun { horizon 10; }\n"
}
