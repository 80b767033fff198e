package diag

import "unicode"

// suggestLongest bounds the words that Suggest looks at: a longer one is not a
// misspelt name, and the comparison takes quadratic time.
const suggestLongest = 64

// Suggest returns the candidate that a person who wrote word most likely meant,
// or "" if none is close. Close is one slip (a letter added, dropped, replaced
// or swapped with its neighbour, whatever the case) in a word of up to five
// letters, and one more for every three letters after that, up to three. Among
// equally close candidates the first is taken.
func Suggest(word string, candidates []string) string {
	w := fold(word)
	if len(w) == 0 || len(w) > suggestLongest {
		return ""
	}
	best, closest := "", min(3, max(1, len(w)/3))+1
	if len(w) == 1 {
		closest = 1 // any other letter is one slip away: only the case may differ
	}
	for _, c := range candidates {
		if c == word || len(c) > 4*suggestLongest {
			continue
		}
		if d := distance(w, fold(c), closest); d < closest {
			best, closest = c, d
		}
	}
	return best
}

func fold(s string) []rune {
	rs := []rune(s)
	for i, r := range rs {
		rs[i] = unicode.ToLower(r)
	}
	return rs
}

// distance is the edit distance with swaps of neighbours (optimal string
// alignment), or any number ≥ limit once it is known to reach limit.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
