package frontend

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"

	"serq/frontend/ast"
	"serq/frontend/emit"
	"serq/frontend/expand"
	"serq/frontend/parse"
	"serq/frontend/report"
	"serq/frontend/resolve"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// A Source is the text of a program.
type Source struct {
	Name string // as diagnostics show it
	Path string // where it lies, for what it names by relative paths; "" is the working directory
	Text []byte
}

// Options is what a command line adds to a program.
type Options struct {
	// ReadFile reads libraries and the data of empirical distributions, by paths as
	// the working directory sees them. Without it there are no files.
	ReadFile func(path string) ([]byte, error)

	Sets  []string     // NAME=EXPR: constants to replace
	Defs  []string     // NAME=EXPR: expression defs whose body to replace
	Run   RunOverrides // values for the `run` item
	Trace string       // path of a trace corpus, in place of the program's; "" keeps it
}

// RunOverrides are values for the `run` item; nil keeps the program's.
type RunOverrides = expand.RunOverrides

// A Result is a compiled program.
type Result struct {
	// Program is the IR. If there were errors, it is good only for finding more.
	Program *ir.Program

	report *report.Report
	kernel *ast.Kernel
	emit   emit.Options
	places emit.Places // nil until asked for
}

// Compile compiles a program. The list, in the order of the source, is everything
// that is wrong with it short of the link rules.
func Compile(src Source, opts Options) (*Result, diag.List) {
	if opts.ReadFile == nil {
		opts.ReadFile = func(path string) ([]byte, error) { return nil, fs.ErrNotExist }
	}
	text := file(src)
	r := &Result{report: new(report.Report), emit: emit.Options{File: text, Trace: opts.Trace}}
	prog := parse.File(text, r.report)
	r.kernel = expand.Program(prog, expand.Options{ReadFile: opts.ReadFile, Sets: opts.Sets, Defs: opts.Defs, Run: opts.Run}, r.report)
	resolve.Kernel(r.kernel, opts.ReadFile, r.report)
	r.Program = emit.Program(r.kernel, r.emit)
	return r, r.report.List()
}

// Parse is the tree of a program, as it is written, and what is wrong with its syntax.
func Parse(src Source) (*ast.Program, diag.List) {
	var rep report.Report
	prog := parse.File(file(src), &rep)
	return prog, rep.List()
}

// FlagFile is the name under which diagnostics show the text of a flag, `--set` or
// `--def`, that replaces what has this name.
func FlagFile(flag, name string) string { return expand.FlagFile(flag, name) }

func file(src Source) *token.File {
	dir := ""
	if src.Path != "" {
		dir = filepath.Dir(src.Path)
	}
	return token.NewFile(src.Name, dir, string(src.Text))
}

// Locate returns what a part of the IR was written as, by its path in the document:
// the innermost part around it that was written at all. It is zero if there is none.
func (r *Result) Locate(pointer string) diag.Span {
	return r.place(pointer).Shown.Span()
}

func (r *Result) place(pointer string) emit.Place {
	if r.places == nil {
		r.places = emit.Locate(r.kernel, r.emit)
	}
	return r.places.Find(pointer)
}

// Judge completes the findings of the link rules: it drops those that may be
// consequences of an error in the text, and adds the expansions by which a place
// came into the program.
func (r *Result) Judge(found diag.List) diag.List {
	var judged diag.List
	for _, d := range found {
		at := r.place(d.Pointer)
		if r.report.Failed() && r.follows(d, at) {
			continue
		}
		d.Notes = append(slices.Clip(d.Notes), r.trail(d.Pointer, at.Shown)...)
		if !d.Span.IsZero() {
			d.Pointer = "" // the person wrote text, and the document is not written
		}
		judged = append(judged, d)
	}
	return judged
}

// trail is the notes that lead from the program to a place of the document: the
// expansions, and of the statement around it what it stands for, if it is sugar, and
// where it is, if an argument brought the place into it.
func (r *Result) trail(pointer string, at token.Pos) []diag.Note {
	stmt := r.place(statement.FindString(pointer))
	switch use := stmt.Shown.Via; {
	case use == nil || use == at.Via:
		return report.Trail(at)
	case use.Here:
		return append([]diag.Note{{Text: use.What.String()}}, report.Trail(at)...)
	case !stmt.Whole.Covers(at):
		return append([]diag.Note{report.At(stmt.Shown, "it is read in this statement")}, report.Trail(stmt.Shown)...)
	}
	return report.Trail(at)
}

// statement is the part of a path that leads to a statement.
var statement = regexp.MustCompile(`^blocks\[\d+\]\[\d+\]`)

// follows reports whether a finding may be the consequence of an error.
func (r *Result) follows(d diag.Diagnostic, at emit.Place) bool {
	if at.Shown.IsZero() || r.report.Wrong(at.Whole) {
		return true
	}
	switch d.Code {
	case diag.LinkShare:
		return d.Pointer == "share" // the flow that uses it may be what is wrong
	case diag.LinkHiddenList:
		return true // what sets it may be what is wrong
	case diag.LinkOutsideHold, diag.LinkHoldPools, diag.LinkCached, diag.LinkReuse:
		return r.lostHold() || r.wrongIndex(d.Pointer)
	}
	return false
}

// otherStatement is the start of a statement that is no hold and no part of one.
var otherStatement = regexp.MustCompile(`^(set|observe|run|branch|loop|choose|turn|end|request|grow|load|drop|release|prefill|decode|transfer|tool)\b`)

// wrongIndex reports whether the pool of a statement has an index with an error, so that
// it is another one than was meant.
func (r *Result) wrongIndex(stmt string) bool {
	return r.report.Wrong(r.place(stmt+".index").Whole) || r.report.Wrong(r.place(stmt+"[0].index").Whole)
}

// lostHold reports whether a statement with an error may be a hold, or a hold has
// one in what it holds.
func (r *Result) lostHold() bool {
	lost := false
	for _, root := range [][]ast.Stmt{r.kernel.Init, r.kernel.Turn, r.kernel.Session} {
		ast.WalkStmts(root, func(s ast.Stmt) {
			switch s := s.(type) {
			case *ast.BadStmt:
				lost = lost || s.Body != nil || !otherStatement.MatchString(s.Text())
			case *ast.Hold:
				lost = lost || slices.ContainsFunc(s.Parts, func(part ast.HoldPart) bool { return r.wrong(part.Pool) }) ||
					s.Lease != nil && r.wrong(s.Lease.Pool)
			}
		}, func(ast.Expr) bool { return false })
	}
	return lost
}

// wrong reports whether a reference, or its index, may be the consequence of an error.
func (r *Result) wrong(ref *ast.Ref) bool {
	return r.report.Wrong(ref.Pos) || ref.Index != nil && r.report.Wrong(ref.Index.Position())
}
