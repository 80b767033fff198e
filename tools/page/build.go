package page

import (
	"fmt"
	"slices"
	"strings"

	"serq/ir/result"
)

// A builder makes a view of a page and collects its charts.
type builder struct {
	*Page
	gaugeCourses []result.Course     // of those that have charts, thinned
	poolCourses  []result.PoolCourse // likewise
	charts       []chart
}

func newBuilder(p *Page) *builder {
	b := &builder{
		Page:         p,
		gaugeCourses: slices.Clone(p.Curves.Gauges[:min(len(p.Curves.Gauges), mostCharts)]),
		poolCourses:  slices.Clone(p.Curves.Pools[:min(len(p.Curves.Pools), mostCharts)]),
	}
	var courses []*result.Course
	for i := range b.gaugeCourses {
		courses = append(courses, &b.gaugeCourses[i])
	}
	for i := range b.poolCourses {
		p := &b.poolCourses[i]
		courses = append(courses, &p.Used, &p.Cached, &p.Queue)
	}
	thin(courses)
	return b
}

// add adds a chart and says where it is drawn.
func (b *builder) add(c chart, caption, alt string) drawing {
	b.charts = append(b.charts, c)
	return drawing{Chart: len(b.charts) - 1, Caption: caption, Alt: alt}
}

// sections are the parts of the report that have rows.
func (b *builder) sections() []section {
	all := []section{
		{ID: "serving", Title: "Serving"},
		{ID: "observes", Title: "Observations"},
		{ID: "gauges", Title: "Gauges"},
		{ID: "stages", Title: "Stages"},
		{ID: "pools", Title: "Pools"},
		{ID: "per_replication", Title: "Replications"},
	}
	tables := result.Tables(b.Report)
	var shown []section
	for _, s := range all {
		for _, t := range tables {
			if t.Part == s.ID {
				s.Tables = append(s.Tables, t)
			}
		}
		if s.Tables == nil {
			continue
		}
		switch s.ID {
		case "observes":
			s.Distributions, s.Omitted = b.distributions()
		case "gauges":
			s.Courses, s.Omitted = b.gauges()
		case "stages":
			s.Bars = b.bars()
		case "pools":
			s.Courses, s.Omitted = b.pools()
		}
		shown = append(shown, s)
	}
	return shown
}

func (b *builder) gauges() (drawn []course, omitted int) {
	for i, gauge := range b.gaugeCourses {
		c := course{Name: b.Report.Gauges[i].Name}
		b.draw(&c, "value over time", nil, trackOf(c.Name, gauge))
		drawn = append(drawn, c)
	}
	return drawn, len(b.Report.Gauges) - len(drawn)
}

func (b *builder) pools() (drawn []course, omitted int) {
	for i, pool := range b.poolCourses {
		p := &b.Report.Pools[i]
		c := course{Name: p.Label()}
		occupancy := []track{trackOf("used", pool.Used)}
		if cached := trackOf("cached", pool.Cached); len(cached.Least) > 0 && !cached.always(0) {
			occupancy = append(occupancy, cached)
		}
		caption := "units in use over time"
		if p.Cap != nil {
			caption += ", of " + show(*p.Cap)
		}
		b.draw(&c, caption, p.Cap, occupancy...)
		b.draw(&c, "sessions waiting for an admission over time", nil, trackOf("queue", pool.Queue))
		drawn = append(drawn, c)
	}
	return drawn, len(b.Report.Pools) - len(drawn)
}

// draw adds a chart of tracks to a course, or a sentence where nothing ever changed.
func (b *builder) draw(c *course, caption string, limit *float64, tracks ...track) {
	var constants []string
	for _, t := range tracks {
		if len(t.Least) > 0 && t.always(t.Least[0]) {
			constants = append(constants, fmt.Sprintf("%s: always %s", t.Name, show(t.Least[0])))
		}
	}
	if len(constants) == len(tracks) || len(tracks[0].Least) == 0 {
		c.Text = append(c.Text, constants...)
		return
	}
	drawn := &courseChart{
		Width: tracks[0].width, End: tracks[0].end,
		Warmup: b.Report.Settings.Warmup, Unit: b.clockUnit(), Cap: limit, Tracks: tracks,
	}
	alt := fmt.Sprintf("Line chart over time, from 0 to %s %s.", show(drawn.End), drawn.Unit)
	for _, t := range tracks {
		least, greatest := t.extremes()
		alt += fmt.Sprintf(" %s: between %s and %s.", t.Name, show(least), show(greatest))
	}
	c.Charts = append(c.Charts, b.add(chart{Course: drawn}, caption, alt))
}

// clockUnit is the unit of time axes.
func (b *builder) clockUnit() string {
	if b.Report.Serving != nil {
		return b.Report.Serving.ClockUnit
	}
	return "clock units"
}

// bars are how much of each stage was in use; of an engine, for what.
func (b *builder) bars() []bar {
	bars := make([]bar, len(b.Report.Stages))
	for i := range bars {
		s := &b.Report.Stages[i]
		segments := []segment{{"busy", 100 * s.Utilization}}
		if s.Step != nil {
			segments = []segment{{"prefill", 100 * s.Step.PrefillOnly}, {"mixed", 100 * s.Step.Mixed}, {"decode", 100 * s.Step.DecodeOnly}}
		}
		var words []string
		for _, part := range segments {
			words = append(words, fmt.Sprintf("%s %.1f%%", part.What, part.Percent))
		}
		bars[i] = bar{Name: s.Label(), Share: result.FormatShare(s.Utilization), Segments: segments, Alt: strings.Join(words, ", ")}
	}
	return bars
}

// barKeys are what the segments of the stages' bars can be.
func barKeys(stages []result.Stage) []string {
	engine := func(s result.Stage) bool { return s.Step != nil }
	other := func(s result.Stage) bool { return s.Step == nil }
	var keys []string
	if slices.ContainsFunc(stages, other) {
		keys = append(keys, "busy")
	}
	if slices.ContainsFunc(stages, engine) {
		keys = append(keys, "prefill", "mixed", "decode")
	}
	return keys
}

// show shows a number in a sentence: as the tables do, but without decimals where there
// are none.
func show(x float64) string {
	return strings.TrimSuffix(strings.TrimSuffix(result.FormatValue(x), ".0000"), ".0")
}
