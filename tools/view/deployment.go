package view

import "serq/ir"

// Deployment draws what a program is: a row of stations in the order in which a session
// meets them, the ways between them, the pools that are held on the way, and where
// sessions come from and end. The program is one that the linker accepts.
func Deployment(p *ir.Program) []byte { return deployment(p).svg() }

func deployment(p *ir.Program) *drawing {
	l := newLayout(newNetwork(p))
	l.measure()
	l.placeAcross()
	for n := 0; n < widenings && l.widen(); n++ {
		l.placeAcross()
	}
	l.placeDown()
	return l.draw()
}
