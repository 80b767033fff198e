package oracle

import (
	"math"

	"serq/ir"
)

// poolsNeverFill refuses a program whose sessions could wait for a pool: all that
// its holds ever ask of a pool, taken together, must fit.
func (f *fluid) poolsNeverFill(sessions int) error {
	asked := make([]float64, len(f.p.Pools))
	loops := false
	for b, block := range f.p.Blocks {
		for i, s := range block {
			switch s := s.(type) {
			case *ir.Loop:
				loops = true
			case *ir.Hold:
				at := (*ir.Path)(nil).Field("blocks").Elem(b).Elem(i).Field("Hold")
				for k, part := range s.Pools {
					if err := f.ask(at.Field("pools").Elem(k), part, float64(sessions), asked); err != nil {
						return err
					}
				}
			}
		}
	}
	for i, pool := range f.p.Pools {
		if asked[i] > pool.Cap || loops && asked[i] > 0 && !math.IsInf(pool.Cap, 1) { // in a loop, a lease can pile up
			return refuse((*ir.Path)(nil).Field("pools").Elem(i), "sessions may wait for pool %s", pool.Name)
		}
	}
	return nil
}

// ask adds what one part of a hold asks, if every session comes to it.
func (f *fluid) ask(at *ir.Path, part ir.HoldPart, sessions float64, asked []float64) error {
	units, known := ir.Constant(part.Units)
	if part.Reserve != nil {
		reserve, ok := ir.Constant(part.Reserve)
		units, known = max(units, reserve), known && ok
	}
	for i := part.Pool.Base; i < part.Pool.Base+part.Pool.Count; i++ {
		pool := f.p.Pools[i]
		if pool.AdmitVia != nil || !known && !math.IsInf(pool.Cap, 1) {
			return refuse(at, "sessions may wait for pool %s", pool.Name)
		}
		one := units
		if pool.Block != nil {
			one = math.Ceil(one / *pool.Block) * *pool.Block
		}
		asked[i] += one * sessions
	}
	return nil
}
