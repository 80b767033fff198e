// Package page shows the report of a run as one HTML page that needs nothing else: no
// network, no server, no other file. page.go puts it together, histogram.go, cdf.go and
// course.go make of a run's curves the bounded data that script.js draws with uPlot,
// which is part of the page, too. The same report gives the same bytes.
package page
