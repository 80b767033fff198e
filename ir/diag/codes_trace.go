package diag

// The trace corpus, SQ0601 to SQ0619.
const (
	TraceHeader     Code = "SQ0601"
	TraceCell       Code = "SQ0602"
	TraceOrder      Code = "SQ0603"
	TraceEmpty      Code = "SQ0604"
	TraceTooLarge   Code = "SQ0605"
	TraceUnreadable Code = "SQ0606"
)

var _ = register(map[Code]Explanation{
	TraceHeader: {
		Title: "a trace's header names its columns",
		Text: "The first line of a trace names the columns session, turn, new, out and think, in any order, each once, " +
			"and perhaps forced. A column with another name is not read; it is pointed out, because it may be a misspelling.",
		Example: "session,turn,new,out\n1,1,100,20\n",
	},
	TraceCell: {
		Title: "a trace's cells are numbers of their column's kind",
		Text: "Every line has as many cells as the header. turn is a whole number, new and out are tokens, think is " +
			"clock units; all of them are finite and not negative. forced is 0 or 1. A session's cell is any text that is not empty.",
		Example: "session,turn,new,out,think\n1,1,100,-20,0\n",
	},
	TraceOrder: {
		Title: "a trace's rows stand session by session, in turn order",
		Text: "The rows of a session stand together and their turn numbers rise, so that a corpus is read once, " +
			"from front to back.",
		Example: "session,turn,new,out,think\n1,2,100,20,0\n1,1,100,20,0\n",
	},
	TraceEmpty: {
		Title:   "a trace has a row",
		Text:    "Sessions replay the sessions of the trace; without one there is nothing to replay.",
		Example: "session,turn,new,out,think\n",
	},
	TraceTooLarge: {
		Title: "a trace keeps within what is held in memory",
		Text: "A line has at most 65,535 bytes and a corpus at most 100 million rows. A file that exceeds them is " +
			"usually not a trace at all.",
	},
	TraceUnreadable: {
		Title: "a trace can be read to its end",
		Text:  "The operating system refused a read, so the corpus is not whole.",
	},
})
