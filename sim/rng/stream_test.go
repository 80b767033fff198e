package rng

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The generator is math/rand/v2's PCG from the same state.
func TestSourceIsPCG(t *testing.T) {
	seeds := rand.New(rand.NewPCG(11, 12))
	for range 1000 {
		hi, lo := seeds.Uint64(), seeds.Uint64()
		got, want := Source{hi, lo}, rand.NewPCG(hi, lo)
		for i := range 50 {
			if g, w := got.Uint64(), want.Uint64(); g != w {
				t.Fatalf("state (%#x, %#x), draw %d: %#x, math/rand/v2 has %#x", hi, lo, i, g, w)
			}
		}
	}
}

// What a seed names never changes: these are the first words of some streams.
func TestKnownStreams(t *testing.T) {
	type name struct {
		seed          int64
		replication   int
		kind          Kind
		session, turn int64
	}
	known := []struct {
		name  name
		words [3]uint64
	}{
		{name{1, 0, Arrivals, 0, 0}, [3]uint64{0x709b1fba10308bfe, 0xc6e0fd1f0dc3bd0b, 0xd33f541ac7e36ab8}},
		{name{1, 0, Trace, 0, 0}, [3]uint64{0x0a5dff665976dbb9, 0x24cecc93f5879e5e, 0xf114f0311b1117d7}},
		{name{1, 0, Turn, 0, 0}, [3]uint64{0xe0647c43460e122a, 0x8f04d186a0db6f00, 0x255eb6d60b0ac62f}},
		{name{1, 0, Turn, 0, 1}, [3]uint64{0x15d7f3ab84c5559b, 0x8b73aa2b93b8c173, 0xbbc10891decc8b6c}},
		{name{1, 0, Turn, 1, 0}, [3]uint64{0x044a749fe9cb4c30, 0xd3c321527d7c98cc, 0xfa58ee0514a5300f}},
		{name{1, 0, Session, 7, 0}, [3]uint64{0xb3bfbb962a3a449b, 0xb87fdedadf9bdd52, 0x7195d5d9c478a78a}},
		{name{1, 0, Machine, 0, 0}, [3]uint64{0x19b1d71203f7bbda, 0x54dc910ffd9efafe, 0xec43750513de2cfc}},
		{name{1, 1, Machine, 0, 0}, [3]uint64{0x283b8a0b58794edd, 0xd7538f9a27cf443f, 0x23eaaf53f42614a2}},
		{name{0, 0, Arrivals, 0, 0}, [3]uint64{0xef5e897336fc4dee, 0x10c356095ab67146, 0x0715e8b2d9037c7b}},
		{name{1 << 53, 1000, Turn, 1 << 40, 1 << 20}, [3]uint64{0x032704a52ad87a2c, 0xf786afd49921431f, 0x17748d6485906c0d}},
	}
	for _, k := range known {
		s := New(k.name.seed, k.name.replication, k.name.kind, k.name.session, k.name.turn)
		var got [3]uint64
		for i := range got {
			got[i] = s.Uint64()
		}
		if diff := cmp.Diff(k.words, got); diff != "" {
			t.Errorf("%+v: %#016x (-want +got)\n%s", k.name, got, diff)
		}
	}
}

func TestFamilyIsNew(t *testing.T) {
	for kind := range kinds {
		f := FamilyOf(3, 4, kind)
		if got, want := f.Stream(5, 6), New(3, 4, kind, 5, 6); got != want {
			t.Errorf("kind %d: %v, want %v", kind, got, want)
		}
	}
}

// Every one of the five numbers, and every bit of it, gives another stream.
func TestEachNumberNamesAStream(t *testing.T) {
	seen := map[Source][5]int64{}
	add := func(key [5]int64) {
		s := New(key[0], int(key[1]), Kind(key[2]), key[3], key[4])
		if old, ok := seen[s]; ok {
			t.Errorf("%v and %v start in one state", old, key)
		}
		seen[s] = key
	}
	add([5]int64{})
	for place := range 5 {
		for bit := range 63 {
			if place == 2 && bit >= 8 {
				break // a Kind is a byte
			}
			var key [5]int64
			key[place] = 1 << bit
			add(key)
		}
	}
}

// One flipped bit of a session or a turn flips each bit of the state's low word,
// and of the high word, in about half of the cases.
func TestSeedMixAvalanche(t *testing.T) {
	const trials = 4000
	keys := rand.New(rand.NewPCG(1, 2))
	for bit := range 64 {
		var flips [2][2][64]int // by word flipped, half of the state, bit of it
		for range trials {
			f := FamilyOf(keys.Int64(), 0, Turn)
			session, turn := int64(keys.Uint64N(1<<30)), int64(keys.Uint64N(1<<10))
			base := f.Stream(session, turn)
			for w, s := range []Source{f.Stream(session^1<<bit, turn), f.Stream(session, turn^1<<bit)} {
				for b := range 64 {
					flips[w][0][b] += int((s.hi ^ base.hi) >> b & 1)
					flips[w][1][b] += int((s.lo ^ base.lo) >> b & 1)
				}
			}
		}
		for w := range flips {
			for half := range flips[w] {
				for b, n := range flips[w][half] {
					// Six standard deviations: 16,384 comparisons are made in all.
					if math.Abs(float64(n)-trials/2) > 6*math.Sqrt(trials)/2 {
						t.Errorf("word %d bit %d, half %d bit %d: flipped in %d of %d", w, bit, half, b, n, trials)
					}
				}
			}
		}
	}
}

