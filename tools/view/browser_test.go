package view

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"serq/tools/browser"
)

// judge measures every text of the figures in a page with the font that the browser sets
// it in, and says what is wrong.
const judge = `[...document.querySelectorAll(".serq-figure")].flatMap(figure => {
	const wrong = [];
	const texts = [...figure.querySelectorAll("text")];
	const name = t => JSON.stringify([...t.childNodes].filter(n => n.nodeType === Node.TEXT_NODE).map(n => n.data).join(""));
	const slack = 0.5; // pixels: coordinates are whole, letters are not
	const within = (a, b) => a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
	const page = figure.querySelector(".serq-page").getBoundingClientRect();
	const rects = texts.map(t => t.getBoundingClientRect());
	texts.forEach((t, i) => {
		const box = t.parentNode.querySelector(":scope > .serq-box");
		if (rects[i].width === 0) wrong.push(name(t) + " is not shown");
		if (!within(rects[i], box ? box.getBoundingClientRect() : page)) wrong.push(name(t) + " leaves its box");
		for (let j = 0; j < i; j++) {
			const a = rects[i], b = rects[j];
			if (a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack)
				wrong.push(name(t) + " and " + name(texts[j]) + " overlap");
		}
	});
	if (texts.length === 0) wrong.push("there is no text");
	return wrong;
})`

// Every deployment opens in a browser without an error, asks for nothing else, and is
// legible there.
func TestDeploymentsInBrowser(t *testing.T) {
	b := browser.Start(t)
	dir := t.TempDir()
	for _, path := range examples(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".ir.json")
		t.Run(name, func(t *testing.T) {
			page := open(t, b, filepath.Join(dir, name+".svg"), Deployment(program(t, path)), false)
			check(t, page)
			if figures := browser.Eval[int](page, `document.querySelectorAll(".serq-figure").length`); figures != 1 {
				t.Errorf("%d figures", figures)
			}
		})
	}
}

// So are the sessions, all in one page: there it takes less time.
func TestSessionsInBrowser(t *testing.T) {
	page := []byte("<!DOCTYPE html>\n<body style=\"width: 4000px\">\n") // none is made smaller
	for _, path := range examples(t) {
		page = append(page, Session(program(t, path))...)
	}
	check(t, open(t, browser.Start(t), filepath.Join(t.TempDir(), "sessions.html"), page, false))
}

func check(t *testing.T, page *browser.Page) {
	t.Helper()
	for _, wrong := range browser.Eval[[]string](page, judge) {
		t.Error(wrong)
	}
	if errors := page.Errors(); len(errors) > 0 {
		t.Errorf("errors: %q", errors)
	}
	if requests := page.Requests(); len(requests) > 1 {
		t.Errorf("it asks for more: %q", requests)
	}
}

func open(t *testing.T, b *browser.Browser, file string, content []byte, dark bool) *browser.Page {
	t.Helper()
	if err := os.WriteFile(file, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return b.Open(t, "file://"+file, browser.View{Width: 1200, Height: 800, Dark: dark})
}

// In a page a figure leaves the rest alone, and is dark where the reader wants that.
func TestFigureInPage(t *testing.T) {
	b := browser.Start(t)
	figure := Deployment(program(t, "../../oracle/golden/mm1/mm1.ir.json"))
	html := fmt.Sprintf("<!DOCTYPE html>\n<p class=\"serq-name\">text</p>\n<svg><text class=\"serq-label\" y=\"20\">other</text></svg>\n%s\n%s", figure, figure)
	file := filepath.Join(t.TempDir(), "page.html")
	for _, dark := range []bool{false, true} {
		page := open(t, b, file, []byte(html), dark)
		check(t, page)
		weights := browser.Eval[[]string](page, `["p", "svg:not(.serq-figure) text", ".serq-figure .serq-name"].map(s => getComputedStyle(document.querySelector(s)).fontWeight)`)
		if got := strings.Join(weights, " "); got != "400 400 700" {
			t.Errorf("weights of what is outside and inside: %s", got)
		}
		fill := browser.Eval[string](page, `getComputedStyle(document.querySelector(".serq-page")).fill`)
		if isDark := fill != "rgb(255, 255, 255)"; isDark != dark {
			t.Errorf("dark %v: the figure's page is %s", dark, fill)
		}
	}
}

// The advances are those of the font.
func TestAdvances(t *testing.T) {
	page := open(t, browser.Start(t), filepath.Join(t.TempDir(), "font.html"), []byte("<!DOCTYPE html>"), false)
	for bold, table := range advances {
		weight := 400
		if bold {
			weight = 700
		}
		got := browser.Eval[[]float64](page, fmt.Sprintf(`(() => {
			const g = document.createElement("canvas").getContext("2d");
			g.font = "%d %dpx 'DejaVu Sans'";
			return [...Array(%d).keys()].map(i => g.measureText(String.fromCharCode(32 + i)).width);
		})()`, weight, emUnits, len(table)))
		for i, want := range table {
			if got[i] != float64(want) {
				t.Errorf("bold %v: %q is %v wide, want %d", bold, rune(' '+i), got[i], want)
			}
		}
	}
}
