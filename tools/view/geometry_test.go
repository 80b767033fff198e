package view

import (
	"path/filepath"
	"strings"
	"testing"
)

// checkDrawing demands what makes a drawing legible: every text lies in its box, or on the
// page, and meets no other text, no box but those around it, and no line.
func checkDrawing(t *testing.T, d *drawing) {
	t.Helper()
	page := rect{0, 0, d.width, d.height}
	type placed struct {
		text
		element int
	}
	var texts []placed
	for i, e := range d.elements {
		if e.box != nil && !page.contains(*e.box) {
			t.Errorf("%s %q: the box is not on the page", e.class, e.title)
		}
		for _, text := range e.texts {
			texts = append(texts, placed{text, i})
			if e.box != nil && !e.box.contains(text.bounds()) {
				t.Errorf("%q is not in its %s: %v in %v", text.shown, e.class, text.bounds(), *e.box)
			}
			if !page.contains(text.bounds()) {
				t.Errorf("%q is not on the page", text.shown)
			}
		}
		for _, l := range e.lines {
			for _, p := range l.points {
				if !page.contains(rect{p.x, p.y, 0, 0}) {
					t.Errorf("a line of %s %q leaves the page at %v", e.class, e.title, p)
				}
			}
		}
	}
	for i, a := range texts {
		for _, b := range texts[:i] {
			if a.bounds().meets(b.bounds()) {
				t.Errorf("%q and %q overlap: %v %v", a.shown, b.shown, a.bounds(), b.bounds())
			}
		}
		for j, e := range d.elements {
			if e.box != nil && e.box.meets(a.bounds()) && !e.box.contains(a.bounds()) {
				t.Errorf("the side of %s %q goes through %q", e.class, e.title, a.shown)
			}
			for _, l := range e.lines {
				if j != a.element || e.box == nil {
					if l.meets(a.bounds()) {
						t.Errorf("a line of %s %q goes through %q", e.class, e.title, a.shown)
					}
				}
			}
		}
	}
	checkLines(t, d)
}

// checkLines demands that no line goes through a station or a door.
func checkLines(t *testing.T, d *drawing) {
	t.Helper()
	for _, e := range d.elements {
		for _, l := range e.lines {
			for _, o := range d.elements {
				if (o.class == "station" || o.class == "door") && l.meets(*o.box) {
					t.Errorf("a line of %s %q goes through %q", e.class, e.title, o.title)
				}
			}
		}
	}
}

// meets reports whether the line has a point within r.
func (l line) meets(r rect) bool {
	for i, b := range l.points[1:] {
		a := l.points[i]
		if min(a.x, b.x) < r.right() && r.x < max(a.x, b.x) && min(a.y, b.y) < r.bottom() && r.y < max(a.y, b.y) {
			return true
		}
	}
	return false
}

func TestFiguresOfExamples(t *testing.T) {
	for _, path := range examples(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ir.json"), func(t *testing.T) {
			d := deployment(program(t, path))
			checkDrawing(t, d)
			checkShown(t, d)
			most := 0
			if strings.Contains(path, "three-") {
				most = 1 // from before A to B, and from A to behind B
			}
			if n := d.crossings(); n > most {
				t.Errorf("%d arrows cross", n)
			}
			checkDrawing(t, session(program(t, path)))
		})
	}
}

// checkShown demands that only long texts are cut.
func checkShown(t *testing.T, d *drawing) {
	t.Helper()
	for _, e := range d.elements {
		for _, text := range e.texts {
			if n := len([]rune(text.whole)); 0 < n && n < 20 {
				t.Errorf("%q is cut to %q", text.whole, text.shown)
			}
		}
	}
}

// crossings counts where arrows cross.
func (d *drawing) crossings() int {
	n := 0
	for i, e := range d.elements {
		for _, o := range d.elements[:i] {
			if e.class == "way" && o.class == "way" {
				n += crossings(e.lines[0], o.lines[0])
			}
		}
	}
	return n
}

// crossings counts the places where an upright part of one line crosses a level part of
// the other.
func crossings(a, b line) int {
	n := 0
	for i, a2 := range a.points[1:] {
		for j, b2 := range b.points[1:] {
			n += crosses(a.points[i], a2, b.points[j], b2) + crosses(b.points[j], b2, a.points[i], a2)
		}
	}
	return n
}

// crosses is 1 where the upright part from a to b crosses the level one from c to d.
func crosses(a, b, c, d point) int {
	if a.x == b.x && c.y == d.y && min(c.x, d.x) < a.x && a.x < max(c.x, d.x) && min(a.y, b.y) < c.y && c.y < max(a.y, b.y) {
		return 1
	}
	return 0
}

func TestFiguresOfGeneratedPrograms(t *testing.T) {
	paths, err := filepath.Glob("../../ir/link/testdata/generated/*.ir.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d programs, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".ir.json"), func(t *testing.T) {
			checkDrawing(t, deployment(program(t, path)))
			checkDrawing(t, session(program(t, path)))
		})
	}
}
