package expand

import (
	"fmt"
	"maps"
	"path/filepath"

	"serq/frontend/ast"
	"serq/frontend/parse"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir/diag"
)

// flatten puts the items of libraries in the place of their `use`. A library is
// read once, however often it is used.
func (x *expander) flatten(prog *ast.Program) []ast.Item {
	read := map[string]bool{prog.File.Path(filepath.Base(prog.File.Name)): true}
	return x.flattenItems(prog, read, false)
}

func (x *expander) flattenItems(prog *ast.Program, read map[string]bool, library bool) []ast.Item {
	maps.Copy(x.kernel.Lost, prog.Lost)
	x.kernel.LostName = x.kernel.LostName || prog.Unnamed
	if prog.Cut {
		x.badItems = append(x.badItems, "") // any item may stand in the rest
	}
	var flat []ast.Item
	for _, it := range prog.Items {
		switch it := it.(type) {
		case *ast.Use:
			path := it.Pos.File.Path(it.Path.Value)
			if read[path] {
				continue
			}
			read[path] = true
			if lib := x.readLibrary(it, path); lib != nil {
				flat = append(flat, x.flattenItems(lib, read, true)...)
			}
		case *ast.Def, *ast.BadItem:
			flat = append(flat, it)
		default:
			if library {
				x.error(diag.LibraryItem, it.Position(), "a library holds only `def` and `use`", "Declare it in the program.")
				continue
			}
			flat = append(flat, it)
		}
	}
	return flat
}

func (x *expander) readLibrary(use *ast.Use, path string) *ast.Program {
	if use.Path.Value == "" {
		x.error(diag.CannotRead, use.Path.Pos, "the path of a library is empty", "Write `use \"library.sq\";`.")
		return nil
	}
	text, err := x.opts.ReadFile(path)
	if err != nil {
		x.kernel.LostName = true // it may be defined there
		x.error(diag.CannotRead, use.Path.Pos, fmt.Sprintf("cannot read %s: %v", path, report.Reason(err)), "The path is relative to the file that uses it.")
		return nil
	}
	return parse.File(token.NewFile(path, filepath.Dir(path), string(text)), x.report)
}
