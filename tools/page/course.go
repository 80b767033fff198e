package page

import "serq/ir/result"

// A page has so many numbers of courses, and so many charts of a kind, that it stays
// below two megabytes.
const (
	mostNumbers = 120_000
	fewestSpans = 64 // of a course that has them, however many courses there are
	mostCharts  = 48
)

// thin takes courses to a resolution at which all of them together are few enough
// numbers. It works in place.
func thin(courses []*result.Course) {
	for {
		numbers, longest := 0, 0
		for _, c := range courses {
			numbers += 3 * len(c.Spans)
			longest = max(longest, len(c.Spans))
		}
		if numbers <= mostNumbers || longest <= fewestSpans {
			return
		}
		for _, c := range courses {
			*c = coarser(*c)
		}
	}
}

// coarser is a course at half its resolution: of two spans one, which has the extremes
// and the mean of both.
func coarser(c result.Course) result.Course {
	out := result.Course{Width: 2 * c.Width, End: c.End}
	for i := 0; i < len(c.Spans); i += 2 {
		s := c.Spans[i]
		if i+1 < len(c.Spans) {
			next := c.Spans[i+1]
			length := min(c.Width, c.End-float64(i+1)*c.Width)
			s.Mean = (s.Mean*c.Width + next.Mean*length) / (c.Width + length)
			s.Least, s.Greatest = min(s.Least, next.Least), max(s.Greatest, next.Greatest)
		}
		out.Spans = append(out.Spans, s)
	}
	return out
}
