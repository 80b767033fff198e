package cmd

import (
	"os"
	"path/filepath"
	"testing"

	"serq/ir/result"
	"serq/tools/browser"
)

// TestPages opens pages of examples as their readers do, from a file. Every part of the
// report is there, every chart is drawn, nothing goes wrong and nothing is fetched.
func TestPages(t *testing.T) {
	b := browser.Start(t)
	for _, tt := range []struct{ example, program, flags string }{
		{"egress", "before", ""}, // one value, no queue: little to draw
		{"mg1-ps", "mg1-ps", ""}, // heavy tails
		{"closed", "closed", ""},
		{"vllm", "vllm", "--slo ttft:200"},
		{"pd-ratio", "pd-ratio", ""}, // most stages and pools
		{"mm1", "mm1", "--replications 3 --horizon 5000"},
		{"replica", "replica", "--max-events 5000"}, // partial
	} {
		t.Run(tt.program, func(t *testing.T) {
			dir := t.TempDir()
			file, report := filepath.Join(dir, "page.html"), filepath.Join(dir, "report.json")
			run := "serqc " + tt.program + ".sq | serqsim --json -o " + report + " --html " + file + " " + tt.flags
			if _, stderr, err := shell(t, filepath.Join("..", "examples", tt.example), run); len(stderr) > 0 {
				t.Fatalf("%s: %v\n%s", run, err, stderr)
			}
			written, err := os.ReadFile(report)
			if err != nil {
				t.Fatal(err)
			}
			r, found := result.Read(written)
			if found.HasErrors() {
				t.Fatal(found)
			}
			for _, view := range []browser.View{{Width: 1280, Height: 900}, {Width: 375, Height: 800, Dark: true}} {
				look(t, b.Open(t, "file://"+file, view), r)
			}
		})
	}
}

// look checks a page.
func look(t *testing.T, p *browser.Page, r *result.Report) {
	t.Helper()
	sections := []string{"run", "deployment"}
	if len(r.Notes) > 0 {
		sections = append([]string{"notes"}, sections...)
	}
	for _, table := range result.Tables(r) {
		sections = append(sections, table.Part)
	}
	for _, id := range sections {
		if !browser.Eval[bool](p, `document.querySelector("section#`+id+`")?.offsetHeight > 0`) {
			t.Errorf("there is no section %s", id)
		}
	}
	if browser.Eval[bool](p, `document.querySelector("h1 .badge") !== null`) != r.Run.Partial {
		t.Error("the page and the report are not partial alike")
	}

	// A chart is drawn if there is blue on its canvas: axes and grids are grey.
	blank := browser.Eval[[]string](p, `[...document.querySelectorAll(".chart")].filter(chart => {
		const canvas = chart.querySelector("canvas");
		if (!canvas) return true;
		const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
		let blue = 0;
		for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0 && data[i + 2] - data[i] > 40) blue++;
		return blue < 50;
	}).map(chart => chart.getAttribute("aria-label"))`)
	if len(blank) > 0 {
		t.Errorf("charts that are not drawn: %q", blank)
	}
	observed := browser.Eval[int](p, `document.querySelectorAll(".distribution").length`)
	if observed != len(r.Observes) {
		t.Errorf("%d observations are shown, not %d", observed, len(r.Observes))
	}
	courses := browser.Eval[int](p, `document.querySelectorAll(".courses article").length`)
	if courses != len(r.Gauges)+len(r.Pools) {
		t.Errorf("%d gauges and pools are shown, not %d", courses, len(r.Gauges)+len(r.Pools))
	}
	bars := browser.Eval[int](p, `[...document.querySelectorAll(".bar")].filter(bar => bar.offsetWidth > 50).length`)
	if bars != len(r.Stages) {
		t.Errorf("%d stages have bars, not %d", bars, len(r.Stages))
	}
	if !browser.Eval[bool](p, `document.querySelector("#deployment svg").getBoundingClientRect().height > 50`) {
		t.Error("there is no figure")
	}
	if over := browser.Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the page is %d pixels wider than the window", over)
	}

	// A click on a switch redraws the two charts of its observation.
	unmoved := browser.Eval[int](p, `[...document.querySelectorAll(".distribution input")].filter(box => {
		const pictures = () => [...box.closest("article").querySelectorAll("canvas")].map(c => c.toDataURL());
		const before = pictures();
		box.click();
		return pictures().some((picture, i) => picture === before[i]);
	}).length`)
	if unmoved > 0 {
		t.Errorf("%d switches of the axis do nothing", unmoved)
	}

	for _, e := range p.Errors() {
		t.Error(e)
	}
	for _, url := range p.Requests()[1:] {
		t.Errorf("the page asks for %s", url)
	}
}
