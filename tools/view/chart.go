package view

import (
	"strings"

	"serq/ir"
)

// Distances in a flow chart, in pixels.
const (
	flowGap    = 22  // between one thing and the next below it
	branchGap  = 28  // between the ways of a branch
	loopGutter = 26  // left of a loop's body, for the way back
	flowWidth  = 330 // of a statement, at most
	testWidth  = 210 // of a branch's test, at most
)

// A chart is a flow chart that is being drawn.
type chart struct {
	program *ir.Program
	shown   wording
	exact   wording
	drawing drawing
}

// A piece is a part of a chart. The session comes in at the top and, if it falls through,
// leaves at the bottom, both at the spine.
type piece struct {
	w, h     int
	spine    int  // from the left
	falls    bool // whether the session gets to its end
	headless bool // the line that comes in ends without an arrow head: it only meets another
	draw     func(at point)
}

// block is the statements of a block; nothing, of no height, if it has none.
func (c *chart) block(b ir.BlockID) piece {
	if c.isEmpty(b) {
		return piece{falls: true, draw: func(point) {}}
	}
	var parts []piece
	var quick []ir.Stmt // that take no time, and go into one box
	flush := func() {
		if len(quick) > 0 {
			parts = append(parts, c.box("note", quick))
			quick = nil
		}
	}
	for _, s := range c.program.Blocks[b] {
		switch s := s.(type) {
		case *ir.Run:
			flush()
			parts = append(parts, c.box("station", []ir.Stmt{s}))
		case *ir.Hold:
			flush()
			parts = append(parts, c.hold(s))
		case *ir.Branch:
			flush()
			parts = append(parts, c.branch(s))
		case *ir.Loop:
			flush()
			parts = append(parts, c.loop(s))
		case ir.End:
			flush()
			end := c.pill("end")
			end.falls = false
			parts = append(parts, end)
		default:
			quick = append(quick, s)
		}
		if n := len(parts); n > 0 && !parts[n-1].falls {
			break // nothing behind it is reached
		}
	}
	flush()
	return c.sequence(parts)
}

// sequence puts one thing below the other.
func (c *chart) sequence(parts []piece) piece {
	all := piece{falls: parts[len(parts)-1].falls, headless: parts[0].headless}
	right := 0
	for i, p := range parts {
		all.spine = max(all.spine, p.spine)
		right = max(right, p.w-p.spine)
		all.h += p.h
		if i > 0 {
			all.h += flowGap
		}
	}
	all.w = all.spine + right
	all.draw = func(at point) {
		x, y := at.x+all.spine, at.y
		for i, p := range parts {
			if i > 0 {
				c.into(p, point{x, y}, point{x, y + flowGap})
				y += flowGap
			}
			p.draw(point{x - p.spine, y})
			y += p.h
		}
	}
	return all
}

// box is one box with statements.
func (c *chart) box(class string, stmts []ir.Stmt) piece {
	e := element{class: class, round: 4}
	var all []string
	w := leastBox
	for _, s := range stmts {
		t := fitted(textFont, "label", c.shown.statement(s), flowWidth)
		w = max(w, t.width(t.shown)+2*boxPad)
		e.texts = append(e.texts, t)
		all = append(all, c.exact.statement(s))
	}
	e.title = strings.Join(all, "\n")
	h := height(e.texts) + boxPad
	return piece{w: w, h: h, spine: w / 2, falls: true, draw: func(at point) {
		e.box = &rect{at.x, at.y, w, h}
		writeDown(e.texts, point{at.x + boxPad, at.y + boxPad/2})
		c.add(e)
	}}
}

// writeDown places lines of text one below another from a corner on.
func writeDown(texts []text, corner point) {
	for i, t := range texts {
		corner.y += t.line()
		texts[i] = t.put(point{corner.x, corner.y - t.descent() - 1})
	}
}

// pill is where the session begins or ends.
func (c *chart) pill(says string) piece {
	t := text{font: nameFont, class: "name", shown: says}
	w, h := max(leastBox, t.width(says)+4*boxPad), t.line()+boxPad
	return piece{w: w, h: h, spine: w / 2, falls: true, draw: func(at point) {
		box := rect{at.x, at.y, w, h}
		middle := point{box.center().x, box.center().y + t.ascent()/2 - 1}
		c.add(element{class: "door", box: &box, round: h / 2, texts: []text{t.center(middle)}})
	}}
}

// hold is a frame with what is asked for on top and what is left behind below.
func (c *chart) hold(s *ir.Hold) piece {
	head, foot := c.holdLines(c.shown.holdHead(s)), c.holdLines(c.shown.holdFoot(s))
	body := c.block(s.Body)
	e := element{class: "pool", round: 8, title: strings.Join(append(c.exact.holdHead(s), c.exact.holdFoot(s)...), "\n")}
	e.texts = append(head, foot...)
	words := 0
	for _, t := range e.texts {
		words = max(words, t.width(t.shown)+2*boxPad)
	}
	spine := max(framePad+body.spine, leastBox/2)
	w := max(words, spine+body.w-body.spine+framePad, leastBox)
	headHigh := height(head) + boxPad
	bodyHigh := flowGap + body.h + flowGap
	footHigh := 0
	if len(foot) > 0 {
		footHigh = height(foot) + boxPad
	}
	h := headHigh + bodyHigh + footHigh
	return piece{w: w, h: h, spine: spine, falls: body.falls, draw: func(at point) {
		e.box = &rect{at.x, at.y, w, h}
		x, top, end := at.x+spine, at.y+headHigh, at.y+headHigh+bodyHigh
		writeDown(e.texts[:len(head)], point{at.x + boxPad, at.y + boxPad/2})
		writeDown(e.texts[len(head):], point{at.x + boxPad, end + boxPad/2})
		e.lines = []line{{points: []point{{at.x, top}, {at.x + w, top}}}}
		if footHigh > 0 {
			e.lines = append(e.lines, line{points: []point{{at.x, end}, {at.x + w, end}}})
		}
		c.add(e)
		if body.h > 0 {
			c.into(body, point{x, top}, point{x, top + flowGap})
			body.draw(point{x - body.spine, top + flowGap})
		}
		if body.falls {
			c.way(point{x, end - flowGap}, point{x, end})
		}
	}}
}

func (c *chart) holdLines(says []string) []text {
	var texts []text
	for _, s := range says {
		texts = append(texts, fitted(textFont, "text", s, flowWidth))
	}
	return texts
}

// loop leads from the end of its body back to the top, at the left.
func (c *chart) loop(s *ir.Loop) piece {
	body := c.block(s.Body)
	p := piece{w: loopGutter + body.w, h: flowGap + body.h, spine: loopGutter + body.spine, headless: true}
	if body.falls {
		p.h += flowGap / 2
	}
	p.draw = func(at point) {
		x, top := at.x+p.spine, at.y+flowGap
		c.into(body, point{x, at.y}, point{x, top})
		body.draw(point{at.x + loopGutter, top})
		if body.falls {
			end, left := top+body.h, at.x+4
			c.way(point{x, end}, point{x, end + flowGap/2}, point{left, end + flowGap/2}, point{left, at.y + 2}, point{x, at.y + 2})
		}
	}
	return p
}

// into draws the line that leads into a piece.
func (c *chart) into(p piece, points ...point) {
	l := line{points: points}
	if !p.headless {
		l.end = arrowEnd
	}
	c.add(element{class: "way", lines: []line{l}})
}

func (c *chart) way(points ...point) {
	c.add(element{class: "way", lines: []line{{points, arrowEnd}}})
}

func (c *chart) add(e element) { c.drawing.elements = append(c.drawing.elements, e) }
