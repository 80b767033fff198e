package link

import (
	"fmt"
	"math"
	"slices"

	"serq/ir"
	"serq/ir/diag"
)

// arity demands the arguments of a function or distribution: as many as it
// takes, of the kinds that it takes.
func (c *checker) arity(at *ir.Path, x ir.Expr, _ ir.Moment) {
	switch x := x.(type) {
	case *ir.Call:
		c.callArity(at, x)
	case *ir.Sample:
		c.drawArity(at, x)
	}
}

func (c *checker) callArity(at *ir.Path, x *ir.Call) {
	f := ir.Funcs[x.Func]
	if len(x.Args) != len(f.Args) {
		c.report(diag.LinkArity, at.Field("Call"), fmt.Sprintf("`%s` takes %s, not %d", f.Surface, arguments(len(f.Args)), len(x.Args)), "")
		return
	}
	for i, a := range x.Args {
		given, n := ir.ArgExpr, 0
		if a.Expr != nil {
			n++
		}
		if a.Pool != nil {
			given = ir.ArgPool
			n++
		}
		if a.Stage != nil {
			given = ir.ArgStage
			n++
		}
		if n != 1 || given != f.Args[i] {
			c.report(diag.LinkArity, at.Field("Call").Elem(1).Elem(i), fmt.Sprintf("argument %d of `%s` is %s", i+1, f.Surface, argWords[f.Args[i]]), "")
		}
	}
}

var argWords = [...]string{ir.ArgExpr: "a number", ir.ArgPool: "a pool", ir.ArgStage: "a stage"}

func (c *checker) drawArity(at *ir.Path, x *ir.Sample) {
	d := ir.Dists[x.Dist]
	if len(x.Args) != len(d.Params) {
		c.report(diag.LinkArity, at.Field("Sample"), fmt.Sprintf("`~%s` takes %s, not %d", d.Surface, arguments(len(d.Params)), len(x.Args)), "")
	}
	switch empirical := x.Dist == ir.DistEmpirical; {
	case empirical && len(x.Values) == 0:
		c.report(diag.LinkArity, at.Field("Sample").Elem(0), "`~empirical` has no values to draw from", "")
	case !empirical && x.Values != nil:
		c.report(diag.LinkArity, at.Field("Sample").Elem(0), fmt.Sprintf("`~%s` has no list of values", d.Surface), "")
	}
}

func arguments(n int) string {
	switch n {
	case 0:
		return "no arguments"
	case 1:
		return "one argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

// distribution demands that constant parameters are in the domain of their family.
func (c *checker) distribution(at *ir.Path, x ir.Expr, _ ir.Moment) {
	s, ok := x.(*ir.Sample)
	if !ok || len(s.Args) != len(ir.Dists[s.Dist].Params) {
		return
	}
	d := ir.Dists[s.Dist]
	var values [2]float64
	constants := 0
	for i, a := range s.Args {
		v, ok := ir.Constant(a)
		if !ok {
			continue
		}
		values[i] = v
		constants++
		if p := d.Params[i]; !inDomain(v, p.Domain) {
			c.report(diag.LinkDistribution, at.Field("Sample").Elem(1).Elem(i), fmt.Sprintf("`~%s` has a %s of %s", d.Surface, p.Name, number(v)),
				fmt.Sprintf("Its %s is %s.", p.Name, domainWords[p.Domain]))
		}
	}
	switch {
	case s.Dist == ir.DistUniform && constants == 2 && values[0] > values[1]:
		c.report(diag.LinkDistribution, at.Field("Sample"), fmt.Sprintf("`~uniform` has the bounds %s and %s", number(values[0]), number(values[1])),
			"The lower bound stands first.")
	case s.Dist == ir.DistEmpirical && !(slices.IsSorted(s.Values) && allFinite(s.Values)):
		c.report(diag.LinkDistribution, at.Field("Sample").Elem(0), "the values of `~empirical` are not finite numbers in rising order", "")
	}
}

var domainWords = [...]string{ir.AnyReal: "finite", ir.NonNegative: "finite and not negative", ir.Positive: "finite and above 0",
	ir.Probability: "from 0 to 1", ir.PositiveInteger: "a whole number of at least 1", ir.AtLeastOne: "finite and at least 1",
	ir.AboveOne: "finite and above 1"}

func inDomain(x float64, d ir.Domain) bool {
	if !isFinite(x) {
		return false
	}
	switch d {
	case ir.NonNegative:
		return x >= 0
	case ir.Positive:
		return x > 0
	case ir.Probability:
		return x >= 0 && x <= 1
	case ir.PositiveInteger:
		return isWhole(x) && x >= 1
	case ir.AtLeastOne:
		return x >= 1
	case ir.AboveOne:
		return x > 1
	}
	return true
}

func isWhole(x float64) bool { return isFinite(x) && x == math.Trunc(x) }

func allFinite(xs []float64) bool {
	return !slices.ContainsFunc(xs, func(x float64) bool { return !isFinite(x) })
}

// checkLists demands that what is compared, held or chosen by is there.
func (c *checker) checkLists() {
	for i, p := range c.p.Pools {
		at := doc.Field("pools").Elem(i)
		if p.Queue != nil && len(p.Queue) == 0 {
			c.report(diag.LinkArity, at.Field("queue"), "`"+p.Name+"` has `queue by` without a key", "Write `queue fifo`, or a key.")
		}
		if p.Evict.Kind == ir.EvictBy && len(p.Evict.Keys) == 0 {
			c.report(diag.LinkArity, at.Field("evict"), "`"+p.Name+"` has `evict by` without a key", "Write `evict lru`, or a key.")
		}
		if p.Preempt != nil && len(p.Preempt.Keys) == 0 {
			c.report(diag.LinkArity, at.Field("preempt"), "`"+p.Name+"` has `preempt by` without a key", "Write `preempt lifo`, or a key.")
		}
	}
	c.stmts(func(at site, s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Hold:
			if len(s.Pools) == 0 {
				c.report(diag.LinkArity, at.path().Field("Hold").Field("pools"), "a hold names no pool", "Write `hold POOL (units) { … }`.")
			}
		case *ir.Choose:
			if len(s.Keys) == 0 {
				c.report(diag.LinkArity, at.path().Field("Choose").Field("key"), "a choose has no key", "Write `choose j in n by (key)`.")
			}
		}
	})
}
