package diag

// Names and meaning of program text, SQ0201 to SQ0299.
const (
	UnknownName     Code = "SQ0201"
	UnknownFamily   Code = "SQ0202"
	UnknownFunction Code = "SQ0203"
	DeclaredTwice   Code = "SQ0204"
	NameTaken       Code = "SQ0205"
	DeclaredBelow   Code = "SQ0206"
	NotConstant     Code = "SQ0207"
	BadConstant     Code = "SQ0208"
	FamilySize      Code = "SQ0209"
	ArrayIndex      Code = "SQ0210"
	FamiliesDiffer  Code = "SQ0211"
	WrongArguments  Code = "SQ0212"
	DefKind         Code = "SQ0213"
	DefCycle        Code = "SQ0214"
	DrawTwice       Code = "SQ0215"
	Capture         Code = "SQ0216"
	NotFresh        Code = "SQ0217"
	TooManyTerms    Code = "SQ0218"
	TooLarge        Code = "SQ0219"
	Missing         Code = "SQ0220"
	TwoSides        Code = "SQ0221"
	StmtNotHere     Code = "SQ0222"
	NoRoleStage     Code = "SQ0223"
	RoleOnStep      Code = "SQ0224"
	AtAdmission     Code = "SQ0225"
	LibraryItem     Code = "SQ0226"
	CannotRead      Code = "SQ0227"
	UnknownOverride Code = "SQ0228"
	BadData         Code = "SQ0229"
	RunWithoutStage Code = "SQ0230"
	// SQ0231 to SQ0242 are in codes_queue.go.
)

// Compiling a trace into a program, SQ0630 to SQ0639.
const InlineTrace Code = "SQ0630"

