// Package vocabulary knows the names that the language itself supplies.
package vocabulary

import (
	"slices"

	"serq/frontend/ast"
	"serq/ir"
)

// Functions are the functions and observables by their name in a program.
var Functions = func() map[string]ast.Binding {
	m := map[string]ast.Binding{"blocksize": ast.BlockSize(0)}
	for f, names := range ir.Funcs {
		m[names.Surface] = ast.Function(f)
	}
	return m
}()

// Contexts are the context variables by their name in a program.
var Contexts = func() map[string]ir.Ctx {
	m := map[string]ir.Ctx{}
	for c, names := range ir.Ctxs {
		m[names.Surface] = ir.Ctx(c)
	}
	return m
}()

// Distributions are the distributions by their name in a program.
var Distributions = func() map[string]ir.Dist {
	m := map[string]ir.Dist{}
	for d, names := range ir.Dists {
		m[names.Surface] = ir.Dist(d)
	}
	return m
}()

// IsBuiltin reports whether an attribute is there in every program.
func IsBuiltin(name string) bool { return slices.Contains(ir.BuiltinNames[:], name) }

// Supplied says what the language calls by a name, as "a function of the
// language", or "" if it is free.
func Supplied(name string) string {
	if name == "inf" {
		return "a number"
	}
	if _, ok := Functions[name]; ok {
		return "a function of the language"
	}
	if _, ok := Contexts[name]; ok {
		return "a context variable"
	}
	if IsBuiltin(name) {
		return "a built-in attribute"
	}
	return ""
}
