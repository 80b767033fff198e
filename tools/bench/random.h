// Exponential draws for the reference loops: xoshiro256++ (Blackman and Vigna,
// "Scrambled linear pseudorandom number generators", 2021) and the ziggurat
// (Marsaglia and Tsang, 2000) with 256 layers, layer and place from separate bits.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state[4] = {1, 2, 3, 4};

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t next_word(void) {
	uint64_t result = rotl(state[0] + state[3], 23) + state[0], t = state[1] << 17;
	state[2] ^= state[0];
	state[3] ^= state[1];
	state[1] ^= state[2];
	state[0] ^= state[3];
	state[2] ^= t;
	state[3] = rotl(state[3], 45);
	return result;
}

static double uniform(void) { return (double)(next_word() >> 11) * 0x1p-53; }

static struct {
	uint64_t inner; // places below it are under the density
	double width;   // of one place
} layer[256];
static double density[257]; // at the layers' borders

static const double tail = 7.6971174701310497; // where the last layer ends

static void make_layers(void) {
	double area = (tail + 1) * exp(-tail), x = area / exp(-tail), next = tail;
	for (int i = 0; i < 256; i++) {
		layer[i].inner = (uint64_t)(next / x * 0x1p53);
		layer[i].width = x * 0x1p-53;
		density[i] = exp(-x);
		x = next;
		next = i < 254 ? -log(exp(-x) + area / x) : 0;
	}
	density[256] = 1;
}

static double exponential(double mean) {
	double past = 0;
	for (;;) {
		uint64_t u = next_word(), i = u & 255, place = u >> 11;
		double x = (double)(int64_t)place * layer[i].width;
		if (place < layer[i].inner)
			return mean * (past + x);
		if (i == 0)
			past += tail;
		else if (density[i] + uniform() * (density[i + 1] - density[i]) < exp(-x))
			return mean * (past + x);
	}
}

// jobs_of reads a number of jobs from the command line.
static long jobs_of(const char *text) {
	long jobs = atol(text);
	if (jobs < 1) {
		fprintf(stderr, "need at least one job\n");
		exit(2);
	}
	make_layers();
	return jobs;
}

// report prints the seconds of processor time that a job took, and the mean response
// time, so that it can be checked and nothing of the simulation is optimised away.
static int report(double total, long jobs) {
	printf("%.6g %.4f\n", (double)clock() / CLOCKS_PER_SEC / (double)jobs, total / (double)jobs);
	return 0;
}
