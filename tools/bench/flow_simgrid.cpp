// Max-min fair flows by SimGrid (https://simgrid.org, version 3.32 or later), with its
// model of fluid networks and nothing else: no factors for the overheads of protocols,
// no windows of TCP, no latencies. So many actors send one flow after the other.
//
//	c++ -O2 -o flow_simgrid flow_simgrid.cpp -lsimgrid && ./flow_simgrid 16 1000 10000

#include "flow_workload.h"

#include <simgrid/s4u.hpp>

#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

// A NIC's capacity of 1 in bytes a second: sizes are whole bytes there, and what is
// below absolute precisions counts as done.
static const double unit = 0x1p50;

static void run(Workload *w) {
	// Lazy advances the flows whose rate changes, Full all of them. Where almost all change,
	// Full takes half the time; its sums of many steps are less exact.
	bool dense = w->in_flight > 4 * w->nics && !w->dump;
	std::vector<std::string> options = {
		"flow_simgrid", "--log=root.threshold:error",
		"--cfg=network/model:CM02", "--cfg=network/bandwidth-factor:1", "--cfg=network/latency-factor:1",
		"--cfg=network/weight-S:0", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
		dense ? "--cfg=network/optim:Full" : "--cfg=network/optim:Lazy",
		"--cfg=surf/precision:1e-12", "--cfg=contexts/stack-size:32", "--cfg=contexts/guard-size:0",
	};
	std::vector<char *> argv;
	for (auto &option : options)
		argv.push_back(option.data());
	int argc = (int)argv.size();
	argv.push_back(nullptr);
	sg4::Engine engine(&argc, argv.data());

	auto *star = sg4::create_star_zone("star");
	std::vector<sg4::Host *> hosts; // senders, then receivers
	for (int i = 0; i < 2 * w->nics; i++) {
		std::string nic = std::to_string(i);
		auto *host = star->create_host("h" + nic, 1.0)->seal();
		auto *link = star->create_link("l" + nic, unit)->seal();
		star->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {{link, sg4::LinkInRoute::Direction::NONE}}, true);
		hosts.push_back(host);
	}
	star->seal();

	int started = 0;
	for (int i = 0; i < w->in_flight; i++)
		sg4::Actor::create("sender", hosts[0], [&] {
			while (started < w->count) {
				int k = started++;
				const Flow &flow = w->flows[k];
				begin(w, k, sg4::Engine::get_clock());
				sg4::Comm::sendto(hosts[flow.from], hosts[w->nics + flow.to], (uint64_t)(flow.work * unit));
				w->finish[k] = sg4::Engine::get_clock();
			}
		});
	engine.run();
}

int main(int argc, char **argv) { return run_workload(argc, argv, run); }
