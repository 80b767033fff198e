// Package frontend compiles program text to IR.
//
// The folders are the phases, in this order: token and lex make words of the
// text, parse makes a tree of them (ast), expand rewrites the tree to the kernel
// (libraries, constants, defs, the server, queues, the serving vocabulary,
// aggregates), resolve binds its names, and emit writes it as IR in normal form.
// report collects what is wrong on the way, constant evaluates, and vocabulary
// knows the names that the language supplies. docs/language.md and docs/queues.md
// describe the language.
package frontend

// How errors are found.
//
// Every phase runs whatever the one before it found: a construct with an error
// becomes a Bad node, which later phases pass over in silence, and the rest is
// looked at as usual. So a misspelt word, an unknown stage and a broken link rule
// come out in one run. For the same reason a program with errors still has an IR,
// with harmless things in the place of what is wrong; it is for the link rules to
// judge and for nothing else.
//
// An error must not cause another one. Three things see to it. Names of
// declarations that could not be read are remembered, and their uses accepted. A
// report remembers every place where something is wrong, and Judge drops what
// the link rules say about a place that lies within such a one or around it. And it
// drops, next to any error, the findings of rules about what is absent from the
// program, because what is absent may stand in what could not be read.
