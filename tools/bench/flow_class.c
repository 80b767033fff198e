// Max-min fair flows by classes: all flows between the same two NICs have the
// same rate, so the connected component of an event is filled again over
// classes. The cost of an event does not depend on the number of flows.
//
//	cc -O2 -o flow_class flow_class.c -lm && ./flow_class 16 1000 100000

#include "flow_workload.h"

typedef struct {
	double tag; // virtual time of the class at which the flow ends
	int flow;
} Entry;

typedef struct {
	int a, b;       // members
	int at_a, at_b; // positions in their lists
	int n;          // flows
	int cap;        // room in heap
	Entry *heap;    // min-heap by tag
	double rate, v, since, end;
	int mark, position; // position in the list of classes with flows
} Class;

typedef struct {
	int *classes, n_classes; // those with flows
	int n;                   // flows
	int mark;
	double free;
	int open;
} Member;

static Class *classes;
static Member *members;
static int *live, n_live; // classes with flows
static int *queue;        // members of the component
static int epoch;

static void heap_push(Class *c, Entry x) {
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 4;
		c->heap = realloc(c->heap, c->cap * sizeof(Entry));
	}
	int i = c->n++;
	for (; i > 0 && x.tag < c->heap[(i - 1) / 2].tag; i = (i - 1) / 2)
		c->heap[i] = c->heap[(i - 1) / 2];
	c->heap[i] = x;
}

static Entry heap_pop(Class *c) {
	Entry top = c->heap[0], x = c->heap[--c->n];
	int i = 0;
	for (;;) {
		int j = 2 * i + 1;
		if (j >= c->n)
			break;
		if (j + 1 < c->n && c->heap[j + 1].tag < c->heap[j].tag)
			j++;
		if (x.tag <= c->heap[j].tag)
			break;
		c->heap[i] = c->heap[j];
		i = j;
	}
	c->heap[i] = x;
	return top;
}

static void advance(Class *c, double now) {
	c->v += c->rate * (now - c->since);
	c->since = now;
}

static void enter(Member *m, int id, int *position) {
	*position = m->n_classes;
	m->classes[m->n_classes++] = id;
}

static void leave(int member, int position) {
	Member *m = &members[member];
	int moved = m->classes[--m->n_classes];
	m->classes[position] = moved;
	if (classes[moved].a == member)
		classes[moved].at_a = position;
	else
		classes[moved].at_b = position;
}

static void start(Workload *w, int k, double now) {
	int a = w->flows[k].from, b = w->nics + w->flows[k].to;
	int id = w->flows[k].from * w->nics + w->flows[k].to;
	Class *c = &classes[id];
	if (c->n == 0) {
		c->a = a, c->b = b, c->v = 0, c->since = now, c->rate = 0;
		enter(&members[a], id, &c->at_a);
		enter(&members[b], id, &c->at_b);
		c->position = n_live;
		live[n_live++] = id;
	}
	begin(w, k, now);
	advance(c, now);
	heap_push(c, (Entry){c->v + w->flows[k].work, k});
	members[a].n++, members[b].n++;
}

static void finish(Workload *w, Class *c, double now) {
	c->v = c->heap[0].tag, c->since = now;
	w->finish[heap_pop(c).flow] = now;
	members[c->a].n--, members[c->b].n--;
	if (c->n == 0) {
		leave(c->a, c->at_a);
		leave(c->b, c->at_b);
		live[c->position] = live[--n_live];
		classes[live[c->position]].position = c->position;
	}
}

// reach adds a member to the component unless it is in it.
static int reach(int m, int n) {
	if (members[m].mark == epoch || members[m].n == 0)
		return n;
	members[m].mark = epoch;
	members[m].free = 1;
	members[m].open = members[m].n;
	queue[n] = m;
	return n + 1;
}

// solve fills the component of the touched members.
static void solve(const int *touched, int n_touched, double now) {
	int n = 0;
	epoch++;
	for (int i = 0; i < n_touched; i++)
		n = reach(touched[i], n);
	for (int i = 0; i < n; i++) {
		Member *m = &members[queue[i]];
		for (int j = 0; j < m->n_classes; j++) {
			Class *c = &classes[m->classes[j]];
			n = reach(c->a == queue[i] ? c->b : c->a, n);
		}
	}
	while (n > 0) {
		double level = INFINITY;
		int going = 0;
		for (int i = 0; i < n; i++) { // the least level; members that are done drop out
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
			for (int j = 0; j < m->n_classes; j++) {
				Class *c = &classes[m->classes[j]];
				if (c->mark == epoch)
					continue;
				c->mark = epoch;
				Member *other = &members[c->a == queue[i] ? c->b : c->a];
				other->free -= c->n * level;
				other->open -= c->n;
				advance(c, now);
				c->rate = level;
				c->end = now + (c->heap[0].tag - c->v) / level;
			}
			m->open = 0;
		}
	}
}

static void run(Workload *w) {
	int n = w->nics;
	classes = allocate((size_t)n * n, sizeof(Class));
	members = allocate(2 * n, sizeof(Member));
	live = allocate((size_t)n * n, sizeof(int));
	queue = allocate(2 * n, sizeof(int));
	for (int i = 0; i < 2 * n; i++)
		members[i].classes = allocate(n, sizeof(int));
	double now = 0;
	int started = 0, *all = allocate(2 * n, sizeof(int));
	while (started < w->in_flight)
		start(w, started++, now);
	for (int i = 0; i < 2 * n; i++)
		all[i] = i;
	solve(all, 2 * n, now);
	while (n_live > 0) {
		Class *first = &classes[live[0]];
		for (int i = 1; i < n_live; i++)
			if (classes[live[i]].end < first->end)
				first = &classes[live[i]];
		now = first->end;
		int touched[4] = {first->a, first->b}, n_touched = 2;
		finish(w, first, now);
		if (started < w->count) {
			touched[n_touched++] = w->flows[started].from;
			touched[n_touched++] = n + w->flows[started].to;
			start(w, started++, now);
		}
		solve(touched, n_touched, now);
	}
}

int main(int argc, char **argv) { return run_workload(argc, argv, run); }
