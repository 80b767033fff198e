"""M/M/1 at utilisation 0.8 in SimPy (https://simpy.readthedocs.io): a process for each job.

    /usr/bin/python3 mm1_simpy.py JOBS

Prints the seconds of processor time that a job takes, once Python has started, and the
mean response time."""

import random
import sys
import time

import simpy


def job(env, server, draw, responses):
    arrived = env.now
    with server.request() as turn:
        yield turn
        yield env.timeout(draw(1.0))
    responses.append(env.now - arrived)


def arrivals(env, server, jobs, responses):
    draw = random.Random(1).expovariate
    for _ in range(jobs):
        env.process(job(env, server, draw, responses))
        yield env.timeout(draw(0.8))


jobs = int(sys.argv[1])
env = simpy.Environment()
responses = []
env.process(arrivals(env, simpy.Resource(env, capacity=1), jobs, responses))
began = time.process_time()
env.run()
took = time.process_time() - began
print("%.6g %.4f" % (took / jobs, sum(responses) / jobs))
