package sim

import (
	"strconv"
	"testing"

	"serq/ir"
)

// caching is a program of requests that each hold a block, keep it for a while and
// leave it in the cache of a pool of so many blocks.
func caching(blocks int, evict ir.Evict) *ir.Program {
	d := newDraft(ir.Poisson{Rate: 100}, 1e12)
	block := 16.0
	kv := d.pool(ir.Pool{Name: "kv", Cap: block * float64(blocks), Block: &block, Evict: evict})
	gpu := d.stage("gpu", ir.Delay{})
	d.session(&ir.Hold{
		Pools: []ir.HoldPart{{Pool: kv, Units: ir.Num(block)}},
		Body:  d.block(run(gpu, sampled(ir.DistExp, 0.1))), Cache: ir.Num(block),
	}, ir.End{})
	return &d.Program
}

// A request into a cache that is full; an operation evicts the least recently released.
func BenchmarkEvictLRU(b *testing.B) {
	for _, blocks := range []int{1000, 100_000} {
		b.Run(strconv.Itoa(blocks), func(b *testing.B) {
			p := caching(blocks, ir.Evict{Kind: ir.EvictLRU})
			p.Arrivals = int64(blocks + b.N)
			simulate(b, p)
		})
	}
}

// A hundred sessions of one turn after the other; an operation takes the prefix of the
// turn before from the cache and puts a longer one there.
func BenchmarkReuseLRU(b *testing.B) {
	d := newDraft(ir.Closed{N: 100}, float64(b.N)/100+1)
	block := 16.0
	kv := d.pool(ir.Pool{Name: "kv", Cap: 1e12, Block: &block})
	gpu, known := d.stage("gpu", ir.Delay{}), d.attr("known")
	longer := binary(ir.Add, known, ir.Num(100))
	turn := d.block(
		&ir.Hold{
			Pools: []ir.HoldPart{{Pool: kv, Units: longer}}, Reuse: known, Cache: longer,
			Body: d.block(run(gpu, ir.Num(1))),
		},
		set(known, longer))
	d.session(&ir.Loop{Body: turn})
	simulate(b, &d.Program)
}

// Eight slots and a queue in front of them; an operation admits the head of the queue.
func BenchmarkAdmit(b *testing.B) {
	for _, queue := range []string{"fifo", "keys"} {
		for _, clients := range []int{1000, 100_000} {
			b.Run(queue+"/"+strconv.Itoa(clients), func(b *testing.B) {
				d := newDraft(ir.Closed{N: clients}, float64(b.N)/8+1)
				pool := ir.Pool{Name: "slots", Cap: 8, Evict: ir.Evict{Kind: ir.EvictNone}}
				key := d.attr("key")
				if queue == "keys" {
					pool.Queue = []ir.Expr{key}
				}
				slots, gpu := d.pool(pool), d.stage("gpu", ir.Delay{})
				d.init(set(key, sampled(ir.DistExp, 1)))
				d.session(&ir.Hold{
					Pools: []ir.HoldPart{{Pool: slots, Units: ir.Num(1)}},
					Body:  d.block(run(gpu, ir.Num(1))),
				}, ir.End{})
				simulate(b, &d.Program)
			})
		}
	}
}