// The first draw of successive streams is as good a sequence as the draws of one
// stream: a session's marks are mostly first draws. Each sequence must look
// uniform, and not correlate with itself shifted nor with the others.
func TestStreamsAreIndependent(t *testing.T) {
	const n = 200_000
	sequences := map[string]func(i int64) Source{
		"one stream": func() func(int64) Source {
			s := New(1, 0, Machine, 0, 0)
			return func(int64) Source { s.Uint64(); return s }
		}(),
		"sessions":     func(i int64) Source { return New(1, 0, Turn, i, 0) },
		"turns":        func(i int64) Source { return New(1, 0, Turn, 9, i) },
		"seeds":        func(i int64) Source { return New(i, 0, Turn, 9, 0) },
		"replications": func(i int64) Source { return New(1, int(i), Machine, 0, 0) },
		"arrivals":     func(i int64) Source { return New(i, 0, Arrivals, 0, 0) },
		"statements":   func(i int64) Source { return New(1, 0, Session, i, 0) },
	}
	drawn := map[string][]float64{}
	for name, stream := range sequences {
		xs := make([]float64, n)
		cells := make([]float64, 1000)
		for i := range xs {
			s := stream(int64(i))
			xs[i] = s.Float64()
			cells[int(xs[i]*1000)]++
		}
		drawn[name] = xs
		if chi2 := chiSquare(cells, func(int) float64 { return n / 1000 }); chi2 > chiSquareLimit(999) {
			t.Errorf("%s: χ² %.0f over 1000 cells", name, chi2)
		}
		for _, lag := range []int{1, 2, 3, 256, 1024} {
			if r := correlation(xs[lag:], xs[:n-lag]); math.Abs(r) > 4.5/math.Sqrt(n) {
				t.Errorf("%s: correlation %.5f at lag %d", name, r, lag)
			}
		}
	}
	for a, xs := range drawn {
		for b, ys := range drawn {
			if a < b {
				if r := correlation(xs, ys); math.Abs(r) > 4.5/math.Sqrt(n) {
					t.Errorf("%s and %s: correlation %.5f", a, b, r)
				}
			}
		}
	}
}

func TestFloat64(t *testing.T) {
	s := New(1, 0, Machine, 0, 0)
	u := s // a copy is a fork
	for range 1000 {
		if got, want := s.Float64(), float64(u.Uint64()>>11)/(1<<53); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// Index is uniform also where a plain remainder or product would not be: at
// n = 3·2^61 a product without rejection gives every third value 2/3 of the weight.
func TestIndex(t *testing.T) {
	s := New(5, 0, Machine, 0, 0)
	const n, trials = 3 << 61, 30_000
	counts := make([]float64, 3)
	for range trials {
		x := s.Index(n)
		if x < 0 || x >= n {
			t.Fatalf("%d is not in [0, %d)", x, int64(n))
		}
		counts[x%3]++
	}
	if chi2 := chiSquare(counts, func(int) float64 { return trials / 3 }); chi2 > chiSquareLimit(2) {
		t.Errorf("counts %v", counts)
	}
	if got := s.Index(1); got != 0 {
		t.Errorf("Index(1) = %d", got)
	}
}

func TestPlaceUsesSeparateBits(t *testing.T) {
	i, p := place(math.MaxUint64)
	if bits.Len64(p) != placeBits || bits.Len64(i) != layerBits {
		t.Errorf("place has %d bits, layer %d", bits.Len64(p), bits.Len64(i))
	}
	for b := range 64 {
		i, p := place(1 << b)
		if i != 0 && p > 1 {
			t.Errorf("bit %d of the word decides both the layer and the place", b)
		}
	}
}

func TestDrawsDoNotAllocate(t *testing.T) {
	all := distributions([]float64{1, 2, 3})
	var s Source
	session := int64(0)
	if allocs := testing.AllocsPerRun(100, func() {
		s = New(1, 0, Turn, session, 0)
		session++
		for _, draw := range all {
			draw(&s)
		}
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// distributions is one draw of each family.
func distributions(values []float64) []func(*Source) (float64, bool) {
	return []func(*Source) (float64, bool){
		func(s *Source) (float64, bool) { return s.Det(2) },
		func(s *Source) (float64, bool) { return s.Exp(2) },
		func(s *Source) (float64, bool) { return s.Uniform(1, 3) },
		func(s *Source) (float64, bool) { return s.Bernoulli(0.5) },
		func(s *Source) (float64, bool) { return s.Normal(1, 2) },
		func(s *Source) (float64, bool) { return s.Erlang(3, 2) },
		func(s *Source) (float64, bool) { return s.H2(2, 4) },
		func(s *Source) (float64, bool) { return s.LogNormal(2, 3) },
		func(s *Source) (float64, bool) { return s.Gamma(2, 3) },
		func(s *Source) (float64, bool) { return s.Pareto(2, 3) },
		func(s *Source) (float64, bool) { return s.Empirical(values), true },
		func(s *Source) (float64, bool) { return s.Geometric(4) },
		func(s *Source) (float64, bool) { return s.Poisson(40) },
	}
}
