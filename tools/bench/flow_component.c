// Max-min fair flows one by one: the connected component of an event is found
// and filled again over its flows; the ends are in a heap. Good where components
// are small.
//
//	cc -O2 -o flow_component flow_component.c -lm && ./flow_component 512 256 100000

#include "flow_workload.h"

typedef struct {
	int flow, a, b;
	int at_a, at_b; // positions in the members' lists
	double remaining, rate, since, end;
	int position; // in the heap of ends, or -1
	int done;
} Job;

typedef struct {
	int *jobs, n, room;
	int mark, open;
	double free;
} Member;

static Job *jobs;
static Member *members;
static int *heap, n_heap; // jobs by end
static int *queue;        // members of the component
static int epoch;

static void place(int i, int job) {
	heap[i] = job;
	jobs[job].position = i;
}

static void sift(int i) {
	int job = heap[i];
	double end = jobs[job].end;
	for (; i > 0 && end < jobs[heap[(i - 1) / 2]].end; i = (i - 1) / 2)
		place(i, heap[(i - 1) / 2]);
	for (;;) {
		int j = 2 * i + 1;
		if (j >= n_heap)
			break;
		if (j + 1 < n_heap && jobs[heap[j + 1]].end < jobs[heap[j]].end)
			j++;
		if (end <= jobs[heap[j]].end)
			break;
		place(i, heap[j]);
		i = j;
	}
	place(i, job);
}

static void enter(int member, int job, int *position) {
	Member *m = &members[member];
	if (m->n == m->room) {
		m->room = m->room ? 2 * m->room : 4;
		m->jobs = realloc(m->jobs, m->room * sizeof(int));
	}
	*position = m->n;
	m->jobs[m->n++] = job;
}

static void leave(int member, int position) {
	Member *m = &members[member];
	int moved = m->jobs[--m->n];
	m->jobs[position] = moved;
	if (jobs[moved].a == member)
		jobs[moved].at_a = position;
	else
		jobs[moved].at_b = position;
}

static void start(Workload *w, int job, int k, double now) {
	Job *j = &jobs[job];
	begin(w, k, now);
	*j = (Job){.flow = k, .a = w->flows[k].from, .b = w->nics + w->flows[k].to,
		.remaining = w->flows[k].work, .since = now, .end = INFINITY};
	enter(j->a, job, &j->at_a);
	enter(j->b, job, &j->at_b);
	place(n_heap++, job);
}

static void finish(Workload *w, int job, double now) {
	Job *j = &jobs[job];
	w->finish[j->flow] = now;
	leave(j->a, j->at_a);
	leave(j->b, j->at_b);
	int moved = heap[--n_heap];
	if (moved != job) {
		place(j->position, moved);
		sift(jobs[moved].position);
	}
}

static int reach(int m, int n) {
	if (members[m].mark == epoch)
		return n;
	members[m].mark = epoch;
	members[m].free = 1;
	members[m].open = members[m].n;
	queue[n] = m;
	return n + 1;
}

static void solve(const int *touched, int n_touched, double now) {
	int n = 0;
	epoch++;
	for (int i = 0; i < n_touched; i++)
		n = reach(touched[i], n);
	for (int i = 0; i < n; i++) {
		Member *m = &members[queue[i]];
		for (int k = 0; k < m->n; k++) {
			Job *j = &jobs[m->jobs[k]];
			n = reach(j->a == queue[i] ? j->b : j->a, n);
		}
	}
	while (n > 0) {
		double level = INFINITY;
		int going = 0;
		for (int i = 0; i < n; i++) {
			Member *m = &members[queue[i]];
			if (m->open == 0)
				continue;
			queue[going++] = queue[i];
			double at = m->free / m->open;
			if (at < level)
				level = at;
		}
		n = going;
		for (int i = 0; i < n; i++) {
			Member *m = &members[queue[i]];
			if (m->open == 0 || m->free > level * m->open * (1 + 1e-12))
				continue;
			for (int k = 0; k < m->n; k++) {
				Job *j = &jobs[m->jobs[k]];
				if (j->done == epoch)
					continue;
				j->done = epoch;
				Member *other = &members[j->a == queue[i] ? j->b : j->a];
				other->free -= level;
				other->open--;
				if (level != j->rate) {
					j->remaining -= j->rate * (now - j->since);
					j->since = now;
					j->rate = level;
					j->end = now + j->remaining / level;
					sift(j->position);
				}
			}
			m->open = 0;
		}
	}
}

static void run(Workload *w) {
	int n = w->nics;
	jobs = allocate(w->in_flight, sizeof(Job));
	members = allocate(2 * n, sizeof(Member));
	heap = allocate(w->in_flight, sizeof(int));
	queue = allocate(2 * n, sizeof(int));
	double now = 0;
	int started = 0, *all = allocate(2 * n, sizeof(int));
	for (; started < w->in_flight; started++)
		start(w, started, started, now);
	for (int i = 0; i < 2 * n; i++)
		all[i] = i;
	solve(all, 2 * n, now);
	while (n_heap > 0) {
		int job = heap[0];
		now = jobs[job].end;
		int touched[4] = {jobs[job].a, jobs[job].b}, n_touched = 2;
		finish(w, job, now);
		if (started < w->count) {
			touched[n_touched++] = w->flows[started].from;
			touched[n_touched++] = n + w->flows[started].to;
			start(w, job, started++, now);
		}
		solve(touched, n_touched, now);
	}
}

int main(int argc, char **argv) { return run_workload(argc, argv, run); }
