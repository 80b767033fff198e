package result

// Curves are what pictures of a run are drawn from: how the samples were distributed,
// and how gauges and pools went over time. They are no part of the report document.
// Rows stand in the report's order.
type Curves struct {
	Samples []Distribution // of each observation
	Gauges  []Course
	Pools   []PoolCourse
}

// A Distribution is the measured samples of an observation: the values that occur,
// ascending, and how often each does.
type Distribution []Level

// A Level is a value, which may be infinite, and how many samples have it (≥ 1).
type Level struct {
	Value float64
	Count int64
}

// A Course is how a number went over a run, from time 0 on, the warm-up included: over
// equal spans of time, of which the last may be shorter.
type Course struct {
	Width float64 // of a span, in clock units
	End   float64 // of the last span: when the run ended
	Spans []Span  // none if no time passed
}

// A Span is a number over a span of time. Values that lasted for no time do not count.
// Infinite ones make the mean infinite, or NaN.
type Span struct{ Least, Greatest, Mean float64 }

// A PoolCourse is how a pool went over a run.
type PoolCourse struct {
	Used, Cached Course // units allocated, and only cached
	Queue        Course // sessions waiting for an admission
}
