// Package formula holds closed forms of queueing theory, a model family a file:
// what each assumes, the formula, and where it is published. It knows nothing
// of programs, reports or the simulator.
//
// Rates are per clock unit, times in clock units. Every queue is in steady
// state; where there is none, Stable is false or an error says so.
package formula
