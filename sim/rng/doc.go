// Package rng holds the random streams of a run and the samplers of the
// distributions that a program can draw from.
//
// Streams are separate, so that a seed names a workload and not a sequence of
// draws: see Kind for the purposes and New for how a stream is named.
package rng

// How a stream is named.
//
// A generator shared by everything in a run makes each draw depend on every
// draw before it: one more stage that draws, and all arrivals move. Here each
// purpose has its own stream, named by five numbers (seed, replication, kind,
// session, turn), and nothing draws from a stream that it was not handed. Two
// programs that differ in the machine only see the same sessions with the same
// marks (common random numbers), and replication k is the same whatever worker
// takes it and whenever.
//
// Every stream is a PCG-DXSM of 128 bits, the PCG of math/rand/v2. All streams are stretches of the one
// orbit of 2^128 states. That their starts are well scattered is the business
// of the mix in New; that two of them overlap within 2^40 draws each has, for
// 2^30 streams, a chance of about 2^-28.
//
// Determinism: the integers are the same everywhere. The samplers use
// math.Log, math.Exp and math.Sqrt, and sums of products that some compilers
// fuse; a draw is the same to the bit on one GOARCH and GOAMD64, and may differ
// in its last bits on another.
