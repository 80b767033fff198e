package diag

// Names and meaning of queues and their relations, among those of program text.
const (
	UnknownQueue Code = "SQ0231"
	QueueParts   Code = "SQ0232"
	EntryCall    Code = "SQ0233"
	EntryReads   Code = "SQ0234"
	EntryActs    Code = "SQ0235"
	NoLease      Code = "SQ0236"
	PullQueues   Code = "SQ0237"
	PullTwice    Code = "SQ0238"
	PullShare    Code = "SQ0239"
	PullSource   Code = "SQ0240"
	PullRead     Code = "SQ0241"
	PullUnused   Code = "SQ0242"
)

// examplePods are the queues of most examples.
const examplePods = `queue P[2] : prefill {
  pool kv { cap 9; }
  serve delay;
  nic ps (1);
  prefill (n) { hold kv (n) { run (1); } lease kv (inf); }
}
queue D[2] : decode {
  pool kv { cap 9; }
  serve delay;
  nic ps (1);
  decode (n) from src { hold kv (n) { transfer (n) from src to kv (n); run (1); } }
}
`

// exampleUse calls them.
const exampleUse = `queue gw : gateway { route { P[0].prefill (3); D[1].decode (3) from P[0]; } }
workload { arrive batch (1); session { request gw; end; } }
run { horizon 9; }
`

var _ = register(map[Code]Explanation{
	UnknownQueue: {
		Title: "a queue that is not declared",
		Text: "The call of an entry, `from` and `request` name a queue. It may stand anywhere in the program. " +
			"A pool or stage is not a queue.",
		Example: `workload { arrive batch (1); session { request gw; end; } }
run { horizon 1; }
`,
	},
	QueueParts: {
		Title: "a queue has what its roles ask for",
		Text: "A gateway has the entry route, without parameters, and is no family; prefill and decode have the " +
			"entry of their name, decode one without `from`, one with it, or both; a link has the entry " +
			"transfer or none. A link without an entry has a serve, which is the cost of a transfer over it, and " +
			"perhaps a latency; nothing else has a latency.",
		Example: `queue P[2] : prefill { serve delay; }
workload { arrive batch (1); }
session { run P[0] (1); end; }
run { horizon 9; }
`,
	},
	EntryCall: {
		Title: "a call is of an entry that the queue has",
		Text: "P[i].prefill (n) and D[j].decode (n) enter a queue of that role. A decode is called `from P[i]` if " +
			"its entry says from, and a transfer `from` where the KV is `to` where it arrives. A gateway is " +
			"requested: request gw.",
		Example: examplePods + `D pull P share maxmin;
queue gw : gateway { route { P[0].prefill (3); P[1].decode (3); D[1].decode (3) from P[0]; } }
workload { arrive batch (1); session { request gw; end; } }
run { horizon 9; }
`,
	},
	EntryReads: {
		Title: "an entry sees its own",
		Text: "An entry can be read by itself: it reads its parameters, the pools and stages of its queue, " +
			"constants, cached and computed, and outside of a hold's header also now, what it sets or marks " +
			"itself and the hidden attributes of the request. Anything else is an argument. A gateway's route " +
			"reads what a server reads.",
		Example: `queue P[2] : prefill {
  pool kv { cap 9; }
  serve delay;
  prefill (n) { hold kv (n) { run (class); } }
}
workload { arrive batch (1); init { set class = 1; } }
session { P[0].prefill (3); end; }
run { horizon 9; }
`,
	},
	EntryActs: {
		Title: "an entry acts on its own pools",
		Text: "The statements of an entry hold, grow, load, drop and release the pools of its own queue, and the " +
			"one behind `from`. Its runs may name any stage.",
		Example: `pool slots { cap 4; }
queue P[2] : prefill {
  serve delay;
  prefill (n) { hold slots (1) { run (1); } }
}
workload { arrive batch (1); }
session { P[0].prefill (3); end; }
run { horizon 9; }
`,
	},
	NoLease: {
		Title: "what is read from is leased",
		Text: "`from P[i]` is the pool that the entries of P lease, so that the KV is still there when it is read. " +
			"Every path through every entry of P leases that one pool, or for some request there would be " +
			"nothing to read.",
		Example: `queue P[2] : prefill {
  pool kv { cap 9; }
  serve delay;
  nic ps (1);
  prefill (n) { hold kv (n) { run (1); } }
}
queue D[2] : decode {
  pool kv { cap 9; }
  serve delay;
  nic ps (1);
  decode (n) from src { hold kv (n) { transfer (n) from src to kv (n); run (1); } }
}
D pull P share maxmin;
` + exampleUse,
	},
	PullQueues: {
		Title: "a relation joins two queues above it that have a NIC",
		Text: "`D pull P` reads KV of P over the NIC of P and the NIC of D. Both queues stand above the relation, " +
			"each has a nic, and they are two.",
		Example: "D pull P share maxmin;\n" + examplePods + exampleUse,
	},
	PullTwice: {
		Title: "a queue reads from one other",
		Text: "A transfer without `on` means the one relation of its queue. Several readers may pull from one " +
			"queue, but a reader has one source.",
		Example: examplePods + "D pull P share maxmin;\nD pull P latency 1 share maxmin;\n" + exampleUse,
	},
	PullShare: {
		Title: "relations name the one policy of the program",
		Text: "How flows divide the stages that they share is said once for the program: by `share`, or by the " +
			"relations, which all name the same. A relation has no policy of its own by default: the fabric " +
			"decides how reads share it, and the program says what it assumes.",
		Example: examplePods + "D pull P;\n" + exampleUse,
	},
	PullSource: {
		Title: "a reader is called from the queue that it pulls from",
		Text: "Where `D pull P` stands, the entries of D that take KV take it from P: the relation is the " +
			"topology of the deployment.",
		Example: `queue R[2] : prefill {
  pool kv { cap 9; }
  serve delay;
  nic ps (1);
  prefill (n) { hold kv (n) { run (1); } lease kv (inf); }
}
` + examplePods + `D pull P share maxmin;
queue gw : gateway { route { R[0].prefill (3); D[1].decode (3) from R[0]; } }
workload { arrive batch (1); session { request gw; end; } }
run { horizon 9; }
`,
	},
	PullRead: {
		Title: "a transfer without `on` in an entry is a read over the relation",
		Text: "`transfer (work) from src to kv (n)` in an entry of D reads from the source of the call over the " +
			"NICs of `D pull P`. Without a relation, or in an entry without a source, the transfer names its " +
			"stages: transfer on L[i] (work) …",
		Example: examplePods + exampleUse,
	},
	PullUnused: {
		Title: "a relation is used",
		Text: "A relation over which the session never reads says something about the deployment that is not so: " +
			"a call or a `from` is missing, or the entry names stages where the relation was meant.",
		Example: examplePods + `D pull P share maxmin;
workload { arrive batch (1); }
session { P[0].prefill (3); end; }
run { horizon 9; }
`,
	},
})
