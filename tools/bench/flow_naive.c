// Max-min fair flows as textbooks give them, by progressive filling: at every event
// all links and all flows are filled again, and the work of every flow is advanced.
//
//	cc -O2 -o flow_naive flow_naive.c -lm && ./flow_naive 16 1000 10000

#include "flow_workload.h"

typedef struct {
	int flow, links[2];
	double remaining, rate;
} Job;

typedef struct {
	double free; // capacity that no flow has been given yet
	int open;    // flows that have no rate yet
	int full;    // whether the flows without a rate get one in this round
} Link;

static Job *jobs;
static Link *links;
static int n_jobs, n_links;
static int *open; // jobs that have no rate yet

static void start(Workload *w, int k, double now) {
	begin(w, k, now);
	jobs[n_jobs++] = (Job){.flow = k, .links = {w->flows[k].from, w->nics + w->flows[k].to}, .remaining = w->flows[k].work};
}

// share gives every job its rate.
static void share(void) {
	for (int l = 0; l < n_links; l++)
		links[l] = (Link){.free = 1};
	for (int j = 0; j < n_jobs; j++) {
		open[j] = j;
		links[jobs[j].links[0]].open++;
		links[jobs[j].links[1]].open++;
	}
	for (int n = n_jobs; n > 0;) {
		double level = INFINITY;
		for (int l = 0; l < n_links; l++)
			if (links[l].open > 0 && links[l].free / links[l].open < level)
				level = links[l].free / links[l].open;
		for (int l = 0; l < n_links; l++)
			links[l].full = links[l].open > 0 && links[l].free <= level * links[l].open * (1 + 1e-12);
		int left = 0;
		for (int i = 0; i < n; i++) {
			Job *j = &jobs[open[i]];
			Link *a = &links[j->links[0]], *b = &links[j->links[1]];
			if (!a->full && !b->full) {
				open[left++] = open[i];
				continue;
			}
			j->rate = level;
			a->free -= level, a->open--;
			b->free -= level, b->open--;
		}
		n = left;
	}
}

static void run(Workload *w) {
	n_links = 2 * w->nics;
	links = allocate(n_links, sizeof(Link));
	jobs = allocate(w->in_flight, sizeof(Job));
	open = allocate(w->in_flight, sizeof(int));
	double now = 0;
	int started = 0;
	while (started < w->in_flight)
		start(w, started++, now);
	while (n_jobs > 0) {
		share();
		int first = 0;
		for (int j = 1; j < n_jobs; j++)
			if (jobs[j].remaining / jobs[j].rate < jobs[first].remaining / jobs[first].rate)
				first = j;
		double step = jobs[first].remaining / jobs[first].rate;
		for (int j = 0; j < n_jobs; j++)
			jobs[j].remaining -= step * jobs[j].rate;
		now += step;
		w->finish[jobs[first].flow] = now;
		jobs[first] = jobs[--n_jobs];
		if (started < w->count)
			start(w, started++, now);
	}
}

int main(int argc, char **argv) { return run_workload(argc, argv, run); }
