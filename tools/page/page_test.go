package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"serq/ir/result"
)

func ptr[T any](x T) *T { return &x }

// samplePage is a report with a row in every part, and its curves.
func samplePage() *Page {
	course := func(values ...float64) result.Course {
		c := result.Course{Width: 2, End: 2*float64(len(values)) - 0.5}
		for _, v := range values {
			c.Spans = append(c.Spans, result.Span{Least: v - 1, Mean: v, Greatest: v + 3})
		}
		return c
	}
	none := result.Course{Width: 2, End: 5.5, Spans: make([]result.Span, 3)}
	half := ptr(0.5)
	return &Page{
		Title: "sample.sq",
		Report: &result.Report{
			ReportVersion: 1, Tool: "serqsim 0.1.0", IRVersion: 8, Program: strings.Repeat("0a", 32),
			Settings: result.Settings{Horizon: 6, Warmup: 1, Seed: 17, Replications: 1},
			Run:      result.Run{End: 5.5, Events: 99},
			Observes: []result.Observe{{Name: "ttft", Count: 4, Mean: half, QuantileMethod: "exact"}, {Name: "never", QuantileMethod: "exact"}},
			Gauges:   []result.Gauge{{Name: "depth", Mean: half}},
			Stages: []result.Stage{
				{Name: "link", Index: ptr(0), Kind: "ps", Utilization: 0.25, Shared: true},
				{Name: "engine", Kind: "step", Utilization: 0.75, Iterations: ptr(result.Count(7)), Step: &result.Step{PrefillOnly: 0.125, DecodeOnly: 0.5, Mixed: 0.125, Idle: 0.25}},
			},
			Pools:   []result.Pool{{Name: "kv", Index: ptr(1), Cap: ptr(100.0), MeanUsed: 31.25}},
			Serving: &result.Serving{ClockUnit: "ms", Duration: 5, MeanTTFT: half, SLO: &result.SLO{TTFT: ptr(123.0)}},
			Notes:   []string{"a note"},
		},
		Curves: &result.Curves{
			Samples: []result.Distribution{distributionOf(0.25, 0.5, 0.5, 0.75), nil},
			Gauges:  []result.Course{course(1, 2, 3)},
			Pools:   []result.PoolCourse{{Used: course(30, 40, 20), Cached: course(5, 5, 6), Queue: none}},
		},
		Figure: []byte(`<svg class="serq-figure"></svg>`),
	}
}

func render(t *testing.T, p *Page) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// data is what the page's script reads.
func data(t *testing.T, text string) []chart {
	t.Helper()
	_, text, _ = strings.Cut(text, `<script type="application/json" id="charts">`)
	text, _, ok := strings.Cut(text, "</script>")
	var charts []chart
	if err := json.Unmarshal([]byte(text), &charts); !ok || err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return charts
}

