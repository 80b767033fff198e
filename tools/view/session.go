package view

import "serq/ir"

// Session draws the life of a session as a flow chart: its statements from top to bottom,
// branches as diamonds, loops as ways back, holds as frames around what is done in them.
// What is drawn anew for each turn, and once at the start, stands beside it.
func Session(p *ir.Program) []byte { return session(p).svg() }

func session(p *ir.Program) *drawing {
	c := &chart{program: p, shown: wording{p, false}, exact: wording{p, true}}
	c.drawing.title = "session"
	x, bottom := margin, 0
	beside, high := 0, margin
	for _, b := range []struct {
		name  string
		block ir.BlockID
	}{{"init", p.Init}, {"turn", p.Turn}} {
		if c.isEmpty(b.block) {
			continue
		}
		piece := c.named(b.name, "", b.block)
		piece.draw(point{x, high})
		high += piece.h + 2*flowGap
		beside, bottom = max(beside, piece.w), high-2*flowGap
	}
	if beside > 0 {
		x += beside + 2*flowGap
	}
	main := c.named("session", "end", p.Session)
	main.draw(point{x, margin})
	c.drawing.width = x + main.w + margin
	c.drawing.height = max(bottom, margin+main.h) + margin
	return &c.drawing
}

// named is a block between its name and its end.
func (c *chart) named(name, end string, b ir.BlockID) piece {
	parts := []piece{c.pill(name)}
	body := c.block(b)
	if body.h > 0 {
		parts = append(parts, body)
	}
	if end != "" && (body.falls || body.h == 0) {
		parts = append(parts, c.pill(end))
	}
	return c.sequence(parts)
}

func (c *chart) isEmpty(b ir.BlockID) bool {
	return b < 0 || int(b) >= len(c.program.Blocks) || len(c.program.Blocks[b]) == 0
}