var _ = register(map[Code]Explanation{
	UnknownName: {
		Title: "a name that no value has",
		Text: "In an expression a name is an attribute that some set or choose assigns, a constant that a let " +
			"above declares, a parameter, or a context variable such as now. Pools and stages are not values: " +
			"they are read through used, free, queue, work and the like.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { set x = promt + 1; run svc (x); end; }
run { horizon 1; }
`,
	},
	UnknownFamily: {
		Title: "a pool or stage that is not declared",
		Text: "Pools and stages may be named before they stand, but they must stand somewhere. Pools and stages " +
			"have separate names: a stage is not found where a pool must be.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svcc (1); end; }
run { horizon 1; }
`,
	},
	UnknownFunction: {
		Title: "a function, def or distribution that does not exist",
		Text: "A name before a parenthesis is a function of the language or a def above; behind ~ it is a " +
			"distribution. As a statement it is a def.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (maximum (1, 2)); end; }
run { horizon 1; }
`,
	},
	DeclaredTwice: {
		Title: "a name is declared once",
		Text: "Two constants, defs, pools or stages of one name, or two parameters, cannot be told apart. A " +
			"pool and a stage may share a name.",
		Example: `let n = 1;
let n = 2;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (n); end; }
run { horizon 1; }
`,
	},
	NameTaken: {
		Title: "a name means one thing",
		Text: "A name is not both an attribute and a constant, and neither is one that the language supplies: a " +
			"function, a context variable, a built-in attribute (which a set may assign) or inf.",
		Example: `let n = 1;
stage svc : fifo;
workload { arrive batch(1); }
session { set n = 2; run svc (n); end; }
run { horizon 1; }
`,
	},
	DeclaredBelow: {
		Title: "constants and defs stand above their use",
		Text: "A let and a def look above only, so that a program can be read from the top; so does a blocksize " +
			"in a let. Pools and stages may be used before they stand.",
		Example: `let a = b + 1;
let b = 2;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (a); end; }
run { horizon 1; }
`,
	},
	NotConstant: {
		Title: "what shapes the deployment is constant",
		Text: "Sizes, caps, blocks, rates, numbers of servers and sessions and the settings of the run are " +
			"fixed before it starts: numbers, constants, and operators, functions and aggregates over them.",
		Example: `pool kv { cap serial; }
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	BadConstant: {
		Title: "a constant has a value of its kind",
		Text: "A constant is a number or inf, never NaN; a count is whole; a cap is not negative and a block is " +
			"above 0.",
		Example: `let x = 0 / 0;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	FamilySize: {
		Title: "a family has 1 to 10,000 members",
		Text: "The size of an array of pools or stages. A larger one is more likely a slip (a size in tokens, " +
			"say) than a deployment.",
		Example: `pool kv[20000] { cap 1; }
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	ArrayIndex: {
		Title: "an array is named with an index, and nothing else is",
		Text: "A pool or stage that is declared with a size is an array, of one member too, and each use says " +
			"which member. One without a size takes no index.",
		Example: `stage rep[2] : fifo;
workload { arrive batch(1); }
session { run rep (1); end; }
run { horizon 1; }
`,
	},
	FamiliesDiffer: {
		Title: "joined families have equal sizes",
		Text: "admit via, memory and spill join two families member to member, or every member to a family of " +
			"one. Families of other sizes do not pair up.",
		Example: `pool kv[2] { cap 9; admit via E; }
stage E[3] : step { cost 1; }
workload { arrive batch(1); }
session { run E[0] prefill (1); end; }
run { horizon 1; }
`,
	},
	WrongArguments: {
		Title: "functions, draws and defs have their arguments",
		Text: "Each takes so many arguments, of its kinds: an observable of a stage takes a stage, of a pool a " +
			"pool; ~empirical takes a file and a column; a parameter that is used as a pool or stage takes " +
			"the name of one.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (abs (1, 2)); end; }
run { horizon 1; }
`,
	},
	DefKind: {
		Title: "a def is an expression or statements",
		Text: "def f (x) = e; has a value and stands in expressions; def f (x) { … } does something and stands " +
			"as a statement.",
		Example: `def twice (x) = 2 * x;
stage svc : fifo;
workload { arrive batch(1); }
session { twice (3); run svc (1); end; }
run { horizon 1; }
`,
	},
	DefCycle: {
		Title: "a def or an entry does not reach itself",
		Text: "A def is replaced by its body where it is used. One that uses itself, directly or through " +
			"others, would never end.",
		Example: `def f (x) = x > 0 ? f (x - 1) : 0;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	DrawTwice: {
		Title: "an argument that draws is read once",
		Text: "An argument stands in the body wherever the parameter does. Read twice, a draw would be two " +
			"independent draws, and read never, none; neither is what the call looks like.",
		Example: `def square (x) = x * x;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (square (~exp (1))); end; }
run { horizon 1; }
`,
	},
	Capture: {
		Title: "an argument does not read what the body assigns",
		Text: "An argument is evaluated where the body reads it, which may be after the body has assigned the " +
			"attribute. At the call it looks like the value before.",
		Example: `def timed (x) { set t = now; run svc (x); observe d = now - t; }
stage svc : fifo;
workload { arrive batch(1); }
session { set t = 1; timed (t); end; }
run { horizon 1; }
`,
	},
	NotFresh: {
		Title: "a name that sugar gives means nothing else",
		Text: "The variable of an aggregate and the names of at admission are new names, and a parameter stands " +
			"for an expression: it cannot be assigned.",
		Example: `stage rep[2] : fifo;
workload { arrive batch(1); }
session { set j = max j in 2 (queue (rep[j])); run rep[j] (1); end; }
run { horizon 1; }
`,
	},
	TooManyTerms: {
		Title: "aggregates have at most 4,096 terms",
		Text: "max, min and sum over an index are written out, term by term, and read at every evaluation. The " +
			"limit is on all of a program together.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (sum j in 5000 (j)); end; }
run { horizon 1; }
`,
	},
	TooLarge: {
		Title: "a program has at most 100,000 statements",
		Text: "Counted after defs and the server are put in the place of their uses, which can multiply. The " +
			"expressions together have at most 2,000,000 parts.",
		Example: `def a () { run svc (1); run svc (1); run svc (1); run svc (1); run svc (1); run svc (1); run svc (1); run svc (1); run svc (1); run svc (1); }
def b () { a (); a (); a (); a (); a (); a (); a (); a (); a (); a ();  }
def c () { b (); b (); b (); b (); b (); b (); b (); b (); b (); b ();  }
def d () { c (); c (); c (); c (); c (); c (); c (); c (); c (); c ();  }
def e () { d (); d (); d (); d (); d (); d (); d (); d (); d (); d ();  }
stage svc : fifo;
workload { arrive batch(1); }
session { e (); e (); end; }
run { horizon 1; }
`,
	},
	Missing: {
		Title: "a program says how long it runs, what a session does and what an iteration costs",
		Text:  "run with a horizon, one session, and the cost of every step stage have no defaults.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
`,
	},
	TwoSides: {
		Title: "a session has one side or two",
		Text: "Either session at top level is the whole life of a session, or a session in workload is the " +
			"client, which says request, and server is what the deployment does for a request.",
		Example: `stage svc : fifo;
workload { arrive batch(1); session { run svc (1); end; } }
server { run svc (1); }
run { horizon 1; }
`,
	},
	StmtNotHere: {
		Title: "init, turn and server have their own statements",
		Text: "init and turn describe what a session brings: they set attributes and observe. The server serves " +
			"one request: turns and the session's end are the client's.",
		Example: `stage svc : fifo;
workload { arrive batch(1); init { run svc (1); } }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	NoRoleStage: {
		Title: "a serving form finds its stage",
		Text: "prefill, decode, tool and transfer run on the stage named for the role (transfer: link or " +
			"transfer) that is declared above, and prefill and decode, without one, on the only step stage " +
			"above. Otherwise `on` names it.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { prefill (3); end; }
run { horizon 1; }
`,
	},
	RoleOnStep: {
		Title: "tools and transfers do not run on an engine",
		Text:  "A step engine computes tokens, in the mode prefill or decode.",
		Example: `stage E : step { cost 1; }
workload { arrive batch(1); }
session { tool on E (3); end; }
run { horizon 1; }
`,
	},
	AtAdmission: {
		Title: "names of a hold's header are constant until it is admitted, or read only there",
		Text: "at admission names parts of the header, which is read again at every attempt to admit: so none " +
			"draws. One that the body reads too is set at the body's top, where the state of the pools and " +
			"stages is another one already: it reads only attributes and constants.",
		Example: `pool kv { cap 9; }
stage svc : fifo;
workload { arrive batch(1); }
session { hold kv (u) at admission (u = ~exp (1)) { run svc (1); } end; }
run { horizon 1; }
`,
	},
	LibraryItem: {
		Title: "a library holds defs",
		Text: "A file that a program uses holds def and use only, so that what a program declares stands in the " +
			"program.",
		Example: `// stages.sq declares a stage
use "stages.sq";
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	CannotRead: {
		Title: "files that a program names can be read",
		Text: "A library or the data of an empirical distribution. Paths are relative to the file that names " +
			"them; in a program from standard input and on the command line, to the working directory.",
		Example: `use "missing.sq";
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	UnknownOverride: {
		Title: "--set and --def replace what is there",
		Text: "--set replaces the value of a let, --def the body of an expression def. A name that the program " +
			"does not have is most likely misspelt, and the run would be another one than was asked for.",
		Example: `// serqc --set raet=2
let rate = 1;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (rate); end; }
run { horizon 1; }
`,
	},
	BadData: {
		Title: "the data of an empirical distribution are numbers in a column",
		Text: "The file is CSV with a header. The column is named in it, and every row has a finite number " +
			"there.",
		Example: `// lengths.csv has the columns prompt and output
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (~empirical ("lengths.csv", "promt")); end; }
run { horizon 1; }
`,
	},
	RunWithoutStage: {
		Title: "a run names its stage",
		Text: "Only in the entry of a queue does a run without a stage mean the queue's own. `run prefill (w)` " +
			"is a run on a stage called prefill if there is one.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run (1); end; }
run { horizon 1; }
`,
	},
	InlineTrace: {
		Title: "--inline-trace takes an ordered trace under batch(n)",
		Text: "Preset sessions all arrive at 0 and each has its turns: that is what an ordered trace under batch(n) means. " +
			"An unordered trace draws which session is replayed, and other arrivals come later.",
	},
})
