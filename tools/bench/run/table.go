package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"time"
)

// table is the measurements in Markdown.
func table(measured []*measurement, times int) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, %s/%s, %d CPUs, %s%s; best of %d.\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), time.Now().UTC().Format(time.DateOnly), load(), times)
	t.WriteString("| work | reference | serq | ratio | target |\n|---|--:|--:|--:|--:|\n")
	for _, m := range measured {
		reference, ratio := "", ""
		if !math.IsInf(m.reference, 1) {
			reference, ratio = m.row.quantity.text(m.reference), fmt.Sprintf("%.3g ×", m.serq/m.reference)
			if m.row.plain {
				reference += ", plain"
			}
		}
		fmt.Fprintf(&t, "| %s | %s | %s | %s | %s |\n", m.row.name, reference, m.row.quantity.text(m.serq), ratio, m.row.target)
	}
	return t.String()
}

// load says how many processes were ready to run over the last minute, ours among
// them, where the system tells.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return ", load " + minute
}

// text writes a figure to three digits in a fitting unit.
func (q quantity) text(x float64) string {
	units, suffix := []string{"ns", "µs", "ms", "s"}, ""
	switch q {
	case perJob:
		suffix = " a job"
	case memory:
		units = []string{"B", "kB", "MB", "GB"}
	}
	for x >= 999.5 && len(units) > 1 {
		x, units = x/1000, units[1:]
	}
	return fmt.Sprintf("%.3g %s%s", x, units[0], suffix)
}

const (
	markBegin = "<!-- make bench-update writes from here -->\n"
	markEnd   = "<!-- to here -->\n"
)

// replace puts the text between the markers of a file.
func replace(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), markBegin)
	_, after, ok2 := strings.Cut(rest, markEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no line %q with a line %q after it", file, strings.TrimSpace(markBegin), strings.TrimSpace(markEnd))
	}
	return os.WriteFile(file, []byte(before+markBegin+text+markEnd+after), 0o666)
}
