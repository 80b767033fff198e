// Package formula holds closed forms of queueing theory, a model family a file:
// what each assumes, the formula, and where it is published. It knows nothing
// of programs, reports or the simulator.
//
// Rates are per clock unit, times in clock units. Every queue is in steady state;
// the caller has seen to it that there is one, unless an error can say otherwise.
package formula
