package link

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"serq/ir"
	"serq/ir/diag"
)

// TestMutations: a program with any one thing changed is judged, not tripped
// over, and what is found has a place.
func TestMutations(t *testing.T) {
	files, err := filepath.Glob("testdata/generated/*.ir.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	refused := 0
	const rounds = 400
	for _, file := range files {
		p := decode(t, file)
		var places []reflect.Value
		settable(reflect.ValueOf(p).Elem(), &places)
		for range rounds {
			undo := mutate(places[random.IntN(len(places))], random)
			found := check(t, p)
			undo()
			if len(found) > 0 {
				refused++
			}
		}
		if found := Check(p, nil); len(found) != 0 {
			t.Fatalf("%s: a mutation was not undone: %v", file, found)
		}
	}
	if total := rounds * len(files); refused < total/10 {
		t.Errorf("%d of %d mutations were refused: they do not get anywhere", refused, total)
	}
}

// check judges a program and reports a panic together with what caused it.
func check(t *testing.T, p *ir.Program) (found diag.List) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("panic %v on\n%+v", r, p)
		}
	}()
	found = Check(p, nil)
	for _, d := range found {
		if d.Pointer == "" || d.Summary == "" || d.Severity != diag.Error {
			t.Errorf("a diagnostic says too little: %+v", d)
		}
	}
	return found
}

// settable collects what can be changed in a value: every field, element and
// what is below it.
func settable(v reflect.Value, places *[]reflect.Value) {
	if v.CanSet() {
		*places = append(*places, v)
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			settable(v.Field(i), places)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			settable(v.Index(i), places)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			settable(v.Elem(), places)
		}
	case reflect.Interface:
		if e := v.Elem(); e.Kind() == reflect.Pointer {
			settable(e, places)
		}
	}
}

var (
	someInts   = []int64{0, 1, 2, 3, -1, 7, 1000, math.MaxInt64, math.MinInt64}
	someFloats = []float64{0, 1, -1, 0.5, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}
	someExprs  = []ir.Expr{nil, ir.Num(-1), ir.Num(0), ir.Num(0.5), ir.Num(math.Inf(1)), ir.Attr(0), ir.Attr(8), ir.Attr(-5), ir.Attr(1 << 40), ir.Now,
		ir.Ntok, ir.Position, ir.Ctx(200), draw(ir.DistExp, num(1)), draw(ir.DistExp), draw(99), call(ir.FuncMin), call(99, num(1)),
		ofStage(ir.FuncBudgetLeft, one(0)), ofStage(ir.FuncQueue, one(-1)), ofPool(ir.FuncUsed, ir.Ref{Base: 0, Count: 1 << 40}),
		ofPool(ir.FuncCachedIn, two(0, attr(99))), &ir.Unary{}, &ir.Binary{Op: 77, X: num(1), Y: num(1)}, &ir.Cond{If: num(1)}, &ir.Call{Func: ir.FuncAbs, Args: make([]ir.Arg, 1)}}
	someStmts = []ir.Stmt{nil, ir.Turn{}, ir.End{}, &ir.Set{Slot: 0, Value: num(1)}, &ir.Set{Slot: 99}, &ir.Observe{}, &ir.Hold{Body: 0}, &ir.Hold{Body: 1 << 40},
		&ir.Grow{Units: num(1)}, &ir.Load{Pool: one(0), Units: num(1)}, &ir.Drop{Pool: one(99)}, &ir.Release{Pool: one(0)}, serve(0), serve(-1), mode(one(0), ir.Decode),
		flow(num(1), one(0), one(0)), flow(num(1), one(0), ir.Ref{Base: 99}), &ir.Branch{If: num(0.5)}, &ir.Branch{}, &ir.Loop{}, &ir.Loop{Body: 3}, &ir.Choose{}}
)

