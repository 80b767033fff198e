package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// header says what measured, when, and how often.
func header(times int) string {
	return fmt.Sprintf("%s; medians of %d.\n\n", dated(), times)
}

// dated names the machine and the day.
func dated() string {
	return fmt.Sprintf("%s; %s, %s/%s; %s%s", machine(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		time.Now().UTC().Format(time.DateOnly), load())
}

// machine names the processor, and how many there are with how much memory, as far as
// the system tells.
func machine() string {
	model := "unknown processor"
	if name := field("/proc/cpuinfo", "model name"); name != "" {
		model = name
	}
	text := fmt.Sprintf("%s, %d processors", model, runtime.NumCPU())
	if kb, err := strconv.ParseFloat(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 64); err == nil {
		text += fmt.Sprintf(", %.0f GB", kb/1e6)
	}
	return text
}

// field returns the text after "name :" in a file of such lines.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// load says how many processes were ready to run in the minute before, where the system
// tells.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return ", load " + minute + " before"
}

// The units in which figures are written, the one of the figure first.
var (
	nanoseconds = []string{"ns", "µs", "ms", "s"}
	bytesOf     = []string{"B", "kB", "MB", "GB"}
)

// text writes a figure of the row's quantity.
func (r *row) text(x float64) string {
	if r.quantity == memory {
		return scaled(x, bytesOf)
	}
	if r.unit != "" {
		return scaled(x, nanoseconds) + " a " + r.unit
	}
	return scaled(x, nanoseconds)
}

// scaled writes a figure to three digits in the first unit in which it is below 1,000.
// Each unit is a thousand of the one before.
func scaled(x float64, units []string) string {
	for x >= 999.5 && len(units) > 1 {
		x, units = x/1000, units[1:]
	}
	return fmt.Sprintf("%.3g %s", x, units[0])
}

// grouped writes a number with its thousands apart.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// cell makes a text fit into one cell of a table.
func cell(text string) string {
	return strings.NewReplacer("\n", " ", "|", `\|`).Replace(text)
}

// replace puts the text between the two marker lines of a table in a file.
func replace(file, name, text string) error {
	begin, end := fmt.Sprintf("<!-- make bench-update writes from here: %s -->\n", name), "<!-- to here -->\n"
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no line %q with a line %q after it", file, strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return os.WriteFile(file, []byte(before+begin+text+end+after), 0o666)
}
