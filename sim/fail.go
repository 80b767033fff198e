package sim

import "fmt"

// A Rule is what a run must keep and a Failure broke.
type Rule uint8

const (
	RuleAmount  Rule = iota // an amount is not negative, not NaN and, for a run's work, finite
	RuleIndex               // an index is a whole number of its family, a choose count at least 1
	RuleGuard               // a guard is exactly 0 or 1
	RuleNaN                 // a key, an observation and a gauge are numbers
	RuleDraw                // the parameters of a draw are in the distribution's domain
	RuleGap                 // an arrival gap is positive and finite
	RuleInstant             // an instant settles
	RuleDrain               // a run of a limited number of arrivals drains between warm-up and horizon
	RuleHold                // growing and loading act on what is held, a hold's pools are distinct
	RuleCost                // an iteration that carries tokens takes time
)

// A Failure is a run that went wrong: what a program did that the language
// forbids and that only shows when it runs.
type Failure struct {
	Rule    Rule
	Time    float64 // clock units
	Session int64   // serial; -1 if no session is concerned
	Block   int     // the statement, as the program's source label counts; -1 if none is concerned
	Stmt    int
	Message string
}

// Error says what went wrong, when and for whom.
func (f *Failure) Error() string {
	if f.Session < 0 {
		return fmt.Sprintf("at time %v: %s", f.Time, f.Message)
	}
	return fmt.Sprintf("at time %v, session %d: %s", f.Time, f.Session, f.Message)
}

// fail ends the run. It panics with the failure, which Run recovers: a failure
// may come from the depth of any expression, and no run that goes well has one.
func (m *machine) fail(rule Rule, s *session, at where, format string, args ...any) {
	f := &Failure{
		Rule: rule, Time: m.now, Session: -1, Block: int(at.block), Stmt: int(at.stmt),
		Message: fmt.Sprintf(format, args...),
	}
	if s != nil {
		f.Session = s.serial
		if at == nowhere && s.pc > 0 { // where the session is
			at = m.code.instrs[s.pc-1].at
			f.Block, f.Stmt = int(at.block), int(at.stmt)
		}
	}
	panic(f)
}
