// Package link judges a program: every rule that a valid IR keeps beyond its
// shape stands here, once, for serqc, serqlink and serqsim alike.
package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// Check returns everything that is wrong with a program, sorted. A program
// without errors is one that the simulator runs without further checks. locate
// gives the source place of a path in the document; nil means p.Source.
func Check(p *ir.Program, locate func(pointer string) diag.Span) diag.List {
	return nil
}
