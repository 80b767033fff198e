package frontend

import (
	"slices"

	"serq/frontend/ast"
	"serq/frontend/kernel"
	"serq/ir/diag"
)

// Kernel is the program as text without sugar, which compiles to the same IR but for
// where statements were written. The text will lie in the folder dir, and "" is the
// working directory. The list is why there is no such text; the program has no
// errors and keeps the link rules.
func (r *Result) Kernel(dir string) (string, diag.List) {
	columns := r.columns()
	text, found := kernel.Text(r.Program, kernel.Options{Dir: dir, Column: func(values []float64) (path, column string, ok bool) {
		c, ok := columns[&values[0]]
		return c.path, c.name, ok
	}})
	for i := range found {
		d := &found[i]
		if d.Span = r.Locate(d.Pointer); !d.Span.IsZero() {
			d.Pointer = "" // the person wrote text
		}
	}
	return text, found
}

// A column is where the values of an empirical distribution were read.
type column struct{ path, name string }

// columns finds the columns by the first of their values: the IR has the slices that
// were bound to the draws.
func (r *Result) columns() map[*float64]column {
	columns := map[*float64]column{}
	for _, e := range r.expressions() {
		ast.Walk(e, func(e ast.Expr) bool {
			if d, ok := e.(*ast.Draw); ok {
				if dist, ok := d.Bind.(*ast.Distribution); ok && len(dist.Values) > 0 {
					file, name := d.Args[0].(*ast.String), d.Args[1].(*ast.String)
					columns[&dist.Values[0]] = column{file.Pos.File.Path(file.Value), name.Value}
				}
			}
			return true
		})
	}
	return columns
}

// expressions are those of the kernel.
func (r *Result) expressions() []ast.Expr {
	var all []ast.Expr
	k := r.kernel
	for _, p := range k.Pools {
		all = append(all, p.Evict.Keys...)
		all = append(all, p.Queue...)
		if p.Preempt != nil {
			all = append(all, p.Preempt.Keys...)
		}
		if p.Spill != nil {
			all = append(all, p.Spill.Work, p.Spill.When)
		}
	}
	for _, s := range k.Stages {
		switch kind := s.Kind.(type) {
		case *ast.Ps:
			all = append(all, kind.Capacity)
		case *ast.Step:
			all = append(all, kind.Budget, kind.Cost, kind.Chunk, kind.Only)
			all = append(all, kind.Keys...)
		}
	}
	if k.Arrive != nil {
		all = append(all, k.Arrive.Arg)
	}
	for _, g := range k.Gauges {
		all = append(all, g.Value)
	}
	ast.WalkStmts(slices.Concat(k.Init, k.Turn, k.Session), nil, func(e ast.Expr) bool {
		all = append(all, e)
		return false
	})
	return all
}
