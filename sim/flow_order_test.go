package sim

import (
	"math"
	"math/rand/v2"
	"testing"
)

// coarse returns one of few values, so that equal ones are common.
func coarse(rng *rand.Rand) float64 { return float64(rng.IntN(30)) }

func TestFlowHeap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var heap flowHeap
	pos := make([]int32, 200)
	var present []int32
	for step := range 20_000 {
		switch {
		case len(present) == 0 || len(present) < 200 && rng.IntN(2) == 0:
			id := int32(0)
			for ; contains(present, id); id++ {
			}
			heap.push(flowItem{coarse(rng), uint64(rng.IntN(10)), id}, pos)
			present = append(present, id)
		default:
			i := rng.IntN(len(present))
			id := present[i]
			present[i] = present[len(present)-1]
			present = present[:len(present)-1]
			heap.remove(int(pos[id]), pos)
		}
		if len(heap) != len(present) {
			t.Fatalf("step %d: %d items, want %d", step, len(heap), len(present))
		}
		for i, x := range heap {
			if pos[x.id] != int32(i) {
				t.Fatalf("step %d: item %d is at %d, noted at %d", step, x.id, i, pos[x.id])
			}
			if i > 0 && x.before(heap[(i-1)/4]) {
				t.Fatalf("step %d: %v is under %v", step, x, heap[(i-1)/4])
			}
		}
	}
}

func contains(ids []int32, id int32) bool {
	for _, x := range ids {
		if x == id {
			return true
		}
	}
	return false
}

// A tournament has the winner that a look at all entries finds.
func TestTournament(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	var tour tournament
	for n := range 600 {
		tour.add()
		for range 20 {
			for range rng.IntN(10) {
				who := int32(rng.IntN(n + 1))
				tour.place[who] = uint64(rng.IntN(1000))<<10 + uint64(who)
				tour.set(who, coarse(rng))
			}
			if rng.IntN(3) == 0 {
				tour.set(int32(rng.IntN(n+1)), math.Inf(1))
			}
			want := int32(0)
			for who, at := range tour.at[:n+1] {
				if at < tour.at[want] || at == tour.at[want] && tour.place[who] < tour.place[want] {
					want = int32(who)
				}
			}
			if got := tour.first(); got != want && !math.IsInf(tour.at[want], 1) {
				t.Fatalf("of %d: first is %d at %v, want %d at %v", n+1, got, tour.at[got], want, tour.at[want])
			}
		}
	}
}

// Entries of a level queue come out in order, with levels from close together
// to many octaves apart, while others move ahead of the last one taken.
func TestLevelQueue(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	q := newLevelQueue(200)
	for _, octaves := range []float64{0.01, 1, 5, 100} {
		q.restart()
		level := func() float64 { return math.Exp2(octaves * rng.Float64()) }
		for m := range int32(200) {
			q.set(m, level())
		}
		sweep := 0.0
		for {
			least := math.Inf(1)
			for m := range int32(200) {
				least = min(least, q.fill[m].at)
			}
			first := q.first()
			if first < 0 {
				if !math.IsInf(least, 1) {
					t.Fatalf("%v octaves: nothing is first, want %v", octaves, least)
				}
				break
			}
			if got := q.fill[first].at; got != least {
				t.Fatalf("%v octaves: first at %v, want %v", octaves, got, least)
			}
			sweep = least
			q.set(first, math.Inf(1))
			for range 3 {
				if m := int32(rng.IntN(200)); !math.IsInf(q.fill[m].at, 1) {
					q.set(m, max(sweep, level()))
				}
			}
		}
	}
}
