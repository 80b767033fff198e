package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"serq/ir/diag"
)

// DidYouMean is a hint that names the known word most like the unknown one, or ""
// if none is close.
func DidYouMean(name string, known []string) string {
	if s := diag.Suggest(name, known); s != "" {
		return fmt.Sprintf("Did you mean `%s`?", s)
	}
	return ""
}

// Count is a number of things in words.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Thousands writes a whole number in groups of three digits.
func Thousands(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	var groups []string
	for len(digits) > 3 {
		groups = append(groups, digits[len(digits)-3:])
		digits = digits[:len(digits)-3]
	}
	groups = append(groups, digits)
	slices.Reverse(groups)
	return sign + strings.Join(groups, ",")
}
