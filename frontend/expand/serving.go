package expand

import (
	"fmt"
	"strings"

	"serq/frontend/ast"
	"serq/frontend/report"
	"serq/frontend/token"
	"serq/ir"
	"serq/ir/diag"
)

// roleStages are the names that make a stage the one of a role.
var roleStages = map[string][]string{
	"prefill": {"prefill"}, "decode": {"decode"}, "tool": {"tool"}, "transfer": {"link", "transfer"},
}

// roleModes are the modes in which a role runs on a step engine.
var roleModes = map[string]ir.RunMode{"prefill": ir.Prefill, "decode": ir.Decode}

// servingUse says, in a note, what a serving form stands for.
type servingUse struct {
	role  string
	stmts []ast.Stmt
}

func (u *servingUse) String() string {
	texts := make([]string, len(u.stmts))
	for i, s := range u.stmts {
		texts[i] = ast.Text(s)
	}
	return fmt.Sprintf("`%s` stands for `%s`", u.role, strings.Join(texts, " "))
}

// sugar gives the statements that a form stands for their place, with a note that
// shows them.
func (x *expander) sugar(role string, pos token.Pos, statements func(pos token.Pos) []ast.Stmt) []ast.Stmt {
	use := &servingUse{role: role}
	pos.Via = &token.Use{What: use, At: pos, Here: true}
	use.stmts = statements(pos)
	return use.stmts
}

// An arrival is the end of a transfer: KV in its new place, and none in the old.
type arrival struct {
	to, from *ast.Ref
	amount   ast.Expr
}

func (a arrival) stmts(pos token.Pos) []ast.Stmt {
	return []ast.Stmt{&ast.Load{Pos: pos, Pool: a.to, Units: a.amount}, &ast.Release{Pos: pos, Pool: a.from}}
}

// serve expands a serving form: a run on the role's stage and, for a transfer, the
// waits before it and the arrival.
func (x *expander) serve(s *ast.Serve, sc scope) []ast.Stmt {
	if s.Role.Name == "transfer" && len(s.On) == 0 && sc.inside.closed() {
		return x.read(s, sc)
	}
	stages, ok := x.servingStages(s, sc)
	work := x.expr(s.Work, sc)
	growing := x.optionalPool(s.Growing, sc)
	return x.sugar(s.Role.Name, sc.here(s.Pos), func(pos token.Pos) []ast.Stmt {
		var stmts []ast.Stmt
		if ok {
			if s.From != nil {
				stmts = x.waits(pos, stages...)
			}
			stmts = append(stmts, &ast.Run{Pos: pos, Stages: stages, Mode: x.servingMode(s, stages, sc), Work: work, Growing: growing})
		} else {
			stmts = append(stmts, &ast.BadStmt{Pos: pos})
		}
		if s.From == nil {
			return stmts
		}
		end := arrival{to: x.acts(s.To, sc), amount: x.expr(s.Amount, sc), from: x.acts(s.From, sc)}
		return append(stmts, end.stmts(pos)...)
	})
}

// servingStages finds the stages of a form: those after `on`, else the one of its role.
func (x *expander) servingStages(s *ast.Serve, sc scope) ([]*ast.Ref, bool) {
	if len(s.On) > 0 {
		return x.stageRefs(s.On, sc), true
	}
	if _, engine := roleModes[s.Role.Name]; engine && sc.inside != nil && (sc.inside.closed() || sc.inside.queue.item.Serve != nil) {
		return x.ownStage(s, sc)
	}
	index := x.optional(s.Index, sc)
	name, ok := x.roleStage(s.Role, sc)
	if !ok {
		return nil, false
	}
	at := sc.here(s.Role.Pos)
	return []*ast.Ref{{Pos: at, Name: name, Index: index}}, true
}

