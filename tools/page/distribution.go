package page

import "fmt"

// A distribution is the charts of an observation.
type distribution struct {
	Name       string
	Charts     []drawing
	AllowsLog  bool
	PrefersLog bool
	Text       []string // what the charts do not show
	Beyond     string   // what they do not show on a linear axis; may be empty
}

func (b *builder) distributions() (drawn []distribution, omitted int) {
	for i, samples := range b.Curves.Samples[:min(len(b.Curves.Samples), mostCharts)] {
		drawn = append(drawn, b.distribution(b.Report.Observes[i].Name, newSampled(samples)))
	}
	return drawn, len(b.Report.Observes) - len(drawn)
}

func (b *builder) distribution(name string, s *sampled) distribution {
	d := distribution{Name: name}
	if s.all() == 0 {
		d.Text = []string{"No samples."}
		return d
	}
	d.Text = append(d.Text, counted(s.all()))
	if n := s.minus + s.plus; n > 0 {
		d.Text = append(d.Text, fmt.Sprintf("%d of them are infinite, or beyond ±10³⁰⁰, and in no chart.", n))
	}
	if s.constant() {
		switch len(s.levels) {
		case 0:
		case 1:
			d.Text = append(d.Text, fmt.Sprintf("The value is always %s.", show(s.least())))
		default:
			d.Text = append(d.Text, fmt.Sprintf("But for rounding, the value is always %s.", show(s.quantile(0.5))))
		}
		return d
	}
	linear := linearBins(s)
	h := &histogramChart{Linear: binsOf(linear, s.all()), Marks: s.marks()}
	if d.AllowsLog = s.allowsLog(); d.AllowsLog {
		h.Log, d.PrefersLog = binsOf(logBins(s), s.all()), s.longTailed()
	}
	if linear.beyond > 0 {
		d.Beyond = fmt.Sprintf("%d of them are beyond the charts, up to %s.", linear.beyond, show(s.greatest()))
	}
	alt := fmt.Sprintf(" of %s: values from %s to %s", name, show(s.least()), show(s.greatest()))
	for _, m := range h.Marks {
		alt += fmt.Sprintf(", %s %s", m.Name, show(m.At))
	}
	points := cdfOf(s)
	d.Charts = []drawing{
		b.add(chart{Histogram: h}, "share of the samples", "Histogram"+alt+"."),
		b.add(chart{CDF: &cdfChart{X: points.X, F: points.F, Steps: points.steps, Linear: h.Linear.reach(), Log: h.Log.reach(), Marks: h.Marks}},
			"share of the samples that are not greater", "Cumulative distribution"+alt+"."),
	}
	return d
}

func counted(n int64) string {
	if n == 1 {
		return "1 sample."
	}
	return fmt.Sprintf("%d samples.", n)
}
