package diag

// A program as text, SQ0290 to SQ0299.
const (
	NoText Code = "SQ0290"
)

var _ = register(map[Code]Explanation{
	NoText: {
		Title: "serqc --emit kernel writes what text can say",
		Text: "A document can say more than a program text: the sessions that --inline-trace wrote into it, the values " +
			"of an empirical distribution, arrays whose members differ, names like `9`. Sugar can also nest expressions " +
			"deeper than text may. Such a program has no text that compiles to it.",
		Example: `{
  "version": 8,
  "attrs": ["cached", "serial", "turn_no", "new", "out", "think", "more", "forced", "computed"],
  "observes": [], "pools": [], "stages": [],
  "arrival": {"Sessions": [{"attrs": [], "turns": [[[3, 10], [4, 2], [5, 1.5]]]}]},
  "trace": null, "trace_ordered": false, "init": 0, "turn": 1, "session": 2,
  "blocks": [[], [], ["Turn", "End"]],
  "horizon": 10, "warmup": 0, "seed": 1,
  "slot_cached": 0, "slot_serial": 1, "slot_turn": 2, "slot_new": 3, "slot_out": 4, "slot_think": 5,
  "slot_more": 6, "slot_forced": 7, "slot_computed": 8, "hidden": []
}
`,
	},
})
