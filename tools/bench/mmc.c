// M/M/c, first come first served, at utilisation 0.8, with a heap of events: what a
// simulation written for this one model costs.
//
//	cc -O2 -o mmc mmc.c -lm && ./mmc SERVERS JOBS

#include "random.h"

typedef struct {
	double at;
	double arrived; // of the job that ends; below 0: an arrival
} Event;

static Event *heap;
static int events;

static void push(Event e) {
	int i = events++;
	for (; i > 0 && e.at < heap[(i - 1) / 2].at; i = (i - 1) / 2)
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
		if (child + 1 < events && heap[child + 1].at < heap[child].at)
			child++;
		if (e.at <= heap[child].at)
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = e;
	return top;
}

static double *waiting; // a ring of arrival times
static long head, tail_of_ring, room = 1024;

static void wait_in_line(double arrived) {
	if (tail_of_ring - head == room) {
		double *larger = malloc(2 * room * sizeof(double));
		for (long i = 0; i < room; i++)
			larger[(head + i) % (2 * room)] = waiting[(head + i) % room];
		free(waiting);
		waiting = larger;
		room *= 2;
	}
	waiting[tail_of_ring++ & (room - 1)] = arrived;
}

int main(int argc, char **argv) {
	if (argc != 3 || atoi(argv[1]) < 1) {
		fprintf(stderr, "usage: %s SERVERS JOBS\n", argv[0]);
		return 2;
	}
	int servers = atoi(argv[1]), busy = 0;
	long jobs = jobs_of(argv[2]), left = jobs;
	double gap = 1 / (0.8 * servers), total = 0;
	heap = malloc((servers + 1) * sizeof(Event));
	waiting = malloc(room * sizeof(double));

	push((Event){0, -1});
	while (events > 0) {
		Event e = pop();
		if (e.arrived < 0) {
			if (busy < servers) {
				busy++;
				push((Event){e.at + exponential(1), e.at});
			} else
				wait_in_line(e.at);
			if (--left > 0)
				push((Event){e.at + exponential(gap), -1});
		} else {
			total += e.at - e.arrived;
			if (head < tail_of_ring)
				push((Event){e.at + exponential(1), waiting[head++ & (room - 1)]});
			else
				busy--;
		}
	}
	return report(total, jobs);
}
