package expand

import (
	"fmt"
	"math"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/constant"
	"serq/frontend/parse"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/frontend/vocabulary"
	"serq/ir/diag"
)

// A let is a constant, evaluated when it is first read.
type let struct {
	placed[*ast.Let]
	state state
	what  string // in a message; "" of a let that the person wrote
	wait  bool   // it is a time to wait
	value float64
	ok    bool // it has a value; otherwise an error is reported
}

// A state guards what is evaluated on demand.
type state uint8

const (
	notYet state = iota
	evaluating
	done
)

// evaluateConstants evaluates every constant, read or not.
func (x *expander) evaluateConstants() {
	for _, name := range sortedKeys(x.constants) {
		x.constantValue(x.constants[name])
	}
}

// constantValue is the value of a constant. What stands above it is evaluated
// first; nothing else can be read, so this ends.
func (x *expander) constantValue(c *let) (float64, bool) {
	if c.state == notYet {
		c.state = evaluating
		sc := in(c.placed)
		sc.constant = true
		what := c.what
		if what == "" {
			what = fmt.Sprintf("the constant `%s`", c.item.Name.Name)
		}
		c.value, c.ok = x.number(c.item.Value, sc, what)
		if c.ok && c.wait && !(c.value >= 0 && c.value <= math.MaxFloat64) {
			x.error(diag.BadConstant, c.item.Value.Position(), fmt.Sprintf("%s is %g; it is a time of 0 or more, and finite", what, c.value), "")
			c.ok = false
		}
		c.state = done
	}
	return c.value, c.ok
}

// number expands and evaluates an expression that must be constant. What says
// for what, in a message.
func (x *expander) number(e ast.Expr, sc scope, what string) (float64, bool) {
	return constant.Number(x.expr(e, sc), what, x.report, func(r *ast.Ref) { x.notConstant(r, what) })
}

// notConstant reports a name that stands where a constant must.
func (x *expander) notConstant(r *ast.Ref, what string) {
	switch kind := vocabulary.Supplied(r.Name); {
	case x.kernel.Lost[r.Name] || x.kernel.LostName:
		x.report.Mark(r.Pos)
	case x.constants[r.Name] != nil && x.constants[r.Name].item.Value.Position().Covers(r.Pos):
		x.error(diag.DeclaredBelow, r.Pos, fmt.Sprintf("the constant `%s` reads itself", r.Name), "A constant has one value: give the new one another name.")
	case x.constants[r.Name] != nil:
		x.error(diag.DeclaredBelow, r.Pos, fmt.Sprintf("the constant `%s` is declared below", r.Name), "Move its `let` above.",
			report.At(x.constants[r.Name].item.Name.Pos, "declared here"))
	case kind != "":
		x.error(diag.NotConstant, r.Pos, fmt.Sprintf("%s must be a constant, and `%s` is %s", what, r.Name, kind), "")
	default:
		x.error(diag.UnknownName, r.Pos, fmt.Sprintf("unknown constant `%s`", r.Name), report.DidYouMean(r.Name, sortedKeys(x.constants)))
	}
}

// whole expands and evaluates an expression that must be a constant whole number.
func (x *expander) whole(e ast.Expr, sc scope, what string) (int, bool) {
	return constant.Whole(x.expr(e, sc), what, x.report, func(r *ast.Ref) { x.notConstant(r, what) })
}

// override replaces constants and bodies of defs by those of the command line.
func (x *expander) override() {
	for _, text := range x.opts.Sets {
		name, value := x.flag("--set", text)
		c := x.constants[name.Name]
		switch {
		case name.Name == "":
		case c == nil:
			x.unknownOverride(name, "constant", sortedKeys(x.constants))
		case value == nil:
			c.state = done // an error is reported: no value
		default:
			replaced := *c.item
			replaced.Value = value
			c.item = &replaced
		}
	}
	for _, text := range x.opts.Defs {
		name, value := x.flag("--def", text)
		d := x.defs[name.Name]
		switch {
		case name.Name == "":
		case d == nil:
			x.unknownOverride(name, "def", sortedKeys(x.defs))
		case d.item.Body != nil:
			x.error(diag.UnknownOverride, name.Pos, fmt.Sprintf("`%s` is a def of statements: --def replaces an expression", name.Name), "",
				report.At(d.item.Name.Pos, "defined here"))
		case value == nil:
			d.cyclic = true // an error is reported: its uses say nothing
		default:
			body := *d.item
			body.Value = value
			d.item = &body
		}
	}
}

// flag parses the NAME=EXPR of a command line flag.
func (x *expander) flag(flag, text string) (ast.Ident, ast.Expr) {
	name, _, _ := strings.Cut(text, "=")
	return parse.Assignment(token.NewFile(FlagFile(flag, name), "", text), x.report)
}

// FlagFile is the name under which diagnostics show the text of a flag that sets
// this name.
func FlagFile(flag, name string) string { return flag + " " + name }

func (x *expander) unknownOverride(name ast.Ident, what string, known []string) {
	hint := fmt.Sprintf("The program has no %s.", what)
	if len(known) > 0 {
		hint = fmt.Sprintf("The %ss of the program: %s.", what, strings.Join(known, ", "))
		if s := diag.Suggest(name.Name, known); s != "" {
			hint = fmt.Sprintf("Did you mean `%s`? %s", s, hint)
		}
	}
	x.error(diag.UnknownOverride, name.Pos, fmt.Sprintf("unknown %s `%s`", what, name.Name), hint)
}
