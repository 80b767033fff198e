package view

import "serq/ir"

// branch is a diamond. Then goes on below it, Else to the right of that; they meet again
// where both go on.
func (c *chart) branch(s *ir.Branch) piece {
	test := fitted(textFont, "label", c.shown.spell(s.If), testWidth)
	if p, ok := probability(s.If); ok {
		test = fitted(textFont, "label", "with "+c.shown.spell(ir.Num(p)), testWidth)
	}
	d := diamond{c: c, test: test, title: c.exact.spell(s.If), then: c.block(s.Then), other: c.block(s.Else)}
	return d.piece()
}

// A diamond is a branch that is being drawn.
type diamond struct {
	c           *chart
	test        text
	title       string
	then, other piece
	w, h        int // of the diamond itself
	right       int // from the spine to that of other
	meet        int // from the top to where the ways meet; to the end of the longer where they do not
}

func (d *diamond) piece() piece {
	// A line of text of height 14 in the middle of a diamond of height 46 has two thirds
	// of its width.
	d.h = 46
	d.w = max(leastBox, d.test.width(d.test.shown)*3/2+2*boxPad)
	left := max(d.w/2, d.then.spine)
	d.right = max(d.w/2+branchGap, d.then.w-d.then.spine+branchGap/2) + d.other.spine
	p := piece{spine: left, w: left + d.right + max(d.other.w-d.other.spine, branchGap/2), falls: d.then.falls || d.other.falls}
	d.meet = d.h + flowGap + max(d.then.h, d.other.h)
	if p.falls {
		d.meet += flowGap / 2
	}
	p.h = d.meet
	p.draw = func(at point) { d.draw(point{at.x + left, at.y}) }
	return p
}

// draw draws the branch with the tip of the diamond at a point.
func (d *diamond) draw(tip point) {
	box := rect{tip.x - d.w/2, tip.y, d.w, d.h}
	middle := point{tip.x, box.center().y + d.test.ascent()/2 - 1}
	d.c.add(element{class: "test", title: d.title, box: &box, diamond: true, texts: []text{d.test.center(middle)}})
	below, meet := box.bottom()+flowGap, tip.y+d.meet

	yes := element{class: "way", texts: []text{d.word("yes", point{tip.x + 6, below - 8})}}
	if d.then.h > 0 {
		d.c.into(d.then, point{tip.x, box.bottom()}, point{tip.x, below})
		d.then.draw(point{tip.x - d.then.spine, below})
	} else {
		yes.lines = []line{{points: []point{{tip.x, box.bottom()}, {tip.x, meet}}}}
	}
	d.c.add(yes)

	x := tip.x + d.right
	no := element{class: "way", texts: []text{d.word("no", point{box.right() + 4, box.center().y - 5})}}
	if d.other.h > 0 {
		d.c.into(d.other, point{box.right(), box.center().y}, point{x, box.center().y}, point{x, below})
		d.other.draw(point{x - d.other.spine, below})
	} else {
		no.lines = []line{{[]point{{box.right(), box.center().y}, {x, box.center().y}, {x, meet}, {tip.x, meet}}, arrowEnd}}
	}
	d.c.add(no)
	d.join(tip.x, x, below, meet)
}

// join leads the ways that go on to where they meet.
func (d *diamond) join(spine, x, below, meet int) {
	end := element{class: "way"}
	if d.then.falls && d.then.h > 0 {
		end.lines = append(end.lines, line{points: []point{{spine, below + d.then.h}, {spine, meet}}})
	}
	if d.other.falls && d.other.h > 0 {
		end.lines = append(end.lines, line{[]point{{x, below + d.other.h}, {x, meet}, {spine, meet}}, arrowEnd})
	}
	if len(end.lines) > 0 {
		d.c.add(end)
	}
}

func (d *diamond) word(says string, at point) text {
	return text{font: labelFont, class: "label", shown: says}.put(at)
}
