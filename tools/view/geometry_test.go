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
			checkDrawing(t, deployment(program(t, path)))
			checkDrawing(t, session(program(t, path)))
		})
	}
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
