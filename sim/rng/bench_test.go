package rng

import (
	"math/rand/v2"
	"testing"
)

var sink float64

func BenchmarkStream(b *testing.B) {
	f := FamilyOf(1, 0, Turn)
	for i := range b.N {
		s := f.Stream(int64(i), 0)
		sink = s.Float64()
	}
}

func BenchmarkNew(b *testing.B) {
	for i := range b.N {
		s := New(1, 0, Turn, int64(i), 0)
		sink = s.Float64()
	}
}

func BenchmarkFloat64(b *testing.B) {
	s := New(1, 0, Machine, 0, 0)
	for range b.N {
		sink = s.Float64()
	}
}

func BenchmarkSamplers(b *testing.B) {
	for _, bm := range []struct {
		name   string
		sample func(*Source) (float64, bool)
	}{
		{"exp", func(s *Source) (float64, bool) { return s.Exp(2) }},
		{"normal", func(s *Source) (float64, bool) { return s.Normal(1, 2) }},
		{"erlang4", func(s *Source) (float64, bool) { return s.Erlang(4, 2) }},
		{"h2", func(s *Source) (float64, bool) { return s.H2(2, 4) }},
		{"lognormal", func(s *Source) (float64, bool) { return s.LogNormal(2, 3) }},
		{"gamma0.3", func(s *Source) (float64, bool) { return s.Gamma(2, 3) }},
		{"gamma3", func(s *Source) (float64, bool) { return s.Gamma(2, 0.3) }},
		{"pareto", func(s *Source) (float64, bool) { return s.Pareto(2, 3) }},
		{"geometric", func(s *Source) (float64, bool) { return s.Geometric(4) }},
		{"poisson5", func(s *Source) (float64, bool) { return s.Poisson(5) }},
		{"poisson40", func(s *Source) (float64, bool) { return s.Poisson(40) }},
	} {
		b.Run(bm.name, func(b *testing.B) {
			s := New(1, 0, Machine, 0, 0)
			for range b.N {
				sink, _ = bm.sample(&s)
			}
		})
	}
}

// The exponential of math/rand/v2, to compare.
func BenchmarkRandV2Exp(b *testing.B) {
	s := rand.New(rand.NewPCG(1, 2))
	for range b.N {
		sink = s.ExpFloat64()
	}
}
