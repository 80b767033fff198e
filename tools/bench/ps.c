// M/M/1 with processor sharing at utilisation 0.8: a virtual clock, which runs at
// 1/n with n jobs present, and a heap of the jobs by the virtual time at which
// they end.
//
//	cc -O2 -o ps ps.c -lm && ./ps JOBS

#include "random.h"

typedef struct {
	double ends; // virtual time
	double arrived;
} Job;

static Job *heap;
static int present, room = 1024;

static void push(Job j) {
	if (present == room)
		heap = realloc(heap, (room *= 2) * sizeof(Job));
	int i = present++;
	for (; i > 0 && j.ends < heap[(i - 1) / 2].ends; i = (i - 1) / 2)
		heap[i] = heap[(i - 1) / 2];
	heap[i] = j;
}

static Job pop(void) {
	Job top = heap[0], j = heap[--present];
	int i = 0;
	for (;;) {
		int child = 2 * i + 1;
		if (child >= present)
			break;
		if (child + 1 < present && heap[child + 1].ends < heap[child].ends)
			child++;
		if (j.ends <= heap[child].ends)
			break;
		heap[i] = heap[child];
		i = child;
	}
	heap[i] = j;
	return top;
}

int main(int argc, char **argv) {
	if (argc != 2) {
		fprintf(stderr, "usage: %s JOBS\n", argv[0]);
		return 2;
	}
	long jobs = jobs_of(argv[1]), left = jobs;
	double now = 0, virtual_now = 0, arrival = 0, total = 0;
	heap = malloc(room * sizeof(Job));

	while (left > 0 || present > 0) {
		double end = present > 0 ? now + (heap[0].ends - virtual_now) * present : INFINITY;
		if (left > 0 && arrival <= end) {
			if (present > 0)
				virtual_now += (arrival - now) / present;
			now = arrival;
			push((Job){virtual_now + exponential(1), now});
			left--;
			arrival = now + exponential(1 / 0.8);
		} else {
			Job j = pop();
			virtual_now = j.ends;
			now = end;
			total += now - j.arrived;
		}
	}
	return report(total, jobs);
}
