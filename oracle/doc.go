// Package oracle says whether a run measured what it must: it compares two
// reports, or a report with an oracle file, which lists figures with their
// tolerances and says where they come from; and it finds the formulas that apply
// to a program and makes such a file of them. It knows programs and reports and
// never the simulator that leads from the ones to the others: agreement is
// evidence only if the paths are separate.
package oracle
