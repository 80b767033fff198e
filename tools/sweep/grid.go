package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An axis is a constant of the program and the values that it takes.
type axis struct {
	name   string
	values []string // expressions, as serqc --set takes them
}

// A point has a value of each axis.
type point []string

// maxPoints is the most that a grid may have: more is a slip in a range.
const maxPoints = 1_000_000

// parseAxes reads the arguments of --set.
func parseAxes(sets []string) ([]axis, error) {
	var axes []axis
	points := 1
	for _, set := range sets {
		name, list, ok := strings.Cut(set, "=")
		if !ok || name == "" || list == "" {
			return nil, fmt.Errorf("--set %s: want NAME=VALUES", set)
		}
		for _, a := range axes {
			if a.name == name {
				return nil, fmt.Errorf("--set %s: %s has its values already", set, name)
			}
		}
		values, err := parseValues(list)
		if err != nil {
			return nil, fmt.Errorf("--set %s: %w", set, err)
		}
		axes = append(axes, axis{name, values})
		if points *= len(values); points > maxPoints {
			return nil, fmt.Errorf("more than %d points", maxPoints)
		}
	}
	return axes, nil
}

// parseValues reads A,B,… or FROM:TO:STEP. A comma within parentheses is one of an
// expression.
func parseValues(list string) ([]string, error) {
	if parts := strings.Split(list, ":"); len(parts) == 3 {
		return parseRange(parts)
	}
	var values []string
	depth, start := 0, 0
	for i, r := range list + "," {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth <= 0:
			value := strings.TrimSpace(list[start:i])
			if value == "" {
				return nil, errors.New("an empty value")
			}
			values = append(values, value)
			start = i + 1
		}
	}
	if start != len(list)+1 {
		return nil, errors.New("a parenthesis is not closed")
	}
	return values, nil
}

// parseRange returns FROM, FROM+STEP, … up to TO, which counts if it is one of them but
// for rounding.
func parseRange(parts []string) ([]string, error) {
	var number [3]float64
	for i, text := range parts {
		x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
			return nil, fmt.Errorf("%q is no number", text)
		}
		number[i] = x
	}
	from, to, step := number[0], number[1], number[2]
	steps := math.Floor((to-from)/step + 1e-9)
	switch {
	case step == 0 || steps < 0:
		return nil, errors.New("the step leads nowhere")
	case steps >= maxPoints:
		return nil, fmt.Errorf("more than %d points", maxPoints)
	}
	var values []string
	for i := range int(steps) + 1 {
		x := from + float64(float64(i)*step) // no fused rounding: the same text everywhere
		values = append(values, strconv.FormatFloat(rounded(x), 'g', -1, 64))
	}
	return values, nil
}

// rounded leaves out what adding steps has added behind the twelfth digit: 0.3, not
// 0.30000000000000004.
func rounded(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return y
}

// grid returns all points, those that differ in the last axis side by side. Without axes
// it is the one point that leaves all constants as they are.
func grid(axes []axis) []point {
	points := []point{{}}
	for _, a := range axes {
		var longer []point
		for _, p := range points {
			for _, value := range a.values {
				longer = append(longer, append(p[:len(p):len(p)], value))
			}
		}
		points = longer
	}
	return points
}
