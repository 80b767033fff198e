// The parts of an event loop, each alone, as the Go benchmarks of the same names have
// them: a binary heap of 1,000 pending events, from which the next is taken and a new one
// put in; the same of the 100 jobs of a stage with processor sharing; exponential draws.
//
//	cc -O2 -o parts parts.c -lm && ./parts queue 10000000

#include "random.h"

#include <string.h>

typedef struct {
	double at;
	uint64_t place; // among events of the same instant
	int64_t what;
	int64_t of;
} Event;

static Event heap[1000];
static int events;

static int before(const Event *a, const Event *b) { return a->at < b->at || (a->at == b->at && a->place < b->place); }

static void push(Event e) {
	int i = events++;
	for (; i > 0 && before(&e, &heap[(i - 1) / 2]); i = (i - 1) / 2)
		heap[i] = heap[(i - 1) / 2];
	heap[i] = e;
}

static Event pop(void) {
	Event top = heap[0], e = heap[--events];
	int i = 0;
	for (;;) {
		int child = 2 * i + 1;
		if (child >= events)
			break;
		if (child + 1 < events && before(&heap[child + 1], &heap[child]))
			child++;
		if (before(&e, &heap[child]))
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = e;
	return top;
}

// churn takes the next event and puts in a new one, so many times, and returns the time
// that has passed.
static double churn(int pending, long times) {
	double gaps[1000], now = 0;
	for (int i = 0; i < 1000; i++)
		gaps[i] = (i * 7919 % 1000) / 1000.0; // scattered: 7919 is prime
	for (int i = 0; i < pending; i++)
		push((Event){gaps[i], (uint64_t)i, 0, i});
	for (long n = 0; n < times; n++) {
		Event e = pop();
		now = e.at;
		e.at += gaps[e.place % 1000];
		e.place++;
		push(e);
	}
	return now;
}

int main(int argc, char **argv) {
	if (argc != 3) {
		fprintf(stderr, "usage: %s queue|ps|draw TIMES\n", argv[0]);
		return 2;
	}
	long times = jobs_of(argv[2]);
	double total = 0;
	if (!strcmp(argv[1], "queue"))
		total = churn(1000, times);
	else if (!strcmp(argv[1], "ps"))
		total = churn(100, times);
	else
		for (long n = 0; n < times; n++)
			total += exponential(1);
	return report(total, times);
}
