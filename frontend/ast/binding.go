package ast

import (
	"serq/frontend/token"
	"serq/ir"
)

// A Binding is what a name stands for. The set is closed.
type Binding interface{ isBinding() }

func (Constant) isBinding()      {}
func (Attribute) isBinding()     {}
func (Context) isBinding()       {}
func (Parameter) isBinding()     {}
func (*Family) isBinding()       {}
func (Function) isBinding()      {}
func (BlockSize) isBinding()     {}
func (*Distribution) isBinding() {}
func (Wrong) isBinding()         {}

// Constant is the value of a `let`: a number or ±inf, never NaN.
type Constant float64

// Attribute is an attribute of the session; its name is the reference's.
type Attribute struct{}

// Context is a context variable.
type Context ir.Ctx

// Parameter is whatever value a caller gives. It is the binding of an entry's
// parameters where the entry is checked by itself, and nowhere else.
type Parameter struct{}

// Function is a function or an observable of the language.
type Function ir.Func

// BlockSize is the value of a `blocksize(…)`, in units.
type BlockSize float64

// Distribution is what a draw samples.
type Distribution struct {
	Dist   ir.Dist
	Values []float64 // of an empirical one: sorted, at least one
}

// Wrong is the binding of a name with an error, which is reported.
type Wrong struct{}

// A Family is the members of a declared pool or stage.
type Family struct {
	token.Pos        // the declared name
	Name      string //
	Base      int    // index of the first member in the program's list
	Count     int    // members, ≥ 1
	Array     bool   // declared with a size: a reference needs an index
	Step      bool   // a stage that is a step engine
	Wrong     bool   // its declaration has an error: nothing follows from it
}
