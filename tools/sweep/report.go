package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// figuresOf returns the figures of a report by path: "run.end",
// "stages.D[0].utilization". A figure is a number as it is written, a string, a bool, or
// nil where the report has null.
func figuresOf(report []byte) (map[string]any, error) {
	lines := json.NewDecoder(bytes.NewReader(report))
	lines.UseNumber()
	var doc map[string]any
	if err := lines.Decode(&doc); err != nil {
		return nil, fmt.Errorf("the report: %w", err)
	}
	figures := map[string]any{}
	for section, part := range doc {
		switch section {
		case "observes", "gauges", "stages", "pools":
			list, _ := part.([]any)
			for _, entry := range list {
				object, _ := entry.(map[string]any)
				collect(figures, section+"."+memberName(object), object)
			}
		case "settings", "run", "serving":
			collect(figures, section, part)
		}
	}
	return figures, nil
}

// memberName returns what paths call an entry of a list: its name, with the index of a
// member of a family.
func memberName(entry map[string]any) string {
	name, _ := entry["name"].(string)
	if index, ok := entry["index"].(json.Number); ok {
		return name + "[" + index.String() + "]"
	}
	return name
}

// collect adds the figures at and below a path.
func collect(figures map[string]any, path string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			collect(figures, path+"."+key, value)
		}
	case []any:
		for i, value := range v {
			collect(figures, path+"["+strconv.Itoa(i)+"]", value)
		}
	default:
		figures[path] = v
	}
}
