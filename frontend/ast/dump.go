package ast

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"serq/frontend/token"
	"serq/ir"
)

// Dump writes the tree of a program for a person to read: a node a line, with the
// line and column where it starts, and its fields below it. Absent fields are left
// out. The error is the writer's.
func Dump(w io.Writer, p *Program) error {
	d := &dumper{w: w}
	for _, it := range p.Items {
		d.value("", reflect.ValueOf(it), 0)
	}
	return d.err
}

type dumper struct {
	w   io.Writer
	err error
}

func (d *dumper) line(depth int, label, text string) {
	if d.err != nil {
		return
	}
	if label != "" {
		label += ": "
	}
	_, d.err = fmt.Fprintf(d.w, "%s%s%s\n", strings.Repeat("  ", depth), label, text)
}

var (
	posType   = reflect.TypeFor[token.Pos]()
	identType = reflect.TypeFor[Ident]()
)

// value dumps a field under its label.
func (d *dumper) value(label string, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			d.value(label, v.Elem(), depth)
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.value(fmt.Sprintf("%s[%d]", label, i), v.Index(i), depth)
		}
	case reflect.Struct:
		if v.Type() == identType {
			id := v.Interface().(Ident)
			if id.Name != "" {
				d.line(depth, label, id.Name+place(id.Pos))
			}
			return
		}
		d.node(label, v, depth)
	default:
		if text := scalar(v); text != "" {
			d.line(depth, label, text)
		}
	}
}

// node dumps a struct: its type and place, then its fields.
func (d *dumper) node(label string, v reflect.Value, depth int) {
	text := v.Type().Name()
	if pos := v.FieldByName("Pos"); pos.IsValid() && pos.Type() == posType {
		text += place(pos.Interface().(token.Pos))
	}
	d.line(depth, label, text)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Type != posType && f.Name != "Bind" && f.Name != "Family" {
			d.value(f.Name, v.Field(i), depth+1)
		}
	}
}

func place(p token.Pos) string {
	if p.IsZero() {
		return ""
	}
	line, col := p.File.LineCol(p.Start)
	return fmt.Sprintf(" %d:%d", line, col)
}

// scalar is a field that is no node, or "" where it says nothing.
func scalar(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		return strconv.Quote(x)
	case bool:
		if x {
			return "true"
		}
		return ""
	case ir.UnaryOp:
		return ir.UnaryOps[x].Surface
	case ir.BinaryOp:
		return ir.BinaryOps[x].Surface
	case ir.RunMode:
		if x == ir.Plain {
			return ""
		}
		return strings.ToLower(ir.RunModes[x])
	case ir.Share:
		return ir.Shares[x].Surface
	case ir.EvictKind:
		return [...]string{ir.EvictLRU: "lru", ir.EvictBy: "by", ir.EvictNone: "none"}[x]
	case ArriveKind:
		return [...]string{"none", "poisson", "renewal", "closed", "batch", "an error"}[x]
	}
	panic(fmt.Sprintf("BUG: no text for a field of type %s", v.Type()))
}
