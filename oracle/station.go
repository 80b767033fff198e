package oracle

import (
	"fmt"
	"math"

	"serq/ir"
	"serq/oracle/formula"
)

// A station is a stage as the paths of an open network use it.
type station struct {
	stage ir.StageID
	name  string
	kind  ir.StageKind

	visits []weighted
	rate   float64 // visits per clock unit
	mean   float64 // of a visit's work
	second float64 // likewise; NaN: unknown

	// What a session brings here in all its visits: the moments decide how much
	// a rate or a utilisation varies from run to run.
	count, work moments

	poisson bool // the arrivals are known to be a Poisson process that the past of the station does not influence

	// What a formula says. Without one, why says what is in its way.
	why     string
	model   string  // "M/M/1"
	source  string  // formula and publication
	wait    float64 // a visit of work x takes wait + stretch·x on average
	stretch float64
	chain   *formula.BirthDeath // the number here as it moves; nil: not known
	engine  *formula.Engine     // of a step stage
}

// A weighted is a visit and how often it is made.
type weighted struct {
	visit
	rate float64
}

// moments are the first two of an amount per session.
type moments struct{ mean, second float64 }

// variance is the asymptotic variance of the amount per clock unit, for sessions
// that arrive at a rate with gaps of the squared coefficient of variation cv2:
// λ Var(X) + λ cv2 E[X]². Source: Cox, "Renewal Theory" (1962), §8.4.
func (m moments) variance(rate, cv2 float64) float64 {
	return rate * (m.second - m.mean*m.mean + cv2*m.mean*m.mean)
}

// unsolved makes a station of which no formula tells the time of a visit.
func (s *station) unsolved(format string, args ...any) { s.why = fmt.Sprintf(format, args...) }

// isExponential reports whether all visits bring independent exponential work of
// one mean.
func (s *station) isExponential() bool {
	for _, v := range s.visits {
		if !v.work.exponential || v.repeats || math.Abs(v.work.mean-s.mean) > 1e-12*s.mean {
			return false
		}
	}
	return true
}

// repeats reports whether the work of a visit depends on that of another one.
func (s *station) repeats() bool {
	for _, v := range s.visits {
		if v.repeats {
			return true
		}
	}
	return false
}

// isReversible reports whether the station makes Poisson arrivals Poisson
// departures, and keeps product form with others of its kind: a delay, processor
// sharing, or an exponential server. Source: Kelly, "Reversibility and
// Stochastic Networks" (1979), ch. 3.
func (s *station) isReversible() bool {
	switch s.kind.(type) {
	case ir.Delay, *ir.Ps:
		return true
	case ir.Fifo:
		return s.isExponential()
	}
	return false
}

// solve finds the formula for a station. behind is the station that makes its
// arrivals another process than Poisson; "" if there is none. The error says
// that the station has no steady state.
func (s *station) solve(behind string) error {
	if math.IsInf(s.second, 1) {
		s.unsolved("the work at %s has an infinite second moment, so that no interval holds", s.name)
	}
	switch kind := s.kind.(type) {
	case ir.Delay:
		s.formula("M/G/∞", "a delay: E[S]; Kleinrock 1975, §3.4", 0, 1)
		return nil
	case ir.Fifo:
		if s.rate*s.mean >= float64(kind.Servers) {
			return overload(s.name, s.rate*s.mean/float64(kind.Servers))
		}
		if behind == "" {
			return s.solveFifo(kind.Servers)
		}
	case *ir.Ps:
		return s.solvePs(kind, behind)
	case *ir.Step:
		return s.solveStep(kind)
	}
	s.unsolved("the arrivals at %s are not Poisson: %s", s.name, behind)
	return nil
}

func overload(name string, load float64) error {
	return refuse(nil, "there is no steady state: stage %s is given %.3g of what it can serve", name, load)
}

func (s *station) formula(model, source string, wait, stretch float64) {
	if s.why == "" {
		s.model, s.source, s.wait, s.stretch = model, source, wait, stretch
	}
}

