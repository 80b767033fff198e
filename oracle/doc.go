// Package oracle says whether a run measured what it must: it compares two
// reports, or a report with an oracle file, which lists figures with their
// tolerances and says where they come from. It knows reports and never the
// simulator that writes them: agreement is evidence only if the paths are
// separate.
package oracle
