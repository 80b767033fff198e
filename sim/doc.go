// Package sim runs a program: a discrete-event simulation of sessions that hold
// pools and spend time at stages. It takes IR that ir/link has accepted and gives
// the report of one replication; README.md says why it is built as it is.
//
// The parts, in the order of a run: lower.go turns the program into flat code
// (code.go); machine.go holds the state and the event loop (queue.go, timers.go);
// session.go executes statements; pool.go, wait.go, hold.go, grow.go and evict.go
// move units; job.go, stage.go, ps.go and flow.go let time pass; step.go and plan.go
// run engines, cohort.go and cohort_serve.go their decodes together; report.go writes
// down what was measured.
package sim