// Every cell of every table is shown, the sections stand in their order, and every
// chart has its place once.
func TestPage(t *testing.T) {
	p := samplePage()
	single := *p.Report
	p.Report.PerReplication, p.Report.Settings.Replications = []result.Report{single, single}, 2
	text := render(t, p)
	for _, table := range result.Tables(p.Report) {
		for _, c := range table.Columns {
			if !strings.Contains(text, ">"+html.EscapeString(c.Name)+"</th>") {
				t.Errorf("%s: there is no column %s", table.Title, c.Name)
			}
		}
		for _, row := range table.Rows {
			cells := "<th scope=\"row\">" + html.EscapeString(row[0]) + "</th>"
			for _, cell := range row[1:] {
				cells += "<td>" + html.EscapeString(cell) + "</td>"
			}
			if !strings.Contains(text, cells) {
				t.Errorf("%s: there is no row %s", table.Title, cells)
			}
		}
	}
	at := 0
	for _, id := range []string{"notes", "run", "deployment", "serving", "observes", "gauges", "stages", "pools", "per_replication"} {
		next := strings.Index(text, `<section id="`+id+`"`)
		if next < at {
			t.Errorf("section %s is not where it should be", id)
		}
		at = next
	}
	for _, want := range []string{
		"<li>a note</li>", "<dd>17</dd>", "Charts are of the first of them, replication 0", p.Report.Program,
		"queue: always 0", "4 samples.", "No samples.", `aria-label="prefill 12.5%, mixed 12.5%, decode 50.0%"`,
		`<svg class="serq-figure"></svg>`, "<td>123</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
	if strings.Contains(text, "ZgotmplZ") {
		t.Error("the template does not trust something")
	}

	charts := data(t, text)
	if len(charts) != 4 { // histogram and CDF of ttft, the gauge, the pool's occupancy
		t.Errorf("%d charts", len(charts))
	}
	for i := range charts {
		if n := strings.Count(text, fmt.Sprintf(`data-chart="%d"`, i)); n != 1 {
			t.Errorf("chart %d has %d places", i, n)
		}
	}
	pool := charts[3].Course
	if pool == nil || len(pool.Tracks) != 2 || *pool.Cap != 100 || pool.Warmup != 1 || pool.Unit != "ms" || pool.End != 5.5 {
		t.Errorf("the pool's chart is %+v", pool)
	}
}

// The same page has the same bytes, and those of a page with little in it are few.
func TestPagesAreTheSame(t *testing.T) {
	if render(t, samplePage()) != render(t, samplePage()) {
		t.Error("they are not")
	}
	empty := render(t, &Page{Title: "empty", Report: &result.Report{}, Curves: &result.Curves{}})
	if len(empty) > 100_000 || strings.Contains(empty, `id="notes"`) || strings.Contains(empty, `id="deployment"`) {
		t.Errorf("%d bytes:\n%.3000s", len(empty), empty)
	}
}

func TestPartialPage(t *testing.T) {
	p := samplePage()
	p.Report.Run.Partial = true
	if text := render(t, p); !strings.Contains(text, "partial</strong>") || !strings.Contains(text, "stopped before its end") {
		t.Error("a partial report is not called one")
	}
}

// hostile is text that would run a script, if it were anything but text.
const hostile = `</script><script>hacked = 1</script><img src="" onerror="hacked = 1"><!--"'&`

func hostilePage() *Page {
	p := samplePage()
	p.Title = hostile
	p.Report.Notes[0], p.Report.Tool = hostile, hostile
	p.Report.Observes[0].Name, p.Report.Gauges[0].Name = hostile, hostile
	p.Report.Stages[0].Name, p.Report.Pools[0].Name = hostile, hostile
	return p
}

// No name and no note is anything but text.
func TestHostileText(t *testing.T) {
	clean, text := render(t, samplePage()), render(t, hostilePage())
	for _, tag := range []string{"<script", "</script", "<!--"} {
		if got, want := strings.Count(text, tag), strings.Count(clean, tag); got != want {
			t.Errorf("%s occurs %d times, not %d", tag, got, want)
		}
	}
	if got := data(t, text)[2].Course.Tracks[0].Name; got != hostile {
		t.Errorf("a name has become %q", got)
	}
}

// A page of very many things stays below two megabytes, and says what it leaves out.
func TestPageOfVeryMany(t *testing.T) {
	p := samplePage()
	xs := shapes()["exponential"]
	for i := range 1000 {
		fine := result.Course{Width: 1, End: 512}
		for k := range 512 {
			v := float64(i+1) / float64(k+3)
			fine.Spans = append(fine.Spans, result.Span{Least: v, Mean: v * 1.1, Greatest: v * 1.3})
		}
		p.Report.Pools = append(p.Report.Pools, p.Report.Pools[0])
		p.Curves.Pools = append(p.Curves.Pools, result.PoolCourse{Used: fine, Cached: fine, Queue: fine})
		p.Report.Gauges = append(p.Report.Gauges, p.Report.Gauges[0])
		p.Curves.Gauges = append(p.Curves.Gauges, fine)
		if i < 100 {
			p.Report.Observes = append(p.Report.Observes, p.Report.Observes[0])
			p.Curves.Samples = append(p.Curves.Samples, distributionOf(xs[:10_000]...))
		}
	}
	text := render(t, p)
	if len(text) >= 2<<20 {
		t.Errorf("%d bytes", len(text))
	}
	if n := strings.Count(text, "There are no charts of 953 more"); n != 2 {
		t.Errorf("%d sections say what they leave out", n)
	}
	if n := strings.Count(text, `<tr><th scope="row">kv[1]</th>`); n != 1001 {
		t.Errorf("%d pools are in the table", n)
	}
}

// docs/dependencies.md says what the files in uplot are.
func TestVendoredFiles(t *testing.T) {
	doc, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	noted := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `tools/page/(uplot/\\S+)` \\| `([0-9a-f]{64})` \\|$").FindAllStringSubmatch(string(doc), -1) {
		noted[row[1]] = row[2]
	}
	files, err := filepath.Glob("uplot/*")
	if err != nil || len(files) != 3 || len(noted) != 3 {
		t.Fatalf("%d files, %d noted, %v", len(files), len(noted), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(content)); noted[file] != sum {
			t.Errorf("%s has the SHA-256 %s, and %q is noted", file, sum, noted[file])
		}
	}
	const version = "1.6.32"
	for what, text := range map[string]string{"the script": uplotScript, "the page": layout, "docs/dependencies.md": string(doc)} {
		if !strings.Contains(text, version) {
			t.Errorf("%s does not speak of version %s", what, version)
		}
	}
}