// mutate changes a value and returns how to change it back.
func mutate(v reflect.Value, random *rand.Rand) (undo func()) {
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	undo = func() { v.Set(old) }
	if zero := reflect.Zero(v.Type()); random.IntN(4) == 0 {
		v.Set(zero)
		return undo
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		v.SetInt(pick(random, someInts))
	case reflect.Uint8:
		v.SetUint(uint64(random.IntN(256)))
	case reflect.Float64:
		v.SetFloat(pick(random, someFloats))
	case reflect.String:
		v.SetString(pick(random, []string{"", "a/b", "kv", "ü"}))
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Slice:
		switch n := v.Len(); random.IntN(3) {
		case 0:
			v.Set(v.Slice3(0, n/2, n/2))
		case 1:
			v.Set(reflect.AppendSlice(v.Slice3(0, n, n), v.Slice(0, n/2)))
		case 2:
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
	case reflect.Interface:
		var with any
		switch v.Type() {
		case reflect.TypeFor[ir.Expr]():
			with = pick(random, someExprs)
		case reflect.TypeFor[ir.Stmt]():
			with = pick(random, someStmts)
		case reflect.TypeFor[ir.StageKind]():
			with = pick(random, []ir.StageKind{nil, ir.Fifo{}, ir.Delay{}, &ir.Ps{}, &ir.Ps{Capacity: num(1)}, &ir.Step{}})
		case reflect.TypeFor[ir.Arrival]():
			with = pick(random, []ir.Arrival{nil, ir.Poisson{}, &ir.Renewal{}, ir.Closed{}, ir.Batch{N: -1}, ir.Sessions{{Attrs: []ir.SlotValue{{Slot: 99}}}}})
		}
		if with == nil {
			v.SetZero()
		} else {
			v.Set(reflect.ValueOf(with))
		}
	}
	return undo
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// TestLarge judges programs on which anything quadratic would not end: it has no
// clock of its own, and takes a second or two.
func TestLarge(t *testing.T) {
	const n = 30_000
	t.Run("a hold in a hold in a hold", func(t *testing.T) {
		b := newBuilder()
		b.Blocks = make([][]ir.Stmt, n)
		for i := 2; i < n; i++ {
			b.Blocks[i] = []ir.Stmt{&ir.Grow{Pool: two(pagedD, attr(j)), Units: num(1)}, set(x, attr(cached))}
			if i+1 < n {
				h := &ir.Hold{Pools: []ir.HoldPart{{Pool: two(pagedD, attr(j)), Units: attr(x)}}, Body: ir.BlockID(i + 1)}
				b.Blocks[i] = append(b.Blocks[i], h, set(j, num(1)))
			}
		}
		expect(t, Check(b.Program, nil), map[diag.Code]int{
			diag.LinkOutsideHold:    1,     // the first grow
			diag.LinkCached:         n - 3, // all but the first set
			diag.LinkHoldIndex:      n - 4, // each set of j in a hold
			diag.LinkPreemptedIndex: n - 4, // each hold in a hold
		})
	})
	t.Run("more than is listed", func(t *testing.T) {
		b := newBuilder()
		for range maxFound + 10 {
			b.Blocks[b.Session] = append(b.Blocks[b.Session], set(cached, num(1)))
		}
		found := Check(b.Program, nil)
		if len(found) != maxFound {
			t.Fatalf("%d are listed", len(found))
		}
		if notes := found[maxFound-1].Notes; len(notes) == 0 || !strings.Contains(notes[len(notes)-1].Text, "more is wrong") {
			t.Errorf("the last one does not say that there are more: %v", notes)
		}
	})
	t.Run("loops and branches in each other", func(t *testing.T) {
		b := newBuilder()
		b.Blocks = make([][]ir.Stmt, n)
		for i := 2; i+2 < n; i += 2 {
			if i%4 == 0 {
				b.Blocks[i] = []ir.Stmt{&ir.Branch{If: attr(x), Then: ir.BlockID(i + 1), Else: ir.BlockID(i + 2)}}
			} else {
				b.Blocks[i] = []ir.Stmt{&ir.Loop{Body: ir.BlockID(i + 2)}}
			}
			if i%4 != 0 {
				b.Blocks[i] = append(b.Blocks[i], &ir.Branch{If: attr(x), Then: ir.BlockID(i + 1), Else: 0})
			}
		}
		found := Check(b.Program, nil)
		if count(found)[diag.LinkProgress] == 0 || count(found)[diag.LinkTree] == 0 {
			t.Errorf("found %v", count(found))
		}
	})
	t.Run("families of ten thousand", func(t *testing.T) {
		const members = 10_000
		b := newBuilder()
		pools, stages, engines := len(b.Pools), len(b.Stages), len(b.Stages)+members
		for i := range members {
			b.Pools = append(b.Pools, ir.Pool{Name: "big", Index: &i, Cap: float64(i + 1), Block: new(float64), Queue: []ir.Expr{ir.Size}})
			*b.Pools[pools+i].Block = 1
			b.Stages = append(b.Stages, ir.Stage{Name: "nic", Index: &i, Kind: &ir.Ps{Capacity: num(1)}})
		}
		for i := range members {
			left := ofStage(ir.FuncBudgetLeft, ir.Ref{Base: engines, Count: members, Index: ir.Now})
			k := &ir.Step{Budget: num(1), Cost: num(1), Chunk: num(0), Serve: ir.Serve{Keys: []ir.Expr{left}}}
			b.Stages = append(b.Stages, ir.Stage{Name: "eng", Index: &i, Kind: k})
		}
		b.Share = ir.MaxMin
		var list []ir.Stmt
		for i := range n / 2 {
			k := i % (members / 2) // a range of its own
			r := func(base int) ir.Ref { return ir.Ref{Base: base + k, Count: members - k, Index: attr(j)} }
			list = append(list, flow(num(1), one(nicA), r(stages)), mode(r(engines), ir.Decode), choose(j, 2, ofPool(ir.FuncUsed, r(pools))))
			b.Blocks = append(b.Blocks, nil)
			list = append(list, &ir.Hold{Pools: []ir.HoldPart{{Pool: r(pools), Units: num(members + 1)}}, Body: ir.BlockID(len(b.Blocks) - 1)})
		}
		b.session(list...)
		expect(t, Check(b.Program, nil), map[diag.Code]int{
			diag.LinkTooBig:      n / 2,
			diag.LinkMoment:      1, // size in all the queue keys
			diag.LinkOwnDecision: 1, // all the serve keys
		})
	})
	t.Run("a deep expression", func(t *testing.T) {
		b := newBuilder()
		deep := attr(99)
		for range n {
			deep = &ir.Unary{Op: ir.Neg, X: deep}
		}
		b.session(set(x, deep))
		expect(t, Check(b.Program, nil), map[diag.Code]int{diag.LinkIndex: 1})
	})
	t.Run("a hundred thousand sessions", func(t *testing.T) {
		b := newBuilder()
		sessions := make(ir.Sessions, n)
		for i := range sessions {
			sessions[i] = ir.Preset{Attrs: []ir.SlotValue{{Slot: x, Value: float64(i)}}, Turns: [][]ir.SlotValue{{{Slot: more}}, {{Slot: newTokens}}}}
		}
		b.Arrival = sessions
		expect(t, Check(b.Program, nil), map[diag.Code]int{diag.LinkRows: n})
	})
}

func count(found diag.List) map[diag.Code]int {
	n := map[diag.Code]int{}
	for _, d := range found {
		n[d.Code]++
	}
	return n
}

func expect(t *testing.T, found diag.List, want map[diag.Code]int) {
	t.Helper()
	got := count(found)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %v, want %v; the first of each:", got, want)
		for code := range got {
			i := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return d.Code == code })
			t.Logf("%s at %s: %s", code, found[i].Pointer, found[i].Summary)
		}
	}
}

// BenchmarkCheck judges a valid program of a million statements.
func BenchmarkCheck(b *testing.B) {
	const n = 1_000_000
	p := newBuilder()
	var list []ir.Stmt
	for i := 0; i < n; i += 4 {
		list = append(list, set(x, add(attr(x), num(float64(i)))), run(two(nicB, attr(j)), attr(x)),
			p.hold(two(kvD, attr(j)), num(1), &ir.Grow{Pool: two(kvD, attr(j)), Units: exp1()}))
	}
	p.session(list...)
	for b.Loop() {
		if found := Check(p.Program, nil); len(found) > 0 {
			b.Fatal(found[0])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/stmt")
}
