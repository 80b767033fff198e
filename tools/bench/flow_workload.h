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
	int dump;               // wanted are these times, not how long it took to find them
	double since;           // processor time when the first flow started that is measured
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
	Workload w = {nics, in_flight, count, (Flow *)allocate(count, sizeof(Flow)),
		(double *)allocate(count, sizeof(double)), (double *)allocate(count, sizeof(double)), 0, 0};
	uint64_t state = 1;
	for (int k = 0; k < count; k++) {
		w.flows[k].from = (int)(uniform(&state) * nics);
		w.flows[k].to = (int)(uniform(&state) * nics);
		w.flows[k].work = -log1p(-uniform(&state));
	}
	return w;
}

static double processor_time(void) { // seconds
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// begin notes that flow k starts. What is measured is what a flow costs while all are
// in flight: neither the first starts nor the last ends, which for a slow solver are
// most of the work. The process ends when that is known.
static void begin(Workload *w, int k, double now) {
	w->start[k] = now;
	if (w->dump)
		return;
	if (k == w->in_flight)
		w->since = processor_time();
	else if (k == w->count - 1) {
		printf("%.6g\n", (processor_time() - w->since) / (w->count - 1 - w->in_flight));
		fflush(stdout);
		_Exit(0);
	}
}

// run_workload is the main function of a benchmark: NICS IN_FLIGHT FLOWS [dump].
// It prints the seconds of processor time that a flow takes, or, with dump, a line for
// each flow: when it started and ended, its NICs, its work.
static int run_workload(int argc, char **argv, void (*solve)(Workload *)) {
	if (argc < 4 || argc > 5 || (argc == 5 && strcmp(argv[4], "dump"))) {
		fprintf(stderr, "usage: %s NICS IN_FLIGHT FLOWS [dump]\n", argv[0]);
		return 2;
	}
	int nics = atoi(argv[1]), in_flight = atoi(argv[2]), count = atoi(argv[3]);
	if (nics < 1 || in_flight < 1 || count < in_flight + 2) {
		fprintf(stderr, "%s: need NICS >= 1, IN_FLIGHT >= 1 and FLOWS >= IN_FLIGHT + 2\n", argv[0]);
		return 2;
	}
	Workload w = make_workload(nics, in_flight, count);
	w.dump = argc == 5;
	solve(&w);
	for (int k = 0; k < count; k++)
		printf("%.17g %.17g %d %d %.17g\n", w.start[k], w.finish[k], w.flows[k].from, w.flows[k].to, w.flows[k].work);
	return 0;
}
