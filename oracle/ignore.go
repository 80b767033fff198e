package oracle

import (
	"regexp"
	"strings"
)

// An ignored is the paths that do not count.
type ignored []*regexp.Regexp

// newIgnored compiles patterns: a pattern covers the path that it spells and
// everything below it, and * stands for any text.
func newIgnored(patterns []string) ignored {
	var out ignored
	for _, p := range patterns {
		text := strings.ReplaceAll(regexp.QuoteMeta(p), `\*`, `.*`)
		out = append(out, regexp.MustCompile(`^`+text+`($|[.\[])`))
	}
	return out
}

func (i ignored) has(path string) bool {
	for _, re := range i {
		if re.MatchString(path) {
			return true
		}
	}
	return false
}
