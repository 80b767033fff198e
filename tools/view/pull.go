package view

import (
	"slices"
	"strings"

	"serq/ir"
)

// A transfer is how a flow begins: after a wait of its own, or as one pod's read of
// another's KV, or both.
type transfer struct {
	reader, source string  // pods; "" where it is not known who reads
	latency        ir.Expr // what is waited before; nil: nothing
}

// latency is what the stage of a link's or a NIC's latency is called, after its name.
const (
	latency = ".latency"
	nic     = ".nic"
)

// waitAt recognises, at the beginning of some statements, a flow behind the latency of
// one of its stages. What a queue's `latency` stands for is
//
//	run ingress.latency[j] (x); run egress[i], ingress[j] (n);
func waitAt(p *ir.Program, stmts []ir.Stmt) bool {
	if len(stmts) < 2 {
		return false
	}
	wait, waits := stmts[0].(*ir.Run)
	flow, flows := stmts[1].(*ir.Run)
	if !waits || !flows || len(wait.Also) > 0 || len(flow.Also) == 0 {
		return false
	}
	link, isLatency := strings.CutSuffix(p.Stages[wait.Stage.Base].Name, latency)
	return isLatency && slices.ContainsFunc(append(flow.Also, flow.Stage), func(r ir.Ref) bool { return p.Stages[r.Base].Name == link })
}

// readAt recognises the read by which a pull relation is written; only the pod that
// reads loads:
//
//	run P.nic[i], D.nic[j] (n); load D.kv[j] (m); release P.kv[i];
func readAt(p *ir.Program, stmts []ir.Stmt) (reader, source string) {
	flow, flows := stmts[0].(*ir.Run)
	if !flows || len(flow.Also) != 1 || len(stmts) < 2 {
		return "", ""
	}
	source, isNic := strings.CutSuffix(p.Stages[flow.Stage.Base].Name, nic)
	reader, areNics := strings.CutSuffix(p.Stages[flow.Also[0].Base].Name, nic)
	load, loads := stmts[1].(*ir.Load)
	if !isNic || !areNics || !loads || !strings.HasPrefix(p.Pools[load.Pool.Base].Name, reader+".") {
		return "", ""
	}
	return reader, source
}
