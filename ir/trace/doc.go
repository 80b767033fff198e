// Package trace reads a trace corpus: the turns of recorded sessions, as CSV.
//
// The first line names the columns session, turn, new, out, think and perhaps
// forced, in any order. Every further line is one turn; the rows of a session
// stand together, in turn order:
//
//	session,turn,new,out,think
//	a,1,812,95,4.5
//	a,2,64,230,0
//	b,1,1400,12,0
//
// new and out count tokens, think is in clock units (it follows the turn), and
// forced is 1 where the turn must miss the cache. The session's name and the
// turn's number only order the rows: a corpus does not keep them.
package trace
