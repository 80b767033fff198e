package page

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"serq/ir/result"
	"serq/tools/browser"
)

// awkward is a page of numbers at which a chart could fail.
func awkward() *Page {
	inf := math.Inf(1)
	p := samplePage()
	for _, values := range [][]float64{
		{-5, -2, -7}, {inf, inf, -inf}, {1, inf, 2, math.NaN()}, {1e-300, 2e-300}, {1e300, -1e300}, {1, 2}, {3}, nil,
	} {
		c := result.Course{Width: 1, End: float64(len(values))}
		for _, v := range values {
			c.Spans = append(c.Spans, result.Span{Least: v, Mean: v, Greatest: v})
		}
		p.Report.Gauges = append(p.Report.Gauges, result.Gauge{Name: fmt.Sprint(values)})
		p.Curves.Gauges = append(p.Curves.Gauges, c)
	}
	samples := shapes()
	samples["infinite"] = []float64{-inf, 1, 2, inf}
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		p.Report.Observes = append(p.Report.Observes, result.Observe{Name: name})
		p.Curves.Samples = append(p.Curves.Samples, distributionOf(samples[name]...))
	}
	return p
}

// TestAwkwardPages opens pages whose numbers and names are such that a chart, or the
// whole page, could fail at them.
func TestAwkwardPages(t *testing.T) {
	pages := map[string]*Page{
		"awkward": awkward(),
		"hostile": hostilePage(),
		"empty":   {Title: "empty", Report: &result.Report{}, Curves: &result.Curves{}},
	}
	b := browser.Start(t)
	for name, p := range pages {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "page.html")
			if err := os.WriteFile(file, []byte(render(t, p)), 0o666); err != nil {
				t.Fatal(err)
			}
			tab := b.Open(t, "file://"+file, browser.View{Width: 1000, Height: 800})
			if undrawn := browser.Eval[int](tab, `document.querySelectorAll(".chart:not(:has(canvas))").length`); undrawn > 0 {
				t.Errorf("%d charts are not drawn", undrawn)
			}
			// The other kind of axis, and paper.
			browser.Eval[bool](tab, `document.querySelectorAll("input").forEach(box => box.click()), true`)
			browser.Eval[bool](tab, `dispatchEvent(new Event("beforeprint")), dispatchEvent(new Event("afterprint"))`)
			if browser.Eval[bool](tab, `"hacked" in window`) {
				t.Error("a name has run as a script")
			}
			for _, e := range tab.Errors() {
				t.Error(e)
			}
		})
	}
}
