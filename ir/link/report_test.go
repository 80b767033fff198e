package link

import (
	"strings"
	"testing"

	"serq/ir"
	"serq/ir/diag"
)

// stale is a program with one fault, in the units of the hold at blocks[2][1].
func stale(b *builder) {
	b.session(set(u, ofPool(ir.FuncFree, one(kv))), b.hold(one(kv), attr(u)))
}

// TestPlaceOfSource: without a frontend, an expression points to its statement as
// the document's own table has it.
func TestPlaceOfSource(t *testing.T) {
	b := newBuilder()
	stale(b)
	b.Source = &ir.Source{Files: []string{"a.sq"}, Spans: []ir.SourceSpan{
		{Block: 2, Stmt: 0, Line: 4, Column: 3}, {Block: 2, Stmt: 1, Line: 5, Column: 7},
		{Block: -1, Line: 1, Column: 1}, {Block: 2, Stmt: 9, File: 8, Line: 1, Column: 1}, {Block: 2, Stmt: 1, Line: 0, Column: 0}, // labels that say nothing
	}}
	d := sole(t, Check(b.Program, nil))
	if d.Span != (diag.Span{File: "a.sq", Line: 5, Col: 7}) {
		t.Errorf("at %v", d.Span)
	}
	if len(d.Notes) != 1 || d.Notes[0].Text != "set here" || d.Notes[0].Span.Line != 4 {
		t.Errorf("notes %v", d.Notes)
	}
}

// TestPlaceOfFrontend: the innermost node that the frontend knows wins.
func TestPlaceOfFrontend(t *testing.T) {
	b := newBuilder()
	stale(b)
	asked := []string{}
	d := sole(t, Check(b.Program, func(pointer string) diag.Span {
		asked = append(asked, pointer)
		if pointer == "blocks[2][1].Hold.pools[0]" {
			return diag.Span{File: "b.sq", Line: 9, Col: 2}
		}
		return diag.Span{}
	}))
	if d.Span.Line != 9 {
		t.Errorf("at %v, asked %v", d.Span, asked)
	}
}

// TestPlaceUnknown: without any place, a note says where it is in the document.
func TestPlaceUnknown(t *testing.T) {
	b := newBuilder()
	stale(b)
	d := sole(t, Check(b.Program, nil))
	if !d.Span.IsZero() || len(d.Notes) != 1 || d.Notes[0].Text != "set here (blocks[2][0])" {
		t.Errorf("at %v, notes %v", d.Span, d.Notes)
	}
}

// TestFoldFamily: a fault of a family's declaration is one diagnostic.
func TestFoldFamily(t *testing.T) {
	b := newBuilder()
	for i := range 6 {
		b.Pools = append(b.Pools, ir.Pool{Name: "many", Index: &i, Cap: 1, Queue: []ir.Expr{ir.Size}})
	}
	b.Pools[kv].Queue = []ir.Expr{ir.Size} // of another family
	found := Check(b.Program, nil)
	if len(found) != 2 {
		t.Fatalf("found %v", found)
	}
	d := found[1]
	want := "the same holds for pools[8].queue[0], pools[9].queue[0], pools[10].queue[0] and 2 more"
	if d.Pointer != "pools[7].queue[0]" || len(d.Notes) != 1 || d.Notes[0].Text != want {
		t.Errorf("%s: notes %v", d.Pointer, d.Notes)
	}
}

// TestFoldLine: so is one that a line of text made in several places; two lines
// are two.
func TestFoldLine(t *testing.T) {
	b := newBuilder()
	b.session(set(x, ir.Ntok), set(x, ir.Ntok), set(x, ir.Ntok))
	if found := Check(b.Program, nil); len(found) != 3 {
		t.Errorf("without places: found %v", found)
	}
	found := Check(b.Program, func(pointer string) diag.Span {
		line := 1
		if strings.HasPrefix(pointer, "blocks[2][2]") {
			line = 2
		}
		return diag.Span{File: "a.sq", Line: line, Col: 1}
	})
	if len(found) != 2 || len(found[0].Notes) != 1 || len(found[1].Notes) != 0 {
		t.Errorf("with places: found %v", found)
	}
}

// TestSorted: what is found comes in the order of its places.
func TestSorted(t *testing.T) {
	b := newBuilder()
	b.session(run(one(svc), num(-1)), set(x, ir.Ntok), serve(engine))
	var at []string
	for _, d := range Check(b.Program, nil) {
		at = append(at, d.Pointer)
	}
	if got := strings.Join(at, " "); got != "blocks[2][0].Run.work blocks[2][1].Set[1] blocks[2][2].Run.mode" {
		t.Errorf("in the order %s", got)
	}
}

// TestBrokenIndexIsOneFault: what cannot be judged for a broken index is not
// reported on top of it.
func TestBrokenIndexIsOneFault(t *testing.T) {
	bad := ir.Ref{Base: 50, Count: 2, Index: attr(j)}
	for _, s := range []ir.Stmt{
		run(bad, num(1)), mode(bad, ir.Decode), flow(num(1), bad, one(nicA)), set(99, ofPool(ir.FuncFree, one(kv))), choose(99, 2, num(1)),
		&ir.Drop{Pool: bad}, set(x, ofStage(ir.FuncBudgetLeft, bad)), &ir.Loop{Body: 99}, &ir.Branch{If: attr(x), Then: 99, Else: 3},
	} {
		b := newBuilder()
		if _, ok := s.(*ir.Branch); ok {
			b.block()
		}
		if r, ok := s.(*ir.Run); ok && len(r.Also) > 0 {
			b.Share = ir.MaxMin
		}
		b.session(s)
		if found := Check(b.Program, nil); len(found) != 1 || found[0].Code != diag.LinkIndex {
			t.Errorf("%#v: found %v", s, found)
		}
	}
	b := newBuilder()
	b.session(b.hold(bad, num(1), &ir.Grow{Pool: one(kv), Units: num(1)}), b.hold(one(kv), num(1), set(x, attr(99))))
	if found := Check(b.Program, nil); len(found) != 3 { // the pool, the attribute, and a grow outside of any hold of kv
		t.Errorf("found %v", found)
	}
}

func sole(t *testing.T, found diag.List) diag.Diagnostic {
	t.Helper()
	if len(found) != 1 {
		t.Fatalf("found %d, want one: %v", len(found), found)
	}
	return found[0]
}