// solveFifo solves c servers in order of arrival with Poisson arrivals.
func (s *station) solveFifo(c int) (err error) {
	switch {
	case s.isExponential():
		q := formula.MMC{Lambda: s.rate, Mu: 1 / s.mean, C: c}
		if c == 1 {
			m := formula.MM1{Lambda: q.Lambda, Mu: q.Mu}
			s.formula("M/M/1", "1/(μ − λ); Kleinrock 1975, §3.2", m.Response()-s.mean, 1)
		} else {
			s.formula(fmt.Sprintf("M/M/%d", c), "Erlang C; Kleinrock 1975, §3.5", q.Wait(), 1)
		}
		s.chain, err = q.Chain()
	case c > 1:
		s.unsolved("%s is M/G/%d, which has no closed form", s.name, c)
	case s.repeats() || math.IsNaN(s.second):
		s.unsolved("the work at %s depends on other draws of the session", s.name)
	default:
		q := formula.MG1{Lambda: s.rate, Mean: s.mean, Second: s.second}
		s.formula("M/G/1", "Pollaczek-Khinchine, λE[S²]/(2(1 − ρ)) + E[S]; Kleinrock 1975, eq. 5.69", q.Wait(), 1)
	}
	return err
}

// solvePs solves processor sharing.
func (s *station) solvePs(kind *ir.Ps, behind string) error {
	capacity, why := capacityOf(kind.Capacity)
	if why != "" {
		s.unsolved("the capacity of %s %s", s.name, why)
		return nil
	}
	q := formula.Sharing{Lambda: s.rate, Work: s.mean, Capacity: capacity}
	phi, fixed := ir.Constant(kind.Capacity)
	switch {
	case fixed && s.rate*s.mean >= phi:
		return overload(s.name, s.rate*s.mean/phi)
	case behind != "" && fixed:
		s.unsolved("the arrivals at %s are not Poisson: %s", s.name, behind)
		return nil
	case behind != "":
		return refuse(nil, "whether stage %s keeps up is not known: %s", s.name, behind)
	}
	chain, err := q.Chain()
	if err != nil {
		return refuse(nil, "no steady state was found at stage %s: %v", s.name, err)
	}
	if s.isExponential() {
		s.chain = chain
	}
	if fixed {
		s.formula("M/G/1-PS", "insensitive, E[S]/(φ(1 − ρ)); Kelly 1979, §3.3", 0, formula.MG1PS(s.rate, s.mean, phi)/s.mean)
	} else {
		s.formula("M/G/PS of varying capacity", "insensitive, p(n) ∝ Π λE[S]/φ(k); Kelly 1979, §3.3", 0,
			chain.Mean(formula.Number)/(s.rate*s.mean))
	}
	return nil
}

// steady are the numbers at which a capacity is tried: from some on it must not
// fall, else more jobs would make it slower and slower.
var steady = []int{1, 10, 100, 1000, 10_000, 100_000, 1_000_000}

// capacityOf returns a capacity as a function of the number present; why says
// why that is not possible.
func capacityOf(x ir.Expr) (phi func(n int) float64, why string) {
	ir.WalkExpr(nil, x, ir.AtCapacity, ir.Visitor{Expr: func(_ *ir.Path, x ir.Expr, _ ir.Moment) {
		switch x := x.(type) {
		case ir.Ctx:
			if x != ir.N {
				why = "reads " + ir.Ctxs[x].Surface
			}
		case *ir.Sample:
			why = "draws"
		case *ir.Call:
			if !x.Func.Numeric() {
				why = "reads the state of a pool or stage"
			}
		}
	}})
	if why != "" {
		return nil, why
	}
	phi = func(n int) float64 {
		v, _ := ir.Constant(substitute(x, func(leaf ir.Expr) ir.Expr {
			if leaf == ir.N {
				return ir.Num(n)
			}
			return leaf
		}))
		return v
	}
	for i, n := range steady {
		if !(phi(n) > 0) || math.IsInf(phi(n), 1) {
			return nil, fmt.Sprintf("is %v with %d jobs", phi(n), n)
		}
		if i > 0 && phi(n) < phi(steady[i-1])*(1-1e-12) {
			return nil, "falls with the number of jobs"
		}
	}
	return phi, ""
}

// sojourn is the mean time of a visit.
func (s *station) sojourn(v visit) float64 { return s.wait + s.stretch*v.work.mean }

// number is the mean number here, by Little's law.
func (s *station) number() float64 { return s.rate * (s.wait + s.stretch*s.mean) }
