package view

import (
	"strings"

	"serq/ir"
)

// readAt recognises, at the beginning of some statements, the read by which a pull
// relation is written:
//
//	run D.nic.latency[j] (x); run P.nic[i], D.nic[j] (n); load D.kv[j] (m); release P.kv[i];
//
// with the wait or without. It is nil where there is none. Only the pod that reads loads.
func readAt(p *ir.Program, stmts []ir.Stmt) *pull {
	read := new(pull)
	if wait, ok := stmts[0].(*ir.Run); ok && len(wait.Also) == 0 && len(stmts) > 1 {
		if pod, ok := strings.CutSuffix(p.Stages[wait.Stage.Base].Name, nicLatency); ok {
			read.reader, read.latency = pod, wait.Work
			stmts = stmts[1:]
		}
	}
	run, ok := stmts[0].(*ir.Run)
	if !ok || len(run.Also) != 1 || len(stmts) < 2 {
		return nil
	}
	source, isNic := strings.CutSuffix(p.Stages[run.Stage.Base].Name, nic)
	reader, areNics := strings.CutSuffix(p.Stages[run.Also[0].Base].Name, nic)
	load, loads := stmts[1].(*ir.Load)
	if !isNic || !areNics || !loads || !strings.HasPrefix(p.Pools[load.Pool.Base].Name, reader+".") {
		return nil
	}
	if read.latency != nil && read.reader != reader {
		return nil
	}
	read.reader, read.source = reader, source
	return read
}

// What the stages of a pod's NIC are called, after the pod's name.
const (
	nic        = ".nic"
	nicLatency = ".nic.latency"
)
