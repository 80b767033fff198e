package diag

// Reading program text, SQ0101 to SQ0199.
const (
	BadCharacter    Code = "SQ0101"
	OpenString      Code = "SQ0102"
	OpenComment     Code = "SQ0103"
	BadNumber       Code = "SQ0104"
	Syntax          Code = "SQ0105"
	UnknownWord     Code = "SQ0106"
	ComparisonChain Code = "SQ0107"
	TooDeep         Code = "SQ0108"
	GivenTwice      Code = "SQ0109"
	KeywordName     Code = "SQ0110"
	TransferEnds    Code = "SQ0111"
	QueueOrder      Code = "SQ0112"
)

var _ = register(map[Code]Explanation{
	BadCharacter: {
		Title: "program text is made of the language's characters",
		Text: "A program is UTF-8 text of names, numbers, strings and punctuation. Word processors and web " +
			"pages put other characters in the place of these: curly quotes, a multiplication sign, a long " +
			"dash.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (2 × 3); end; }
run { horizon 1; }
`,
	},
	OpenString: {
		Title: "a string ends on its line",
		Text:  "A string stands between two double quotes on one line. It has no escapes.",
		Example: `workload { arrive batch(1); trace "day.csv; }
stage svc : fifo;
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	OpenComment: {
		Title: "a comment ends",
		Text:  "A comment that starts with /* ends at the first */. Comments do not nest.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
/* the end
`,
	},
	BadNumber: {
		Title: "numbers are decimal",
		Text: "Numbers are written 12, 0.5, 1e-3 or 1_000: digits on both sides of a point, underscores only " +
			"between digits, no unit and no name behind. A number that is too large for a float64 is refused " +
			"rather than taken for infinity; infinity is inf.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc (10ms); end; }
run { horizon 1; }
`,
	},
	Syntax: {
		Title: "the text follows the grammar",
		Text: "Something else should stand here. The parser goes on after the next ; or }, so that further " +
			"errors are found in the same run.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { run svc 1; end; }
run { horizon 1; }
`,
	},
	UnknownWord: {
		Title: "a word that the grammar does not know here",
		Text: "Declarations, statements, options and kinds start with a fixed word. Most likely it is misspelt, " +
			"or it belongs elsewhere: a let stands outside of blocks, a set inside.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { obsrve t = now; run svc (1); end; }
run { horizon 1; }
`,
	},
	ComparisonChain: {
		Title: "comparisons do not chain",
		Text: "a < b < c would compare the 0 or 1 of a < b with c, which nobody means. Join two comparisons " +
			"with &&.",
		Example: `stage svc : fifo;
workload { arrive batch(1); }
session { branch (0 < serial < 9) { run svc (1); } end; }
run { horizon 1; }
`,
	},
	TooDeep: {
		Title: "nesting has a limit",
		Text: "At most 1,000 parentheses, conditionals and blocks stand within each other in the text, at most " +
			"4,096 operands in a row, and after defs are expanded at most 5,000 levels. A program that " +
			"exceeds this went wrong where it was generated.",
		Example: `def a (x) = ----------x;
def b (x) = a (a (a (a (a (a (a (a (a (a (x))))))))));
def c (x) = b (b (b (b (b (b (b (b (b (b (x))))))))));
def d (x) = c (c (c (c (c (c (c (c (c (c (x))))))))));
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (d (1)); end; }
run { horizon 1; }
`,
	},
	GivenTwice: {
		Title: "options and single declarations are given once",
		Text: "Each option of a pool, of a step stage, of workload and of run stands once, and so do workload, " +
			"run, share, session and server in a program. Which of two would win is not left to the order.",
		Example: `stage svc : fifo;
workload { arrive batch(1); arrive closed(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	KeywordName: {
		Title: "words of the language are not names of constants, defs and parameters",
		Text: "Pools, stages, attributes and observations may be called by words of the grammar, because where " +
			"they stand the word can mean nothing else. A constant, a def, a parameter or a queue may not.",
		Example: `let batch = 4;
stage svc : fifo;
workload { arrive batch(1); }
session { run svc (1); end; }
run { horizon 1; }
`,
	},
	TransferEnds: {
		Title: "a transfer says where the KV comes from and goes to",
		Text: "transfer (work) from P to Q (n) runs the transfer, moves the position of the hold on Q by n " +
			"tokens and releases P. Without its two ends it would be a plain run of the stage, and is written " +
			"so.",
		Example: `stage link : ps(1);
workload { arrive batch(1); }
session { transfer (1); end; }
run { horizon 1; }
`,
	},
	QueueOrder: {
		Title: "the parts of a queue stand in one order",
		Text: "A queue is read from the top: what it has (pools), how it serves (serve), its NIC (nic), and the " +
			"ways in (entries). serve may have a latency, of a link; a nic has none, because the wait before a " +
			"read is the reader's and stands in the pull relation.",
		Example: `queue P : prefill { serve delay; pool kv { cap 9; } prefill (n) { hold kv (n) { run (1); } } }
workload { arrive batch(1); }
session { P.prefill (3); end; }
run { horizon 9; }
`,
	},
})
