package formula

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// must solves a process that has a steady state.
func must(t *testing.T, b *BirthDeath, err error) *BirthDeath {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestMM1 holds the closed form, Erlang C with one server and the probabilities
// against each other, and the asymptotic variance against its own closed form.
func TestMM1(t *testing.T) {
	for _, rho := range []float64{0.01, 0.5, 0.8, 0.99} {
		q, c := MM1{rho * 2, 2}, MMC{rho * 2, 2, 1}
		chain, err := c.Chain()
		must(t, chain, err)
		near(t, "wait", c.Wait(), q.Response()-0.5)
		near(t, "probability of waiting", c.ErlangC(), rho)
		near(t, "number, by Little's law", chain.Mean(Number), q.Lambda*q.Response())
		// 2ρ(1+ρ)/(μ(1−ρ)⁴): Whitt, Management Science 35 (1989), eq. 24.
		near(t, "variance of the number", chain.AsymptoticVariance(Number)*q.Mu*math.Pow(1-rho, 4), 2*rho*(1+rho))
		// A server is busy for as long as the work that came: λE[S²] = 2λ/μ².
		if got, want := chain.AsymptoticVariance(Busy(1)), 2*q.Lambda/(q.Mu*q.Mu); math.Abs(got/want-1) > 1e-7 { // of the tail that is left out
			t.Errorf("variance of the utilisation is %v, want %v", got, want)
		}
	}
}

func TestMMC(t *testing.T) {
	// (a³/3!)/(1−ρ) / (1 + a + a²/2 + (a³/3!)/(1−ρ)) with a = 2.4, and 2ρ²/(1+ρ).
	near(t, "Erlang C(3, 2.4)", MMC{2.4, 1, 3}.ErlangC(), 11.52/(1+2.4+2.88+11.52))
	near(t, "M/M/2", MMC{1.2, 1, 2}.ErlangC(), 2*0.36/1.6)
	for _, q := range []MMC{{2.4, 1, 3}, {990, 1, 1000}, {0.1, 1, 2000}} {
		chain, err := q.Chain()
		must(t, chain, err)
		near(t, "number by Little", chain.Mean(Number), q.Lambda*(q.Wait()+1/q.Mu))
		near(t, "busy servers", chain.Mean(Busy(q.C)), q.Lambda/q.Mu)
		waits := chain.Mean(func(n int) float64 {
			if n >= q.C {
				return 1
			}
			return 0
		})
		near(t, "probability of waiting", waits, q.ErlangC())
	}
	if _, err := (MMC{2, 1, 2}).Chain(); err == nil {
		t.Error("full load has no steady state")
	}
}

func TestMMCK(t *testing.T) {
	// M/M/1/1 is Erlang's loss system: p(1) = ρ/(1 + ρ), nobody waits.
	q := MMCK{0.5, 1, 1, 1}
	chain, err := q.Chain()
	must(t, chain, err)
	near(t, "loss", q.Loss(chain), 1.0/3)
	near(t, "response", q.Response(chain), 1)
	// M/M/1/K: p(n) = (1−ρ)ρⁿ/(1−ρ^(K+1)), here with ρ = 2: overload is served.
	q = MMCK{2, 1, 1, 4}
	chain, err = q.Chain()
	must(t, chain, err)
	near(t, "loss", q.Loss(chain), 16.0/31)
	near(t, "number", chain.Mean(Number), (2+2*4+3*8+4*16)/31.0)
	// Without pressure the limit does not matter.
	loose := MMCK{2.4, 1, 3, 500}
	chain, err = loose.Chain()
	must(t, chain, err)
	near(t, "response", loose.Response(chain), MMC{2.4, 1, 3}.Wait()+1)
}

func TestMG1(t *testing.T) {
	near(t, "M/M/1", MG1{0.8, 1, 2}.Wait(), MM1{0.8, 1}.Response()-1)
	near(t, "M/D/1 waits half as long", MG1{0.8, 1, 1}.Wait(), 2)
	near(t, "M/H2/1 of cv² 4", MG1{0.6, 1, 5}.Wait()+1, 4.75)
}

func TestSharing(t *testing.T) {
	fixed := Sharing{0.6, 1, func(int) float64 { return 1 }}
	chain, err := fixed.Chain()
	must(t, chain, err)
	near(t, "response", chain.Mean(Number)/0.6, MG1PS(0.6, 1, 1))
	near(t, "response at capacity 2", MG1PS(1.2, 1, 2), 1/(2-1.2))
	// A capacity of min(n, 3) is M/M/3, one of n a delay.
	three := Sharing{2.4, 1, func(n int) float64 { return float64(min(n, 3)) }}
	chain, err = three.Chain()
	must(t, chain, err)
	near(t, "number", chain.Mean(Number), 2.4*(MMC{2.4, 1, 3}.Wait()+1))
	delay := Sharing{50, 2, func(n int) float64 { return float64(n) }}
	chain, err = delay.Chain()
	must(t, chain, err)
	near(t, "number", chain.Mean(Number), MGInf(50, 2))
	near(t, "variance of the number", chain.AsymptoticVariance(Number), 2*50*2*2) // λE[S²], S exponential
}

func TestRepairman(t *testing.T) {
	q := Repairman{N: 10, C: 1, Think: 5, Service: 1}
	chain, err := q.Chain()
	must(t, chain, err)
	near(t, "response", 10/q.Throughput(chain)-5, 5.187288929870516)
	near(t, "utilisation", chain.Mean(Busy(1)), 0.9816154296630155)
	// One machine waits for nobody.
	q = Repairman{N: 1, C: 1, Think: 5, Service: 1}
	chain, err = q.Chain()
	must(t, chain, err)
	near(t, "throughput", q.Throughput(chain), 1.0/6)
}

// TestClosed holds the normalising constants to the machine repairman, and to
// mean value analysis, which knows neither.
func TestClosed(t *testing.T) {
	one := func(int) float64 { return 1 }
	servers := func(c int) func(int) float64 { return func(n int) float64 { return float64(min(n, c)) } }
	delay := func(n int) float64 { return float64(n) }
	for _, q := range []Repairman{{10, 1, 5, 1}, {100, 3, 20, 1}, {1000, 1, 0.1, 3}, {1, 2, 4, 1}} {
		chain, err := q.Chain()
		must(t, chain, err)
		x, numbers := Closed(q.N, []Station{{q.Think, delay}, {q.Service, servers(q.C)}})
		near(t, "throughput", x, q.Throughput(chain))
		near(t, "number down", numbers[1], chain.Mean(Number))
		near(t, "sessions", numbers[0]+numbers[1], float64(q.N))
	}
	demands := []float64{0.3, 1, 0.7}
	x, numbers := Closed(40, []Station{{5, delay}, {0.3, one}, {1, one}, {0.7, one}})
	wantX, want := meanValueAnalysis(40, 5, demands)
	near(t, "throughput", x, wantX)
	for k := range want {
		near(t, "number", numbers[k+1], want[k])
	}
	x, numbers = Closed(7, []Station{{2, one}})
	near(t, "throughput of a lone station", x, 0.5)
	near(t, "number at a lone station", numbers[0], 7)
}

// meanValueAnalysis is Reiser and Lavenberg's recursion (JACM 27, 1980) for
// single servers and a delay.
func meanValueAnalysis(n int, think float64, demands []float64) (x float64, numbers []float64) {
	numbers = make([]float64, len(demands))
	for m := 1; m <= n; m++ {
		round := think
		for k, d := range demands {
			round += d * (1 + numbers[k])
		}
		x = float64(m) / round
		for k, d := range demands {
			numbers[k] = x * d * (1 + numbers[k])
		}
	}
	return x, numbers
}

func TestEngine(t *testing.T) {
	e := Engine{Budget: 8, Fixed: 1, PerToken: 0.25}
	near(t, "capacity: 8 tokens in 3", e.Capacity(), 8.0/3)
	low, high := e.Utilization(0.4, 0.1)
	near(t, "full batches", low, 0.15)
	near(t, "tokens alone", high, 0.4*1.25+0.1)
	if _, high := e.Utilization(2, 1); high != 1 {
		t.Errorf("busy for %v of the time", high)
	}
}

func TestNoSteadyState(t *testing.T) {
	one := func(int) float64 { return 1 }
	if _, err := NewBirthDeath(one, one, math.MaxInt); err == nil {
		t.Error("a queue at full load was solved")
	}
}
