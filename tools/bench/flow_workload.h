// The workload of the flow benchmarks, the same for every program that is
// compared: a star of n sending and n receiving NICs of capacity 1, a constant
// number of flows in flight until all have started, each from a uniformly random
// sender to a uniformly random receiver, of exponential work with mean 1.
//
// Flow k has three numbers of a splitmix64 stream (Steele, Lea, Flood, Fast
// splittable pseudorandom number generators, 2014) that starts at 1: sender,
// receiver, work.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
	int from, to; // NICs, 0 to n-1 each
	double work;
} Flow;

typedef struct {
	int nics, in_flight, count;
	Flow *flows;
	double *start, *finish; // by flow: when it started and ended, as the solver found
} Workload;

static uint64_t splitmix64(uint64_t *state) {
	uint64_t z = (*state += 0x9E3779B97F4A7C15u);
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return z ^ (z >> 31);
}

static double uniform(uint64_t *state) { return (double)(splitmix64(state) >> 11) * 0x1p-53; }

static void *allocate(size_t n, size_t size) {
	void *p = calloc(n, size);
	if (!p) {
		fprintf(stderr, "out of memory\n");
		exit(2);
	}
	return p;
}

static Workload make_workload(int nics, int in_flight, int count) {
	Workload w = {nics, in_flight, count, allocate(count, sizeof(Flow)),
		allocate(count, sizeof(double)), allocate(count, sizeof(double))};
	uint64_t state = 1;
	for (int k = 0; k < count; k++) {
		w.flows[k].from = (int)(uniform(&state) * nics);
		w.flows[k].to = (int)(uniform(&state) * nics);
		w.flows[k].work = -log1p(-uniform(&state));
	}
	return w;
}

// run_workload is the main function of a benchmark: NICS IN_FLIGHT FLOWS [dump].
// It prints the solver's name with the size and nanoseconds per flow, or, with
// dump, the times at which each flow started and ended.
static int run_workload(int argc, char **argv, const char *name, void (*solve)(Workload *)) {
	if (argc < 4 || argc > 5 || (argc == 5 && strcmp(argv[4], "dump"))) {
		fprintf(stderr, "usage: %s NICS IN_FLIGHT FLOWS [dump]\n", argv[0]);
		return 2;
	}
	int nics = atoi(argv[1]), in_flight = atoi(argv[2]), count = atoi(argv[3]);
	if (nics < 1 || in_flight < 1 || count < in_flight) {
		fprintf(stderr, "%s: need NICS >= 1 and FLOWS >= IN_FLIGHT >= 1\n", argv[0]);
		return 2;
	}
	Workload w = make_workload(nics, in_flight, count);
	struct timespec from, to;
	clock_gettime(CLOCK_MONOTONIC, &from);
	solve(&w);
	clock_gettime(CLOCK_MONOTONIC, &to);
	if (argc == 5) {
		for (int k = 0; k < count; k++)
			printf("%.17g %.17g\n", w.start[k], w.finish[k]);
		return 0;
	}
	double ns = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
	printf("%s_%dx%d_%d %.1f\n", name, nics, nics, in_flight, ns / count);
	return 0;
}
