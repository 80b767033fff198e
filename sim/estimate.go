package sim

// An estimate is an exponential average; the first sample sets it.
type estimate struct {
	value float64 // 0 before any sample
	any   bool
}

// estimateWeight is the weight of a new sample.
const estimateWeight = 0.01

func (e *estimate) fold(x float64) {
	if !e.any {
		e.value, e.any = x, true
		return
	}
	e.value += estimateWeight * (x - e.value)
}

// rate is the estimated arrival rate, the inverse of the mean gap between service starts.
func (st *stage) rate() float64 {
	if !st.gap.any {
		return 0
	}
	return 1 / st.gap.value
}

// rho is the estimated utilisation, below 1.
func (st *stage) rho() float64 {
	if !st.gap.any || !st.service.any {
		return 0
	}
	return min(st.rate()*st.service.value, 0.99)
}

// price is the delay that a job of size d, taken after work h of its batch,
// expects for itself and inflicts on those behind it, under the estimated load.
func (st *stage) price(h, d float64) float64 {
	rate, rho := st.rate(), st.rho()
	return d + rate*((h+d)*(h+d)-h*h)/(2*(1-rho)) + rate*st.wait.value*d/(1-rho)
}
