// Package link judges a program: every rule that a valid IR keeps beyond its
// shape stands here, once, for serqc, serqlink and serqsim alike. README.md
// lists the rules; Check is the invariant that the simulator trusts.
package link

// How a program is judged.
//
// The rules are a table. Each looks at the whole program, or at one expression
// at a time in a walk that they all share, and says everything that it finds:
// one fault does not hide another. A rule passes over what another one refuses
// (an index out of range, a block that is entered twice), so that a fault is
// reported once and no rule depends on the order of the table. The one border is
// the first rule: a program with holes in it is not looked at any further.
//
// A document may hold a million statements, ten thousand members of a family,
// and references to all of them from each statement. So nothing here is
// quadratic: what a rule asks of the holds around a statement is kept while
// walking (counters per reference, per attribute), what it asks of a range of
// members is answered from running sums, and blocks are walked with a stack of
// our own, however deep they nest.
