package diag

import "strings"

// The IR document: its text, version and shape.
const (
	IRJSON       Code = "SQ0301"
	IRDepth      Code = "SQ0302"
	IRKeyTwice   Code = "SQ0303"
	IRVersion    Code = "SQ0304"
	IRUpgrade    Code = "SQ0305"
	IRKeyUnknown Code = "SQ0306"
	IRKeyMissing Code = "SQ0307"
	IRWord       Code = "SQ0308"
	IRType       Code = "SQ0309"
	IRLength     Code = "SQ0310"
	IRRange      Code = "SQ0311"
	IRLarge      Code = "SQ0312"
)

// idleProgram is a good document, of which the examples each change one place.
const idleProgram = `{"version":8,
 "attrs":["cached","serial","turn_no","new","out","think","more","forced","computed"],
 "observes":["x"],
 "pools":[],
 "stages":[{"name":"cpu","kind":{"Fifo":1}}],
 "arrival":{"Poisson":0.5},"trace":null,"trace_ordered":false,
 "init":0,"turn":1,"session":2,
 "blocks":[[],[],[{"Observe":[0,{"Num":1}]}]],
 "horizon":10,"warmup":0,"seed":1,
 "slot_cached":0,"slot_serial":1,"slot_turn":2,"slot_new":3,"slot_out":4,
 "slot_think":5,"slot_more":6,"slot_forced":7,"slot_computed":8,
 "hidden":[]}
`

// spoilt is the idle program with one piece of text in place of another.
func spoilt(good, bad string) string {
	if strings.Count(idleProgram, good) != 1 {
		panic("BUG: " + good + " does not stand once in the example")
	}
	return strings.Replace(idleProgram, good, bad, 1)
}

var _ = register(map[Code]Explanation{
	IRJSON: {
		Title: "an IR document is JSON and nothing else",
		Text: "The document is one JSON object in UTF-8, with nothing after it. JSON has no NaN and no Infinity: where a " +
			"number may be infinite, write the string \"inf\" or \"-inf\". It has no comments and no comma before a closing bracket.",
		Example: spoilt(`"seed":1,`, `"seed":NaN,`),
	},
	IRDepth: {
		Title: "lists and objects are nested at most 20,000 deep",
		Text: "Each operator of an expression nests two levels, each min or max four, so that the largest minimum which a " +
			"program text can write, over 4,096 terms, nests 16,384. What nests deeper is not a program that anyone wrote. " +
			"Join the terms of a long sum in pairs, and the pairs in pairs, and it nests a few levels.",
	},
	IRKeyTwice: {
		Title: "an object has each key once",
		Text: "Readers of JSON differ in which of two equal keys they take. Two readers would run two different programs, so " +
			"none is run.",
		Example: spoilt(`"seed":1,`, `"seed":1,"seed":2,`),
	},
	IRVersion: {
		Title: "an IR document is of version 8",
		Text: "The version says what a reader must understand, and is looked at before anything else. A newer document needs " +
			"newer tools. `serqlink --upgrade` makes a document of version 7, which has no flows over several stages, one of version 8.",
		Example: `{"version":9}` + "\n",
	},
	IRUpgrade: {
		Title: "a document of version 7 has no flows over several stages",
		Text: "`also` and `share` came with version 8. A document that has them and says that it is of version 7 was not " +
			"written by a tool that knows what they mean; if they are meant, write 8.",
		Example: strings.Replace(spoilt(`"hidden":[]`, `"hidden":[],"share":"MaxMin"`), `"version":8`, `"version":7`, 1),
	},
	IRKeyUnknown: {
		Title: "an object has only the keys of its kind",
		Text: "A reader that skips a key which it does not know runs another program than the one that was written. The keys " +
			"of each kind of object are listed in ir/README.md.",
		Example: spoilt(`"seed":1,`, `"seed":1,"sede":2,`),
	},
	IRKeyMissing: {
		Title: "an object has all the keys of its kind",
		Text: "Only a key whose value may be null, and one that is marked so in ir/README.md, may be left out. The others have " +
			"no default.",
		Example: spoilt(`"seed":1,`, ``),
	},
	IRWord: {
		Title: "a variant, operator, function or other word is one of those listed",
		Text: "The vocabulary is closed. A variant without a value is a string, as \"Delay\"; one with a value is an object of " +
			"one key, as {\"Fifo\": 2}. Case counts.",
		Example: spoilt(`{"Fifo":1}`, `"delay"`),
	},
	IRType: {
		Title:   "a value is of the type of its place",
		Text:    "A whole number may be written 3 or 3.0, but not \"3\" and not 3.5. null stands only where ir/README.md says so.",
		Example: spoilt(`"seed":1,`, `"seed":"1",`),
	},
	IRLength: {
		Title: "a list has as many elements as its place demands",
		Text: "A tuple, such as [slot, value], has exactly its elements. Keys to order by, the pools of a hold and the values " +
			"of an empirical distribution are at least one. A variant with a value is an object of exactly one key.",
		Example: spoilt(`{"Observe":[0,{"Num":1}]}`, `{"Observe":[0]}`),
	},
	IRLarge: {
		Title: "a pool, stage, statement or preset session is of at most 5 million parts",
		Text: "A document is read piece by piece, so that it may be larger than memory, but each of these is read whole. The " +
			"only thing that comes near is an empirical distribution with millions of values: thin it out.",
	},
	IRRange: {
		Title: "a number is in the range of its place",
		Text: "An index or count is from 0, or from 1, to 2147483647; a seed from 0 to 2^53. Any number must be one that 64-bit " +
			"floating point can hold.",
		Example: spoilt(`"seed":1,`, `"seed":-1,`),
	},
})
