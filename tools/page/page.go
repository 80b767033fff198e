package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"sync"

	"serq/ir/result"
)

// A Page is what is shown.
type Page struct {
	Title  string // what was run
	Report *result.Report
	Curves *result.Curves // of the run, or of the first of several
	Figure []byte         // the deployment as an svg element, which the page trusts; nil: none
}

var (
	//go:embed page.tmpl
	layout string
	//go:embed style.css
	style string
	//go:embed script.js
	script string
	//go:embed uplot/uPlot.iife.min.js
	uplotScript string
	//go:embed uplot/uPlot.min.css
	uplotStyle string
	//go:embed uplot/LICENSE
	uplotLicense string
)

// parsed is the layout, parsed when the first page is written: most runs write none.
var parsed = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(layout)) })

// A view is what the template fills in.
type view struct {
	Title    string
	Report   *result.Report
	Facts    []result.Fact
	Several  bool // there are replications, and the charts are of one
	Figure   template.HTML
	Sections []section
	BarKeys  []string // what segments of bars are

	Style, UplotStyle         template.CSS
	Script, UplotScript, Data template.JS
	UplotLicense              string
}

// A section shows a part of the report.
type section struct {
	ID     string // the part's name in the report document
	Title  string
	Tables []result.Table

	Distributions []distribution // of the observations
	Bars          []bar          // of the stages
	Courses       []course       // of gauges or pools
	Omitted       int            // further ones that have no charts, since there are so many
}

// A course is the charts of a gauge or a pool.
type course struct {
	Name   string
	Charts []drawing
	Text   []string // what there is to say instead of a chart
}

// A drawing is a place where script.js draws.
type drawing struct {
	Chart   int // its index in the data
	Caption string
	Alt     string // what is to be seen, for who does not see it
}

// A bar is how much of a stage was in use.
type bar struct {
	Name, Share string
	Alt         string // the segments in words
	Segments    []segment
}

// A segment is a part of a bar: what the stage was doing, in percent of the time.
type segment struct {
	What    string
	Percent float64
}

// Write writes the page.
func Write(w io.Writer, p *Page) error {
	b := newBuilder(p)
	v := view{
		Title: p.Title, Report: p.Report, Facts: result.Facts(p.Report), Sections: b.sections(),
		BarKeys: barKeys(p.Report.Stages), Several: p.Report.Settings.Replications > 1,
		Figure: template.HTML(p.Figure), Style: template.CSS(style), UplotStyle: template.CSS(uplotStyle),
		Script: template.JS(script), UplotScript: template.JS(uplotScript), UplotLicense: uplotLicense,
	}
	data, err := json.Marshal(b.charts) // < and & are escaped: no name ends the script
	if err != nil {
		return err
	}
	v.Data = template.JS(data)
	var out bytes.Buffer
	if err := parsed().Execute(&out, &v); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}