// ownStage is the stage of the queue in whose entry a form stands.
func (x *expander) ownStage(s *ast.Serve, sc scope) ([]*ast.Ref, bool) {
	if s.Index != nil {
		x.error(diag.ArrayIndex, sc.here(s.Index.Position()), fmt.Sprintf("`%s` in an entry is at the queue's own stage and takes no index", s.Role.Name),
			fmt.Sprintf("Name another stage: `%s on S[i] …`.", s.Role.Name))
		return nil, false
	}
	own := x.own(sc.here(s.Role.Pos), sc)
	return []*ast.Ref{own}, own != nil
}

// own is the stage of the queue at hand, for the member at hand; nil if it has none.
func (x *expander) own(at token.Pos, sc scope) *ast.Ref {
	q := sc.inside.queue
	if q.item.Serve == nil {
		if q.item.Cut {
			x.report.Mark(at)
		} else {
			x.error(diag.RunWithoutStage, at, fmt.Sprintf("`%s` has no stage of its own", q.name), fmt.Sprintf("Declare it in `%s`, `serve …;`, or name another stage.", q.name))
		}
		return nil
	}
	return &ast.Ref{Pos: at, Name: q.name, Index: sc.inside.member}
}

// roleStage is the stage of a role among those declared above: the one named for
// it, failing that, for prefill and decode, the only step engine.
func (x *expander) roleStage(role ast.Ident, sc scope) (string, bool) {
	var named, engines, below []string
	for _, s := range x.stageList {
		isNamed := false
		for _, name := range roleStages[role.Name] {
			isNamed = isNamed || name == s.family.Name
		}
		_, usesEngine := roleModes[role.Name]
		isEngine := s.family.Step && usesEngine
		switch {
		case s.at >= sc.at && (isNamed || isEngine):
			below = append(below, s.family.Name)
		case isNamed:
			named = append(named, s.family.Name)
		case isEngine:
			engines = append(engines, s.family.Name)
		}
	}
	for _, name := range roleStages[role.Name] {
		if x.kernel.Lost[name] || x.maybe("stage") {
			x.report.Mark(sc.here(role.Pos)) // its declaration has an error
			return "", false
		}
	}
	candidates := named
	if len(candidates) == 0 {
		candidates = engines
	}
	if len(candidates) == 1 {
		return candidates[0], true
	}
	wanted := strings.Join(roleStages[role.Name], " or ")
	at := sc.here(role.Pos)
	switch {
	case len(candidates) > 1:
		x.error(diag.NoRoleStage, at, fmt.Sprintf("`%s` could be at %s", role.Name, strings.Join(candidates, " or ")),
			fmt.Sprintf("Name the stage: `%s on %s …`.", role.Name, candidates[0]))
	case len(below) > 0:
		x.error(diag.NoRoleStage, at, fmt.Sprintf("no stage for `%s` is declared above", role.Name),
			fmt.Sprintf("Move stage %s above, or name it: `%s on %s …`.", strings.Join(below, " or "), role.Name, below[0]))
	default:
		x.error(diag.NoRoleStage, at, fmt.Sprintf("no stage for `%s` is declared above", role.Name),
			fmt.Sprintf("Declare a stage named %s, or name another: `%s on S …`.", wanted, role.Name))
	}
	return "", false
}

// servingMode is the mode of a form's run: its role's on a step engine.
func (x *expander) servingMode(s *ast.Serve, stages []*ast.Ref, sc scope) ir.RunMode {
	for _, r := range stages {
		declared := x.stages[r.Name]
		if declared == nil || !declared.family.Step {
			continue
		}
		mode, ok := roleModes[s.Role.Name]
		if !ok {
			x.error(diag.RoleOnStep, r.Pos, fmt.Sprintf("`%s` on `%s`, which is a step engine", s.Role.Name, r.Name),
				"A step engine computes tokens: `prefill` or `decode`.", report.At(declared.family.Pos, "declared here"))
		}
		return mode
	}
	return ir.Plain
}
