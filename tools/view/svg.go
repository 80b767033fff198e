package view

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
)

// style colours the figure. All its rules hold below the figure's own class, so that it
// may stand in a page, which may give it its own ground as --serq-page. For all else there
// are plain colours: not every viewer of SVG knows variables.
//
//go:embed style.css
var style string

// svg writes a drawing.
func (d *drawing) svg() []byte {
	w := new(svgWriter)
	w.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"serq-figure\" role=\"img\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\">\n",
		d.width, d.height, d.width, d.height)
	w.printf("<title>%s</title>\n<style>\n%s</style>\n", escape(d.title), style)
	w.printf("<rect class=\"serq-page\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", d.width, d.height)
	for _, e := range d.elements {
		w.element(e)
	}
	w.printf("</svg>\n")
	return w.Bytes()
}

type svgWriter struct{ bytes.Buffer }

func (w *svgWriter) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *svgWriter) element(e element) {
	w.printf("<g class=\"serq-%s\">", e.class)
	if e.title != "" {
		w.printf("<title>%s</title>", escape(e.title))
	}
	w.printf("\n")
	switch b := e.box; {
	case b == nil:
	case e.diamond:
		w.printf("<path class=\"serq-box\" d=\"M%d %dL%d %dL%d %dL%d %dz\"/>\n", b.x, b.center().y, b.center().x, b.y, b.right(), b.center().y, b.center().x, b.bottom())
	default:
		w.printf("<rect class=\"serq-box\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n", e.box.x, e.box.y, e.box.w, e.box.h, e.round)
	}
	for _, l := range e.lines {
		w.line(l)
	}
	for _, t := range e.texts {
		w.text(t)
	}
	w.printf("</g>\n")
}

// ringRadius is that of the ring in which a lease ends.
const ringRadius = 4

// corner is the radius of a line's corners.
const corner = 6

func (w *svgWriter) line(l line) {
	p := l.points
	w.printf("<path class=\"serq-line\" d=\"M%d %d", p[0].x, p[0].y)
	for i := 1; i < len(p)-1; i++ {
		before, after := toward(p[i], p[i-1], corner), toward(p[i], p[i+1], corner)
		w.printf("L%d %dQ%d %d %d %d", before.x, before.y, p[i].x, p[i].y, after.x, after.y)
	}
	last := p[len(p)-1]
	w.printf("L%d %d\"/>\n", last.x, last.y)
	switch l.end {
	case arrowEnd:
		w.printf("<path class=\"serq-head\" d=\"%s\"/>\n", arrowHead(p[len(p)-2], last))
	case ringEnd:
		w.printf("<circle class=\"serq-ring\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", last.x, last.y, ringRadius)
	}
}

// toward is the point at some distance from a on the way to b, which lies level with it
// or straight above or below; no further than half of the way.
func toward(a, b point, distance int) point {
	step := func(from, to int) int {
		half := (to - from) / 2
		return from + min(max(half, -distance), distance)
	}
	return point{step(a.x, b.x), step(a.y, b.y)}
}

// arrowHead is the outline of the head of a line that ends in at.
func arrowHead(from, at point) string {
	const length, half = 8, 4
	switch {
	case at.x > from.x:
		return fmt.Sprintf("M%d %dl-%d -%dv%dz", at.x, at.y, length, half, 2*half)
	case at.x < from.x:
		return fmt.Sprintf("M%d %dl%d -%dv%dz", at.x, at.y, length, half, 2*half)
	case at.y > from.y:
		return fmt.Sprintf("M%d %dl-%d -%dh%dz", at.x, at.y, half, length, 2*half)
	}
	return fmt.Sprintf("M%d %dl-%d %dh%dz", at.x, at.y, half, length, 2*half)
}

func (w *svgWriter) text(t text) {
	w.printf("<text class=\"serq-%s\" x=\"%d\" y=\"%d\"", t.class, t.at.x, t.at.y)
	if t.middle {
		w.printf(" text-anchor=\"middle\"")
	}
	w.printf(">")
	if t.whole != "" {
		w.printf("<title>%s</title>", escape(t.whole))
	}
	w.printf("%s</text>\n", escape(t.shown))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes a text one of XML, where most control characters cannot stand.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r == '\ufffe' || r == '\uffff' {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return escaper.Replace(s)
}
