package diag

// The report, the oracle file and the dump, SQ0620 to SQ0629; formulas, SQ0640 to SQ0649; pairs, SQ0650.
const (
	ReportJSON      Code = "SQ0620"
	ReportVersion   Code = "SQ0621"
	ReportShape     Code = "SQ0622"
	OracleJSON      Code = "SQ0623"
	OracleShape     Code = "SQ0624"
	OracleTolerance Code = "SQ0625"
	OracleEmpty     Code = "SQ0626"
	DumpRow         Code = "SQ0627"
	RenameShape     Code = "SQ0628"
	RenameClash     Code = "SQ0629"
	OracleNoFormula Code = "SQ0640"
	OracleOther     Code = "SQ0641"
	NotPaired       Code = "SQ0650"
)

var _ = register(map[Code]Explanation{
	ReportJSON: {
		Title:   "a report is one JSON document",
		Text:    "serqsim --json writes a report. What was read is not JSON, ends early, or goes on after the document.",
		Example: `{"report_version": 1, "tool": "serqsim`,
	},
	ReportVersion: {
		Title: "a report says its version, and the reader knows it",
		Text: "report_version is looked at before anything else: a reader that does not know a version would " +
			"misread figures whose meaning has changed. Write the report again with the tools of one version.",
		Example: `{"report_version": 2}`,
	},
	ReportShape: {
		Title: "a report has the fields of its schema",
		Text: "Every field is there, of its type, and no other: a field that a reader does not know may be a figure " +
			"that it should have compared. docs/report.md lists the fields.",
		Example: `{"report_version": 1}`,
	},
	OracleJSON: {
		Title:   "an oracle file is one JSON document",
		Text:    "What was read is not JSON, ends early, or goes on after the document.",
		Example: `{"program": "mm1.sq", "expect": [`,
	},
	OracleShape: {
		Title: "an oracle file has the fields of its schema",
		Text: "It names the program, says where its figures come from (source), and lists them (expect). " +
			"docs/report.md describes the fields.",
		Example: `{"program": "mm1.sq", "expect": []}`,
	},
	OracleTolerance: {
		Title: "an expected figure has one tolerance",
		Text: "abs is the greatest difference, rel the greatest difference as a share of the value, and ci asks for the " +
			"value to be in the 99% interval of the figure. A figure has exactly one of them; abs 0 demands equality.",
		Example: `{"program": "mm1.sq", "source": "by hand", "expect": [{"path": "run.end", "value": 10}]}`,
	},
	OracleEmpty: {
		Title: "an oracle file that is compared with a report expects a figure",
		Text: "Without one every report would pass. A file that has only same_report_as speaks of two programs: " +
			"run both and compare their reports, with its rename as --rename.",
		Example: `{"program": "mm1.sq", "source": "by hand", "expect": []}`,
	},
	DumpRow: {
		Title: "a dump has a header and a sample on each line",
		Text: "serqsim --dump writes NAME.csv for each observation, with the columns time, session, turn and value. " +
			"A value may be infinite; nothing is ever NaN.",
		Example: "time,session,turn,value\n1.5,0,0,NaN\n",
	},
	RenameShape: {
		Title: "a rename file maps names to names, each once",
		Text: "It is a JSON object: the keys are names in the expected report, the values what the actual report calls " +
			"the same pool, stage, observation or gauge. A family's name renames all its members, name[i] only one.",
		Example: `{"nicP": "P.nic", "nicQ": "P.nic"}`,
	},
	RenameClash: {
		Title: "renaming leaves every row a name of its own",
		Text: "A row of the actual report was renamed to what another row there is called already, so that neither " +
			"could be compared. Rename the other one too.",
	},
	OracleNoFormula: {
		Title: "--oracle auto needs a program that a formula covers",
		Text: "serqdiff --oracle auto recognises queues, networks of queues and batches of flows whose figures theory " +
			"gives. The message names the first feature of this program that no formula covers. Simplify the program, " +
			"or write an oracle file with figures that are known in another way. docs/oracles.md lists the models.",
		Example: "pool slots { cap 8; }\nstage svc : fifo;\nworkload { arrive poisson(1); }\n" +
			"session { hold slots (1) { run svc (~exp(0.5)); } }\nrun { horizon 100; }\n",
	},
	OracleOther: {
		Title: "--oracle auto compares a program with a report of its own runs",
		Text: "A report names the program that was run by the hash of its IR. This one is of another program, or of another " +
			"version of it. Settings that serqsim overrides do not count, those that serqc overrides do.",
	},
	NotPaired: {
		Title: "paired reports are of the same random numbers",
		Text: "serqdiff --paired subtracts two machines replication by replication. Under the same seed, horizon, warm-up and " +
			"arrivals, replication k of both has seen the same sessions with the same marks; otherwise the differences would be those " +
			"of the sessions, too. There are at least two replications.",
	},
})
