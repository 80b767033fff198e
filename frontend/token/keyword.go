package token

import "strings"

// keywords are the words that the grammar gives a meaning to. Most are special
// only where the grammar expects them, so that stages, pools and attributes may
// be called by them; constants, defs, parameters and queues may not.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`
		admission admit arrivals arrive at batch block bottleneck branch budget by cache cap choose chunk
		closed cost decode def delay drop else end evict exclusive fifo first from gateway gauge grow
		growing head hidden hold horizon in inf init latency lease let lifo link load loop lru mark max
		maxmin memory min nic none observe only ordered poisson pool preempt prefill ps pull queue release
		renewal request requeue reserve reuse route run seed serve server session set share spill stage
		step sum tail to tool trace transfer turn use via warmup when with workload`) {
		m[w] = true
	}
	return m
}()

// IsKeyword reports whether the grammar gives the word a meaning.
func IsKeyword(word string) bool { return keywords[word] }
